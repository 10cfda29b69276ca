//! Who is the hub: whoever holds the lock. The file is held for life and never deleted, because a
//! deleted one could be locked by two.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use serde::{Deserialize, Serialize};

/// What the lock file says about its holder, or about the last one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HubInfo {
    pub pid: u32,
    pub version: String,
    pub socket: String,
    pub port: u16,
    /// The newer version it makes way for: whoever is older leaves it to that one to start the next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub makes_way_for: Option<String>,
}

impl HubInfo {
    /// Of the hub that runs or ran last; `None` if there never was one.
    pub fn read(path: &Path) -> Option<HubInfo> {
        let text = std::fs::read_to_string(path).ok()?;
        serde_json::from_str(&text).ok()
    }
}

/// Being the hub.
pub(crate) struct HubLock {
    file: File,
    last: Option<HubInfo>,
}

impl HubLock {
    /// `None`: somebody else is the hub.
    pub(crate) fn take(path: &Path) -> io::Result<Option<HubLock>> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(path)
            .map_err(|error| {
                io::Error::new(error.kind(), format!("cannot open {}: {error}", path.display()))
            })?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        Ok(Some(HubLock { file, last: serde_json::from_str(&text).ok() }))
    }

    /// The one who held it before.
    pub(crate) fn last(&self) -> Option<&HubInfo> {
        self.last.as_ref()
    }

    /// In one piece, never shorter than what was there: whoever reads at that moment, or after a
    /// crash, finds the old text or the new one, with blanks behind it.
    pub(crate) fn write(&mut self, info: &HubInfo) -> io::Result<()> {
        let text = serde_json::to_string(info).map_err(io::Error::other)?;
        let before = usize::try_from(self.file.metadata()?.len()).map_err(io::Error::other)?;
        self.file.rewind()?;
        self.file.write_all(format!("{text:<before$}").as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_holder_at_a_time_and_the_last_one_is_known() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("hub.lock");
        let mut info = HubInfo {
            pid: 1,
            version: "0.1.0".to_owned(),
            socket: "s".to_owned(),
            port: 4711,
            makes_way_for: Some("0.2.0".to_owned()),
        };
        let mut lock = HubLock::take(&path).unwrap().unwrap();
        lock.write(&info).unwrap();
        assert_eq!(HubInfo::read(&path).as_ref(), Some(&info));
        // Shorter than before: what was longer does not show behind it.
        info.makes_way_for = None;
        lock.write(&info).unwrap();
        assert!(HubLock::take(&path).unwrap().is_none());
        drop(lock);
        let next = HubLock::take(&path).unwrap().unwrap();
        assert_eq!(next.last(), Some(&info));
        assert_eq!(HubInfo::read(&path), Some(info));
    }
}
