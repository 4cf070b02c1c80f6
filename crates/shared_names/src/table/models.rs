//! Threads that share, claim and close, in every order.

use std::sync::{Arc, atomic::Ordering::AcqRel};

use loom::{model, sync::atomic::AtomicUsize, thread::spawn};

use super::*;

/// What is shared: a count of those that have it. It is loom's, which does not see what `Arc` counts.
struct Thing(Arc<AtomicUsize>);

impl Thing {
    fn new() -> Self {
        Self(Arc::new(AtomicUsize::new(1)))
    }

    fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Clone for Thing {
    fn clone(&self) -> Self {
        assert!(self.0.fetch_add(1, AcqRel) > 0, "it is used after it was freed");
        Self(Arc::clone(&self.0))
    }
}

impl Drop for Thing {
    fn drop(&mut self) {
        self.0.fetch_sub(1, AcqRel);
    }
}

fn table() -> (Arc<Table<Thing>>, Thing) {
    (Arc::new(Table::new()), Thing::new())
}

fn share(table: &Table<Thing>, thing: &Thing) -> (u64, Membership<Thing>) {
    let member = Membership::new();
    (table.share(table.sharer(), &member, thing.clone()), member)
}

/// Nobody has the thing any more, neither by the name nor by a member that was forgotten.
fn assert_freed(table: &Table<Thing>, name: u64, thing: &Thing) {
    assert_eq!(table.claim(name).err(), Some(ClaimError::Closed));
    assert_eq!(thing.0.fetch_add(0, AcqRel), 1);
}

#[test]
fn a_claim_while_the_last_member_closes_resolves_or_is_told_so() {
    model(|| {
        let (table, thing) = table();
        let (name, member) = share(&table, &thing);
        let closing = Arc::clone(&table);
        let closes = spawn(move || {
            drop(member);
            closing.unpin(name);
        });
        match table.claim(name) {
            Ok((claimed, _member)) => {
                assert!(claimed.is(&thing));
                assert!(table.claim(name).is_ok(), "the one that claimed it is a member");
            }
            Err(error) => assert_eq!(error, ClaimError::Closed),
        }
        closes.join().unwrap();
        assert_freed(&table, name, &thing);
    });
}

#[test]
fn a_name_that_is_pinned_resolves_while_its_members_close() {
    model(|| {
        let (table, thing) = table();
        let (name, member) = share(&table, &thing);
        let claiming = Arc::clone(&table);
        let claims = spawn(move || claiming.claim(name).map(|(_, member)| member));
        drop(member);
        let claimed = claims.join().unwrap();
        assert!(claimed.is_ok());
        table.unpin(name);
        assert!(table.claim(name).is_ok());
        drop(claimed);
        assert_freed(&table, name, &thing);
    });
}

#[test]
fn a_name_that_is_being_given_is_unknown_or_resolves() {
    model(|| {
        let (table, thing) = table();
        let (sharing, shared) = (Arc::clone(&table), thing.clone());
        let shares = spawn(move || share(&sharing, &shared));
        let claimed = table.claim(1).err();
        assert!(claimed.is_none() || claimed == Some(ClaimError::Unknown), "{claimed:?}");
        let (name, _) = shares.join().unwrap();
        table.unpin(name);
        assert_freed(&table, name, &thing);
    });
}

#[test]
fn two_threads_never_give_one_name() {
    model(|| {
        let (table, thing) = table();
        let (sharing, other) = (Arc::clone(&table), Thing::new());
        let shared = other.clone();
        let shares = spawn(move || share(&sharing, &shared).0);
        let (name, _) = share(&table, &thing);
        let other_name = shares.join().unwrap();
        for (name, thing) in [(name, thing), (other_name, other)] {
            assert!(table.claim(name).is_ok_and(|(claimed, _)| claimed.is(&thing)));
            table.unpin(name);
            assert_freed(&table, name, &thing);
        }
    });
}

#[test]
fn sharing_claiming_and_letting_go_do_not_block_each_other() {
    model(|| {
        let (table, thing) = table();
        let by = table.sharer();
        let member = Membership::new();
        let name = table.share(by, &member, thing.clone());
        let (claiming, letting_go) = (Arc::clone(&table), Arc::clone(&table));
        let claims = spawn(move || claiming.claim(name).is_ok());
        let lets_go = spawn(move || letting_go.unpin_all(by));
        let again = table.share(table.sharer(), &member, thing.clone());
        assert!(claims.join().unwrap());
        lets_go.join().unwrap();
        drop(member);
        table.unpin(again);
        assert_freed(&table, name, &thing);
    });
}

/// What asks the table when it is freed.
#[derive(Clone)]
struct Asking(Weak<Table<Asking>>);

impl Drop for Asking {
    fn drop(&mut self) {
        let _ = self.0.upgrade().map(|table| table.claim(0));
    }
}

#[test]
fn what_is_freed_is_freed_when_nobody_waits_for_the_table() {
    model(|| {
        let table = Arc::new(Table::new());
        let names = [(); 2].map(|()| {
            let by = table.sharer();
            (by, table.share(by, &Membership::new(), Asking(Arc::downgrade(&table))))
        });
        let [(_, one), (by, other)] = names;
        let letting_go = Arc::clone(&table);
        let lets_go = spawn(move || letting_go.unpin_all(by));
        drop(table.claim(other));
        table.unpin(one);
        lets_go.join().unwrap();
    });
}
