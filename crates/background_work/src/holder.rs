use std::{
    mem::take,
    sync::{Arc, PoisonError},
    time::Instant,
};

use crate::{
    sync::{Mutex, MutexGuard},
    tickets::{HolderId, Tickets},
};

/// A ticket that a holder has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ticket {
    /// One of those that any work may take.
    General,
    /// The one for small work.
    Small,
}

/// One event loop, as far as tickets go. Dropping it gives back what it holds.
#[derive(Debug)]
pub struct Holder {
    tickets: Arc<Tickets>,
    id: HolderId,
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    general: usize,
    small: usize,
}

impl Holder {
    /// A holder that is called, on whatever thread gives a ticket back, when one is there after it was refused. The call must not take or
    /// give back tickets itself, but have that done soon after, and then say [`Self::has_come`].
    pub fn new(tickets: &Arc<Tickets>, call: impl Fn() + Send + Sync + 'static) -> Self {
        let id = tickets.new_holder(Arc::new(call));
        Self { tickets: Arc::clone(tickets), id, held: Mutex::default() }
    }

    /// A ticket, or none: then it will be called.
    pub fn take(&self, small: bool) -> Option<Ticket> {
        let ticket = self.tickets.take(self.id, small, Instant::now())?;
        *lock(&self.held).count(ticket) += 1;
        Some(ticket)
    }

    /// Gives back a ticket; one that it does not have is not given back.
    pub fn give_back(&self, ticket: Ticket) {
        let mut held = lock(&self.held);
        let count = held.count(ticket);
        if let Some(less) = count.checked_sub(1) {
            *count = less;
            drop(held);
            self.tickets.give_back(ticket, Instant::now());
        }
    }

    /// It was called and has taken what it needs; what it left is for the next.
    pub fn has_come(&self) {
        self.tickets.pass_on(self.id, Instant::now());
    }
}

impl Drop for Holder {
    fn drop(&mut self) {
        self.tickets.leave(self.id, Instant::now());
        let Held { general, small } = take(&mut *lock(&self.held));
        for (ticket, count) in [(Ticket::General, general), (Ticket::Small, small)] {
            for _ in 0..count {
                self.tickets.give_back(ticket, Instant::now());
            }
        }
    }
}

impl Held {
    fn count(&mut self, ticket: Ticket) -> &mut usize {
        match ticket {
            Ticket::General => &mut self.general,
            Ticket::Small => &mut self.small,
        }
    }
}

/// Locks even after a panic elsewhere: nothing is left half changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(all(test, tokenwell_loom))]
mod models;

#[cfg(all(test, not(tokenwell_loom)))]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use super::*;

    fn holder(tickets: &Arc<Tickets>) -> (Holder, Receiver<()>) {
        let (sender, receiver) = channel();
        (Holder::new(tickets, move || _ = sender.send(())), receiver)
    }

    #[test]
    fn who_was_refused_is_called() {
        let tickets = Arc::new(Tickets::for_pool(2));
        let ((one, _), (two, calls)) = (holder(&tickets), holder(&tickets));
        let ticket = one.take(false).unwrap();
        assert_eq!(two.take(false), None);
        assert!(calls.try_recv().is_err());
        one.give_back(ticket);
        calls.try_recv().unwrap();
        assert_eq!(two.take(false), Some(Ticket::General));
        two.has_come();
        // It holds one and no more.
        one.give_back(ticket);
        assert_eq!(one.take(false), None);
    }

    #[test]
    fn a_holder_that_ends_gives_back_what_it_has() {
        let tickets = Arc::new(Tickets::for_pool(3));
        let ((one, _), (two, calls)) = (holder(&tickets), holder(&tickets));
        let taken = [false, false, true].map(|small| one.take(small));
        assert_eq!(taken, [Some(Ticket::General), Some(Ticket::General), Some(Ticket::Small)]);
        assert_eq!(two.take(true), None);
        drop(one);
        assert!(calls.try_iter().count() > 0);
        let taken = [false, false, true].map(|small| two.take(small));
        assert!(taken.iter().all(Option::is_some));
    }

    #[test]
    fn many_threads_share_the_tickets_and_none_is_lost() {
        let tickets = Arc::new(Tickets::for_pool(3));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let (own, calls) = holder(&tickets);
                    for round in 0..500 {
                        let ticket = loop {
                            match own.take(round % 3 == 0) {
                                Some(ticket) => break ticket,
                                // A call can go to another one that asked again; the wait is bounded as a loop's is.
                                None => drop(calls.recv_timeout(std::time::Duration::from_millis(5))),
                            }
                        };
                        own.has_come();
                        own.give_back(ticket);
                    }
                });
            }
        });
        let (last, _calls) = holder(&tickets);
        assert_eq!([true, true, true].map(|small| last.take(small)).iter().flatten().count(), 3);
    }
}
