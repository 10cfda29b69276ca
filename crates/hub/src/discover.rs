//! Finding this user's hub: connect, or start one, or replace an older one first.
//!
//! It is found by what lies in the data directory. Nothing is tried again after a pause: a hub that
//! starts is waited for by its lock, one that ends likewise, and what cannot work fails at once.

use std::io;
use std::os::unix::net;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use axum::http::HeaderValue;
use sayso_api::desktop::DesktopSession;
use sayso_api::remote::Stream;
use sayso_api::{Connect, RemoteDesk, wire};
use sayso_core::Surface;
use sayso_desk::DeskError;
use tokio::net::UnixStream;
use tokio::sync::oneshot;

use crate::lock::{HubInfo, HubLock};
use crate::paths::Paths;
use crate::private::{self, Loose, NotPrivate, own_uid};
use crate::run::ENDS_WITHIN;
use crate::spawn::{Announcement, Starting, start};
use crate::version::Version;

/// A hub may end between its announcement and our connect; whoever meets that this often meets a fault.
const ROUNDS: usize = 4;
/// For a hub whose queue of connections is full.
const ACCEPTS_WITHIN: Duration = Duration::from_secs(10);

/// The hub of this user and data directory.
pub struct LocalHub {
    paths: Paths,
    version_checked: AtomicBool,
    start: Start,
    desktop: Option<HeaderValue>,
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
        LocalHub {
            paths,
            version_checked: AtomicBool::new(false),
            start: Start::OnDemand,
            desktop: None,
        }
    }

    /// Only finds what is there.
    pub fn running(paths: Paths) -> LocalHub {
        LocalHub {
            paths,
            version_checked: AtomicBool::new(true),
            start: Start::Never,
            desktop: None,
        }
    }

    /// Hands in where windows of this process appear.
    #[must_use]
    pub fn with_desktop(self, session: &DesktopSession) -> LocalHub {
        LocalHub { desktop: session.to_header(), ..self }
    }

    /// A newer binary asks the older hub to go and starts its own. Until that one serves nobody else may
    /// start any: clients that were connected to the older one wait and then find the newer one.
    async fn replace_older(&self) -> Result<(), DeskError> {
        if self.version_checked.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        let own = Version::own();
        let is_older =
            |info: &HubInfo| info.version.parse::<Version>().is_ok_and(|running| running < own);
        if !HubInfo::read(&self.paths.lock()).is_some_and(|info| is_older(&info)) {
            return Ok(());
        }
        let starting = Starting::take(&self.paths).await.map_err(unreachable)?;
        let serving = HubInfo::serving(&self.paths.lock()).map_err(unreachable)?;
        let Some(info) = serving.filter(is_older) else { return Ok(()) };
        tracing::info!(from = info.version, to = %own, "replacing an older hub");
        let running = Arc::new(LocalHub::running(self.paths.clone()));
        let old = RemoteDesk::new(running, Surface::Cli);
        if let Err(error) = old.stop(wire::Stop { replaced_by: Some(own.to_string()) }).await {
            tracing::warn!(%error, "the older hub did not go");
            return Ok(());
        }
        drop(old);
        if HubLock::is_free(&self.paths.lock(), ENDS_WITHIN).await.map_err(unreachable)? {
            return self.spawn(starting).await;
        }
        tracing::warn!(
            pid = info.pid,
            "the older hub said that it would go, but it is still there"
        );
        Ok(())
    }

    /// Makes sure that there is a hub, by starting one or by waiting for another's.
    async fn start(&self) -> Result<(), DeskError> {
        let starting = Starting::take(&self.paths).await.map_err(unreachable)?;
        match HubInfo::serving(&self.paths.lock()).map_err(unreachable)? {
            Some(_) => Ok(()),
            None => self.spawn(starting).await,
        }
    }

    async fn spawn(&self, starting: Starting) -> Result<(), DeskError> {
        match start(&self.paths, starting).await {
            Ok(Announcement::Ready(remark)) => {
                if let Some(remark) = remark {
                    tracing::warn!("{remark}");
                }
                Ok(())
            }
            Ok(Announcement::Taken) => Ok(()),
            Ok(Announcement::Failed(why)) => Err(DeskError::Unreachable(why)),
            Err(error) => Err(DeskError::Unreachable(format!("could not start a hub: {error}"))),
        }
    }

    /// A connection to the hub that is there; `None` if there is none.
    async fn dial(&self) -> Result<Option<UnixStream>, DeskError> {
        match private::check(&self.paths.data_dir, Loose::Tightened) {
            Ok(()) => {}
            Err(NotPrivate::Missing(_)) => return Ok(None),
            Err(error) => return Err(untrusted(error)),
        }
        let Some(socket) = self.paths.socket() else { return Ok(None) };
        let folder = socket.parent().unwrap_or(Path::new("/"));
        if folder != self.paths.data_dir {
            match private::check(folder, Loose::Refused) {
                Ok(()) => {}
                Err(NotPrivate::Missing(_)) => return Ok(None),
                Err(error) => return Err(untrusted(error)),
            }
        }
        tracing::debug!(socket = %socket.display(), "connecting");
        let stream = match UnixStream::connect(&socket).await {
            Ok(stream) => stream,
            Err(error) => match error.kind() {
                io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused => return Ok(None),
                io::ErrorKind::WouldBlock => queued(&socket).await.map_err(unreachable)?,
                _ => {
                    let socket = socket.display();
                    return Err(DeskError::Unreachable(format!("{socket}: {error}")));
                }
            },
        };
        let peer = stream.peer_cred().map_err(unreachable)?.uid();
        if peer != own_uid() {
            return Err(DeskError::Untrusted(format!(
                "the process that listens at {} belongs to another user (uid {peer}, you are {})",
                socket.display(),
                own_uid()
            )));
        }
        Ok(Some(stream))
    }

    /// A hub was there and could not be connected to: it ended in between, or it is there without a
    /// socket, which trying again does not help.
    async fn is_gone(&self) -> Result<(), DeskError> {
        // As long as we hold this nobody starts one.
        let _starting = Starting::take(&self.paths).await.map_err(unreachable)?;
        let serving = || HubInfo::serving(&self.paths.lock()).map_err(unreachable);
        if serving()?.is_none() || self.dial().await?.is_some() {
            return Ok(());
        }
        match serving()? {
            Some(HubInfo { pid, socket, .. }) => Err(DeskError::Unreachable(format!(
                "the hub (pid {pid}) is running, but its socket {socket} was removed; end it with `kill {pid}`, and the next command starts another one"
            ))),
            None => Ok(()),
        }
    }
}

/// Waits in the operating system's queue, which a socket that does not block cannot.
async fn queued(socket: &Path) -> io::Result<UnixStream> {
    let (tell, told) = oneshot::channel();
    let socket = socket.to_owned();
    std::thread::spawn(move || tell.send(net::UnixStream::connect(socket)));
    let stream = match tokio::time::timeout(ACCEPTS_WITHIN, told).await {
        Ok(told) => told.map_err(io::Error::other)??,
        Err(_) => {
            return Err(io::Error::new(
                io::ErrorKind::TimedOut,
                format!("it accepted no connection within {} s", ACCEPTS_WITHIN.as_secs()),
            ));
        }
    };
    stream.set_nonblocking(true)?;
    UnixStream::from_std(stream)
}

fn unreachable(error: io::Error) -> DeskError {
    DeskError::Unreachable(error.to_string())
}

fn untrusted(error: NotPrivate) -> DeskError {
    match error {
        NotPrivate::Link(_) | NotPrivate::Foreign { .. } | NotPrivate::Open { .. } => {
            DeskError::Untrusted(error.to_string())
        }
        NotPrivate::Missing(_) | NotPrivate::NoDirectory(_) | NotPrivate::Io { .. } => {
            DeskError::Unreachable(error.to_string())
        }
    }
}

#[async_trait]
impl Connect for LocalHub {
    async fn connect(&self) -> Result<Box<dyn Stream>, DeskError> {
        self.replace_older().await?;
        for _ in 0..ROUNDS {
            if let Some(stream) = self.dial().await? {
                return Ok(Box::new(stream));
            }
            if self.start == Start::Never {
                return Err(DeskError::Unreachable("no hub is running".to_owned()));
            }
            self.start().await?;
            if let Some(stream) = self.dial().await? {
                return Ok(Box::new(stream));
            }
            self.is_gone().await?;
        }
        let log = self.paths.log();
        let log = log.display();
        Err(DeskError::Unreachable(format!("the hub ends as soon as it has started; see {log}")))
    }

    fn host(&self) -> &str {
        "localhost"
    }

    fn token(&self) -> Option<&str> {
        None
    }

    fn desktop(&self) -> Option<&HeaderValue> {
        self.desktop.as_ref()
    }
}
