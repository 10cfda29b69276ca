//! Waits until a lock is released, without polling and without leaving a thread behind for each
//! wait that was given up.

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use tokio::sync::watch;

use crate::lock::open;
use crate::private::{Identity, identity};

/// What this process waits for: one thread per file, for any number of concurrent and repeated
/// waits.
static WAITING: Mutex<BTreeMap<PathBuf, watch::Receiver<bool>>> = Mutex::new(BTreeMap::new());

/// The lock, as soon as it is free. May be dropped at any time without leaving the lock held.
pub(crate) async fn locked_when_free(path: &Path) -> io::Result<File> {
    loop {
        let file = handle(path)?;
        match file.try_lock() {
            // If the file was removed while we waited, others wait for a different one.
            Ok(()) if identity(path)? != Some(Identity::of(&file.metadata()?)) => {}
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => released(path).await?,
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
}

fn handle(path: &Path) -> io::Result<File> {
    if path.is_dir() { File::open(path) } else { open(path) }
}

/// Returns when the lock was free for a moment.
pub(crate) async fn released(path: &Path) -> io::Result<()> {
    let mut told = subscribe(path)?;
    // Cannot fail: the thread always sends before it ends.
    let _ = told.wait_for(|free| *free).await;
    Ok(())
}

fn subscribe(path: &Path) -> io::Result<watch::Receiver<bool>> {
    let mut waiting = WAITING.lock();
    if let Some(told) = waiting.get(path) {
        return Ok(told.clone());
    }
    let (file, path) = (handle(path)?, path.to_owned());
    let (tell, told) = watch::channel(false);
    waiting.insert(path.clone(), told.clone());
    // Its own thread: at exit the runtime would wait for one of its threads.
    std::thread::spawn(move || {
        // An error here will come up again when the lock is taken.
        let _ = file.lock_shared();
        drop(file);
        self::WAITING.lock().remove(&path);
        tell.send_replace(true);
    });
    Ok(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn one_that_gave_up_waiting_neither_holds_the_lock_nor_a_thread() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("hub.start");
        let held = locked_when_free(&path).await.unwrap();
        for _ in 0..100 {
            let soon = std::time::Duration::from_millis(1);
            let waited = tokio::time::timeout(soon, locked_when_free(&path)).await;
            assert!(waited.is_err(), "it is held");
        }
        assert_eq!(WAITING.lock().keys().filter(|waited| **waited == path).count(), 1);
        let (one, other) = (tokio::spawn(again(path.clone())), tokio::spawn(again(path.clone())));
        drop(held);
        one.await.unwrap();
        other.await.unwrap();
        released(&path).await.unwrap();
    }

    async fn again(path: PathBuf) {
        drop(locked_when_free(&path).await.unwrap());
    }
}
