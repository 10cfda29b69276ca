//! Deliberate batches: the first job blocks the thread until the others are queued.

use std::sync::Arc;
use std::sync::mpsc;

use prometheus_client::encoding::text::encode;
use prometheus_client::registry::Registry;
use rusqlite::params;
use tempfile::TempDir;
use tokio::task::JoinHandle;

use super::*;
use crate::sqlite::batch_sizes;
use crate::sqlite::open::{read_connection, write_connection};

/// The number of commits, and of writes in them.
pub(in crate::sqlite) struct Batches(Registry);

impl Batches {
    pub(in crate::sqlite) fn of(sizes: &Histogram) -> Batches {
        let mut registry = Registry::default();
        registry.register("batch", "writes that shared a commit", sizes.clone());
        Batches(registry)
    }

    pub(in crate::sqlite) fn count(&self) -> (u64, u64) {
        let mut text = String::new();
        encode(&mut text, &self.0).unwrap();
        let value = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap();
            line.trim().parse::<f64>().unwrap() as u64
        };
        (value("batch_count "), value("batch_sum "))
    }
}

struct Rig {
    writer: Arc<Writer>,
    batches: Batches,
    place: Place,
    _directory: TempDir,
}

impl Rig {
    fn new(max_pages: Option<u32>) -> Rig {
        let directory = tempfile::tempdir().unwrap();
        let place = Place::new(&directory.path().join("sayso.db"));
        let db = write_connection(&place, max_pages).unwrap();
        let sizes = batch_sizes();
        let batches = Batches::of(&sizes);
        let clock = Arc::new(sayso_desk::SystemClock::new());
        let file_identity = FileIdentity::new(&place, clock, Default::default()).unwrap();
        let memory = Memory::default();
        let writer = Writer::start(db, place.clone(), file_identity, memory, sizes).unwrap();
        let writer = Arc::new(writer);
        Rig { writer, batches, place, _directory: directory }
    }

    /// Blocks the thread in a batch of one until the sender is dropped.
    async fn hold(&self) -> mpsc::Sender<()> {
        let (release, held) = mpsc::channel::<()>();
        let (tell, started) = oneshot::channel();
        let tell = std::sync::Mutex::new(Some(tell));
        let writer = Arc::clone(&self.writer);
        tokio::spawn(async move {
            let wait = move |_: &Connection| {
                tell.lock().unwrap().take().unwrap().send(()).unwrap();
                held.recv().unwrap_err();
                Ok(())
            };
            writer.write(wait).await
        });
        started.await.unwrap();
        release
    }

    /// Queued when this returns, in the order of the calls.
    async fn queue(&self, name: &str, value: String) -> JoinHandle<Result<usize, StoreError>> {
        let (writer, name) = (Arc::clone(&self.writer), name.to_owned());
        let task = tokio::spawn(async move {
            let work = move |db: &Connection| {
                db.execute("insert into shelf values ('a', ?1, 1, 1, ?2)", params![name, value])
            };
            writer.write(work).await
        });
        // One thread runs the tasks: by then it has reached its first await.
        tokio::task::yield_now().await;
        task
    }

    fn names(&self) -> Vec<String> {
        let db = read_connection(&self.place).unwrap();
        let mut statement = db.prepare("select key from shelf order by key").unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }
}

#[tokio::test]
async fn what_queues_meanwhile_shares_one_commit() {
    let rig = Rig::new(None);
    let release = rig.hold().await;
    let mut tasks = Vec::new();
    for n in 0..64 {
        tasks.push(rig.queue(&format!("{n:02}"), "x".to_owned()).await);
    }
    assert!(rig.names().is_empty());
    drop(release);
    for task in tasks {
        assert_eq!(task.await.unwrap().unwrap(), 1);
    }
    assert_eq!(rig.batches.count(), (2, 65));
    assert_eq!(rig.names().len(), 64);
}

#[tokio::test]
async fn a_batch_has_an_upper_bound() {
    let rig = Rig::new(None);
    let release = rig.hold().await;
    let mut tasks = Vec::new();
    for n in 0..=LARGEST_BATCH {
        tasks.push(rig.queue(&format!("{n:03}"), "x".to_owned()).await);
    }
    drop(release);
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    assert_eq!(rig.batches.count(), (3, 1 + LARGEST_BATCH as u64 + 1));
}

/// REQ: SA-9
#[tokio::test]
async fn what_can_wait_goes_behind_every_write_that_waits() {
    let rig = Rig::new(None);
    let release = rig.hold().await;
    let writer = Arc::clone(&rig.writer);
    let last = tokio::spawn(async move {
        let count = |db: &Connection| {
            db.query_row("select count(*) from shelf", [], |row| row.get::<_, u32>(0))
        };
        writer.write_later(count).await
    });
    tokio::task::yield_now().await;
    let mut tasks = Vec::new();
    for n in 0..LARGEST_BATCH + 8 {
        tasks.push(rig.queue(&format!("{n:03}"), "x".to_owned()).await);
    }
    drop(release);
    // It sees everything that came after it, and has its own commit.
    assert_eq!(last.await.unwrap().unwrap(), LARGEST_BATCH as u32 + 8);
    assert_eq!(rig.batches.count(), (4, LARGEST_BATCH as u64 + 10));
    for task in tasks {
        task.await.unwrap().unwrap();
    }
}

#[tokio::test]
async fn a_job_that_fails_does_not_hurt_the_rest_of_its_batch() {
    let rig = Rig::new(None);
    let release = rig.hold().await;
    let first = rig.queue("a", "x".to_owned()).await;
    let twice = rig.queue("a", "again".to_owned()).await;
    let last = rig.queue("b", "x".to_owned()).await;
    drop(release);
    assert_eq!(first.await.unwrap().unwrap(), 1);
    let refused = twice.await.unwrap();
    assert!(matches!(refused, Err(StoreError::Other(_))), "{refused:?}");
    assert_eq!(last.await.unwrap().unwrap(), 1);
    assert_eq!(rig.names(), ["a", "b"]);
    // The batch of three was rolled back, and each job retried alone.
    assert_eq!(rig.batches.count(), (3, 3));
}

#[tokio::test]
async fn what_a_failing_job_did_before_is_undone() {
    let rig = Rig::new(None);
    let failed = rig
        .writer
        .write(|db| {
            db.execute("insert into shelf values ('a', 'a', 1, 1, 'x')", [])?;
            db.execute("insert into nowhere values (1)", [])
        })
        .await;
    assert!(failed.is_err());
    assert!(rig.names().is_empty());
}

#[tokio::test]
async fn a_job_too_big_for_the_disk_does_not_hurt_the_rest_of_its_batch() {
    let rig = Rig::new(Some(40));
    let release = rig.hold().await;
    let first = rig.queue("a", "x".to_owned()).await;
    let big = rig.queue("big", "x".repeat(1 << 20)).await;
    let last = rig.queue("b", "x".to_owned()).await;
    drop(release);
    assert_eq!(first.await.unwrap().unwrap(), 1);
    let refused = big.await.unwrap();
    assert!(matches!(refused, Err(StoreError::Full)), "{refused:?}");
    assert_eq!(last.await.unwrap().unwrap(), 1);
    assert_eq!(rig.names(), ["a", "b"]);
    // The batch of three was rolled back, and each job retried alone.
    assert_eq!(rig.batches.count(), (3, 3));
}

#[tokio::test]
async fn a_commit_that_fails_is_told_to_all_and_keeps_nothing() {
    let rig = Rig::new(None);
    let release = rig.hold().await;
    let first = rig.queue("a", "x".to_owned()).await;
    let writer = Arc::clone(&rig.writer);
    // The reference is only checked at the commit, which it makes fail.
    let orphan = tokio::spawn(async move {
        let work = |db: &Connection| {
            db.execute_batch(
                "create table parents (name text primary key); \
                 create table children (parent text references parents deferrable \
                     initially deferred); \
                 insert into children values ('nobody')",
            )
        };
        writer.write(work).await
    });
    tokio::task::yield_now().await;
    drop(release);
    for failed in [first.await.unwrap().map(drop), orphan.await.unwrap()] {
        assert!(matches!(failed, Err(StoreError::Other(_))), "{failed:?}");
    }
    assert!(rig.names().is_empty());
    assert_eq!(rig.queue("b", "x".to_owned()).await.await.unwrap().unwrap(), 1);
    assert_eq!(rig.names(), ["b"]);
}
