//! Finding this user's hub: connect, or start one, or replace an older one first.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use sayso_api::remote::Identity;
use sayso_api::remote::Stream;
use sayso_api::{Connect, RemoteDesk, wire};
use sayso_core::Surface;
use sayso_core::surface::Presence;
use sayso_desk::DeskError;
use tokio::net::UnixStream;

use crate::lock::HubInfo;
use crate::paths::Paths;
use crate::spawn::{Announcement, spawn};
use crate::version::Version;

/// How often a hub that is starting or ending is looked for again, and for how long in all: longer
/// than a hub needs to let go of its connections.
const PAUSE: Duration = Duration::from_millis(20);
const TRIES: usize = 500;
/// So many of them are left to a newer binary that makes an older hub go, to start its own.
const LEFT_TO_NEWER: usize = 150;

/// The hub of this user and data directory.
pub struct LocalHub {
    paths: Paths,
    version_checked: AtomicBool,
    start: Start,
}

/// What to do when there is no hub.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Start {
    OnDemand,
    Never,
}

impl LocalHub {
    /// Starts a hub where there is none, and replaces one of an older version.
    pub fn on_demand(paths: Paths) -> LocalHub {
        LocalHub { paths, version_checked: AtomicBool::new(false), start: Start::OnDemand }
    }

    /// Only finds what is there.
    pub fn running(paths: Paths) -> LocalHub {
        LocalHub { paths, version_checked: AtomicBool::new(true), start: Start::Never }
    }

    /// A newer binary asks the older hub to go; its clients connect again by themselves.
    async fn replace_older(&self) {
        if self.version_checked.swap(true, Ordering::Relaxed) {
            return;
        }
        let Some(info) = HubInfo::read(&self.paths.lock()) else { return };
        let own = Version::own();
        if !info.version.parse::<Version>().is_ok_and(|running| running < own) {
            return;
        }
        tracing::info!(from = info.version, to = %own, "replacing an older hub");
        let identity = Identity { surface: Surface::Cli, presence: Presence::Unattended };
        let old = RemoteDesk::new(Arc::new(LocalHub::running(self.paths.clone())), identity);
        if let Err(error) = old.stop(wire::Stop { replaced_by: Some(own.to_string()) }).await {
            tracing::warn!(%error, "the older hub did not go");
            return;
        }
        // It is gone when its socket is; the lock may take a moment longer, which `start` waits for.
        for _ in 0..TRIES {
            if UnixStream::connect(self.paths.socket()).await.is_err() {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Otherwise the many who waited at the older hub would start it again before the one newer binary
    /// gets round to it.
    fn newer_is_coming(&self) -> bool {
        HubInfo::read(&self.paths.lock())
            .and_then(|info| info.makes_way_for?.parse::<Version>().ok())
            .is_some_and(|coming| coming > Version::own())
    }

    async fn start(&self) -> Result<(), DeskError> {
        let data_dir = self.paths.data_dir.clone();
        let spawned = tokio::task::spawn_blocking(move || spawn(&data_dir)).await;
        match spawned.map_err(io::Error::other).and_then(|announced| announced) {
            Ok(Announcement::Ready | Announcement::Taken) => Ok(()),
            Ok(Announcement::Failed(why)) => Err(DeskError::Unreachable(why)),
            Err(error) => Err(DeskError::Unreachable(format!("could not start a hub: {error}"))),
        }
    }
}

#[async_trait]
impl Connect for LocalHub {
    async fn connect(&self) -> Result<Box<dyn Stream>, DeskError> {
        self.replace_older().await;
        let mut last = io::Error::from(io::ErrorKind::NotFound);
        for attempt in 0..TRIES {
            match UnixStream::connect(self.paths.socket()).await {
                Ok(stream) => return Ok(Box::new(stream)),
                Err(error) => last = error,
            }
            if self.start == Start::Never {
                break;
            }
            if attempt > 0 {
                tokio::time::sleep(PAUSE).await;
            }
            if attempt >= LEFT_TO_NEWER || !self.newer_is_coming() {
                self.start().await?;
            }
        }
        let socket = self.paths.socket().display();
        Err(DeskError::Unreachable(format!("no hub answers at {socket}: {last}")))
    }

    fn host(&self) -> &str {
        "localhost"
    }

    fn token(&self) -> Option<&str> {
        None
    }
}
