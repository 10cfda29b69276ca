//! A database file and a clock.

use std::sync::Arc;

use sayso_desk::Store;
use sayso_desk::testing::ManualClock;
use sayso_store::{Options, SqliteStore};
use tempfile::TempDir;

pub struct Bench {
    pub clock: Arc<ManualClock>,
    pub store: Arc<dyn Store>,
    dir: TempDir,
}

impl Bench {
    pub fn new() -> Bench {
        let dir = tempfile::tempdir().unwrap();
        let clock = Arc::new(ManualClock::new("2026-03-01T14:03:00Z".parse().unwrap()));
        Bench { clock, store: open(&dir), dir }
    }

    /// The process died and another one opened the same file.
    pub fn reopened(self) -> Bench {
        let Bench { clock, store, dir } = self;
        drop(store);
        Bench { clock, store: open(&dir), dir }
    }
}

fn open(dir: &TempDir) -> Arc<dyn Store> {
    Arc::new(SqliteStore::open(&dir.path().join("sayso.db"), Options::default()).unwrap())
}
