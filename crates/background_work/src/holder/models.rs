//! Holders that are used, called and dropped by several threads, in every order.
//!
//! Holders look at the clock, which no model can hold: what is asserted here is so whether or not the moment is over for which a ticket is kept.

use std::sync::atomic::Ordering;

use loom::{model, sync::atomic::AtomicUsize, thread::spawn};

use super::*;

/// A holder, and how often it was called.
fn holder(tickets: &Arc<Tickets>) -> (Holder, Arc<AtomicUsize>) {
    let calls = Arc::new(AtomicUsize::new(0));
    let called = Arc::clone(&calls);
    (Holder::new(tickets, move || _ = called.fetch_add(1, Ordering::Relaxed)), calls)
}

fn holders<const COUNT: usize>(tickets: &Arc<Tickets>) -> [(Holder, Arc<AtomicUsize>); COUNT] {
    std::array::from_fn(|_| holder(tickets))
}

#[test]
fn a_ticket_that_two_threads_give_back_comes_back_once() {
    model(|| {
        let tickets = Arc::new(Tickets::for_pool(2));
        let [(gives, _), (takes, _)] = holders(&tickets);
        let gives = Arc::new(gives);
        assert_eq!(gives.take(false), Some(Ticket::General));
        let other = Arc::clone(&gives);
        let other = spawn(move || other.give_back(Ticket::General));
        gives.give_back(Ticket::General);
        other.join().unwrap();
        assert_eq!([false; 2].map(|small| takes.take(small)), [Some(Ticket::General), None]);
    });
}

#[test]
fn what_a_holder_has_when_it_is_dropped_is_for_the_next() {
    model(|| {
        let tickets = Arc::new(Tickets::for_pool(2));
        let [(ends, _), (waits, calls)] = holders(&tickets);
        assert_eq!([true; 2].map(|small| ends.take(small)), [Some(Ticket::General), Some(Ticket::Small)]);
        let ends = spawn(move || drop(ends));
        let taken = waits.take(true);
        ends.join().unwrap();
        assert!(taken.is_some() || calls.load(Ordering::Relaxed) > 0);
        waits.has_come();
        assert_eq!([true; 3].map(|small| waits.take(small)).iter().flatten().count(), 2 - taken.iter().count());
    });
}

#[test]
fn who_is_dropped_while_another_gives_back_is_not_in_the_way_of_the_next() {
    for small in [false, true] {
        model(move || {
            let tickets = Arc::new(Tickets::for_pool(2));
            let [(gives, _), (ends, _), (waits, calls)] = holders(&tickets);
            let [general, extra] = [true; 2].map(|small| gives.take(small).unwrap());
            assert_eq!([ends.take(small), waits.take(small)], [None; 2]);
            let ends = spawn(move || drop(ends));
            gives.give_back(if small { extra } else { general });
            ends.join().unwrap();
            assert!(calls.load(Ordering::Relaxed) > 0);
            assert!(waits.take(small).is_some());
        });
    }
}
