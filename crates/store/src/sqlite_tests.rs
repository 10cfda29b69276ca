//! Tests specific to SQLite: the file, what remains of it, and damage or a full disk.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use jiff::SignedDuration;
use sayso_core::{Draft, Interaction};
use sayso_desk::store::{
    Body, Drafts, Inserted, Interactions, KeyValue, Note, Query, Replaced, Replaces, Retention,
    StoreError,
};
use tempfile::TempDir;

use super::writer::tests::Batches;
use super::{Options, SqliteStore};
use crate::samples::{answered, at, id, sample, sample_due, typed};

/// A directory with a database in it.
pub(super) struct Home {
    pub(super) directory: TempDir,
    pub(super) file: PathBuf,
}

impl Home {
    pub(super) fn new() -> Home {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("sayso.db");
        Home { directory, file }
    }

    pub(super) fn open(&self) -> Result<SqliteStore, StoreError> {
        SqliteStore::open(&self.file, Options::default())
    }

    pub(super) fn size(&self, name: &str) -> u64 {
        fs::metadata(self.directory.path().join(name)).unwrap().len()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.directory.path()).unwrap();
        let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
        let mut names: Vec<_> =
            entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    pub(super) fn tamper(&self, statement: &str) {
        rusqlite::Connection::open(&self.file).unwrap().execute_batch(statement).unwrap();
    }

    /// The page of the file that contains this row, counted from one.
    pub(super) fn page_of_row(&self, row: i64) -> usize {
        let bytes = fs::read(&self.file).unwrap();
        let db = rusqlite::Connection::open(&self.file).unwrap();
        let body = "select substr(body, 1, 60) from interactions where rowid = ?1";
        let beginning: String = db.query_row(body, [row], |row| row.get(0)).unwrap();
        let beginning = beginning.as_bytes();
        let place = bytes.windows(beginning.len()).position(|window| window == beginning).unwrap();
        place / 4_096 + 1
    }

    /// The first page of a table or an index, counted from one.
    pub(super) fn root_of(&self, name: &str) -> usize {
        let db = rusqlite::Connection::open(&self.file).unwrap();
        let root = "select rootpage from sqlite_schema where name = ?1";
        db.query_row(root, [name], |row| row.get::<_, u32>(0)).unwrap() as usize
    }

    pub(super) fn overwrite(&self, from: usize, with: &[u8]) {
        let mut bytes = fs::read(&self.file).unwrap();
        bytes[from..from + with.len()].copy_from_slice(with);
        fs::write(&self.file, bytes).unwrap();
    }

    pub(super) fn damage(&self, from: usize) {
        let mut bytes = fs::read(&self.file).unwrap();
        bytes[from..].fill(0xff);
        fs::write(&self.file, bytes).unwrap();
    }

    #[track_caller]
    fn assert_corrupt<T: std::fmt::Debug>(&self, result: Result<T, StoreError>) {
        match result {
            Err(StoreError::Corrupt { path, .. }) if path == self.file.display().to_string() => {}
            other => panic!("not found out: {other:?}"),
        }
    }
}

/// REQ: HI-1
/// REQ: HI-2
/// Recently read rows are cached, and must not outlive a write.
#[tokio::test]
async fn what_was_read_before_a_write_is_read_anew_after_it() {
    let home = Home::new();
    let store = home.open().unwrap();
    let first = sample_due(1, 5_000);
    store.insert(&first, None).await.unwrap();
    let read = async || (store.load(first.id).await.unwrap(), store.draft(first.id).await.unwrap());
    for _ in 0..2 {
        assert_eq!(read().await, (Some(first.clone()), Draft::default()));
    }
    store.save_draft(first.id, &[typed("so far")]).await.unwrap();
    assert_eq!(read().await.1.fields().collect::<Vec<_>>(), [&typed("so far")]);
    store.move_deadlines(SignedDuration::from_secs(1)).await.unwrap();
    let moved = read().await.0.unwrap();
    assert_eq!(moved.deadline(), Some(at(6_000)));
    let settled = answered(&moved, 7_000);
    store.replace(&settled).await.unwrap();
    assert_eq!(read().await, (Some(settled), Draft::default()));
    store.note(first.id, Note::Delivered(Some(at(8_000)))).await.unwrap();
    assert_eq!(read().await.0.unwrap().delivered_at, Some(at(8_000)));
    store.forget(first.id).await.unwrap();
    assert_eq!(read().await, (None, Draft::default()));
}

#[tokio::test]
async fn reopening_keeps_everything() {
    let home = Home::new();
    let end = answered(&sample(1), 40);
    let body = Body { version: 1, text: "\"dark\"".to_owned() };
    {
        let store = home.open().unwrap();
        store.insert(&sample(1), None).await.unwrap();
        store.replace(&end).await.unwrap();
        store.note(end.id, Note::Delivered(Some(at(50)))).await.unwrap();
        store.insert(&sample(2), None).await.unwrap();
        store.save_draft(id(2), &[typed("half")]).await.unwrap();
        store.put("setting", "theme", &body, Replaces::Anything).await.unwrap();
    }
    let store = home.open().unwrap();
    let end = Interaction { delivered_at: Some(at(50)), ..end };
    assert_eq!(store.page(&Query::default()).await.unwrap().rows, [sample(2), end]);
    assert_eq!(store.draft(id(2)).await.unwrap(), [typed("half")].into_iter().collect());
    assert_eq!(store.get("setting", "theme").await.unwrap().unwrap().body, body);
}

#[tokio::test]
async fn closing_leaves_one_file_and_nothing_beside_it() {
    let home = Home::new();
    let store = home.open().unwrap();
    store.insert(&sample(1), None).await.unwrap();
    assert_eq!(home.names(), ["sayso.db", "sayso.db-shm", "sayso.db-wal"]);
    drop(store);
    assert_eq!(home.names(), ["sayso.db"]);
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_may_read_it() {
    use std::os::unix::fs::PermissionsExt;

    let home = Home::new();
    let store = home.open().unwrap();
    store.insert(&sample(1), None).await.unwrap();
    for name in home.names() {
        let mode = fs::metadata(home.directory.path().join(&name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

#[tokio::test]
async fn a_newer_schema_is_refused_and_left_alone() {
    let home = Home::new();
    drop(home.open().unwrap());
    home.tamper("pragma user_version = 99");
    let before = fs::read(&home.file).unwrap();
    match home.open().map(drop) {
        Err(StoreError::NewerSchema { path, found: 99, known: 1 }) => {
            assert_eq!(path, home.file.display().to_string());
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(fs::read(&home.file).unwrap(), before);
}

#[test]
fn what_is_no_database_is_called_damaged() {
    let home = Home::new();
    fs::write(&home.file, "not a database, and long enough to look like one".repeat(100)).unwrap();
    home.assert_corrupt(home.open().map(drop));
}

#[tokio::test]
async fn damaged_pages_are_called_damaged() {
    let home = Home::new();
    {
        let store = home.open().unwrap();
        for n in 0..50 {
            store.insert(&sample(n), None).await.unwrap();
        }
    }
    // The first page, with the table of contents, stays intact.
    home.damage(4096);
    home.assert_corrupt(home.open().map(drop));
}

#[tokio::test]
async fn a_full_disk_keeps_what_was_acknowledged_and_heals() {
    let home = Home::new();
    let options = Options { max_pages: Some(60), ..Options::default() };
    let store = SqliteStore::open(&home.file, options).unwrap();
    let mut kept = 0;
    let refused = loop {
        assert!(kept < 1_000, "it never got full");
        match store.insert(&sample(kept), None).await {
            Ok(_) => kept += 1,
            Err(error) => break error,
        }
    };
    assert!(matches!(refused, StoreError::Full), "{refused:?}");
    assert!(kept > 10, "{kept}");
    assert_eq!(store.survey().await.unwrap().pending, kept);
    for n in 0..kept {
        assert_eq!(store.load(id(n)).await.unwrap(), Some(sample(n)));
    }
    // The search index may take some of the room.
    for n in 1..kept {
        store.forget(id(n)).await.unwrap();
    }
    assert_eq!(store.insert(&sample(kept), None).await.unwrap(), Inserted::Done);
    assert_eq!(store.load(id(kept)).await.unwrap(), Some(sample(kept)));
}

#[test]
fn a_place_that_cannot_be_written_to_is_named() {
    let home = Home::new();
    let file = home.directory.path().join("file");
    fs::write(&file, "in the way").unwrap();
    fs::create_dir(&home.file).unwrap();
    let missing = home.directory.path().join("missing");
    for (path, named) in [
        (file.join("sayso.db"), file.as_path()),
        (missing.join("sayso.db"), missing.as_path()),
        (home.file.clone(), home.directory.path()),
    ] {
        match SqliteStore::open(&path, Options::default()).map(drop) {
            Err(StoreError::Unwritable { path, detail }) => {
                assert_eq!(path, named.display().to_string());
                assert!(detail.starts_with("sayso.db: "), "{detail}");
            }
            other => panic!("{}: {other:?}", path.display()),
        }
    }
}

#[tokio::test]
async fn a_write_whose_caller_went_away_is_done() {
    let home = Home::new();
    let store = home.open().unwrap();
    let (first, second) = (sample(1), answered(&sample(1), 40));
    tokio::select! {
        biased;
        inserted = store.insert(&first, None) => drop(inserted),
        () = std::future::ready(()) => {}
    }
    tokio::select! {
        biased;
        replaced = store.replace(&second) => drop(replaced),
        () = std::future::ready(()) => {}
    }
    // Closing waits for pending writes.
    drop(store);
    assert_eq!(home.open().unwrap().load(id(1)).await.unwrap(), Some(second));
}

#[tokio::test]
async fn many_at_once_share_commits() {
    let home = Home::new();
    let options = Options::default();
    let batches = Batches::of(&options.batch_sizes);
    let store = Arc::new(SqliteStore::open(&home.file, options).unwrap());
    let tasks: Vec<_> = (0..64)
        .map(|n| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { store.insert(&sample(n), None).await })
        })
        .collect();
    for task in tasks {
        assert_eq!(task.await.unwrap().unwrap(), Inserted::Done);
    }
    let (commits, writes) = batches.count();
    assert_eq!(writes, 64);
    assert!(commits < 64, "{commits} commits");
}

#[tokio::test]
async fn a_sweep_with_nothing_to_do_commits_nothing() {
    let home = Home::new();
    let options = Options::default();
    let batches = Batches::of(&options.batch_sizes);
    let store = SqliteStore::open(&home.file, options).unwrap();
    store.insert(&sample(1), None).await.unwrap();
    assert_eq!(store.replace(&answered(&sample(1), 40)).await.unwrap(), Replaced::Done);
    for (settled_before, keep) in [(0, 1), (0, 0), (40, 5)] {
        let retention = Retention { settled_before: at(settled_before), keep, tests_before: at(0) };
        assert_eq!(store.sweep(&retention).await.unwrap(), []);
    }
    assert_eq!(batches.count(), (2, 2));
}
