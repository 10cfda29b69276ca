//! Everything that runs while a hub serves: its routes at every listener, and what goes on beside them.

#![expect(clippy::disallowed_methods, reason = "the timer of a connection or a process")]

use std::sync::Arc;
use std::time::Instant;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use sayso_access::{Access, Caller, Connections, Keys, Outside, Pairing, Routes};
use sayso_api::{ApiServer, Ending, Service, routes};
use sayso_core::ChatId;
use sayso_desk::SurfaceRole;
use sayso_wire::StopRequest;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::bound::Bound;
use super::opened::Opened;
use super::{HubPerson, HubRoutes};
use crate::attention::Attention;
use crate::cluster_sync::ClusterSync;
use crate::desktop::Sessions;
use crate::error::HubError;
use crate::notice::Notices;
use crate::operations::Hub;
use crate::paths::Paths;
use crate::{leader, peers, platform};

pub(super) struct Serving {
    pub(super) connections: Connections,
    /// Set when the hub is asked to end.
    pub(super) asked: watch::Sender<Option<StopRequest>>,
    announce: watch::Sender<bool>,
    servers: JoinSet<()>,
    background: JoinSet<()>,
}

impl Serving {
    pub(super) async fn start(
        paths: &Paths,
        opened: Opened,
        bound: &mut Bound,
        person: HubPerson,
        wanted: HubRoutes,
    ) -> Result<Serving, HubError> {
        let (announce, ending) = Ending::new();
        let mut serving = Serving {
            connections: Connections::within(raise_file_limit()),
            asked: watch::Sender::new(None),
            announce,
            servers: JoinSet::new(),
            background: JoinSet::new(),
        };
        let ground = opened.ground();
        let Opened { engine, agents, pages, posts, conversations, clock, ids, .. } = opened;
        let operations = Arc::new(Hub {
            engine: engine.clone(),
            store_metrics: opened.metrics,
            connections: serving.connections.clone(),
            asked: serving.asked.clone(),
            started: Instant::now(),
            portal: bound.portal(),
            data_dir: paths.data_dir.display().to_string(),
            database: opened.at,
        });
        let outside = Outside {
            pairing: Pairing::new(clock.clone(), ids),
            addresses: bound.addresses.clone(),
            is_elsewhere: peers::is_elsewhere,
        };
        let keys = Keys::new(agents.clone(), pages, person.user.clone(), bound.host());
        let keys = Arc::new(keys.with_outside(outside));
        if let Some(news) = opened.news {
            let (keys, agents, clock) = (keys.clone(), agents.clone(), clock.clone());
            let sync = ClusterSync { news, keys, agents, posts, conversations, clock };
            serving.background.spawn(sync.keep_up());
        }
        let HubPerson { user, desktop, session, zone } = person;
        let sessions = Arc::new(Sessions::new(session, desktop, clock.clone()));
        let HubRoutes { mount, beside, surfaces, ping } = wanted;
        let notices = Notices::new(keys.clone(), sessions.clone(), bound.portal());
        let chats = surfaces.iter().filter_map(|chat| ChatId::from_name(chat.name)).collect();
        let attention = Attention::new(engine.clone(), clock.clone(), zone, chats, notices);
        serving.background.spawn(attention.run());
        let connections = serving.connections.watch();
        serving.background.spawn(beside(engine.clone(), opened.cluster.clone(), connections));
        let (until, desk) = (ending.clone(), engine.clone());
        let service = Service::new(desk, operations, keys.clone(), clock, until, ping);
        let mut routes = routes(service).merge(mount(engine, agents, ending.clone()));
        for surface in surfaces {
            let (more, running) = match &opened.cluster {
                Some(cluster) => leader::in_turn(surface, ground.clone(), cluster.as_ref()),
                None => (surface.open)(ground.clone(), SurfaceRole::Lead),
            };
            serving.background.spawn(running);
            routes = routes.merge(more);
        }
        serving.listen(bound, routes, user, (&sessions, keys), &ending);
        Ok(serving)
    }

    /// Programs of this user at the unix socket, everything else over TCP.
    fn listen(
        &mut self,
        bound: &mut Bound,
        routes: Routes,
        user: Option<String>,
        (sessions, keys): (&Arc<Sessions>, Arc<Keys>),
        ending: &Ending,
    ) {
        let server = |router, caller, connections: &Connections| {
            let (connections, ending) = (connections.clone(), ending.clone());
            ApiServer { router, caller, connections, ending }
        };
        let local = Caller::Local { user, peer: None };
        let local = server(sessions.around(routes.clone()), local, &self.connections);
        self.servers.spawn(local.serve_unix(bound.unix.subscribe(), peers::admit_unix));
        let protected = Access::new(std::mem::take(&mut bound.names), keys).protect(routes);
        let listeners: Vec<TcpListener> = std::mem::take(&mut bound.tcp);
        for listener in listeners {
            let remote = server(protected.clone(), Caller::Stranger, &self.connections);
            self.servers.spawn(remote.serve_tcp(listener, platform::admit_tcp));
        }
    }

    /// Closes all connections, then ends what goes on beside them.
    pub(super) async fn end(mut self) {
        self.announce.send_replace(true);
        while self.servers.join_next().await.is_some() {}
        self.background.shutdown().await;
    }
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
