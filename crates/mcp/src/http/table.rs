//! The sessions of clients that begin with `initialize`, in a bounded table.
//!
//! The SDK serves a session with two tasks and half a dozen channels, about 50 KB. Few sessions
//! need them at the same time: if more than [`Limits::idle`] sessions without an open request or
//! stream are awake, the oldest of them is put to sleep. A sleeping session is a row here, of about
//! 1 KB: its greeting and its undelivered answers. Its next request wakes it, and the client
//! notices nothing. Only if there are more than [`Limits::known`] is the oldest forgotten: its
//! client gets 404 and begins again, as the protocol says. Its questions are still at the desk, to
//! be fetched by their ids or by asking again.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use rmcp::model::InitializeRequestParams;
use rmcp::transport::common::server_side_http::SessionId;
use rmcp::transport::streamable_http_server::session::local::LocalSessionHandle;
use sayso_desk::{Asking, Clock};
use tokio_util::sync::CancellationToken;

use crate::delivery::Connection;

/// A client that has sent nothing for this long is gone.
const SILENT: Duration = Duration::from_secs(24 * 60 * 60);
/// Limit for what a client says about itself in `initialize`. A session with a longer greeting is
/// forgotten instead of put to sleep.
const LONGEST_GREETING: usize = 4 * 1024;

#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// Sessions in total.
    pub known: usize,
    /// Sessions that are awake without an open request or stream. Those with one are limited by the
    /// number of connections.
    pub idle: usize,
}

impl Default for Limits {
    /// More than anyone has agents: 1 MB of sleeping sessions and 3 MB of idle ones.
    fn default() -> Limits {
        Limits { known: 1_024, idle: 64 }
    }
}

pub(super) struct Table {
    desk: Arc<dyn Asking>,
    clock: Arc<dyn Clock>,
    limits: Limits,
    sessions: Mutex<HashMap<SessionId, Session>>,
}

struct Session {
    connection: Arc<Connection>,
    /// Its `initialize` parameters as JSON; `None` while it begins, or if they are too long.
    greeting: Option<Box<[u8]>>,
    state: State,
    /// Locked while it is being woken.
    waking: Arc<tokio::sync::Mutex<()>>,
    /// Number of open requests and streams.
    visits: usize,
    /// When it was last used, by the monotonic clock.
    used: Duration,
}

enum State {
    Asleep,
    /// `initialize` is in progress: the client's, or ours to wake it.
    Beginning(Worker),
    Awake(Worker),
}

/// The SDK's side of a session.
pub(super) struct Worker {
    pub handle: LocalSessionHandle,
    /// Ends it; also cancelled when it has ended by itself.
    pub end: CancellationToken,
}

impl Session {
    fn is_idle(&self) -> bool {
        self.visits == 0 && self.connection.is_quiet() && !matches!(self.state, State::Beginning(_))
    }

    fn worker(&self) -> Option<&Worker> {
        match &self.state {
            State::Asleep => None,
            State::Beginning(worker) | State::Awake(worker) => Some(worker),
        }
    }

    fn sleep(&mut self) {
        if let State::Beginning(worker) | State::Awake(worker) =
            std::mem::replace(&mut self.state, State::Asleep)
        {
            worker.end.cancel();
        }
    }
}

impl Table {
    pub(super) fn new(desk: Arc<dyn Asking>, clock: Arc<dyn Clock>, limits: Limits) -> Table {
        Table { desk, clock, limits, sessions: Mutex::default() }
    }

    /// Adds a new session. If there are too many, the oldest idle one is forgotten; sessions that
    /// still wait for an answer come last.
    pub(super) fn begin(&self, id: SessionId, worker: Worker) {
        let now = self.clock.running();
        let mut sessions = self.sessions.lock();
        sessions.retain(|_, session| {
            let stays = !session.is_idle() || session.used + SILENT > now;
            if !stays {
                session.sleep();
            }
            stays
        });
        while sessions.len() >= self.limits.known {
            let idle = sessions.iter().filter(|(_, session)| session.is_idle());
            let oldest = idle
                .min_by_key(|(_, session)| (session.connection.questions.are_open(), session.used));
            // They can't all be in use: each of those has a connection.
            let Some(oldest) = oldest.map(|(id, _)| id.clone()) else { break };
            tracing::info!(session = &*oldest, "too many MCP sessions: the oldest is forgotten");
            if let Some(mut session) = sessions.remove(&oldest) {
                session.sleep();
            }
        }
        let session = Session {
            connection: self.unshared(),
            greeting: None,
            state: State::Beginning(worker),
            waking: Arc::default(),
            visits: 0,
            used: now,
        };
        sessions.insert(id, session);
    }

    /// `initialize` is complete.
    pub(super) fn begun(&self, id: &str, greeting: &InitializeRequestParams) {
        let greeting = serde_json::to_vec(greeting).ok();
        let greeting = greeting.filter(|greeting| greeting.len() <= LONGEST_GREETING);
        let mut sessions = self.sessions.lock();
        if let Some(session) = sessions.get_mut(id) {
            session.greeting = greeting.map(Vec::into_boxed_slice);
            rise(session);
        }
        self.put_to_sleep(&mut sessions);
    }

    pub(super) fn greeting(&self, id: &str) -> Option<InitializeRequestParams> {
        serde_json::from_slice(self.sessions.lock().get(id)?.greeting.as_deref()?).ok()
    }

    /// It is being woken with this worker.
    pub(super) fn wake(&self, id: &str, worker: Worker) {
        if let Some(session) = self.sessions.lock().get_mut(id) {
            session.state = State::Beginning(worker);
        }
    }

    pub(super) fn is_awake(&self, id: &str) -> bool {
        self.sessions.lock().get(id).is_some_and(|session| matches!(session.state, State::Awake(_)))
    }

    pub(super) fn handle(&self, id: &str) -> Option<LocalSessionHandle> {
        Some(self.sessions.lock().get(id)?.worker()?.handle.clone())
    }

    /// A worker of this session has ended: the current one, or one from before it last slept.
    pub(super) fn ended(&self, id: &str) {
        let mut sessions = self.sessions.lock();
        let Some(session) = sessions.get_mut(id) else { return };
        let is_present = session.worker().is_some_and(|worker| worker.end.is_cancelled());
        if is_present && session.greeting.is_some() {
            session.state = State::Asleep;
        } else if is_present {
            sessions.remove(id);
        }
    }

    /// The client has ended its session.
    pub(super) fn forget(&self, id: &str) {
        if let Some(mut session) = self.sessions.lock().remove(id) {
            session.sleep();
        }
    }

    /// A request of this session, if it exists.
    pub(super) fn visit(self: &Arc<Self>, id: &str) -> Option<Visit> {
        let mut sessions = self.sessions.lock();
        let id = sessions.get_key_value(id)?.0.clone();
        let session = sessions.get_mut(&id)?;
        session.visits += 1;
        let connection = Arc::clone(&session.connection);
        let waking = Arc::clone(&session.waking);
        Some(Visit { table: Arc::clone(self), id, connection, waking })
    }

    /// The connection of a request without a session, which shares nothing with any other.
    pub(super) fn unshared(&self) -> Arc<Connection> {
        Arc::new(Connection::new(Arc::clone(&self.desk), Arc::clone(&self.clock)))
    }

    /// How many sessions are known, and how many of them are awake.
    #[cfg(test)]
    pub(super) fn counts(&self) -> (usize, usize) {
        let sessions = self.sessions.lock();
        let awake = sessions.values().filter(|session| session.worker().is_some()).count();
        (sessions.len(), awake)
    }

    fn put_to_sleep(&self, sessions: &mut HashMap<SessionId, Session>) {
        let is_candidate =
            |session: &Session| matches!(session.state, State::Awake(_)) && session.is_idle();
        let idle = sessions.values().filter(|session| is_candidate(session)).count();
        for _ in self.limits.idle..idle {
            let candidates = sessions.iter_mut().filter(|(_, session)| is_candidate(session));
            let Some((id, oldest)) = candidates.min_by_key(|(_, session)| session.used) else {
                return;
            };
            oldest.sleep();
            if oldest.greeting.is_none() {
                let id = id.clone();
                sessions.remove(&id);
            }
        }
    }
}

fn rise(session: &mut Session) {
    session.state = match std::mem::replace(&mut session.state, State::Asleep) {
        State::Beginning(worker) if !worker.end.is_cancelled() => State::Awake(worker),
        State::Beginning(_) | State::Asleep => State::Asleep,
        State::Awake(worker) => State::Awake(worker),
    };
}

/// A request or stream of a session; the session isn't idle until this is dropped.
pub(super) struct Visit {
    table: Arc<Table>,
    id: SessionId,
    connection: Arc<Connection>,
    waking: Arc<tokio::sync::Mutex<()>>,
}

impl Visit {
    pub(super) fn connection(&self) -> &Arc<Connection> {
        &self.connection
    }

    pub(super) fn is_awake(&self) -> bool {
        self.table.is_awake(&self.id)
    }

    /// Held by the request that wakes the session: one at a time.
    pub(super) fn turn(&self) -> Arc<tokio::sync::Mutex<()>> {
        Arc::clone(&self.waking)
    }

    /// The SDK has woken it, if it could.
    pub(super) fn woken(&self) {
        if let Some(session) = self.table.sessions.lock().get_mut(&self.id) {
            rise(session);
        }
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let mut sessions = self.table.sessions.lock();
        if let Some(session) = sessions.get_mut(&self.id) {
            session.visits -= 1;
            session.used = self.table.clock.running();
        }
        self.table.put_to_sleep(&mut sessions);
    }
}
