use std::{
    collections::HashMap,
    sync::{PoisonError, Weak},
};

use foldhash::fast::RandomState;

use crate::{
    membership::{Group, Membership},
    sync::{Mutex, MutexGuard},
};

/// The table is rid of names that stand for nothing any more whenever it has grown to twice what was left the last time, and this.
const FIRST_SWEEP: usize = 64;

/// The names that were given in a process.
#[derive(Debug)]
pub struct Table<T> {
    names: Mutex<Names<T>>,
}

#[derive(Debug)]
struct Names<T> {
    /// Names are never given twice, so that an old one cannot stand for something else.
    last: u64,
    last_sharer: u64,
    groups: HashMap<u64, Weak<Group<T>>, RandomState>,
    pins: HashMap<u64, Pin<T>, RandomState>,
    sweep_at: usize,
}

#[derive(Debug)]
struct Pin<T> {
    by: Sharer,
    /// Only kept.
    _member: Membership<T>,
}

/// Who pins names, so that all of them can be let go at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sharer(u64);

/// Why a name stands for nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ClaimError {
    /// It has never been given.
    #[error("no such name was given in this process")]
    Unknown,
    /// All that held what it stood for are closed.
    #[error("all that shared it are closed")]
    Closed,
}

impl<T: Clone> Table<T> {
    /// A table without names.
    pub fn new() -> Self {
        let names = Names {
            last: 0,
            last_sharer: 0,
            groups: HashMap::default(),
            pins: HashMap::default(),
            sweep_at: FIRST_SWEEP,
        };
        Self { names: Mutex::new(names) }
    }

    /// One more that may pin names.
    pub fn sharer(&self) -> Sharer {
        let mut names = self.lock();
        names.last_sharer += 1;
        Sharer(names.last_sharer)
    }

    /// Gives a thing a name, and pins it.
    pub fn share(&self, by: Sharer, member: &Membership<T>, thing: T) -> u64 {
        let mut names = self.lock();
        names.last += 1;
        let name = names.last;
        member.shared().insert(name, thing);
        names.sweep();
        names.groups.insert(name, member.group());
        names.pins.insert(name, Pin { by, _member: member.clone() });
        name
    }

    /// Ends the pin of a name. Nothing happens if it has none any more.
    pub fn unpin(&self, name: u64) {
        let pin = self.lock().pins.remove(&name);
        // What it may have been the last to hold is freed here, when nobody waits for the table.
        drop(pin);
    }

    /// Ends all pins of a sharer.
    pub fn unpin_all(&self, by: Sharer) {
        let pins: Vec<_> = self.lock().pins.extract_if(|_, pin| pin.by == by).collect();
        drop(pins);
    }

    /// What a name stands for, and a membership that keeps it.
    ///
    /// # Errors
    ///
    /// [`ClaimError`] if it stands for nothing.
    pub fn claim(&self, name: u64) -> Result<(T, Membership<T>), ClaimError> {
        let names = self.lock();
        if name == 0 || name > names.last {
            return Err(ClaimError::Unknown);
        }
        let member = names.groups.get(&name).and_then(Membership::of);
        drop(names);
        let member = member.ok_or(ClaimError::Closed)?;
        let thing = member.shared().get(&name).cloned();
        thing.map(|thing| (thing, member)).ok_or(ClaimError::Closed)
    }

    fn lock(&self) -> MutexGuard<'_, Names<T>> {
        self.names.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Clone> Default for Table<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Names<T> {
    fn sweep(&mut self) {
        if self.groups.len() < self.sweep_at {
            return;
        }
        self.groups.retain(|_, group| group.strong_count() > 0);
        self.sweep_at = FIRST_SWEEP + 2 * self.groups.len();
    }
}

#[cfg(all(test, tokenwell_loom))]
mod models;

#[cfg(all(test, not(tokenwell_loom)))]
mod tests {
    use std::{sync::Arc, thread};

    use super::*;

    #[test]
    fn a_name_is_claimed_while_a_member_is_there() {
        let table = Table::new();
        let by = table.sharer();
        let first = Membership::new();
        let clone = first.clone();
        let name = table.share(by, &first, "thing");
        table.unpin(name);
        drop(first);
        let (thing, claimed) = table.claim(name).unwrap();
        assert_eq!(thing, "thing");
        drop(clone);
        assert!(table.claim(name).is_ok());
        drop(claimed);
        assert_eq!(table.claim(name).unwrap_err(), ClaimError::Closed);
    }

    #[test]
    fn a_pin_holds_until_it_is_ended() {
        let table = Table::new();
        let by = table.sharer();
        let name = table.share(by, &Membership::new(), ());
        assert!(table.claim(name).is_ok());
        table.unpin(name);
        table.unpin(name);
        assert_eq!(table.claim(name).unwrap_err(), ClaimError::Closed);
    }

    #[test]
    fn a_sharer_lets_go_all_its_pins_and_no_others() {
        let table = Table::new();
        let [by, other] = [table.sharer(), table.sharer()];
        let share = |by| table.share(by, &Membership::new(), ());
        let [first, second, third] = [share(by), share(other), share(by)];
        table.unpin_all(by);
        assert_eq!(table.claim(first).unwrap_err(), ClaimError::Closed);
        assert_eq!(table.claim(third).unwrap_err(), ClaimError::Closed);
        assert!(table.claim(second).is_ok());
    }

    #[test]
    fn a_name_that_was_never_given_is_unknown() {
        let table = Table::new();
        let by = table.sharer();
        let name = table.share(by, &Membership::new(), ());
        for other in [0, name + 1, u64::MAX] {
            assert_eq!(table.claim(other).unwrap_err(), ClaimError::Unknown, "{other}");
        }
    }

    #[test]
    fn what_is_shared_is_freed_with_the_last_member_and_its_name_later() {
        let (table, thing) = (Table::new(), Arc::new(()));
        let by = table.sharer();
        for _ in 0..10 * FIRST_SWEEP {
            let name = table.share(by, &Membership::new(), Arc::clone(&thing));
            table.unpin(name);
            assert_eq!(Arc::strong_count(&thing), 1);
        }
        assert!(table.lock().groups.len() <= FIRST_SWEEP);
    }

    #[test]
    fn a_sweep_keeps_what_is_held() {
        let table = Table::new();
        let by = table.sharer();
        let members: Vec<_> = (0..3 * FIRST_SWEEP).map(|_| Membership::new()).collect();
        let names: Vec<_> = members.iter().enumerate().map(|(index, member)| table.share(by, member, index)).collect();
        for (index, &name) in names.iter().enumerate() {
            assert_eq!(table.claim(name).unwrap().0, index);
        }
    }

    #[test]
    fn threads_share_claim_and_close_at_once() {
        let table = Table::new();
        let by = table.sharer();
        let thing = Arc::new(());
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..500 {
                        let member = Membership::new();
                        let name = table.share(by, &member, Arc::clone(&thing));
                        let claims = thread::scope(|inner| {
                            let claim = inner.spawn(|| table.claim(name).is_ok());
                            table.unpin(name);
                            claim.join().unwrap()
                        });
                        assert!(claims, "a member was there");
                        drop(member);
                        assert_eq!(table.claim(name).unwrap_err(), ClaimError::Closed);
                    }
                });
            }
        });
        assert_eq!(Arc::strong_count(&thing), 1);
    }
}
