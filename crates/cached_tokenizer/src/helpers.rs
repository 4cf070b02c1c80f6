use std::{
    panic::resume_unwind,
    slice::IterMut,
    sync::{LazyLock, Mutex, MutexGuard, PoisonError},
    thread,
};

/// How many threads may help at once, in the whole process: one less than there are cores, since whoever asks for help works as well.
static IDLE: LazyLock<Mutex<usize>> =
    LazyLock::new(|| Mutex::new(thread::available_parallelism().map_or(0, |cores| cores.get() - 1)));

/// Does some work on every item, with the help of other threads as far as cores are free; without waiting for one.
///
/// The helpers live as long as the call. Starting one costs some tens of microseconds, which is little beside the milliseconds that
/// help is asked for; a pool would have to be shared, and then one call would wait for the work of another.
pub(crate) fn for_each_with_help<T: Send>(items: &mut [T], most_helpers: usize, work: impl Fn(&mut T) + Sync) {
    let most_helpers = most_helpers.min(items.len().saturating_sub(1));
    if most_helpers == 0 {
        return items.iter_mut().for_each(work);
    }
    let helpers = Helpers::take(most_helpers);
    let queue = Mutex::new(items.iter_mut());
    let run = || {
        while let Some(item) = next(&queue) {
            work(item);
        }
    };
    thread::scope(|scope| {
        // Where the system refuses a thread, the others do its part.
        let started: Vec<_> =
            (0..helpers.0).filter_map(|_| thread::Builder::new().spawn_scoped(scope, run).ok()).collect();
        run();
        for helper in started {
            helper.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}

fn next<'items, T>(queue: &Mutex<IterMut<'items, T>>) -> Option<&'items mut T> {
    lock(queue).next()
}

/// Threads that were taken from the idle ones; dropping this gives them back.
struct Helpers(usize);

impl Helpers {
    fn take(most: usize) -> Self {
        let mut idle = lock(&IDLE);
        let taken = most.min(*idle);
        *idle -= taken;
        Self(taken)
    }
}

impl Drop for Helpers {
    fn drop(&mut self) {
        *lock(&IDLE) += self.0;
    }
}

/// Locks even after a panic elsewhere: a number and an iterator are never left half changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[test]
    fn every_item_is_worked_on_once_however_many_help() {
        for helpers in [0, 1, 100] {
            let mut items = vec![0; 1000];
            for_each_with_help(&mut items, helpers, |item| *item += 1);
            assert!(items.iter().all(|&item| item == 1));
        }
        for_each_with_help(&mut [0; 0], 4, |_: &mut i32| unreachable!());
    }

    #[test]
    fn a_panic_of_any_thread_reaches_the_caller_and_gives_the_helpers_back() {
        let mut items: Vec<u32> = (0..100).collect();
        let run = AssertUnwindSafe(|| for_each_with_help(&mut items, 8, |item| assert_ne!(*item, 7, "seven")));
        let panic = catch_unwind(run).unwrap_err();
        assert!(panic.downcast_ref::<String>().is_some_and(|message| message.contains("seven")));
        let mut more = vec![0; 10];
        for_each_with_help(&mut more, 8, |item| *item += 1);
        assert_eq!(more, [1; 10]);
    }
}
