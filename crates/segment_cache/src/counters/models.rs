//! Threads that count, in every order.

use std::sync::Arc;

use loom::{
    model,
    thread::{JoinHandle, spawn},
};

use super::*;

fn in_thread<T: 'static>(counters: &Arc<Counters>, work: impl FnOnce(&Counters) -> T + 'static) -> JoinHandle<T> {
    let counters = Arc::clone(counters);
    spawn(move || work(&counters))
}

#[test]
fn no_lookup_is_lost() {
    model(|| {
        let counters = Arc::new(Counters::default());
        let hits = in_thread(&counters, |counters| counters.hit(3));
        let misses = in_thread(&counters, |counters| counters.miss(5));
        counters.hit(7);
        counters.miss(11);
        hits.join().unwrap();
        misses.join().unwrap();
        let Counted { hits, misses, hit_bytes, miss_bytes } = counters.read();
        assert_eq!((hits, misses, hit_bytes, miss_bytes), (2, 2, 10, 16));
    });
}

#[test]
fn a_reading_has_what_was_counted_before_it_and_no_less_than_the_last_one() {
    model(|| {
        let counters = Arc::new(Counters::default());
        counters.hit(3);
        let counts = in_thread(&counters, |counters| counters.hit(3));
        let reads = in_thread(&counters, |counters| [counters.read(), counters.read()].map(|read| read.hits));
        let [first, second] = reads.join().unwrap();
        assert!(1 <= first && first <= second && second <= 2);
        counts.join().unwrap();
        assert_eq!(counters.read().hits, 2);
    });
}
