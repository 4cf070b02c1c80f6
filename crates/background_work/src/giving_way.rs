use std::{
    cell::Cell,
    thread,
    time::{Duration, Instant},
};

/// How long a thread works without giving way. Giving way takes some 0.5 µs when nobody waits.
const EVERY: Duration = Duration::from_micros(100);

thread_local! {
    static LAST: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Lets others have the core that this thread runs on, if any wait for it and this thread has not done so for a tenth of a millisecond. Long work
/// calls it as often as it likes.
///
/// A lower priority alone does not do that. When a thread wakes up on a busy core, Linux (6.18) asks the running one to go but may well choose the same one
/// again, since that has not used up its slice yet; the other then waits for the next tick, some 4 ms. Who gives way has used it up.
pub fn give_way() {
    let now = Instant::now();
    if LAST.get().is_none_or(|last| now.duration_since(last) >= EVERY) {
        thread::yield_now();
        LAST.set(Some(Instant::now()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_gives_way_at_once_and_then_every_so_often() {
        // A thread of its own, which has not given way yet.
        let gave_way = thread::spawn(|| {
            let at = || LAST.get().unwrap();
            give_way();
            let first = at();
            while first.elapsed() < EVERY {
                give_way();
            }
            give_way();
            at().duration_since(first)
        });
        assert!(gave_way.join().unwrap() >= EVERY);
    }
}
