//! Who is the hub: the holder of the lock. The file is held for life and never deleted, because a
//! deleted one could be locked by two.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

/// What the lock file says about its holder, or about the last one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HubInfo {
    pub pid: u32,
    pub version: String,
    pub socket: String,
    pub port: u16,
    /// It serves nobody any more and gives the lock back as soon as its files are closed. Said before
    /// its socket goes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ending: bool,
}

impl HubInfo {
    /// Of the hub that runs or ran last; `None` if there never was one.
    pub fn read(path: &Path) -> Option<HubInfo> {
        let text = std::fs::read_to_string(path).ok()?;
        serde_json::from_str(&text).ok()
    }

    /// Of the hub that serves now. To be asked by the process that may start one: while another one
    /// starts, nothing can be told.
    pub(crate) fn serving(path: &Path) -> io::Result<Option<HubInfo>> {
        match open(path)?.try_lock_shared() {
            Ok(()) => Ok(None),
            Err(TryLockError::WouldBlock) => Ok(HubInfo::read(path).filter(|info| !info.ending)),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

/// Being the hub.
pub(crate) struct HubLock {
    file: File,
    last: Option<HubInfo>,
}

impl HubLock {
    /// Waits for a hub that is ending, at most this long. `None`: another process is the hub.
    pub(crate) async fn take(path: &Path, ends_within: Duration) -> io::Result<Option<HubLock>> {
        let mut file = open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let ending = HubInfo::read(path).is_none_or(|info| info.ending);
                match ending.then(|| locked(file, ends_within)) {
                    Some(locked) => match locked.await? {
                        Some(free) => file = free,
                        None => return Ok(None),
                    },
                    None => return Ok(None),
                }
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        Ok(Some(HubLock { file, last: serde_json::from_str(&text).ok() }))
    }

    /// Waits until nobody is the hub; whether that came within this time.
    pub(crate) async fn is_free(path: &Path, within: Duration) -> io::Result<bool> {
        Ok(locked(open(path)?, within).await?.is_some())
    }

    /// The one who held it before.
    pub(crate) fn last(&self) -> Option<&HubInfo> {
        self.last.as_ref()
    }

    /// In one piece, never shorter than what was there: a reader at that moment, or after a crash, finds
    /// the old text or the new one, with blanks behind it.
    pub(crate) fn write(&mut self, info: &HubInfo) -> io::Result<()> {
        let text = serde_json::to_string(info).map_err(io::Error::other)?;
        let before = usize::try_from(self.file.metadata()?.len()).map_err(io::Error::other)?;
        self.file.rewind()?;
        self.file.write_all(format!("{text:<before$}").as_bytes())
    }
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

/// Waits for the lock without looking again and again; `None` if it is not free within this time.
pub(crate) async fn locked(file: File, within: Duration) -> io::Result<Option<File>> {
    match file.try_lock() {
        Ok(()) => return Ok(Some(file)),
        Err(TryLockError::WouldBlock) => {}
        Err(TryLockError::Error(error)) => return Err(error),
    }
    let (tell, told) = oneshot::channel();
    // A thread of its own: the runtime would wait for one of its threads before it ends.
    std::thread::spawn(move || {
        let locked = file.lock().map(|()| file);
        // Too late for the caller: the file is closed, and free again.
        let _ = tell.send(locked);
    });
    match tokio::time::timeout(within, told).await {
        Ok(Ok(locked)) => locked.map(Some),
        Ok(Err(_)) | Err(_) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ending: true,
        };
        assert_eq!(HubInfo::serving(&path).unwrap(), None);
        let mut lock = HubLock::take(&path, LONG).await.unwrap().unwrap();
        lock.write(&info).unwrap();
        assert_eq!(HubInfo::read(&path).as_ref(), Some(&info));
        assert_eq!(HubInfo::serving(&path).unwrap(), None, "it is ending");
        // It is waited for, in vain.
        assert!(HubLock::take(&path, NOT_LONG).await.unwrap().is_none());
        assert!(!HubLock::is_free(&path, NOT_LONG).await.unwrap());
        // Shorter than before: what was longer does not show behind it.
        info.ending = false;
        lock.write(&info).unwrap();
        assert_eq!(HubInfo::serving(&path).unwrap().as_ref(), Some(&info));
        assert!(HubLock::take(&path, LONG).await.unwrap().is_none(), "at once: it goes on");
        drop(lock);
        assert_eq!(HubInfo::serving(&path).unwrap(), None, "it is gone");
        let next = HubLock::take(&path, LONG).await.unwrap().unwrap();
        assert_eq!(next.last(), Some(&info));
        assert_eq!(HubInfo::read(&path), Some(info));
    }

    #[tokio::test]
    async fn who_waits_gets_the_lock_when_it_is_free() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("hub.start");
        let held = locked(open(&path).unwrap(), LONG).await.unwrap().unwrap();
        let waiting = tokio::spawn(locked(open(&path).unwrap(), LONG));
        assert!(locked(open(&path).unwrap(), NOT_LONG).await.unwrap().is_none());
        drop(held);
        waiting.await.unwrap().unwrap().expect("it was given back");
    }
}
