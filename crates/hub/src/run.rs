//! The life of a hub: take the lock, open the store, listen, serve, and end cleanly.

mod bound;
mod claimed;
mod opened;
mod serving;

use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use jiff::tz::TimeZone;
use sayso_access::{AgentTokens, Connections, Routes};
use sayso_api::Ending;
use sayso_api::desktop::DesktopSession;
pub(crate) use sayso_desk::SurfaceRole;
use sayso_desk::cluster::Cluster;
use sayso_desk::{Clock, Conversations, Desk, Ids, Posts};
use sayso_engine::{Engine, EngineConfig};
use sayso_wire::StopRequest;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use crate::desktop::Desktop;
use crate::error::HubError;
use crate::linger;
use crate::lock::{HubInfo, HubLock, Stage};
use crate::paths::Paths;
use crate::spawn::{Starting, spawn};
use crate::waiting;
use crate::watch_files::FileWatch;

use bound::Bound;
use claimed::Claimed;
use opened::{Opened, StoreFactory, StoreFiles};
use serving::Serving;

/// A hub closes its connections, writes its log into the database and ends in less than this.
pub(crate) const ENDS_WITHIN: Duration = Duration::from_secs(10);

/// Everything a hub gets from its starter.
pub struct HubSetup {
    pub paths: Paths,
    /// Handed over by the process that starts it; `None`: it is taken here.
    pub starting: Option<Starting>,
    pub store: HubStore,
    pub address: HubAddress,
    pub person: HubPerson,
    pub routes: HubRoutes,
    /// `None`: it stays forever.
    pub linger: Option<Duration>,
}

/// The desk's ground.
pub struct HubStore {
    pub open: StoreFactory,
    pub engine: EngineConfig,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn Ids>,
}

/// Where it listens.
pub struct HubAddress {
    pub host: IpAddr,
    /// Set by the user; `None` looks for one.
    pub port: Option<u16>,
    /// Further names of this hub, with port.
    pub hosts: Vec<String>,
}

/// Its owner, and the desktop of that person.
pub struct HubPerson {
    pub user: Option<String>,
    /// Where questions are announced.
    pub desktop: Arc<dyn Desktop>,
    /// The desktop session of the process that starts it.
    pub session: DesktopSession,
    /// For quiet hours.
    pub zone: TimeZone,
}

/// What it serves besides its own API.
pub struct HubRoutes {
    pub mount: Mount,
    /// What runs as long as the hub does, besides.
    pub beside: Beside,
    /// Surfaces that run inside the hub: chats.
    pub surfaces: Vec<SurfaceInHub>,
    /// Between two pings to each waiting client.
    pub ping: Duration,
}

/// Further routes to the desk, protected or open like the hub's own. They end when the end is
/// announced.
pub type Mount = Box<dyn FnOnce(Arc<dyn Desk>, Arc<AgentTokens>, Ending) -> Routes + Send>;

/// A task of the hub, which may watch how many are connected to it, and know of the others over its database.
pub type Beside = Box<
    dyn FnOnce(Arc<dyn Desk>, Option<Arc<dyn Cluster>>, watch::Receiver<usize>) -> Running + Send,
>;

/// A surface that runs inside the hub.
pub struct SurfaceInHub {
    pub name: &'static str,
    pub open: OpenSurface,
}

/// Opens a surface inside the hub: its routes, and its task.
pub type OpenSurface = Box<dyn Fn(SurfaceContext, SurfaceRole) -> (Routes, Running) + Send + Sync>;
pub(crate) type Running = Pin<Box<dyn Future<Output = ()> + Send>>;

/// What such a surface gets.
#[derive(Clone)]
pub struct SurfaceContext {
    pub desk: Arc<dyn Desk>,
    pub posts: Posts,
    pub conversations: Conversations,
    pub clock: Arc<dyn Clock>,
}

/// Still holds the lock: drop it when nothing of the runtime is left, so that the next hub opens a
/// store that is closed.
pub struct EndedHub {
    lock: HubLock,
    paths: Paths,
    /// Something is pending, and nobody else starts a hub for it: it was asked at the last moment,
    /// when the hub was already ending, or the files were removed.
    unfinished: bool,
    lost: Option<String>,
}

impl EndedHub {
    /// Why it had to end, if its files were lost.
    pub fn lost(&self) -> Option<&str> {
        self.lost.as_deref()
    }

    /// Releases the lock. A question that was asked at the last moment gets a new hub: its deadline
    /// has to be kept, even if nobody connects.
    pub fn finish(self) {
        let EndedHub { lock, paths, unfinished, lost: _ } = self;
        drop(lock);
        if !unfinished {
            return;
        }
        let started = match Starting::take_now(&paths) {
            Ok(Some(starting)) => spawn(&paths.data_dir, starting).map(drop),
            // Another process is starting one.
            Ok(None) => Ok(()),
            Err(error) => Err(error),
        };
        if let Err(error) = started {
            tracing::warn!(%error, "something is pending, but no hub could be started for it");
        }
    }
}

/// Runs until it is asked to end. `ready` is called when connecting will succeed, with a message for
/// the user, if any.
pub async fn run(
    setup: HubSetup,
    ready: impl FnOnce(&HubInfo, Option<&str>),
) -> Result<EndedHub, HubError> {
    let HubSetup { paths, starting, store, address, person, routes, linger } = setup;
    // One in the foreground is restarted by its starter.
    let is_detached = starting.is_some();
    let Claimed { mut lock, info, starting } = Claimed::take(&paths, starting).await?;
    let (opened, StoreFiles { remark, look, lost }) = Opened::open(&paths, store).await?;
    let (engine, ids) = (opened.engine.clone(), opened.ids.clone());
    let mut bound = Bound::bind(&paths, lock.last(), ids.as_ref(), address).await?;
    engine.set_portal(bound.portal());
    let serving = Serving::start(&paths, opened, &mut bound, person, routes).await?;

    let Bound { place, unix, port, .. } = bound;
    let socket = place.socket.display().to_string();
    let info = HubInfo { socket, port, stage: Stage::Serving, ..info };
    lock.write(&info)?;
    drop(starting);
    tracing::info!(pid = info.pid, port, socket = info.socket, "the hub is ready");
    ready(&info, remark.as_deref());

    let counted = paths.waiting();
    let mut watched = FileWatch { paths, lock, info, place, unix, ids, look, lost };
    let why = tokio::select! {
        why = end(&engine, &serving.connections, linger, serving.asked.subscribe()) => why?,
        () = watched.keep() => LOST,
        () = waiting::keep(&counted, engine.pending()) => LOST,
    };
    tracing::info!(why, "the hub is ending");
    // Before the socket is removed: a client that finds none knows from this that it may start the
    // next hub, which waits for the lock.
    let FileWatch { paths, mut lock, info, place, lost, .. } = watched;
    if let Err(error) = lock.write(&HubInfo { stage: Stage::Ending, ..info }) {
        tracing::warn!(%error, "others cannot see that this hub is ending");
    }
    place.remove();
    engine.close();
    serving.end().await;
    let pending = *engine.pending().borrow();
    // Questions may wait without a hub. Files that were removed stay away.
    if why != LOST
        && let Err(error) = waiting::write(&counted, pending)
    {
        tracing::debug!(%error, "the prompts of shells cannot be told what is waiting");
    }
    let unfinished = pending > 0 && (why == IDLE || (why == LOST && is_detached));
    let lost = lost.borrow().clone();
    Ok(EndedHub { lock, paths, unfinished, lost })
}

const LOST: &str = "its files were removed";
const IDLE: &str = "nothing is pending and nobody is connected";

async fn end(
    engine: &Engine,
    connections: &Connections,
    linger: Option<Duration>,
    mut asked: watch::Receiver<Option<StopRequest>>,
) -> io::Result<&'static str> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let idle = async {
        match linger {
            Some(linger) => linger::idle(engine, connections.watch(), linger).await,
            None => std::future::pending().await,
        }
    };
    #[cfg(feature = "test-support")]
    let leash = crate::test_leash::cut();
    #[cfg(not(feature = "test-support"))]
    let leash = std::future::pending::<()>();
    Ok(tokio::select! {
        _ = terminate.recv() => "terminated",
        _ = interrupt.recv() => "interrupted",
        _ = asked.wait_for(Option::is_some) => "asked to",
        () = idle => IDLE,
        () = leash => "the leash was cut",
    })
}
