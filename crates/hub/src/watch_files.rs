//! Keeps the hub's own files in place: lock, socket and database. It doesn't poll: the system
//! notifies about a removal, and then all three are checked.

use std::io;
use std::sync::Arc;

use sayso_desk::Ids;
use tokio::net::UnixListener;
use tokio::sync::watch;

use crate::listen::{self, Place};
use crate::lock::{HubInfo, HubLock};
use crate::paths::Paths;
use crate::platform::{Changes, News};

pub(crate) struct FileWatch {
    pub(crate) paths: Paths,
    pub(crate) lock: HubLock,
    pub(crate) info: HubInfo,
    pub(crate) place: Place,
    /// The listener to accept from.
    pub(crate) unix: watch::Sender<Arc<UnixListener>>,
    pub(crate) ids: Arc<dyn Ids>,
    /// Makes the store check its files.
    pub(crate) look: Box<dyn Fn() + Send + Sync>,
    pub(crate) lost: watch::Receiver<Option<String>>,
}

impl FileWatch {
    /// Resolves when the store has lost its files.
    pub(crate) async fn keep(&mut self) {
        let mut changes = match Changes::new() {
            Ok(changes) => Some(changes),
            Err(error) => {
                tracing::warn!(%error, "nobody tells of removed files; the database is still looked at with each write");
                None
            }
        };
        loop {
            if let Some(changes) = &changes {
                self.watch(changes);
            }
            // Checked after the watch has started, so that no change is missed.
            self.look();
            tokio::select! {
                _ = self.lost.wait_for(Option::is_some) => return,
                changed = changed(&mut changes) => {
                    if let Err(error) = changed {
                        tracing::warn!(%error, "nobody tells of removed files any more");
                        changes = None;
                    }
                }
            }
        }
    }

    fn watch(&self, changes: &Changes) {
        // A missing folder is noticed by the check.
        for folder in [self.paths.data_dir.as_path(), self.place.folder()] {
            if let Err(error) = changes.watch(folder, News::Removals) {
                tracing::debug!(%error, folder = %folder.display(), "it cannot be watched");
            }
        }
    }

    fn look(&mut self) {
        (self.look)();
        // If another directory is at the same path, its lock and socket belong to another hub.
        if !self.lock.is_in_place() {
            return;
        }
        match self.lock.keep() {
            Ok(false) => {}
            Ok(true) => tracing::warn!("hub.lock was removed or replaced; it is back"),
            Err(error) => tracing::warn!(%error, "hub.lock was removed and cannot be put back"),
        }
        if !self.place.is_bound() {
            let socket = self.place.socket.display().to_string();
            match self.bind() {
                Ok(()) => tracing::warn!(socket, "the socket was removed; it is bound again"),
                Err(error) => {
                    tracing::warn!(socket, %error, "the socket was removed and cannot be bound again");
                }
            }
        }
    }

    fn bind(&mut self) -> io::Result<()> {
        // The socket's folder may be gone too, or belong to somebody else by now.
        let mut place = listen::place(&self.paths, Some(&self.info), self.ids.as_ref())?;
        let listener = place.bind()?;
        self.unix.send_replace(Arc::new(listener));
        self.info.socket = place.socket.display().to_string();
        self.place = place;
        self.lock.write(&self.info)
    }
}

async fn changed(changes: &mut Option<Changes>) -> io::Result<()> {
    match changes {
        Some(changes) => changes.next().await,
        None => std::future::pending().await,
    }
}
