//! Event loops that ask for tickets and give them back, in every order.
//!
//! They keep no clock: every moment is the same one, so that what is kept for a loop is kept until it comes.

use std::sync::atomic::Ordering;

use loom::{
    model,
    model::Builder,
    sync::{atomic::AtomicUsize, mpsc::channel},
    thread::{JoinHandle, spawn},
};

use super::*;

const BOTH: [Ticket; 2] = [Ticket::General, Ticket::Small];

/// The tickets, and the moment at which all happens.
#[derive(Clone)]
struct Process {
    tickets: Arc<Tickets>,
    now: Instant,
}

/// An event loop that has one piece of work.
struct EventLoop {
    process: Process,
    id: HolderId,
    /// How often it was called and has not come.
    calls: Arc<AtomicUsize>,
    is_small: bool,
    ticket: Option<Ticket>,
}

impl Process {
    fn with_threads(threads: usize) -> Self {
        Self { tickets: Arc::new(Tickets::for_pool(threads)), now: Instant::now() }
    }

    fn event_loop(&self, is_small: bool) -> EventLoop {
        let calls = Arc::new(AtomicUsize::new(0));
        let called = Arc::clone(&calls);
        let id = self.tickets.new_holder(Arc::new(move || _ = called.fetch_add(1, Ordering::Relaxed)));
        EventLoop { process: self.clone(), id, calls, is_small, ticket: None }
    }

    /// Takes the tickets from a loop that is in nobody's way else.
    fn hold<const COUNT: usize>(&self, tickets: [Ticket; COUNT]) {
        let id = self.event_loop(true).id;
        assert_eq!(tickets.map(|_| self.tickets.take(id, true, self.now)), tickets.map(Some));
    }

    fn give_back(&self, ticket: Ticket) {
        self.tickets.give_back(ticket, self.now);
    }

    fn give_back_in_thread(&self, tickets: impl IntoIterator<Item = Ticket> + 'static) -> JoinHandle<()> {
        let process = self.clone();
        spawn(move || tickets.into_iter().for_each(|ticket| process.give_back(ticket)))
    }
}

impl EventLoop {
    fn ask(&mut self) {
        self.ticket = self.process.tickets.take(self.id, self.is_small, self.process.now);
    }

    fn asked(mut self) -> Self {
        self.ask();
        self
    }

    fn ask_in_thread(mut self) -> JoinHandle<Self> {
        spawn(move || {
            self.ask();
            self
        })
    }

    fn give_back(&mut self) {
        self.process.give_back(self.ticket.take().unwrap());
    }

    fn leave(&self) {
        self.process.tickets.leave(self.id, self.process.now);
    }

    /// Comes if it was called.
    fn come(&mut self) -> bool {
        let was_called = self.calls.swap(0, Ordering::Relaxed) > 0;
        if was_called {
            if self.ticket.is_none() {
                self.ask();
            }
            self.process.tickets.pass_on(self.id, self.process.now);
        }
        was_called
    }
}

/// Does one piece of work on an event loop that does nothing else. If its call is lost it waits for ever, which loom finds.
fn work(Process { tickets, now }: &Process, is_small: bool) {
    let (sender, calls) = channel();
    let id = tickets.new_holder(Arc::new(move || _ = sender.send(())));
    let mut ticket = tickets.take(id, is_small, *now);
    while ticket.is_none() {
        calls.recv().unwrap();
        ticket = tickets.take(id, is_small, *now);
        tickets.pass_on(id, *now);
    }
    tickets.give_back(ticket.unwrap(), *now);
    tickets.leave(id, *now);
}

/// Lets all that are called come, with tickets that they do not give back; gives how many have one.
fn serve(loops: &mut [EventLoop]) -> usize {
    while loops.iter_mut().any(EventLoop::come) {}
    loops.iter().filter(|served| served.ticket.is_some()).count()
}

#[test]
fn who_is_refused_while_another_thread_gives_back_is_called() {
    for ticket in BOTH {
        model(move || {
            let process = Process::with_threads(2);
            process.hold(BOTH);
            let gives = process.give_back_in_thread([ticket]);
            let asks = process.event_loop(ticket == Ticket::Small).asked();
            gives.join().unwrap();
            assert_eq!(serve(&mut [asks]), 1);
        });
    }
}

#[test]
fn no_event_loop_waits_for_ever() {
    // All orders of three loops take two minutes. Those in which threads are interrupted three times find what the others do, in seconds.
    let mut orders = Builder::new();
    orders.preemption_bound = Some(3);
    orders.check(|| {
        let process = Process::with_threads(2);
        let threads = [true, false].map(|is_small| {
            let process = process.clone();
            spawn(move || work(&process, is_small))
        });
        work(&process, true);
        for thread in threads {
            thread.join().unwrap();
        }
    });
}

#[test]
fn all_that_wait_are_called_in_turn() {
    for ticket in BOTH {
        model(move || {
            let process = Process::with_threads(2);
            process.hold(BOTH);
            let ask = [(); 2].map(|()| process.event_loop(ticket == Ticket::Small).ask_in_thread());
            process.give_back(ticket);
            let mut loops = ask.map(|thread| thread.join().unwrap());
            assert_eq!(serve(&mut loops), 1);
            loops.sort_by_key(|served| served.ticket.is_none());
            loops[0].give_back();
            assert_eq!(serve(&mut loops[1..]), 1);
        });
    }
}

#[test]
fn two_tickets_from_two_threads_serve_two_that_wait() {
    model(|| {
        let process = Process::with_threads(2);
        process.hold(BOTH);
        let mut loops = [(); 2].map(|()| process.event_loop(true).asked());
        let gives = BOTH.map(|ticket| process.give_back_in_thread([ticket]));
        for thread in gives {
            thread.join().unwrap();
        }
        assert_eq!(serve(&mut loops), 2);
    });
}

#[test]
fn a_ticket_is_held_once_and_none_is_lost() {
    model(|| {
        let process = Process::with_threads(2);
        let held = Arc::new(BOTH.map(|_| AtomicUsize::new(0)));
        let threads = [true, false, true].map(|is_small| {
            let (mut asks, held) = (process.event_loop(is_small), Arc::clone(&held));
            spawn(move || {
                asks.ask();
                let Some(ticket) = asks.ticket else { return };
                let held = &held[usize::from(ticket == Ticket::Small)];
                assert_eq!(held.fetch_add(1, Ordering::Relaxed), 0, "{ticket:?} is held twice");
                held.fetch_sub(1, Ordering::Relaxed);
                asks.give_back();
            })
        });
        for thread in threads {
            thread.join().unwrap();
        }
        let state = process.tickets.lock();
        assert!(state.free == 1 && state.is_small_free);
    });
}

#[test]
fn who_leaves_while_another_gives_back_is_not_in_the_way_of_the_next() {
    for ticket in BOTH {
        model(move || {
            let process = Process::with_threads(2);
            process.hold(BOTH);
            let [leaves, next] = [(); 2].map(|()| process.event_loop(ticket == Ticket::Small).asked());
            let gives = process.give_back_in_thread([ticket]);
            leaves.leave();
            gives.join().unwrap();
            assert_eq!(serve(&mut [next]), 1);
        });
    }
}

#[test]
fn who_comes_and_needs_nothing_is_not_in_the_way_of_the_next() {
    for ticket in BOTH {
        model(move || {
            let process = Process::with_threads(2);
            process.hold(BOTH);
            let [mut served, next] = [(); 2].map(|()| process.event_loop(ticket == Ticket::Small).asked());
            served.ticket = Some(ticket);
            let gives = process.give_back_in_thread([ticket]);
            let comes = spawn(move || {
                served.come();
                served
            });
            gives.join().unwrap();
            let served = comes.join().unwrap();
            assert_eq!(serve(&mut [served, next]), 2);
        });
    }
}

#[test]
fn who_is_called_twice_and_leaves_passes_both_tickets_on() {
    model(|| {
        let process = Process::with_threads(3);
        process.hold([Ticket::General, Ticket::General, Ticket::Small]);
        let leaves = process.event_loop(true).asked();
        assert_eq!(process.tickets.take(leaves.id, false, process.now), None);
        let mut others = [(); 2].map(|()| process.event_loop(false).asked());
        let gives = process.give_back_in_thread([Ticket::General; 2]);
        leaves.leave();
        gives.join().unwrap();
        assert_eq!(serve(&mut others), 2);
    });
}
