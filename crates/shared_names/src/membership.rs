use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, Weak},
};

use foldhash::fast::RandomState;

use crate::sync::{Mutex, MutexGuard};

/// That its owner is open. Clones belong to the same group: what any of them shares can be claimed while one of them is there.
#[derive(Debug)]
pub struct Membership<T>(Arc<Group<T>>);

#[derive(Debug)]
pub(crate) struct Group<T> {
    /// What was shared by its members, by name.
    shared: Mutex<HashMap<u64, T, RandomState>>,
}

impl<T> Membership<T> {
    /// The first member of a group.
    pub fn new() -> Self {
        Self(Arc::new(Group { shared: Mutex::default() }))
    }

    pub(crate) fn of(group: &Weak<Group<T>>) -> Option<Self> {
        group.upgrade().map(Self)
    }

    pub(crate) fn group(&self) -> Weak<Group<T>> {
        Arc::downgrade(&self.0)
    }

    pub(crate) fn shared(&self) -> MutexGuard<'_, HashMap<u64, T, RandomState>> {
        self.0.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Clone for Membership<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Default for Membership<T> {
    fn default() -> Self {
        Self::new()
    }
}
