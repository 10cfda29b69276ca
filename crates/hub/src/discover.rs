//! Finds this user's hub: connects, starts one, or replaces an older one first.
//!
//! The hub is found by the files in the data directory. Nothing is retried after a pause: a
//! starting or ending hub is awaited by its lock, and everything else fails at once. The deadline
//! of the call is the only time limit; nothing here adds another.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use axum::http::HeaderValue;
use rustix::net::sockopt::{self, Timeout};
use rustix::net::{self, AddressFamily, SocketAddrUnix, SocketType};
use sayso_api::desktop::DesktopSession;
use sayso_api::{Connect, Deadline, Dialled, RemoteDesk};
use sayso_core::Surface;
use sayso_desk::{DeskError, HubState, Unresponsive};
use sayso_wire::StopRequest;
use tokio::net::UnixStream;
use tokio::sync::oneshot;

use crate::await_lock::released;
use crate::lock::{HubInfo, Stage, is_held};
use crate::own_files;
use crate::paths::Paths;
use crate::peers;
use crate::platform::{Changes, News};
use crate::private::{self, Loose, NotPrivate, own_uid};
use crate::spawn::{Announcement, StartNote, Starting, start};
use crate::version::Version;

/// A hub may end between its announcement and our connect. If that happens this often, something is
/// wrong.
const ROUNDS: usize = 4;
/// A working hub restores its socket much faster than this.
const BINDS_WITHIN: Duration = Duration::from_secs(1);

/// What the `Host` header says.
const HOST: &str = "localhost";

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
    /// Starts a hub if there is none, and replaces one of an older version.
    pub fn on_demand(paths: Paths) -> LocalHub {
        LocalHub {
            paths,
            version_checked: AtomicBool::new(false),
            start: Start::OnDemand,
            desktop: None,
        }
    }

    /// Only finds a running hub.
    pub fn running(paths: Paths) -> LocalHub {
        LocalHub {
            paths,
            version_checked: AtomicBool::new(true),
            start: Start::Never,
            desktop: None,
        }
    }

    /// Reports the desktop session of this process to the hub.
    #[must_use]
    pub fn with_desktop(self, session: &DesktopSession) -> LocalHub {
        LocalHub { desktop: session.to_header(), ..self }
    }

    /// Asks the older hub to end and starts one of this version. Until that one serves, nobody else
    /// may start a hub: clients of the older one wait and then find the newer one.
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
        starting.say(StartNote::Replacing { pid: info.pid }).map_err(unreachable)?;
        let running = Arc::new(LocalHub::running(self.paths.clone()));
        let old = RemoteDesk::new(running, Surface::Cli);
        if let Err(error) = old.stop(StopRequest { replaced_by: Some(own.to_string()) }).await {
            tracing::warn!(%error, "the older hub did not go");
            return Ok(());
        }
        drop(old);
        released(&self.paths.lock()).await.map_err(unreachable)?;
        self.spawn(starting).await
    }

    /// Makes sure that there is a hub, by starting one or by waiting for one that another process
    /// starts.
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

    /// A connection to the running hub; `None` if there is none.
    async fn dial(&self, deadline: Deadline) -> Result<Option<UnixStream>, DeskError> {
        // Who only looks for a hub changes nothing.
        let loose = match self.start {
            Start::OnDemand => Loose::Tightened,
            Start::Never => Loose::Refused,
        };
        match private::check(&self.paths.data_dir, loose) {
            Ok(()) => {}
            Err(NotPrivate::Missing(_)) => return Ok(None),
            // There can't be a hub of ours; what starts one says what is wrong.
            Err(NotPrivate::Open { .. })
                if own_files::stranger(&self.paths.data_dir).is_ok_and(|it| it.is_some()) =>
            {
                return Ok(None);
            }
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
        let Some(stream) = knock(&socket, deadline).await? else { return Ok(None) };
        if self.is_hub_there()? {
            return Ok(Some(stream));
        }
        // If the hub has ended since, nobody listens here.
        match knock(&socket, deadline).await? {
            None => Ok(None),
            Some(stream) if self.is_hub_there()? => Ok(Some(stream)),
            Some(stream) => {
                let pid = stream.peer_cred().ok().and_then(|peer| peer.pid());
                let pid = pid.map(|pid| format!(" (pid {pid})")).unwrap_or_default();
                let (socket, lock) = (socket.display(), self.paths.lock());
                let lock = lock.display();
                Err(DeskError::Unreachable(format!(
                    "the process{pid} that listens at {socket} is not the hub: nobody holds {lock}; end that process"
                )))
            }
        }
    }

    /// The serving hub holds the lock. A removed lock file says nothing.
    fn is_hub_there(&self) -> Result<bool, DeskError> {
        let lock = self.paths.lock();
        Ok(!lock.exists() || is_held(&lock).map_err(unreachable)?)
    }

    /// A hub was running but could not be reached: it ended in between, or it runs without a
    /// socket.
    async fn is_gone(&self, deadline: Deadline) -> Result<(), DeskError> {
        // While we hold this, nobody starts a hub.
        let _starting = Starting::take(&self.paths).await.map_err(unreachable)?;
        if self.is_back(deadline).await? {
            return Ok(());
        }
        match HubInfo::serving(&self.paths.lock()).map_err(unreachable)? {
            // Started by a process that didn't see our start lock: its socket will appear.
            Some(HubInfo { stage: Stage::Starting, .. }) => Ok(()),
            Some(HubInfo { pid, socket, .. }) => Err(DeskError::Unreachable(format!(
                "the hub (pid {pid}) is running, but its socket {socket} was removed and it does not restore it; end it with `sayso hub stop`, and the next command starts another one"
            ))),
            None => Ok(()),
        }
    }

    /// A hub restores a removed socket as soon as it is notified; only a frozen one doesn't.
    /// `false` if no hub serves.
    async fn is_back(&self, deadline: Deadline) -> Result<bool, DeskError> {
        let serving = HubInfo::serving(&self.paths.lock()).map_err(unreachable)?;
        let (Some(_), Some(socket)) = (serving, self.paths.socket()) else { return Ok(false) };
        let folder = socket.parent().unwrap_or(Path::new("/"));
        let mut changes = Changes::new().map_err(unreachable)?;
        changes.watch(folder, News::Arrivals).map_err(unreachable)?;
        let back = async {
            while self.dial(deadline).await?.is_none() {
                changes.next().await.map_err(unreachable)?;
            }
            Ok(true)
        };
        let within = BINDS_WITHIN.min(deadline.left());
        tokio::time::timeout(within, back).await.unwrap_or(Ok(false))
    }
}

/// A connection to the listener at this path, if it belongs to this user; `None` if nothing
/// listens.
async fn knock(socket: &Path, deadline: Deadline) -> Result<Option<UnixStream>, DeskError> {
    let stream = match UnixStream::connect(socket).await {
        Ok(stream) => stream,
        Err(error) => match error.kind() {
            // A reset comes from a hub that closes its listener at this very moment.
            io::ErrorKind::NotFound
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionReset => return Ok(None),
            io::ErrorKind::WouldBlock => queued(socket, deadline).await.map_err(unreachable)?,
            _ => {
                let socket = socket.display();
                return Err(DeskError::Unreachable(format!("{socket}: {error}")));
            }
        },
    };
    let peer = peers::uid(&stream).map_err(unreachable)?;
    if peer != own_uid() {
        return Err(DeskError::Untrusted(format!(
            "the process that listens at {} belongs to another user (uid {peer}, you are {})",
            socket.display(),
            own_uid()
        )));
    }
    Ok(Some(stream))
}

/// Waits in the operating system's connection queue, which a non-blocking socket can't do.
async fn queued(socket: &Path, deadline: Deadline) -> io::Result<UnixStream> {
    let address = SocketAddrUnix::new(socket)?;
    let stream = net::socket(AddressFamily::UNIX, SocketType::STREAM, None)?;
    // The thread ends with the call that waits for it.
    sockopt::set_socket_timeout(&stream, Timeout::Send, Some(deadline.left()))?;
    let (tell, told) = oneshot::channel();
    std::thread::spawn(move || tell.send(net::connect(&stream, &address).map(|()| stream)));
    let stream = std::os::unix::net::UnixStream::from(told.await.map_err(io::Error::other)??);
    stream.set_nonblocking(true)?;
    UnixStream::from_std(stream)
}

fn unreachable(error: io::Error) -> DeskError {
    DeskError::Unreachable(error.to_string())
}

fn untrusted(error: NotPrivate) -> DeskError {
    match error {
        NotPrivate::Link(_)
        | NotPrivate::Foreign { .. }
        | NotPrivate::ForeignFile { .. }
        | NotPrivate::NotOurs { .. }
        | NotPrivate::Open { .. } => DeskError::Untrusted(error.to_string()),
        NotPrivate::Missing(_) | NotPrivate::NoDirectory(_) | NotPrivate::Io { .. } => {
            DeskError::Unreachable(error.to_string())
        }
    }
}

#[async_trait]
impl Connect for LocalHub {
    async fn connect(&self, deadline: Deadline) -> Result<Dialled, DeskError> {
        self.replace_older().await?;
        for _ in 0..ROUNDS {
            if let Some(stream) = self.dial(deadline).await? {
                return Ok(Dialled::new(stream, HOST));
            }
            if self.start == Start::Never {
                if self.is_back(deadline).await? {
                    continue;
                }
                return Err(DeskError::Unreachable("no hub is running".to_owned()));
            }
            self.start().await?;
            if let Some(stream) = self.dial(deadline).await? {
                return Ok(Dialled::new(stream, HOST));
            }
            self.is_gone(deadline).await?;
        }
        let log = self.paths.log();
        let log = log.display();
        Err(DeskError::Unreachable(format!("the hub ends as soon as it has started; see {log}")))
    }

    fn unresponsive(&self) -> Unresponsive {
        match StartNote::read(&self.paths) {
            Some(StartNote::Starting { pid }) => return Unresponsive::of(pid, HubState::Starting),
            Some(StartNote::Replacing { pid }) => return Unresponsive::of(pid, HubState::Replaced),
            None => {}
        }
        match HubInfo::holder(&self.paths.lock()) {
            Ok(Some(HubInfo { pid, stage, .. })) => Unresponsive::of(pid, stage.into()),
            Ok(None) | Err(_) => Unresponsive::UNKNOWN,
        }
    }

    fn token(&self) -> Option<&str> {
        None
    }

    fn desktop(&self) -> Option<&HeaderValue> {
        self.desktop.as_ref()
    }
}
