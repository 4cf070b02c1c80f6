//! Threads that take and give back blocks, in every order.

use loom::{
    model,
    thread::{JoinHandle, spawn},
};

use super::*;

/// So many that what goes with a block is little beside it.
const WORDS: usize = 1024;
const MORE_WORDS: usize = 2048;

/// A storage that can keep that many blocks of `WORDS` words while nothing is in use, and no more.
fn storage_for(blocks: u64) -> Arc<Storage> {
    Storage::new(blocks * bytes_of(WORDS))
}

fn in_thread<T: 'static>(storage: &Arc<Storage>, work: impl FnOnce(&Storage) -> T + 'static) -> JoinHandle<T> {
    let storage = Arc::clone(storage);
    spawn(move || work(&storage))
}

/// At any moment, whatever other threads are about.
fn assert_within_limit(storage: &Storage) {
    let kept = storage.lock();
    let used_bytes = storage.used_bytes.load(Relaxed);
    assert!(kept.bytes == 0 || used_bytes + kept.bytes <= storage.most_bytes, "{used_bytes} {}", kept.bytes);
}

fn assert_unused(storage: &Storage) {
    assert_eq!(storage.used_bytes.load(Relaxed), 0);
    let kept = storage.lock();
    let blocks = kept.blocks.iter().flat_map(|(&size, blocks)| blocks.iter().map(move |block| (size, block)));
    assert_eq!(kept.bytes, blocks.map(|(size, _)| bytes_of(size)).sum());
}

#[test]
fn blocks_kept_and_in_use_stay_within_the_limit_at_every_moment() {
    model(|| {
        let storage = Storage::new(segment_bytes(MORE_WORDS));
        let block = storage.take(WORDS);
        let gives = in_thread(&storage, |storage| storage.give_back(block, WORDS));
        let takes = in_thread(&storage, |storage| storage.take(MORE_WORDS));
        assert_within_limit(&storage);
        gives.join().unwrap();
        let block = takes.join().unwrap();
        assert_within_limit(&storage);
        storage.give_back(block, MORE_WORDS);
        assert_within_limit(&storage);
        assert_unused(&storage);
    });
}

#[test]
fn blocks_that_are_used_again_stay_within_the_limit() {
    model(|| {
        let storage = storage_for(2);
        for block in [WORDS; 2].map(|words| storage.take(words)) {
            storage.give_back(block, WORDS);
        }
        let takes = [(); 2].map(|()| in_thread(&storage, |storage| storage.take(WORDS)));
        assert_within_limit(&storage);
        for thread in takes {
            thread.join().unwrap();
            assert_within_limit(&storage);
        }
    });
}

#[test]
fn a_block_is_given_to_one_thread_only() {
    model(|| {
        let storage = storage_for(4);
        let block = storage.take(WORDS);
        storage.give_back(block, WORDS);
        let takes = [(); 2].map(|()| in_thread(&storage, |storage| storage.take(WORDS)));
        let [one, other] = takes.map(|thread| thread.join().unwrap());
        assert_ne!(one.as_ptr(), other.as_ptr());
        assert_eq!(storage.lock().bytes, 0);
    });
}

#[test]
fn nothing_is_in_use_once_all_is_given_back() {
    model(|| {
        let storage = storage_for(4);
        let threads = [WORDS, MORE_WORDS].map(|words| {
            in_thread(&storage, move |storage| {
                let block = storage.take(words);
                storage.give_back(block, words);
            })
        });
        for thread in threads {
            thread.join().unwrap();
        }
        assert_unused(&storage);
    });
}

#[test]
fn a_block_that_comes_back_while_the_others_are_freed_is_accounted_for() {
    model(|| {
        let storage = storage_for(4);
        let [one, other] = [WORDS; 2].map(|words| storage.take(words));
        storage.give_back(one, WORDS);
        let gives = in_thread(&storage, |storage| storage.give_back(other, WORDS));
        storage.free_kept();
        gives.join().unwrap();
        assert_unused(&storage);
    });
}

#[test]
fn who_can_do_without_sees_what_the_one_before_it_took() {
    model(|| {
        let storage = Storage::new(segment_bytes(WORDS));
        let block = storage.take(WORDS);
        // As the cache has it: those that insert do so one at a time, while segments go whenever they do.
        let writer = Arc::new(Mutex::new(()));
        let inserts = [(); 2].map(|()| {
            let writer = Arc::clone(&writer);
            in_thread(&storage, move |storage| {
                let _writer = writer.lock().unwrap();
                (!storage.is_full()).then(|| storage.take(WORDS))
            })
        });
        storage.give_back(block, WORDS);
        let taken = inserts.map(|thread| thread.join().unwrap());
        assert!(taken.iter().flatten().count() <= 1);
        assert!(storage.used_bytes.load(Relaxed) <= storage.most_bytes);
    });
}
