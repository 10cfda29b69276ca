//! Opens the file: its permissions, and SQLite's settings for a small process.

use std::fs::OpenOptions;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};
use sayso_desk::store::StoreError;

use super::errors::Place;
use super::migrate;

/// KiB of page cache per connection: three of them share a process of 20 MB. The writing one gets
/// more, or a large batch would spill and write its pages twice.
const READ_CACHE: i64 = 512;
const WRITE_CACHE: i64 = 1_024;

/// Only a checkpoint of our own connection can lock the file, and not for long.
pub(super) const PATIENCE: Duration = Duration::from_secs(2);

/// More than there are statements in this crate.
const STATEMENTS: usize = 32;

/// Pages in the log before a commit moves them into the file. A page that changes often is then moved
/// once for many changes. Four times SQLite's default takes 16 MB of disk.
const LOG_PAGES: i64 = 4_000;

/// The log is truncated to this once it has been larger: more than a full one and a large batch
/// need, because overwriting is cheaper than growing again.
const LOG_BYTES: i64 = 24 << 20;

/// The one connection that writes, to an existing file with the current tables.
pub(super) fn write_connection(
    place: &Place,
    max_pages: Option<u32>,
) -> Result<Connection, StoreError> {
    create_private(place).map_err(|error| place.unwritable(error))?;
    let mut db = connect(place, OpenFlags::SQLITE_OPEN_READ_WRITE, WRITE_CACHE)?;
    prepare(&db, max_pages).map_err(|error| place.explain(error))?;
    migrate::run(&mut db, place)?;
    Ok(db)
}

/// Read-only; the file must have been opened for writing before.
pub(super) fn read_connection(place: &Place) -> Result<Connection, StoreError> {
    connect(place, OpenFlags::SQLITE_OPEN_READ_ONLY, READ_CACHE)
}

/// SQLite gives the log and the index the mode of the file itself.
fn create_private(place: &Place) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).read(true).write(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(place.file()).map(drop)
}

fn connect(place: &Place, access: OpenFlags, cache: i64) -> Result<Connection, StoreError> {
    // Each connection is behind a lock or has its own thread.
    let flags = access | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let open = || {
        let db = Connection::open_with_flags(place.file(), flags)?;
        db.busy_timeout(PATIENCE)?;
        db.set_prepared_statement_cache_capacity(STATEMENTS);
        db.pragma_update(None, "cache_size", -cache)?;
        Ok(db)
    };
    open().map_err(|error| place.explain(error))
}

fn prepare(db: &Connection, max_pages: Option<u32>) -> rusqlite::Result<()> {
    // So that the file can shrink. Has to be set before the first page is written.
    if db.pragma_query_value(None, "page_count", |row| row.get::<_, i64>(0))? == 0 {
        db.pragma_update(None, "auto_vacuum", "incremental")?;
    }
    // `full`: what was acknowledged survives a crash of the machine, not only of the process.
    db.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))?;
    db.pragma_update(None, "synchronous", "full")?;
    db.pragma_update_and_check(None, "wal_autocheckpoint", LOG_PAGES, |_| Ok(()))?;
    db.pragma_update_and_check(None, "journal_size_limit", LOG_BYTES, |_| Ok(()))?;
    // Forgotten data is overwritten, not only unlinked.
    db.pragma_update_and_check(None, "secure_delete", "on", |_| Ok(()))?;
    if let Some(pages) = max_pages {
        db.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()))?;
    }
    Ok(())
}
