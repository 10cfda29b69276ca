//! A connection that comes back: opened when it is needed, and again when it was lost.
//!
//! A call waits a few seconds for a server that is being restarted. If it stays away, calls fail
//! at once, and only one in a while tries again.

#![expect(clippy::disallowed_methods, reason = "the timer of a connection or a process")]

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use parking_lot::Mutex;
use sayso_desk::store::StoreError;
use tokio::runtime::Handle;
use tokio::sync::OnceCell;
use tokio::task::AbortHandle;
use tokio::time::Instant;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Error, Row, Statement};

use super::address::PostgresAddress;
use super::connect::{Opened, Unopened, Use, open};
use super::errors::{Kind, Place, is_mistrusted, kind};

/// A restart of the server takes no longer. Clients of the hub wait twice as long.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// Between two attempts, doubled each time.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// What failed because of its connection is tried again: once in any case, and then for as long as a server
/// may take to restart, which may happen several times in a row.
pub(super) struct Tries {
    begun: Instant,
    tried: bool,
}

impl Tries {
    pub(super) fn begin() -> Tries {
        Tries { begun: Instant::now(), tried: false }
    }

    pub(super) fn once_more(&mut self) -> bool {
        !std::mem::replace(&mut self.tried, true) || self.begun.elapsed() < PATIENCE
    }
}

pub(super) type Params<'a> = &'a [&'a (dyn ToSql + Sync)];

pub(super) struct Link {
    address: PostgresAddress,
    place: Place,
    /// Where its connections run.
    runtime: Handle,
    using: Use,
    /// A connection that takes longer to make is never made.
    patience: Duration,
    /// A reply that takes longer never comes.
    silence: Duration,
    state: tokio::sync::Mutex<State>,
    /// The connection that was made last.
    latest: Mutex<Weak<Session>>,
}

#[derive(Default)]
struct State {
    session: Option<Arc<Session>>,
    away: Option<Away>,
}

struct Away {
    since: Instant,
    pause: Duration,
    next: Instant,
    why: StoreError,
}

impl Link {
    pub(super) fn new(address: PostgresAddress, runtime: Handle, silence: Duration) -> Link {
        let (place, patience) = (Place(address.to_string()), silence);
        let (state, latest) = (tokio::sync::Mutex::default(), Mutex::default());
        Link { address, place, runtime, using: Use::Hub, patience, silence, state, latest }
    }

    /// For what reads many rows, and takes this many times as long.
    pub(super) fn longer(self, times: u32) -> Link {
        Link { using: Use::Scan, silence: self.silence * times, ..self }
    }

    /// Its connection may have been cut off without a word: what is under way fails now instead of
    /// much later, and the next call connects again.
    pub(super) fn distrust(&self) {
        if let Some(session) = self.latest.lock().upgrade() {
            session.connection.abort();
        }
    }

    pub(super) fn place(&self) -> &Place {
        &self.place
    }

    /// An open connection.
    pub(super) async fn session(&self) -> Result<Arc<Session>, StoreError> {
        let mut state = self.state.lock().await;
        if let Some(session) = state.session.as_ref().filter(|session| !session.is_closed()) {
            return Ok(Arc::clone(session));
        }
        state.session = None;
        let begun = Instant::now();
        loop {
            if let Some(away) = &state.away
                && Instant::now() < away.next
            {
                if away.since.elapsed() > PATIENCE {
                    return Err(away.why.clone());
                }
                tokio::time::sleep_until(away.next).await;
            }
            match self.connect().await {
                Ok(session) => {
                    if state.away.take().is_some() {
                        tracing::info!(at = self.place.0, "PostgreSQL is back");
                    }
                    let session = Arc::new(session);
                    state.session = Some(Arc::clone(&session));
                    *self.latest.lock() = Arc::downgrade(&session);
                    return Ok(session);
                }
                Err((why, lasting)) => {
                    let (since, pause) = match &state.away {
                        Some(away) => (away.since, (away.pause * 2).min(LONGEST_PAUSE)),
                        None => {
                            tracing::warn!(%why, "PostgreSQL is away");
                            (begun, FIRST_PAUSE)
                        }
                    };
                    let next = Instant::now() + pause;
                    state.away = Some(Away { since, pause, next, why: why.clone() });
                    if lasting || since.elapsed() > PATIENCE {
                        return Err(why);
                    }
                }
            }
        }
    }

    /// The error, and whether waiting is useless.
    async fn connect(&self) -> Result<Session, (StoreError, bool)> {
        let (address, runtime, using) = (self.address.clone(), self.runtime.clone(), self.using);
        let mut connected =
            self.runtime.spawn(async move { open(&address, &runtime, using, None).await });
        // A connection can be cut off while it is made, too.
        let Ok(connected) = tokio::time::timeout(self.patience, &mut connected).await else {
            connected.abort();
            return Err((self.place.away("it takes too long to connect"), false));
        };
        match connected {
            Ok(Ok(opened)) => Ok(Session::new(opened, self.place.clone(), self.silence)),
            Ok(Err(Unopened::Server(error))) => {
                // A wrong password stays wrong, and so does a certificate.
                let lasting = is_mistrusted(&error)
                    || error.as_db_error().is_some() && kind(&error) == Kind::Refused;
                Err((self.place.explain(&error), lasting))
            }
            Ok(Err(unopened)) => Err((unopened.explain(&self.place), true)),
            Err(_) => Err((StoreError::Other("the store is closed".to_owned()), true)),
        }
    }

    /// For reading, which may be repeated when the connection turns out to be gone.
    pub(super) async fn query(
        &self,
        sql: &'static str,
        params: Params<'_>,
    ) -> Result<Vec<Row>, StoreError> {
        let mut tries = Tries::begin();
        loop {
            let session = self.session().await?;
            match session.query(sql, params).await {
                Err(error) if kind(&error) != Kind::Refused && tries.once_more() => {
                    self.leave(&session, &error).await;
                }
                read => return read.map_err(|error| self.place.explain(&error)),
            }
        }
    }

    /// The same for a statement that differs each time.
    pub(super) async fn query_once(
        &self,
        sql: &str,
        params: Params<'_>,
    ) -> Result<Vec<Row>, StoreError> {
        let mut tries = Tries::begin();
        loop {
            let session = self.session().await?;
            match session.in_time(session.client.query(sql, params)).await {
                Err(error) if kind(&error) != Kind::Refused && tries.once_more() => {
                    self.leave(&session, &error).await;
                }
                read => return read.map_err(|error| self.place.explain(&error)),
            }
        }
    }

    /// Not to be used again if the connection is gone: it may take a moment until it shows.
    pub(super) async fn leave(&self, session: &Arc<Session>, error: &Error) {
        let mut state = self.state.lock().await;
        if kind(error) == Kind::Gone
            && state.session.as_ref().is_some_and(|current| Arc::ptr_eq(current, session))
        {
            state.session = None;
        }
    }
}

/// One connection, and what is prepared on it.
pub(super) struct Session {
    pub(super) client: Client,
    connection: AbortHandle,
    silence: Duration,
    place: Place,
    backend: OnceCell<Backend>,
    prepared: Mutex<HashMap<&'static str, Statement>>,
}

/// The server's end of a connection: its process, and since when.
#[derive(Debug, Clone)]
pub(super) struct Backend {
    process: i32,
    since: String,
}

const BACKEND: &str =
    "select pid, backend_start::text from pg_stat_activity where pid = pg_backend_pid()";

/// Waits until it has ended. Whatever it was doing is then done, or never will be.
const END: &str = "select pg_terminate_backend(pid, 3000) from pg_stat_activity \
     where pid = $1 and backend_start::text = $2";

impl Session {
    pub(super) fn new(opened: Opened, place: Place, silence: Duration) -> Session {
        let Opened { client, connection } = opened;
        let (backend, prepared) = (OnceCell::new(), Mutex::default());
        Session { client, connection, silence, place, backend, prepared }
    }

    /// A connection can be cut off without a word at either end. After too long a silence it is ended
    /// here, and the work fails as with any connection that is lost.
    pub(super) async fn in_time<T>(&self, work: impl Future<Output = T>) -> T {
        tokio::pin!(work);
        match tokio::time::timeout(self.silence, &mut work).await {
            Ok(done) => done,
            Err(_) => {
                tracing::warn!(at = self.place.0, "PostgreSQL is silent; the connection is ended");
                self.connection.abort();
                work.await
            }
        }
    }

    pub(super) fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    pub(super) fn explain(&self, error: &Error) -> StoreError {
        self.place.explain(error)
    }

    pub(super) async fn backend(&self) -> Result<Backend, Error> {
        let asked = self.backend.get_or_try_init(|| async {
            let row = self.client.query_one(BACKEND, &[]).await?;
            Ok(Backend { process: row.get(0), since: row.get(1) })
        });
        asked.await.cloned()
    }

    /// Ends the server's side of a connection that was lost. Returns whether it is gone.
    pub(super) async fn end(&self, Backend { process, since }: &Backend) -> Result<bool, Error> {
        let ended = self.client.query(END, &[process, since]).await?;
        Ok(ended.first().is_none_or(|row| row.get(0)))
    }

    pub(super) async fn prepare(&self, sql: &'static str) -> Result<Statement, Error> {
        if let Some(known) = self.prepared.lock().get(sql) {
            return Ok(known.clone());
        }
        let statement = self.client.prepare(sql).await?;
        self.prepared.lock().insert(sql, statement.clone());
        Ok(statement)
    }

    pub(super) async fn query(
        &self,
        sql: &'static str,
        params: Params<'_>,
    ) -> Result<Vec<Row>, Error> {
        self.in_time(async {
            let statement = self.prepare(sql).await?;
            self.client.query(&statement, params).await
        })
        .await
    }
}
