//! The hub's lock: the hub is the holder of the lock on the data directory and on the file
//! `hub.lock` in it.
//!
//! The file says who holds it. The file can be removed, the directory's lock can't. A removed file
//! is put back, and until then the directory's lock keeps any other process from becoming the hub.

#![expect(clippy::disallowed_methods, reason = "the timer of a connection or a process")]

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sayso_desk::HubState;
use serde::{Deserialize, Serialize};
use tokio::time::timeout;

use crate::await_lock::locked_when_free;
use crate::private::{Identity, identity};

/// What the lock file says about its holder, or about the last one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HubInfo {
    pub pid: u32,
    pub version: String,
    pub socket: String,
    pub port: u16,
    #[serde(default)]
    pub stage: Stage,
}

/// The holder's progress. Written as soon as the lock is held, so that the pid is never that of an
/// earlier holder.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// It opens its files; socket and port in the file are still those of the previous hub.
    Starting,
    #[default]
    Serving,
    /// It no longer serves and releases the lock once its files are closed. Written before its
    /// socket is removed.
    Ending,
}

/// What to say of a hub that holds its lock and doesn't respond.
impl From<Stage> for HubState {
    fn from(stage: Stage) -> HubState {
        match stage {
            Stage::Starting => HubState::Starting,
            Stage::Serving => HubState::NoAnswer,
            Stage::Ending => HubState::Ending,
        }
    }
}

impl HubInfo {
    /// The hub that runs or ran last; `None` if there never was one.
    pub fn read(path: &Path) -> Option<HubInfo> {
        let text = std::fs::read_to_string(path).ok()?;
        serde_json::from_str(&text).ok()
    }

    /// The process that holds the lock now; `None` if it is free.
    pub fn holder(path: &Path) -> io::Result<Option<HubInfo>> {
        if !is_held(path)? {
            return Ok(None);
        }
        let unsaid = || io::Error::other(format!("{} does not say who holds it", path.display()));
        HubInfo::read(path).map(Some).ok_or_else(unsaid)
    }

    /// The hub that serves now. Only for the process that may start one: while another process
    /// starts a hub, the result means nothing.
    pub(crate) fn serving(path: &Path) -> io::Result<Option<HubInfo>> {
        let info = if is_held(path)? { HubInfo::read(path) } else { None };
        Ok(info.filter(|info| info.stage != Stage::Ending))
    }
}

/// A process that only checks the lock holds it for much less than this.
const A_LOOK: Duration = Duration::from_millis(200);

/// Held by the hub while it runs.
pub(crate) struct HubLock {
    /// Locked too, if the file system can lock directories.
    directory: File,
    path: PathBuf,
    file: File,
    last: Option<HubInfo>,
    /// Content of the file, in case it has to be written again.
    said: String,
}

impl HubLock {
    /// Waits for a hub that is ending, at most this long. `None`: another process is the hub.
    pub(crate) async fn take(path: &Path, ends_within: Duration) -> io::Result<Option<HubLock>> {
        let folder = path.parent().unwrap_or(Path::new("/"));
        let within = match held(folder, path, ends_within).await {
            Ok(Some(locked)) => locked,
            Ok(None) => return Ok(None),
            Err(error) => {
                tracing::warn!(%error, "the data directory cannot be locked, only hub.lock in it");
                directory(path)?
            }
        };
        let Some(mut file) = held(path, path, ends_within).await? else { return Ok(None) };
        let mut said = String::new();
        // A file that isn't text was not written by a hub.
        let read = file.read_to_string(&mut said).is_ok();
        let last = if read { serde_json::from_str(&said).ok() } else { None };
        Ok(Some(HubLock { directory: within, path: path.to_owned(), file, last, said }))
    }

    /// The previous holder.
    pub(crate) fn last(&self) -> Option<&HubInfo> {
        self.last.as_ref()
    }

    /// In one write, never shorter than before: a concurrent reader, or one after a crash, finds
    /// either the old text or the new one, padded with blanks.
    pub(crate) fn write(&mut self, info: &HubInfo) -> io::Result<()> {
        let text = serde_json::to_string(info).map_err(io::Error::other)?;
        let before = usize::try_from(self.file.metadata()?.len()).map_err(io::Error::other)?;
        self.said = format!("{text:<before$}");
        self.file.rewind()?;
        self.file.write_all(self.said.as_bytes())
    }

    /// Whether the data directory is still in place; in another directory at the same path nothing
    /// is ours.
    pub(crate) fn is_in_place(&self) -> bool {
        let Some(directory) = self.path.parent() else { return false };
        let held = self.directory.metadata().map(|about| Identity::of(&about));
        matches!((identity(directory), held), (Ok(Some(found)), Ok(held)) if found == held)
    }

    /// Puts the file back if it was removed or replaced. Returns whether that was necessary.
    pub(crate) fn keep(&mut self) -> io::Result<bool> {
        if identity(&self.path)? == Some(Identity::of(&self.file.metadata()?)) {
            return Ok(false);
        }
        // Complete and locked before anybody can see it.
        let new = self.path.with_extension("lock.new");
        match fs::remove_file(&new) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            Ok(()) | Err(_) => {}
        }
        let mut file = open(&new)?;
        file.try_lock()?;
        file.write_all(self.said.as_bytes())?;
        fs::rename(&new, &self.path)?;
        self.file = file;
        Ok(true)
    }
}

/// Locked by us; `None`: by another process that isn't ending.
async fn held(what: &Path, info: &Path, ends_within: Duration) -> io::Result<Option<File>> {
    let since = Instant::now();
    let mut pause = A_LOOK;
    loop {
        if let Ok(locked) = timeout(pause, locked_when_free(what)).await {
            return locked.map(Some);
        }
        // Read again each time: the process that took the lock in between writes the file a moment
        // later.
        let ending = HubInfo::read(info).is_some_and(|info| info.stage == Stage::Ending);
        if !ending || since.elapsed() >= ends_within {
            return Ok(None);
        }
        pause = (pause * 2).min(ends_within.saturating_sub(since.elapsed()).max(A_LOOK));
    }
}

/// Whether a process is the hub, or about to be.
pub(crate) fn is_held(path: &Path) -> io::Result<bool> {
    let unless_missing = |file: io::Result<File>| match file {
        Ok(file) => is_locked(&file),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    };
    // Not every file system can lock directories.
    Ok(unless_missing(directory(path)).unwrap_or(false) || unless_missing(File::open(path))?)
}

fn is_locked(file: &File) -> io::Result<bool> {
    match file.try_lock_shared() {
        Ok(()) => Ok(false),
        Err(TryLockError::WouldBlock) => Ok(true),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// The directory that contains the lock file.
fn directory(path: &Path) -> io::Result<File> {
    let directory = path.parent().unwrap_or(Path::new("/"));
    File::open(directory).map_err(|error| {
        io::Error::new(error.kind(), format!("cannot open {}: {error}", directory.display()))
    })
}

pub(crate) fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(path)
        .map_err(|error| {
            io::Error::new(error.kind(), format!("cannot open {}: {error}", path.display()))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// REQ: SA-4
    #[tokio::test]
    async fn a_removed_or_replaced_file_lets_nobody_in_and_is_put_back() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("hub.lock");
        let info = HubInfo {
            pid: 1,
            version: "0.1.0".to_owned(),
            socket: "s".to_owned(),
            port: 4711,
            stage: Stage::Serving,
        };
        let mut lock = HubLock::take(&path, LONG).await.unwrap().unwrap();
        lock.write(&info).unwrap();
        assert!(!lock.keep().unwrap(), "nothing to do");
        fs::remove_file(&path).unwrap();
        assert!(HubLock::take(&path, NOT_LONG).await.unwrap().is_none());
        assert!(is_held(&path).unwrap());
        assert!(lock.keep().unwrap());
        assert_eq!(HubInfo::serving(&path).unwrap().as_ref(), Some(&info));

        let other = dir.path().join("other");
        fs::write(&other, "not a lock").unwrap();
        fs::rename(&other, &path).unwrap();
        assert!(HubLock::take(&path, NOT_LONG).await.unwrap().is_none());
        assert!(lock.keep().unwrap());
        assert_eq!(HubInfo::serving(&path).unwrap().as_ref(), Some(&info));
        assert!(open(&path).unwrap().try_lock().is_err(), "the new one is locked too");
        let ending = HubInfo { stage: Stage::Ending, ..info };
        lock.write(&ending).unwrap();
        assert_eq!(HubInfo::read(&path).as_ref(), Some(&ending));
        drop(lock);
        assert_eq!(HubLock::take(&path, LONG).await.unwrap().unwrap().last(), Some(&ending));
    }

    const NOT_LONG: Duration = Duration::from_millis(10);
    const LONG: Duration = Duration::from_secs(30);

    #[tokio::test]
    async fn one_holder_at_a_time_and_the_last_one_is_known() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("hub.lock");
        let mut info = HubInfo {
            pid: 1,
            version: "0.1.0".to_owned(),
            socket: "s".to_owned(),
            port: 4711,
            stage: Stage::Ending,
        };
        assert_eq!(HubInfo::serving(&path).unwrap(), None);
        let mut lock = HubLock::take(&path, LONG).await.unwrap().unwrap();
        lock.write(&info).unwrap();
        assert_eq!(HubInfo::read(&path).as_ref(), Some(&info));
        assert_eq!(HubInfo::serving(&path).unwrap(), None, "it is ending");
        // Waits, but the lock is not released.
        assert!(HubLock::take(&path, NOT_LONG).await.unwrap().is_none());
        assert_eq!(HubInfo::holder(&path).unwrap().as_ref(), Some(&info));
        // Shorter than before: the rest of the longer text must not remain.
        info.stage = Stage::Serving;
        lock.write(&info).unwrap();
        assert_eq!(HubInfo::serving(&path).unwrap().as_ref(), Some(&info));
        assert!(HubLock::take(&path, LONG).await.unwrap().is_none(), "soon: it goes on");
        drop(lock);
        assert_eq!(HubInfo::serving(&path).unwrap(), None, "it is gone");
        let next = HubLock::take(&path, LONG).await.unwrap().unwrap();
        assert_eq!(next.last(), Some(&info));
        assert_eq!(HubInfo::read(&path), Some(info));
    }
}
