//! Files that are removed, moved or replaced while a store has them open.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::Connection;
use sayso_desk::SystemClock;
use sayso_desk::store::{Interactions, StoreError};
use tempfile::TempDir;
use tokio::sync::watch;

use super::{FileIdentity, Place, with_ending};
use crate::samples::sample;
use crate::sqlite::{Options, SqliteStore};

struct Home {
    above: TempDir,
    data: PathBuf,
}

impl Home {
    fn new() -> Home {
        let above = tempfile::tempdir().unwrap();
        let data = above.path().join("data");
        fs::create_dir(&data).unwrap();
        Home { above, data }
    }

    fn file(&self) -> PathBuf {
        self.data.join("sayso.db")
    }

    fn open(&self) -> SqliteStore {
        self.try_open().unwrap()
    }

    fn try_open(&self) -> Result<SqliteStore, StoreError> {
        SqliteStore::open(&self.file(), Options::default())
    }

    fn copies(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.data).unwrap().map(|entry| entry.unwrap().path());
        let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
        entries.filter(|path| name(path).starts_with("sayso-rescue-")).collect()
    }
}

/// Rows in this file alone, without a log.
fn rows_of(file: &Path) -> u32 {
    let db = Connection::open(file).unwrap();
    let sound: String = db.query_row("pragma integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(sound, "ok");
    db.query_row("select count(*) from interactions", [], |row| row.get(0)).unwrap()
}

/// Three rows are acknowledged, then something happens to the files, then one is refused.
async fn refused(home: &Home, happens: impl FnOnce()) -> String {
    let store = home.open();
    for number in 1..=3 {
        store.insert(&sample(number), None).await.unwrap();
    }
    happens();
    let told = match store.insert(&sample(4), None).await {
        Err(StoreError::Lost(told)) => told,
        other => panic!("not noticed: {other:?}"),
    };
    let lost = store.lost.borrow().clone().expect("it is said before anybody is refused");
    assert_eq!(told, format!("{lost}. This change was not saved; run the command again"));
    // This remains so, and nothing is saved twice.
    assert!(matches!(store.insert(&sample(5), None).await, Err(StoreError::Lost(_))));
    lost
}

/// REQ: SA-4
#[tokio::test]
async fn a_removed_database_is_saved_before_the_next_write_is_refused_and_opened_by_the_next() {
    let home = Home::new();
    let told = refused(&home, || fs::remove_file(home.file()).unwrap()).await;
    let [copy] = <[PathBuf; 1]>::try_from(home.copies()).unwrap();
    assert!(told.contains("was removed while the hub was running"), "{told}");
    assert!(told.contains(copy.to_str().unwrap()) && told.contains("the next hub opens it"));
    assert_eq!(fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(rows_of(&copy), 3);

    let store = home.open();
    let remark = store.remark.clone().unwrap();
    assert!(remark.contains(copy.to_str().unwrap()) && remark.contains("is used in its place"));
    assert!(home.copies().is_empty());
    for number in 1..=3 {
        assert!(store.load(sample(number).id).await.unwrap().is_some());
    }
    assert!(store.load(sample(4).id).await.unwrap().is_none());
    store.insert(&sample(4), None).await.unwrap();
    drop(store);
    assert_eq!(home.open().remark, None, "said once");
}

/// REQ: SA-4
#[tokio::test]
async fn a_replaced_database_is_left_as_it_is_and_what_was_open_is_saved() {
    let home = Home::new();
    let other = Home::new();
    let store = other.open();
    store.insert(&sample(9), None).await.unwrap();
    drop(store);
    let replace = || fs::rename(other.file(), home.file()).unwrap();
    let told = refused(&home, replace).await;
    assert!(told.contains("was replaced") && told.contains("opens the new file"), "{told}");
    let [copy] = <[PathBuf; 1]>::try_from(home.copies()).unwrap();
    assert_eq!(rows_of(&copy), 3);
    // The leftover log isn't put into the new file.
    let store = home.open();
    assert!(store.load(sample(9).id).await.unwrap().is_some());
    assert!(store.load(sample(1).id).await.unwrap().is_none());
    assert!(store.remark.as_deref().unwrap().contains(copy.to_str().unwrap()));
}

/// REQ: SA-4
#[tokio::test]
async fn a_removed_log_is_folded_into_the_database() {
    for ending in ["-wal", "-shm"] {
        let home = Home::new();
        let beside = home.data.join(format!("sayso.db{ending}"));
        let told = refused(&home, || fs::remove_file(&beside).unwrap()).await;
        assert!(told.contains(&format!("sayso.db{ending} was removed")), "{told}");
        assert!(home.copies().is_empty());
        assert_eq!(rows_of(&home.file()), 3);
    }
}

/// `rm -r` takes one file after the other: the log was only the first.
/// REQ: SA-4
#[tokio::test]
async fn a_copy_stays_if_the_database_follows_its_log() {
    let home = Home::new();
    drop(home.open());
    fs::write(with_ending(&home.file(), "-wal"), "").unwrap();
    fs::write(with_ending(&home.file(), "-shm"), "").unwrap();
    let (lost, _) = watch::channel(None);
    let place = Place::new(&home.file());
    let files = FileIdentity::new(&place, Arc::new(SystemClock::new()), lost).unwrap();
    let copy = home.data.join("sayso-rescue-20260301T140300Z.db");
    for is_gone in [false, true] {
        fs::write(&copy, "copied").unwrap();
        if is_gone {
            fs::remove_file(home.file()).unwrap();
        }
        assert_eq!(files.keeps(&copy).unwrap(), is_gone);
        assert_eq!(copy.exists(), is_gone);
    }
}

/// REQ: SA-4
#[tokio::test]
async fn another_file_in_the_place_of_the_log_is_not_taken_for_it() {
    let home = Home::new();
    let log = home.data.join("sayso.db-wal");
    let old = home.data.join("old-wal");
    let told = refused(&home, || {
        // An earlier state of the same log: its checksums are valid.
        fs::copy(&log, &old).unwrap();
        fs::rename(&old, &log).unwrap();
    })
    .await;
    assert!(told.contains("removed or replaced"), "{told}");
    assert_eq!(rows_of(&home.file()), 3);
}

/// REQ: SA-4
#[tokio::test]
async fn a_directory_that_was_moved_has_everything_and_one_that_was_removed_nothing() {
    let home = Home::new();
    let elsewhere = home.above.path().join("elsewhere");
    let told = refused(&home, || fs::rename(&home.data, &elsewhere).unwrap()).await;
    assert!(told.contains("was moved") && told.contains("move it back"), "{told}");
    assert!(!home.data.exists());
    assert_eq!(rows_of(&elsewhere.join("sayso.db")), 3);

    let home = Home::new();
    let told = refused(&home, || fs::remove_dir_all(&home.data).unwrap()).await;
    assert!(told.contains("was removed while the hub was running, with everything"), "{told}");
    assert!(!home.data.exists(), "it is not made again");
}

/// REQ: SA-4
#[tokio::test]
async fn a_removal_is_noticed_without_a_write_if_somebody_says_so_and_at_the_end() {
    let home = Home::new();
    let store = home.open();
    store.insert(&sample(1), None).await.unwrap();
    fs::remove_file(home.file()).unwrap();
    let mut lost = store.lost.clone();
    store.look();
    assert!(lost.wait_for(Option::is_some).await.is_ok());
    assert_eq!(home.copies().len(), 1);
    drop(store);
    assert_eq!(home.copies().len(), 1);

    let home = Home::new();
    let store = home.open();
    store.insert(&sample(1), None).await.unwrap();
    fs::remove_file(home.file()).unwrap();
    drop(store);
    let [copy] = <[PathBuf; 1]>::try_from(home.copies()).unwrap();
    assert_eq!(rows_of(&copy), 1);
}

/// REQ: SA-4
#[tokio::test]
async fn what_cannot_be_saved_stays_open_until_it_can() {
    let home = Home::new();
    let store = home.open();
    store.insert(&sample(1), None).await.unwrap();
    fs::remove_file(home.file()).unwrap();
    // At the path of the copy there is something that no file can replace.
    let now = jiff::Timestamp::from_second(1_800_000_000).unwrap();
    drop(store);
    fs::remove_file(&home.copies()[0]).unwrap();

    let clock = std::sync::Arc::new(Stopped(now));
    let options = Options { clock, ..Options::default() };
    let store = SqliteStore::open(&home.file(), options).unwrap();
    store.insert(&sample(1), None).await.unwrap();
    let part = home.data.join("sayso-rescue-20270115T080000Z.db.part");
    fs::create_dir(&part).unwrap();
    fs::remove_file(home.file()).unwrap();
    let refused = store.insert(&sample(2), None).await.unwrap_err().to_string();
    assert!(refused.contains("cannot be saved") && refused.contains("do not kill it"), "{refused}");
    assert_eq!(*store.lost.borrow(), None, "it must not end yet");
    fs::remove_dir(&part).unwrap();
    let refused = store.insert(&sample(2), None).await.unwrap_err().to_string();
    assert!(refused.contains("sayso-rescue-20270115T080000Z.db;"), "{refused}");
    assert_eq!(rows_of(&home.data.join("sayso-rescue-20270115T080000Z.db")), 1);
}

struct Stopped(jiff::Timestamp);

impl sayso_desk::Clock for Stopped {
    fn now(&self) -> jiff::Timestamp {
        self.0
    }

    fn running(&self) -> std::time::Duration {
        std::time::Duration::ZERO
    }

    fn sleep_until(
        &self,
        _: std::time::Duration,
    ) -> std::pin::Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(std::future::pending())
    }
}

/// REQ: SA-4
#[tokio::test]
async fn several_copies_and_no_database_are_for_a_person_to_decide() {
    let home = Home::new();
    let store = home.open();
    store.insert(&sample(1), None).await.unwrap();
    drop(store);
    let names = ["sayso-rescue-20270115T080000Z.db", "sayso-rescue-20270116T080000Z.db"];
    fs::copy(home.file(), home.data.join(names[0])).unwrap();
    fs::rename(home.file(), home.data.join(names[1])).unwrap();
    // An incomplete copy doesn't count.
    fs::write(home.data.join("sayso-rescue-20270117T080000Z.db.part"), "half").unwrap();
    let refused = home.try_open().err().expect("it is not chosen for them").to_string();
    for said in [names[0], names[1], "rename the one to use to", "move all of them away"] {
        assert!(refused.contains(said), "{said}: {refused}");
    }
    assert!(!refused.contains("20270117") && !home.file().exists(), "{refused}");
    fs::remove_file(home.data.join(names[0])).unwrap();
    assert!(home.open().load(sample(1).id).await.unwrap().is_some());
}
