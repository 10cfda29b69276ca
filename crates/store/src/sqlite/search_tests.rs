//! The index: it catches up automatically, survives crashes and damage, and forgets.

#![expect(clippy::disallowed_methods, reason = "tests measure and read their environment")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use sayso_desk::store::{Interactions, Query, Retention, Store};

use super::tests::Home;
use crate::samples::found_as_defined;
use crate::samples::{answered, at, id, sample};

/// Waits until the writing thread has finished indexing.
fn caught_up(home: &Home) {
    let db = rusqlite::Connection::open(&home.file).unwrap();
    let done = "select (select row from search_reached) \
             = (select ifnull(max(rowid), 0) from interactions) \
         and not exists (select 1 from search_changed) \
         and not (select unclean from search_reached)";
    let start = Instant::now();
    while !db.query_row(done, [], |row| row.get::<_, bool>(0)).unwrap() {
        assert!(start.elapsed() < Duration::from_secs(60), "it never catches up");
        std::thread::yield_now();
    }
}

async fn found(store: &dyn Store, words: &str) -> usize {
    let query = Query { search: Some(words.to_owned()), limit: 500, ..Query::default() };
    store.page(&query).await.unwrap().rows.len()
}

/// How many rows the index itself has for a trigram.
fn indexed(home: &Home, run: &str) -> u32 {
    let db = rusqlite::Connection::open(&home.file).unwrap();
    let count = "select count(*) from search where search match ?1";
    db.query_row(count, [format!("\"{run}\"")], |row| row.get(0)).unwrap()
}

/// REQ: SA-9
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn by_its_index_a_search_finds_what_it_finds_without() {
    let home = Home::new();
    let store: Arc<dyn Store> = Arc::new(home.open().unwrap());
    found_as_defined(&store, || caught_up(&home)).await.unwrap();
}

/// REQ: SA-9
#[tokio::test]
async fn what_was_not_indexed_in_time_is_found_after_a_restart() {
    let home = Home::new();
    {
        let store = home.open().unwrap();
        store.insert(&sample(1), None).await.unwrap();
        caught_up(&home);
        // Closed at once: the first is in the index without its answer, the second not at all.
        store.replace(&answered(&sample(1), 40)).await.unwrap();
        store.insert(&sample(2), None).await.unwrap();
    }
    for _ in 0..2 {
        let store = home.open().unwrap();
        assert_eq!(found(&store, "sorgfalt").await, 1);
        assert_eq!(found(&store, "deploy").await, 2);
        caught_up(&home);
        assert_eq!(found(&store, "sorgfalt").await, 1);
        assert_eq!(indexed(&home, "gfa"), 1);
        assert_eq!(indexed(&home, "plo"), 2);
    }
}

/// REQ: SA-9
/// A row's number is reused when the last row is gone.
#[tokio::test]
async fn a_number_that_is_used_again_is_indexed_again() {
    let home = Home::new();
    let store = home.open().unwrap();
    store.insert(&sample(1), None).await.unwrap();
    store.insert(&answered(&sample(2), 40), None).await.unwrap();
    caught_up(&home);
    let retention = Retention { settled_before: at(1_000), keep: 0, tests_before: at(0) };
    assert_eq!(store.sweep(&retention).await.unwrap(), [id(2)]);
    let mut third = sample(3);
    third.form.title = "zanzibar".to_owned();
    store.insert(&third, None).await.unwrap();
    assert_eq!(found(&store, "zanzibar").await, 1);
    caught_up(&home);
    assert_eq!((found(&store, "zanzibar").await, found(&store, "sorgfalt").await), (1, 0));
}

/// REQ: SA-9
#[tokio::test]
async fn nothing_of_what_was_forgotten_stays_in_the_index() {
    let home = Home::new();
    let store = home.open().unwrap();
    for n in 1..=50 {
        store.insert(&sample(n), None).await.unwrap();
    }
    caught_up(&home);
    store.forget(id(7)).await.unwrap();
    caught_up(&home);
    assert_eq!(indexed(&home, "dep"), 49);
    // Entries that are only marked as deleted are in separate pages, numbered from here.
    let db = rusqlite::Connection::open(&home.file).unwrap();
    let marks = "select count(*) from search_data where id >= (65536 << 37)";
    assert_eq!(db.query_row(marks, [], |row| row.get::<_, u32>(0)).unwrap(), 0);
}

/// REQ: SA-8, SA-9
#[tokio::test]
async fn a_damaged_index_costs_time_and_nothing_else() {
    let home = Home::new();
    {
        let store = home.open().unwrap();
        for n in 1..=40 {
            store.insert(&sample(n), None).await.unwrap();
        }
        caught_up(&home);
    }
    home.tamper("update search_data set block = zeroblob(length(block)) where id > 10");
    let store = home.open().unwrap();
    assert_eq!(found(&store, "deploy").await, 40);
    store.insert(&sample(41), None).await.unwrap();
    store.forget(id(1)).await.unwrap();
    assert_eq!(found(&store, "deploy").await, 40);
    caught_up(&home);
    assert_eq!(found(&store, "deploy").await, 40);
    assert_eq!(indexed(&home, "dep"), 40);
}
