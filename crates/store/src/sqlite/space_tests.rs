//! The size of the file on the disk, before and after a sweep.

#![expect(clippy::disallowed_methods, reason = "tests measure and read their environment")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use sayso_desk::store::{Inserted, Interactions, Retention};

use super::tests::Home;
use crate::samples::{answered, at, id, sample};

const ROWS: u64 = 4_000;

/// REQ: SA-9
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_swept_is_given_back_to_the_disk() {
    let home = Home::new();
    let store = Arc::new(home.open().unwrap());
    fill(&store).await;
    drop(store);
    let full = home.size("sayso.db");
    assert!(full > 6_000_000, "{full}");

    let store = Arc::new(home.open().unwrap());
    let retention = Retention { settled_before: at(1_000_000), keep: 0, tests_before: at(0) };
    while !store.sweep(&retention).await.unwrap().is_empty() {
        // Others are served in between.
        assert_eq!(store.survey().await.unwrap().pending, 1);
    }
    // The file has its new length as soon as the log is moved into it; it need not be closed.
    until(|| home.size("sayso.db") < 2_000_000 && home.size("sayso.db-wal") == 0);
    assert_eq!(store.load(id(ROWS)).await.unwrap(), Some(sample(ROWS)));
    assert_eq!(store.insert(&sample(ROWS + 1), None).await.unwrap(), Inserted::Done);
}

/// What is written takes 80 MB of log, which is not moved by who writes it.
/// REQ: SA-9
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_starts_over_while_others_write() {
    const LARGE: u64 = 1_000;
    let home = Home::new();
    let store = home.open().unwrap();
    let large = |n| {
        let mut large = sample(n);
        large.form.questions[0].prompt = "It is long. ".repeat(6_000);
        large
    };
    let mut longest = 0;
    for n in 0..LARGE {
        assert_eq!(store.insert(&large(n), None).await.unwrap(), Inserted::Done);
        longest = longest.max(home.size("sayso.db-wal"));
    }
    assert!(longest < 70_000_000, "{longest}");
    drop(store);
    let store = home.open().unwrap();
    for n in [0, LARGE / 2, LARGE - 1] {
        assert_eq!(store.load(id(n)).await.unwrap(), Some(large(n)));
    }
    assert_eq!(store.survey().await.unwrap().pending, LARGE);
}

async fn fill(store: &Arc<super::SqliteStore>) {
    let mut tasks = Vec::new();
    for n in 0..ROWS {
        let store = Arc::clone(store);
        tasks.push(tokio::spawn(async move {
            store.insert(&answered(&sample(n), 1_000 + n), None).await
        }));
    }
    for task in tasks {
        assert_eq!(task.await.unwrap().unwrap(), Inserted::Done);
    }
    assert_eq!(store.insert(&sample(ROWS), None).await.unwrap(), Inserted::Done);
}

/// The writing thread does it when it is idle.
fn until(holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(60), "it was never given back");
        std::thread::yield_now();
    }
}
