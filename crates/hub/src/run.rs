//! The life of a hub: take the lock, open the store, listen, serve, and end cleanly.

use std::io;
use std::net::IpAddr;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use sayso_access::{Access, Caller, Connections, Keys, Outside, Routes};
use sayso_access::{AgentTokens, PageTokens, Pairing};
use sayso_api::desktop::DesktopSession;
use sayso_api::{Ending, Server, Service, routes};
pub use sayso_desk::Part;
use sayso_desk::{
    Answering, Clock, Conversations, Desk, DeskError, Ids, OpenStore, Posts, SharedStore,
};
use sayso_engine::{Config, Engine};
use sayso_wire::StopRequest;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::desktop::{Desktop, Sessions};
use crate::error::HubError;
use crate::keeper::Keeper;
use crate::lock::{HubInfo, HubLock, Stage};
use crate::neighbours::Neighbours;
use crate::notice::Notices;
use crate::operations::Hub;
use crate::paths::Paths;
use crate::private;
use crate::spawn::{StartNote, Starting, spawn};
use crate::version::Version;
use crate::{linger, listen, peers, platform, turns};

/// A hub closes its connections, folds its log into the database and ends in less than this.
pub(crate) const ENDS_WITHIN: Duration = Duration::from_secs(10);

/// Everything a hub gets from its starter.
pub struct Setup {
    pub paths: Paths,
    /// Handed over by the process that starts it; `None`: it is taken here.
    pub starting: Option<Starting>,
    pub host: IpAddr,
    /// Set by the user; `None` looks for one.
    pub port: Option<u16>,
    /// Further names of this hub, with port.
    pub hosts: Vec<String>,
    /// `None`: it stays forever.
    pub linger: Option<Duration>,
    pub user: Option<String>,
    pub engine: Config,
    pub store: StoreFactory,
    pub mount: Mount,
    /// Surfaces that run inside the hub: chats.
    pub surfaces: Vec<SurfaceInHub>,
    /// Where questions that nobody has seen are announced.
    pub desktop: Arc<dyn Desktop>,
    /// The desktop session of the process that starts it.
    pub session: DesktopSession,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn Ids>,
    /// Between two pings to each waiting client.
    pub ping: Duration,
}

pub type StoreFactory = Box<dyn FnOnce(&Path) -> Result<OpenStore, DeskError> + Send>;

/// Further routes to the desk, protected or open like the hub's own. They end when the end is
/// announced.
pub type Mount = Box<dyn FnOnce(Arc<dyn Desk>, Arc<AgentTokens>, Ending) -> Routes + Send>;

/// A surface that runs inside the hub.
pub struct SurfaceInHub {
    pub name: &'static str,
    pub open: OpenSurface,
}

/// Opens a surface inside the hub: its routes, and its task.
pub type OpenSurface = Box<dyn Fn(Ground, Part) -> (Routes, Running) + Send + Sync>;
pub(crate) type Running = Pin<Box<dyn Future<Output = ()> + Send>>;

/// What such a surface gets.
#[derive(Clone)]
pub struct Ground {
    pub desk: Arc<dyn Desk>,
    pub posts: Posts,
    pub conversations: Conversations,
    pub clock: Arc<dyn Clock>,
}

/// Still holds the lock: drop it when nothing of the runtime is left, so that the next hub opens a
/// store that is closed.
pub struct Ended {
    lock: HubLock,
    paths: Paths,
    /// Something is pending, and nobody else starts a hub for it: it was asked at the last moment,
    /// when the hub was already ending, or the files were removed.
    unfinished: bool,
    lost: Option<String>,
}

impl Ended {
    /// Why it had to end, if its files were lost.
    pub fn lost(&self) -> Option<&str> {
        self.lost.as_deref()
    }

    /// Releases the lock. A question that was asked at the last moment gets a new hub: its deadline
    /// has to be kept, even if nobody connects.
    pub fn finish(self) {
        let Ended { lock, paths, unfinished, lost: _ } = self;
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
    setup: Setup,
    ready: impl FnOnce(&HubInfo, Option<&str>),
) -> Result<Ended, HubError> {
    let paths = setup.paths;
    paths.create()?;
    // One in the foreground is restarted by its starter.
    let is_detached = setup.starting.is_some();
    let starting = match setup.starting {
        Some(starting) => starting,
        None => match tokio::time::timeout(ENDS_WITHIN, Starting::take(&paths)).await {
            Ok(starting) => starting?,
            Err(_) => return Err(HubError::Starting(StartNote::read(&paths).map(StartNote::pid))),
        },
    };
    let Some(mut lock) = HubLock::take(&paths.lock(), ENDS_WITHIN).await? else {
        return Err(match HubInfo::read(&paths.lock()) {
            Some(HubInfo { stage: Stage::Ending, pid, .. }) => HubError::StillEnding { pid },
            Some(_) | None => HubError::Taken,
        });
    };
    let starting_info = HubInfo {
        pid: std::process::id(),
        version: Version::own().to_string(),
        socket: lock.last().map(|last| last.socket.clone()).unwrap_or_default(),
        port: lock.last().map_or(0, |last| last.port),
        stage: Stage::Starting,
    };
    lock.write(&starting_info)?;
    let descriptors = raise_file_limit();
    private::tighten_files(&paths.data_dir)?;
    let OpenStore { store, at, shared, metrics, remark, look, lost } =
        (setup.store)(&paths.database())?;
    if let Some(remark) = &remark {
        tracing::warn!("{remark}");
    }
    let (others, clock) = match shared {
        Some(SharedStore { others, clock }) => (Some(others), clock),
        None => (None, setup.clock),
    };
    // Listens first, then reads.
    let news = others.as_ref().map(|others| others.listen());
    let ids = setup.ids;
    let pages = PageTokens::start(store.clone(), clock.clone(), ids.clone()).await?;
    let pages = pages.among(others.clone());
    let agents = Arc::new(AgentTokens::start(store.clone(), clock.clone(), ids.clone()).await?);
    let posts = Posts::start(store.clone()).await?;
    let conversations = Conversations::in_store(store.clone());
    let engine =
        Engine::start_among(others.clone(), store, clock.clone(), ids.clone(), setup.engine)
            .await?;
    let engine = Arc::new(engine);

    let mut place = listen::place(&paths, lock.last(), ids.as_ref())?;
    let unix = watch::Sender::new(Arc::new(place.bind()?));
    // 0 if it never listened.
    let last_port = lock.last().map(|info| info.port).filter(|port| *port != 0);
    let tcp = listen::tcp(setup.host, setup.port, last_port).await?;
    let port = tcp[0].local_addr()?.port();
    let portal = format!("http://localhost:{port}");
    engine.set_portal(portal.clone());

    let (announce, ending) = Ending::new();
    let asked = watch::Sender::new(None);
    let connections = Connections::within(descriptors);
    let operations = Arc::new(Hub {
        engine: Arc::clone(&engine),
        store_metrics: metrics,
        connections: connections.clone(),
        asked: asked.clone(),
        started: Instant::now(),
        portal: portal.clone(),
        data_dir: paths.data_dir.display().to_string(),
        database: at,
    });
    let host = format!("localhost:{port}");
    let addresses = peers::reachable(setup.host).into_iter();
    let outside = Outside {
        pairing: Pairing::new(clock.clone(), ids.clone()),
        addresses: addresses.map(|address| named(address, port)).collect(),
        is_elsewhere: peers::is_elsewhere,
    };
    let mut names = hosts(setup.host, port, setup.hosts);
    names.extend(outside.addresses.iter().cloned());
    let keys = Keys::new(agents.clone(), pages, setup.user.clone(), host);
    let keys = Arc::new(keys.with_outside(outside));
    let mut background = JoinSet::new();
    if let Some(news) = news {
        let (keys, agents) = (keys.clone(), agents.clone());
        let (posts, clock, conversations) = (posts.clone(), clock.clone(), conversations.clone());
        let neighbours = Neighbours { news, keys, agents, posts, conversations, clock };
        background.spawn(neighbours.keep_up());
    }
    let sessions = Arc::new(Sessions::new(setup.session, setup.desktop, clock.clone()));
    let notices = Notices {
        desk: engine.clone(),
        keys: keys.clone(),
        clock: clock.clone(),
        sessions: sessions.clone(),
        portal: portal.clone(),
    };
    background.spawn(notices.run(engine.events(None).await?.cursor));
    let (until, ping) = (ending.clone(), setup.ping);
    let service =
        Service::new(engine.clone(), operations, keys.clone(), clock.clone(), until, ping);
    let mut routes = routes(service).merge((setup.mount)(engine.clone(), agents, ending.clone()));
    let ground = Ground { desk: engine.clone(), posts, conversations, clock };
    for surface in setup.surfaces {
        let (more, running) = match &others {
            Some(others) => turns::in_turn(surface, ground.clone(), others.as_ref()),
            None => (surface.open)(ground.clone(), Part::Lead),
        };
        background.spawn(running);
        routes = routes.merge(more);
    }
    let local = Server {
        router: sessions.around(routes.clone()),
        caller: Caller::Local { user: setup.user, peer: None },
        connections: connections.clone(),
        ending: ending.clone(),
    };
    let access = Access::new(names, keys);
    let protected = access.protect(routes);
    let mut servers = JoinSet::new();
    servers.spawn(local.serve_unix(unix.subscribe(), peers::admit_unix));
    for listener in tcp {
        let remote = Server {
            router: protected.clone(),
            caller: Caller::Stranger,
            connections: connections.clone(),
            ending: ending.clone(),
        };
        servers.spawn(remote.serve_tcp(listener, platform::admit_tcp));
    }

    let info = HubInfo {
        socket: place.socket.display().to_string(),
        port,
        stage: Stage::Serving,
        ..starting_info
    };
    lock.write(&info)?;
    drop(starting);
    tracing::info!(pid = info.pid, port, socket = info.socket, "the hub is ready");
    ready(&info, remark.as_deref());

    let mut keeper = Keeper { paths, lock, info, place, unix, ids, look, lost };
    let why = tokio::select! {
        why = end(&engine, &connections, setup.linger, asked.subscribe()) => why?,
        () = keeper.keep() => LOST,
    };
    tracing::info!(why, "the hub is ending");
    // Before the socket is removed: a client that finds none knows from this that it may start the
    // next hub, which waits for the lock.
    let Keeper { paths, mut lock, info, place, lost, .. } = keeper;
    if let Err(error) = lock.write(&HubInfo { stage: Stage::Ending, ..info }) {
        tracing::warn!(%error, "others cannot see that this hub is ending");
    }
    place.remove();
    engine.close();
    announce.send_replace(true);
    while servers.join_next().await.is_some() {}
    background.shutdown().await;
    let pending = *engine.pending().borrow() > 0;
    let unfinished = pending && (why == IDLE || (why == LOST && is_detached));
    let lost = lost.borrow().clone();
    Ok(Ended { lock, paths, unfinished, lost })
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
    let leash = crate::leash::cut();
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

/// Each waiting client needs a descriptor; the usual soft limit of 1,024 is soon reached. Returns
/// the new limit.
fn raise_file_limit() -> usize {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let limit = match setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
        Ok(()) => maximum,
        Err(error) => {
            tracing::debug!(%error, "the limit of open files stays as it is");
            current
        }
    };
    limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX)
}

fn named(address: IpAddr, port: u16) -> String {
    match address {
        IpAddr::V4(address) => format!("{address}:{port}"),
        IpAddr::V6(address) => format!("[{address}]:{port}"),
    }
}

fn hosts(host: IpAddr, port: u16, more: Vec<String>) -> Vec<String> {
    let bound = named(host, port);
    let mut hosts: Vec<String> =
        ["localhost", "127.0.0.1", "[::1]"].map(|name| format!("{name}:{port}")).to_vec();
    hosts.push(bound);
    hosts.extend(more);
    hosts
}
