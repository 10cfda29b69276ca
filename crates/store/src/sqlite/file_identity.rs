//! The files behind the open connections: whether they are still in place, and what is saved if
//! they aren't.
//!
//! SQLite keeps writing to a file that was removed, and all of it is lost with the last connection.
//! So the paths are checked around every commit, and when the process is notified of a removal.

use std::fs::{self, File, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::Connection;
use sayso_desk::Clock;
use sayso_desk::store::StoreError;
use tokio::sync::watch;

use super::errors::Place;
use super::rescue::{save, with_ending};

pub(super) struct FileIdentity {
    place: Place,
    clock: Arc<dyn Clock>,
    /// Held open, to tell a directory that was moved from one that was removed.
    directory: File,
    database: Inode,
    /// The log and its index, which are next to the file that a link leads to.
    beside: [(PathBuf, Inode); 2],
    lost: watch::Sender<Option<String>>,
}

/// Identifies the file that a path leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Inode {
    device: u64,
    inode: u64,
}

/// What happened to the files.
enum Fate {
    Whole,
    /// The log or its index; the database itself is in place.
    LogGone(PathBuf),
    DatabaseRemoved,
    DatabaseReplaced,
    DirectoryMoved,
    DirectoryRemoved,
}

impl FileIdentity {
    /// For a database that has just been opened, and was the same file before.
    pub(super) fn new(
        place: &Place,
        clock: Arc<dyn Clock>,
        lost: watch::Sender<Option<String>>,
    ) -> Result<FileIdentity, StoreError> {
        let take = || -> io::Result<FileIdentity> {
            let real = fs::canonicalize(place.file())?;
            let beside = |ending| -> io::Result<(PathBuf, Inode)> {
                let path = with_ending(&real, ending);
                let identity = Inode::of(&fs::metadata(&path)?);
                Ok((path, identity))
            };
            Ok(FileIdentity {
                place: place.clone(),
                clock,
                directory: File::open(place.directory())?,
                database: Inode::of(&fs::metadata(&real)?),
                beside: [beside("-wal")?, beside("-shm")?],
                lost,
            })
        };
        take().map_err(|error| place.unwritable(error))
    }

    /// Checks that what was committed is where the next process looks for it. If not, it is saved,
    /// and from then on this fails. If it can't be saved, that is tried again each time.
    pub(super) fn check(&self, db: &Connection) -> Result<(), StoreError> {
        if let Some(told) = &*self.lost.borrow() {
            return Err(refusal(told));
        }
        let fate = self.look().map_err(|error| self.place.unwritable(error))?;
        let told = match self.settle(&fate, db) {
            Ok(None) => return Ok(()),
            Ok(Some(told)) => told,
            Err((what, error)) => {
                let told = format!(
                    "{what} while the hub was running, and what it still has open cannot be saved ({error}). It tries again with the next change: do not kill it before that works"
                );
                tracing::error!("{told}");
                return Err(refusal(&told));
            }
        };
        tracing::error!("{told}");
        let refusal = refusal(&told);
        self.lost.send_replace(Some(told));
        Err(refusal)
    }

    fn look(&self) -> io::Result<Fate> {
        match Inode::at(self.place.file())? {
            Some(found) if found == self.database => {}
            found => {
                let here = Inode::at(self.place.directory())?;
                let directory = self.directory.metadata()?;
                return Ok(if here == Some(Inode::of(&directory)) {
                    if found.is_some() { Fate::DatabaseReplaced } else { Fate::DatabaseRemoved }
                } else if directory.nlink() == 0 {
                    Fate::DirectoryRemoved
                } else {
                    Fate::DirectoryMoved
                });
            }
        }
        for (path, identity) in &self.beside {
            if Inode::at(path)? != Some(*identity) {
                return Ok(Fate::LogGone(path.clone()));
            }
        }
        Ok(Fate::Whole)
    }

    /// The message once everything that was acknowledged is safe, as far as possible.
    fn settle(&self, fate: &Fate, db: &Connection) -> Result<Option<String>, (String, StoreError)> {
        let file = self.place.file().display();
        let directory = self.place.directory().display();
        Ok(Some(match fate {
            Fate::Whole => return Ok(None),
            Fate::LogGone(path) => {
                let what = format!("{} was removed or replaced", path.display());
                self.checkpoint(db, path).map_err(|error| (what.clone(), error))?;
                // Files of a directory are removed one by one: the database may be the next.
                let copy = self.rescue(db).map_err(|error| (what.clone(), error))?;
                let is_kept = self.keeps(&copy);
                match is_kept.map_err(|error| (what.clone(), self.place.unwritable(error)))? {
                    false => format!(
                        "{what} while the hub was running. Everything acknowledged is in {file}"
                    ),
                    true => format!(
                        "{what} while the hub was running, and then the database. Everything acknowledged is in {}; the next hub opens it",
                        copy.display()
                    ),
                }
            }
            Fate::DatabaseRemoved | Fate::DatabaseReplaced => {
                let removed = matches!(fate, Fate::DatabaseRemoved);
                let verb = if removed { "removed" } else { "replaced" };
                let what = format!("the database {file} was {verb}");
                let copy = self.rescue(db).map_err(|error| (what.clone(), error))?;
                let copy = copy.display();
                let next = if removed {
                    "the next hub opens it".to_owned()
                } else {
                    format!(
                        "the next hub opens the new file (to go back: stop the hub, then rename the copy to {file})"
                    )
                };
                format!(
                    "{what} while the hub was running. Everything acknowledged is in {copy}; {next}"
                )
            }
            Fate::DirectoryMoved => format!(
                "the data directory {directory} was moved while the hub was running. Everything acknowledged is in the directory that was moved: move it back, or set SAYSO_DATA_DIR"
            ),
            Fate::DirectoryRemoved => format!(
                "the data directory {directory} was removed while the hub was running, with everything in it"
            ),
        }))
    }

    /// Moves what is only in the open log into the database, which is still in place.
    fn checkpoint(&self, db: &Connection, path: &Path) -> Result<(), StoreError> {
        let busy = db.query_row("pragma wal_checkpoint(truncate)", [], |row| row.get::<_, i64>(0));
        if busy.map_err(|error| self.place.explain(error))? != 0 {
            return Err(StoreError::Other("somebody is reading it".to_owned()));
        }
        // The file there isn't the log of this database, but would be mistaken for it.
        remove(path).map_err(|error| self.place.unwritable(error))
    }

    /// Whether this copy is needed: the database is gone by now. Otherwise it goes, since the next hub
    /// opens a copy only if there is one.
    fn keeps(&self, copy: &Path) -> io::Result<bool> {
        let is_in_place = Inode::at(self.place.file())? == Some(self.database);
        if is_in_place {
            remove(copy)?;
        }
        Ok(!is_in_place)
    }

    fn rescue(&self, db: &Connection) -> Result<PathBuf, StoreError> {
        let copy = save(db, &self.place, self.clock.now())?;
        // A file that is now at the database's path must not be combined with our log.
        for (path, identity) in &self.beside {
            if Inode::at(path).is_ok_and(|found| found == Some(*identity)) {
                remove(path).map_err(|error| self.place.unwritable(error))?;
            }
        }
        Ok(copy)
    }
}

/// For the caller whose change comes too late.
fn refusal(told: &str) -> StoreError {
    StoreError::Lost(format!("{told}. This change was not saved; run the command again"))
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

impl Inode {
    fn of(about: &Metadata) -> Inode {
        Inode { device: about.dev(), inode: about.ino() }
    }

    /// `None`: there is no file.
    fn at(path: &Path) -> io::Result<Option<Inode>> {
        match fs::metadata(path) {
            Ok(about) => Ok(Some(Inode::of(&about))),
            Err(error) => match error.kind() {
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Ok(None),
                _ => Err(error),
            },
        }
    }
}

#[cfg(test)]
#[path = "file_identity_tests.rs"]
mod tests;
