use std::{
    panic::resume_unwind,
    sync::{Mutex, PoisonError},
    thread,
};

/// By how much long work is nicer than the thread that waits for it. Against a thread that keeps a core busy it then gets a tenth of that core. More of it
/// gains nothing beside [`crate::give_way`] and lets counts starve: at 19, one that had been cancelled took seconds to hear of it.
#[cfg(target_os = "linux")]
const NICER_BY: i32 = 10;

/// What the threads of the pool have, and models with deep regexes may need.
const STACK_BYTES: usize = 8 << 20;

/// Runs work on a thread of low priority, and waits for it. To start the thread takes some tens of microseconds. Threads that the work starts have
/// its priority too.
///
/// Linux lets every thread have its own priority; elsewhere, and where no thread can be started, the work has that of its caller.
///
/// # Panics
///
/// Where the work does.
pub fn run_at_low_priority<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    // Whoever runs it takes it out, so that it is still here when no thread can be started.
    let work = Mutex::new(Some(work));
    let take = || work.lock().unwrap_or_else(PoisonError::into_inner).take();
    let outcome = thread::scope(|scope| {
        let builder = thread::Builder::new().name("tokenwell".to_owned()).stack_size(STACK_BYTES);
        let started = builder.spawn_scoped(scope, || {
            lower_priority();
            take().map(|work| work())
        });
        match started {
            Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(_) => None,
        }
    });
    match (outcome, take()) {
        (Some(outcome), _) => outcome,
        (None, Some(work)) => work(),
        (None, None) => unreachable!("work that was taken gave an outcome or a panic"),
    }
}

#[cfg(target_os = "linux")]
fn lower_priority() {
    // Refused at most by a sandbox; then the work runs as it would have.
    let _ = rustix::process::nice(NICER_BY);
}

#[cfg(not(target_os = "linux"))]
fn lower_priority() {}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[test]
    fn the_work_is_done_once_and_may_borrow() {
        let mut runs = 0;
        assert_eq!(
            run_at_low_priority(|| {
                runs += 1;
                "done"
            }),
            "done"
        );
        assert_eq!(runs, 1);
    }

    #[test]
    fn a_panic_reaches_the_caller() {
        let panic = catch_unwind(AssertUnwindSafe(|| run_at_low_priority(|| -> u32 { panic!("seven") }))).unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"seven"));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_thread_and_those_that_it_starts_give_way_and_the_caller_stays_as_it_was() {
        let nice = || rustix::process::nice(0).unwrap();
        let before = nice();
        let lowered = (before + NICER_BY).min(19);
        assert_eq!(run_at_low_priority(nice), lowered);
        assert_eq!(run_at_low_priority(|| thread::spawn(nice).join().unwrap()), lowered);
        assert_eq!(nice(), before);
    }
}
