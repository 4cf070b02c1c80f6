use std::{
    collections::{HashMap, VecDeque},
    fmt,
    sync::{Arc, PoisonError},
    time::{Duration, Instant},
};

use crate::{
    holder::Ticket,
    sync::{Mutex, MutexGuard},
};

/// For how long a ticket is kept for a holder that was called. A loop that is not blocked comes within a few milliseconds.
const KEPT_FOR: Duration = Duration::from_millis(50);

/// The tickets of a process.
pub struct Tickets {
    state: Mutex<State>,
}

pub(crate) type Call = Arc<dyn Fn() + Send + Sync>;

struct State {
    /// How to call each holder.
    calls: HashMap<HolderId, Call>,
    free: usize,
    is_small_free: bool,
    /// Who was refused, in the order of asking.
    waiting: VecDeque<Waiting>,
    /// Who was called and has not come yet.
    called: Vec<Called>,
    /// Who was called for the small ticket and has not come yet. It is kept for nobody, since it is free again in a moment; but who comes and does not
    /// take it passes the call on.
    called_for_small: Option<HolderId>,
    next_holder: HolderId,
}

/// A holder waits at most once for small work and once for other work, and keeps its places however often it is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Waiting {
    holder: HolderId,
    wants_small: bool,
}

/// A general ticket is kept for work of this holder.
struct Called {
    waiting: Waiting,
    until: Instant,
}

impl Called {
    /// What is small does not take what other work was called for.
    fn is_for(&self, asking: Waiting) -> bool {
        self.waiting.holder == asking.holder && (self.waiting.wants_small || !asking.wants_small)
    }
}

pub(crate) type HolderId = u64;

impl Tickets {
    /// The tickets for a pool of so many threads: one thread is left for everybody else, if there is more than one.
    pub fn for_pool(threads: usize) -> Self {
        Self {
            state: Mutex::new(State {
                calls: HashMap::new(),
                free: threads.saturating_sub(1).max(1),
                is_small_free: true,
                waiting: VecDeque::new(),
                called: Vec::new(),
                called_for_small: None,
                next_holder: 0,
            }),
        }
    }

    pub(crate) fn new_holder(&self, call: Call) -> HolderId {
        let mut state = self.lock();
        state.next_holder += 1;
        let id = state.next_holder;
        state.calls.insert(id, call);
        id
    }

    /// A ticket, or none, and then the holder waits to be called.
    pub(crate) fn take(&self, holder: HolderId, small: bool, now: Instant) -> Option<Ticket> {
        let mut state = self.lock();
        let waiting = Waiting { holder, wants_small: small };
        state.called.retain(|called| now < called.until);
        let kept_for_others = state.called.iter().filter(|called| !called.is_for(waiting)).count();
        if state.free > kept_for_others {
            state.free -= 1;
            state.forget(waiting);
            return Some(Ticket::General);
        }
        if small && state.is_small_free {
            state.is_small_free = false;
            state.forget(waiting);
            return Some(Ticket::Small);
        }
        if !state.waiting.contains(&waiting) {
            state.waiting.push_back(waiting);
        }
        None
    }

    /// Takes a ticket back, and calls who waits for it.
    pub(crate) fn give_back(&self, ticket: Ticket, now: Instant) {
        let mut state = self.lock();
        let next = match ticket {
            Ticket::General => {
                state.free += 1;
                state.next_for_general(now)
            }
            Ticket::Small => {
                state.is_small_free = true;
                state.next_for_small().into_iter().collect()
            }
        };
        call(state, next);
    }

    /// The holder was called and has come, or will not: what was kept for it is for the next.
    pub(crate) fn pass_on(&self, holder: HolderId, now: Instant) {
        let mut state = self.lock();
        let next = state.next_after(holder, now);
        call(state, next);
    }

    /// The holder is gone.
    pub(crate) fn leave(&self, holder: HolderId, now: Instant) {
        let mut state = self.lock();
        let gone = state.calls.remove(&holder);
        state.waiting.retain(|waiting| waiting.holder != holder);
        let next = state.next_after(holder, now);
        call(state, next);
        // Whatever it brought is freed here, when nobody waits for the lock.
        drop(gone);
    }

    /// Locks even after a panic elsewhere: numbers are never left half changed.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// What waited has got a ticket.
    fn forget(&mut self, gone: Waiting) {
        self.waiting.retain(|waiting| *waiting != gone);
        if let Some(place) = self.called.iter().position(|called| called.is_for(gone)) {
            self.called.remove(place);
        }
    }

    /// One for each general ticket that is kept for nobody: more than one may become free at once.
    fn next_for_general(&mut self, now: Instant) -> Vec<Call> {
        let mut next = Vec::new();
        while self.free > self.called.len()
            && let Some(waiting) = self.waiting.pop_front()
        {
            self.called.push(Called { waiting, until: now + KEPT_FOR });
            next.extend(self.calls.get(&waiting.holder).cloned());
        }
        next
    }

    fn next_for_small(&mut self) -> Option<Call> {
        let place = self.waiting.iter().position(|waiting| waiting.wants_small);
        let next = place.filter(|_| self.is_small_free).and_then(|place| self.waiting.remove(place));
        self.called_for_small = next.map(|waiting| waiting.holder);
        self.calls.get(&self.called_for_small?).cloned()
    }

    /// Who is next once this holder takes nothing more of what it was called for.
    fn next_after(&mut self, holder: HolderId, now: Instant) -> Vec<Call> {
        self.called.retain(|called| called.waiting.holder != holder);
        let mut next = self.next_for_general(now);
        if self.called_for_small == Some(holder) {
            next.extend(self.next_for_small());
        }
        next
    }
}

/// Calls holders once the lock is given up: what is called may take some time.
fn call(state: MutexGuard<'_, State>, next: Vec<Call>) {
    drop(state);
    for call in next {
        call();
    }
}

impl fmt::Debug for Tickets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.lock();
        f.debug_struct("Tickets")
            .field("free", &state.free)
            .field("is_small_free", &state.is_small_free)
            .field("waiting", &state.waiting.len())
            .finish_non_exhaustive()
    }
}

#[cfg(all(test, tokenwell_loom))]
mod models;

#[cfg(all(test, not(tokenwell_loom)))]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Holders, and how often each was called.
    fn holders<const COUNT: usize>(tickets: &Tickets) -> [(HolderId, Arc<AtomicUsize>); COUNT] {
        std::array::from_fn(|_| {
            let calls = Arc::new(AtomicUsize::new(0));
            let counted = Arc::clone(&calls);
            let id = tickets.new_holder(Arc::new(move || {
                counted.fetch_add(1, Ordering::Relaxed);
            }));
            (id, calls)
        })
    }

    fn count(calls: &AtomicUsize) -> usize {
        calls.load(Ordering::Relaxed)
    }

    #[test]
    fn one_thread_of_the_pool_is_left_free() {
        for (threads, general) in [(4, 3), (2, 1), (1, 1)] {
            let (tickets, now) = (Tickets::for_pool(threads), Instant::now());
            let taken: Vec<_> = (0..5).map(|_| tickets.take(1, false, now)).collect();
            assert_eq!(taken.iter().flatten().count(), general);
        }
    }

    #[test]
    fn small_work_takes_a_general_ticket_first_and_then_the_small_one() {
        let (tickets, now) = (Tickets::for_pool(2), Instant::now());
        let [(one, calls), (two, _)] = holders(&tickets);
        let taken = [true, true, true].map(|small| tickets.take(one, small, now));
        assert_eq!(taken, [Some(Ticket::General), Some(Ticket::Small), None]);
        tickets.give_back(Ticket::Small, now);
        assert_eq!(count(&calls), 1);
        assert_eq!(tickets.take(two, false, now), None);
        assert_eq!(tickets.take(two, true, now), Some(Ticket::Small));
    }

    #[test]
    fn a_ticket_is_kept_for_whoever_is_called_in_the_order_of_asking() {
        let (tickets, now) = (Tickets::for_pool(2), Instant::now());
        let [(one, _), (two, calls_of_two), (three, calls_of_three)] = holders(&tickets);
        assert!(tickets.take(one, false, now).is_some());
        assert!(tickets.take(two, false, now).is_none() && tickets.take(three, false, now).is_none());
        tickets.give_back(Ticket::General, now);
        assert_eq!((count(&calls_of_two), count(&calls_of_three)), (1, 0));
        assert!(tickets.take(one, false, now).is_none(), "it is kept for the one that was called");
        assert!(tickets.take(two, false, now).is_some());
        tickets.give_back(Ticket::General, now);
        assert_eq!((count(&calls_of_two), count(&calls_of_three)), (1, 1));
    }

    #[test]
    fn small_work_takes_nothing_from_the_other_work_of_its_holder() {
        let (tickets, now) = (Tickets::for_pool(2), Instant::now());
        let [(one, _), (two, calls)] = holders(&tickets);
        assert!(tickets.take(one, false, now).is_some());
        assert!(tickets.take(two, false, now).is_none() && tickets.take(one, false, now).is_none());
        // Neither small work nor asking again costs it its place.
        for _ in 0..3 {
            assert_eq!(tickets.take(two, true, now), Some(Ticket::Small));
            assert!(tickets.take(two, false, now).is_none());
            tickets.give_back(Ticket::Small, now);
        }
        tickets.give_back(Ticket::General, now);
        assert_eq!(count(&calls), 1);
        assert_eq!(tickets.take(two, true, now), Some(Ticket::Small), "the general one is for what was called");
        assert_eq!(tickets.take(two, false, now), Some(Ticket::General));
    }

    #[test]
    fn nobody_waits_for_one_that_does_not_come() {
        let (tickets, now) = (Tickets::for_pool(2), Instant::now());
        let [(one, _), (two, calls), (three, _)] = holders(&tickets);
        assert!(tickets.take(one, false, now).is_some() && tickets.take(two, false, now).is_none());
        tickets.give_back(Ticket::General, now);
        assert_eq!(count(&calls), 1);
        assert!(tickets.take(three, false, now).is_none());
        assert!(tickets.take(three, false, now + KEPT_FOR).is_some(), "the moment is over");
    }

    #[test]
    fn who_is_called_twice_and_leaves_passes_both_tickets_on() {
        let (tickets, now) = (Tickets::for_pool(3), Instant::now());
        let [(one, _), (two, _), (three, calls), (four, more_calls)] = holders(&tickets);
        let held = [false, false, true].map(|small| tickets.take(one, small, now));
        assert!(held.iter().all(Option::is_some));
        assert!(tickets.take(two, false, now).is_none() && tickets.take(two, true, now).is_none());
        assert!(tickets.take(three, false, now).is_none() && tickets.take(four, false, now).is_none());
        tickets.give_back(Ticket::General, now);
        tickets.give_back(Ticket::General, now);
        assert_eq!((count(&calls), count(&more_calls)), (0, 0));
        tickets.leave(two, now);
        assert_eq!((count(&calls), count(&more_calls)), (1, 1));
    }

    #[test]
    fn who_is_called_for_the_small_ticket_and_does_not_take_it_passes_it_on() {
        let (tickets, now) = (Tickets::for_pool(2), Instant::now());
        let [(one, _), (two, calls_of_two), (three, calls_of_three)] = holders(&tickets);
        assert!([true, true].map(|small| tickets.take(one, small, now)).iter().all(Option::is_some));
        assert!(tickets.take(two, true, now).is_none() && tickets.take(three, true, now).is_none());
        tickets.give_back(Ticket::Small, now);
        assert_eq!((count(&calls_of_two), count(&calls_of_three)), (1, 0));
        tickets.pass_on(two, now);
        assert_eq!(count(&calls_of_three), 1);
        assert_eq!(tickets.take(three, true, now), Some(Ticket::Small));
    }

    #[test]
    fn who_needs_nothing_any_more_passes_the_ticket_on() {
        let (tickets, now) = (Tickets::for_pool(2), Instant::now());
        let [(one, _), (two, _), (three, calls)] = holders(&tickets);
        assert!(tickets.take(one, false, now).is_some());
        assert!(tickets.take(two, false, now).is_none() && tickets.take(three, false, now).is_none());
        tickets.give_back(Ticket::General, now);
        assert_eq!(count(&calls), 0);
        tickets.leave(two, now);
        tickets.pass_on(two, now);
        assert_eq!(count(&calls), 1);
        assert!(tickets.take(three, false, now).is_some());
    }
}
