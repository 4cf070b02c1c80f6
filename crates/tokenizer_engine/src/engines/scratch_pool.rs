use std::sync::{Mutex, PoisonError};

/// Working buffers that are too dear to make for every call. A buffer is taken out for the time of one call, so the lock is held
/// only to push or pop.
pub(crate) struct ScratchPool<T> {
    idle: Mutex<Vec<T>>,
    max_idle: usize,
}

impl<T> ScratchPool<T> {
    /// Keeps as many idle buffers as the machine has cores: more callers than that cannot run at once for long.
    pub(crate) fn new() -> Self {
        let max_idle = std::thread::available_parallelism().map_or(1, usize::from);
        Self { idle: Mutex::new(Vec::new()), max_idle }
    }

    /// Runs `work` with an idle buffer, or with a new one. A buffer that was in use when `work` panicked is dropped with it.
    pub(crate) fn with<R>(&self, make: impl FnOnce() -> T, work: impl FnOnce(&mut T) -> R) -> R {
        let idle = self.lock().pop();
        let mut scratch = idle.unwrap_or_else(make);
        let result = work(&mut scratch);
        let mut idle = self.lock();
        if idle.len() < self.max_idle {
            idle.push(scratch);
        }
        result
    }

    /// Whether the next call finds a buffer, if no other takes it first.
    pub(crate) fn has_idle(&self) -> bool {
        !self.lock().is_empty()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<T>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_is_used_again() {
        let pool = ScratchPool::new();
        let mut made = 0;
        for _ in 0..3 {
            pool.with(
                || {
                    made += 1;
                    Vec::<u8>::new()
                },
                |scratch| scratch.push(1),
            );
        }
        assert_eq!(made, 1);
        assert_eq!(pool.with(Vec::new, |scratch| scratch.len()), 3);
    }
}
