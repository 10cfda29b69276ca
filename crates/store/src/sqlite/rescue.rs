//! Copies of a database whose file was removed while it was open: how they are made, and how the
//! next process that finds no database uses one of them.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};
use sayso_core::Timestamp;
use sayso_desk::store::StoreError;

use super::errors::Place;

const PREFIX: &str = "sayso-rescue-";
const SUFFIX: &str = ".db";

/// Saves everything that the connection sees, next to where the database was. Durable when it
/// returns; an incomplete copy never has the name of a complete one.
pub(super) fn save(db: &Connection, place: &Place, now: Timestamp) -> Result<PathBuf, StoreError> {
    let failed = |error: io::Error| place.unwritable(error);
    let copy = free_name(place, now);
    let part = with_ending(&copy, ".part");
    let file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&part);
    file.map_err(failed)?;
    // Closed before the file is opened again: closing a file releases SQLite's locks on it.
    copy_pages(db, &part).map_err(|error| place.explain(error))?;
    File::open(&part)
        .and_then(|file| file.sync_all())
        .and_then(|()| fs::rename(&part, &copy))
        .and_then(|()| File::open(place.directory())?.sync_all())
        .map_err(failed)?;
    Ok(copy)
}

/// Page by page, so that row numbers stay the same.
fn copy_pages(db: &Connection, part: &Path) -> rusqlite::Result<()> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut copy = Connection::open_with_flags(part, flags)?;
    // Nothing that existed before has to survive, and it is synced once at the end.
    copy.pragma_update_and_check(None, "journal_mode", "off", |_| Ok(()))?;
    copy.pragma_update(None, "synchronous", "off")?;
    match Backup::new(db, &mut copy)?.step(-1)? {
        StepResult::Done => Ok(()),
        // Only another connection to the copy could lock it.
        _ => Err(rusqlite::Error::ExecuteReturnedResults),
    }
}

/// What was found instead of a database, or next to one.
pub(super) enum Found {
    Nothing,
    /// It is the database now.
    Opened(PathBuf),
    /// There is a database, so they are left alone.
    Beside(Vec<PathBuf>),
}

impl Found {
    pub(super) fn remark(&self, place: &Place) -> Option<String> {
        let file = place.file().display();
        match self {
            Found::Nothing => None,
            Found::Opened(copy) => Some(format!(
                "there was no database {file}: the rescue copy {} is used in its place",
                copy.display()
            )),
            Found::Beside(copies) => {
                let names: Vec<_> = copies.iter().map(|copy| copy.display().to_string()).collect();
                Some(format!(
                    "beside the database {file} there are rescue copies: {}; remove them if nothing is missing",
                    names.join(", ")
                ))
            }
        }
    }
}

/// If there is no database and exactly one copy, the copy becomes it.
pub(super) fn adopt(place: &Place) -> Result<Found, StoreError> {
    let failed = |error: io::Error| place.unwritable(error);
    let copies = copies(place).map_err(failed)?;
    if copies.is_empty() {
        return Ok(Found::Nothing);
    }
    if fs::symlink_metadata(place.file()).is_ok() {
        return Ok(Found::Beside(copies));
    }
    let [copy] = copies.as_slice() else {
        let names = copies.iter().map(|copy| copy.display().to_string()).collect();
        return Err(StoreError::ManyCopies { path: place.file().display().to_string(), names });
    };
    // They belong to the file that was removed, and SQLite would apply them to this one.
    for ending in ["-wal", "-shm"] {
        match fs::remove_file(with_ending(place.file(), ending)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
            Ok(()) | Err(_) => {}
        }
    }
    fs::rename(copy, place.file())
        .and_then(|()| File::open(place.directory())?.sync_all())
        .map_err(failed)?;
    Ok(Found::Opened(copy.clone()))
}

/// In the order of their names, which is chronological.
fn copies(place: &Place) -> io::Result<Vec<PathBuf>> {
    let is_copy = |name: &str| name.starts_with(PREFIX) && name.ends_with(SUFFIX);
    let mut copies = Vec::new();
    for entry in fs::read_dir(place.directory())? {
        let entry = entry?;
        if entry.file_name().to_str().is_some_and(is_copy) {
            copies.push(entry.path());
        }
    }
    copies.sort();
    Ok(copies)
}

fn free_name(place: &Place, now: Timestamp) -> PathBuf {
    let time = now.strftime("%Y%m%dT%H%M%SZ");
    let named = |more: &str| place.directory().join(format!("{PREFIX}{time}{more}{SUFFIX}"));
    let further = (2..).map(|number| named(&format!("-{number}")));
    std::iter::once(named(""))
        .chain(further)
        .find(|name| fs::symlink_metadata(name).is_err())
        .expect("there are more numbers than files")
}

pub(super) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(ending);
    path.into()
}
