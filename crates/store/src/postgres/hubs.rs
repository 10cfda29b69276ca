//! The hubs over one database: a separate connection that listens, holds this hub's locks, and
//! renews its lease.
//!
//! Alive means holding a lock of one's session, which PostgreSQL frees when the hub dies.

mod line;
mod news;
mod statements;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use parking_lot::Mutex;
use sayso_core::InteractionId;
use sayso_desk::cluster::{
    Cluster, ClusterNews, HubId, HubStatement, ItemChange, OtherHub, RowChange, Take, TakeFrom,
    Taken,
};
use sayso_desk::store::StoreError;
use sayso_desk::{Clock, Ids, RandomIds, SystemClock};
use tokio::runtime::Handle;
use tokio::sync::{Notify, mpsc, watch};
use tokio_postgres::Row;

use super::address::PostgresAddress;
use super::clock::ServerClock;
use super::errors::Place;
use super::link::{PATIENCE, Params, Session, Tries};

pub(super) use line::Line;
pub(super) use news::Hints;

/// How often a hub says that it is alive.
pub const LEASE: Duration = Duration::from_secs(5);

/// No statement of this connection takes as long, however short the lease is.
const SHORTEST_PATIENCE: Duration = Duration::from_secs(2);

/// What a hub is among others.
pub struct AsHub {
    /// Its machine and data directory.
    pub name: String,
    pub ids: Arc<dyn Ids>,
    /// The machine's.
    pub clock: Arc<dyn Clock>,
    pub lease: Duration,
}

impl Default for AsHub {
    fn default() -> AsHub {
        AsHub {
            name: String::new(),
            ids: Arc::new(RandomIds),
            clock: Arc::new(SystemClock::new()),
            lease: LEASE,
        }
    }
}

pub(super) struct Hubs {
    own: HubId,
    name: String,
    lease: Duration,
    patience: Duration,
    address: PostgresAddress,
    place: Place,
    runtime: Handle,
    machine: Arc<dyn Clock>,
    clock: Arc<ServerClock>,
    /// While this hub is entered.
    session: watch::Sender<Option<Arc<Session>>>,
    /// Not entered for a while.
    away: watch::Sender<bool>,
    state: Mutex<State>,
    /// Something is to be sent.
    rung: Notify,
}

#[derive(Default)]
struct State {
    said: BTreeMap<String, String>,
    /// Keys of what was said since it was last sent.
    unsent: BTreeSet<String>,
    held: BTreeMap<String, Held>,
    /// Keys of what was let go of since that was last sent.
    unheld: BTreeSet<String>,
    duties: BTreeMap<String, watch::Sender<bool>>,
    alive: HashMap<HubId, OtherHub>,
    listeners: Vec<mpsc::UnboundedSender<ClusterNews>>,
    /// Those among them that don't know yet what the others say.
    newcomers: Vec<mpsc::UnboundedSender<ClusterNews>>,
    /// This hub does not know what became of something that it wrote.
    in_doubt: bool,
}

struct Held {
    body: String,
    lasts: Option<Duration>,
}

impl Hubs {
    pub(super) fn new(address: &PostgresAddress, runtime: Handle, hub: AsHub) -> Hubs {
        let AsHub { name, ids, clock, lease } = hub;
        Hubs {
            own: HubId(ids.draw()),
            name,
            lease,
            patience: lease.max(SHORTEST_PATIENCE),
            address: address.clone(),
            place: Place(address.to_string()),
            runtime,
            clock: Arc::new(ServerClock::new(Arc::clone(&clock))),
            machine: clock,
            session: watch::Sender::new(None),
            away: watch::Sender::new(false),
            state: Mutex::default(),
            rung: Notify::new(),
        }
    }

    /// No statement of any connection takes twice as long, unless its reply never comes.
    pub(super) fn silence(&self) -> Duration {
        self.patience * 2
    }

    /// What every message of this hub begins with.
    pub(super) fn sender(&self) -> String {
        self.own.0.simple().to_string()
    }

    pub(super) fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock) as Arc<dyn Clock>
    }

    /// The reply to a commit was lost: everyone who waits here for its result reads again.
    pub(super) fn doubt(&self) {
        self.state.lock().in_doubt = true;
        self.rung.notify_one();
    }

    fn current(&self) -> Option<Arc<Session>> {
        self.session.borrow().clone()
    }

    /// Waits for a connection that has just been lost, as long as for any other.
    async fn session(&self) -> Result<Arc<Session>, StoreError> {
        let mut session = self.session.subscribe();
        let entered = session.wait_for(Option::is_some);
        let entered = tokio::time::timeout(PATIENCE, entered).await.ok().and_then(Result::ok);
        let session = entered.and_then(|session| session.clone());
        session.ok_or_else(|| self.place.away("this hub is not connected to the others"))
    }

    /// The same statement on the next connection, if this one turns out to be gone.
    async fn ask_patiently(
        &self,
        sql: &'static str,
        params: Params<'_>,
    ) -> Result<Vec<Row>, StoreError> {
        let mut tries = Tries::begin();
        loop {
            let session = self.session().await?;
            match self.ask(&session, sql, params).await {
                Err(StoreError::Away { .. }) if tries.once_more() => {
                    let lost = |now: &Option<Arc<Session>>| {
                        now.as_ref().is_none_or(|now| !Arc::ptr_eq(now, &session))
                    };
                    let mut current = self.session.subscribe();
                    let noticed = current.wait_for(lost);
                    // If it isn't noticed, the next attempt says so.
                    let _ = tokio::time::timeout(self.patience, noticed).await.map(drop);
                }
                reply => return reply,
            }
        }
    }

    fn tell(&self, news: &ClusterNews) {
        self.state.lock().listeners.retain(|listener| listener.send(news.clone()).is_ok());
    }

    fn tell_changes(&self, rows: Vec<(RowChange, InteractionId)>, items: Vec<ItemChange>) {
        if !rows.is_empty() {
            self.tell(&ClusterNews::Changed(rows));
        }
        if !items.is_empty() {
            self.tell(&ClusterNews::Items(items));
        }
    }

    /// A connection that was cut off silently is found by this.
    async fn ask(
        &self,
        session: &Session,
        sql: &'static str,
        params: Params<'_>,
    ) -> Result<Vec<Row>, StoreError> {
        match tokio::time::timeout(self.patience, session.query(sql, params)).await {
            Ok(reply) => reply.map_err(|error| self.place.explain(&error)),
            Err(_) => Err(self.place.away("it takes too long")),
        }
    }

    async fn list_alive(&self, session: &Session) -> Result<Vec<OtherHub>, StoreError> {
        let rows = self.ask(session, statements::ALIVE, &[&self.own.0]).await?;
        let hub = |row: &Row| OtherHub {
            id: HubId(row.get(0)),
            name: row.get(1),
            since: Timestamp::from_millisecond(row.get(2)).unwrap_or_default(),
        };
        Ok(rows.iter().map(hub).collect())
    }

    /// What these hubs say, all or by key.
    async fn read_said(
        &self,
        session: &Session,
        hubs: &[uuid::Uuid],
        keys: Option<&[&str]>,
    ) -> Result<Vec<HubStatement>, StoreError> {
        let rows = match keys {
            None => self.ask(session, statements::SAID, &[&hubs]).await?,
            Some(keys) => self.ask(session, statements::SAID_BY_KEY, &[&hubs, &keys]).await?,
        };
        let said =
            |row: &Row| HubStatement { hub: HubId(row.get(0)), key: row.get(1), body: row.get(2) };
        Ok(rows.iter().map(said).collect())
    }
}

#[async_trait]
impl Cluster for Hubs {
    fn listen(&self) -> mpsc::UnboundedReceiver<ClusterNews> {
        let (listener, news) = mpsc::unbounded_channel();
        let mut state = self.state.lock();
        state.newcomers.push(listener.clone());
        state.listeners.push(listener);
        self.rung.notify_one();
        news
    }

    async fn alive(&self) -> Result<Vec<OtherHub>, StoreError> {
        match self.current() {
            Some(session) => self.list_alive(&session).await,
            // As far as is known.
            None => Ok(self.state.lock().alive.values().cloned().collect()),
        }
    }

    fn say(&self, key: &str, body: Option<String>) {
        let mut state = self.state.lock();
        let changed = match body {
            Some(body) => state.said.insert(key.to_owned(), body.clone()) != Some(body),
            None => state.said.remove(key).is_some(),
        };
        if changed {
            state.unsent.insert(key.to_owned());
            self.rung.notify_one();
        }
    }

    async fn take(&self, key: &str, take: Take<'_>) -> Result<Taken, StoreError> {
        // It was let go of a moment ago, and must not be when it is ours again.
        self.state.lock().unheld.remove(key);
        let lasts = take.lasts.map(|lasts| lasts.as_secs_f64());
        let anyway = take.from == TakeFrom::Anybody;
        let params: Params<'_> = &[&key, &self.own.0, &take.body, &lasts, &anyway];
        loop {
            if !self.ask_patiently(statements::TAKE, params).await?.is_empty() {
                let held = Held { body: take.body.to_owned(), lasts: take.lasts };
                self.state.lock().held.insert(key.to_owned(), held);
                return Ok(Taken::Done);
            }
            let rows = self.ask_patiently(statements::HELD_BY, &[&key]).await?;
            // Otherwise it was let go of in between.
            if let Some(row) = rows.first() {
                return Ok(Taken::By(row.get(0)));
            }
        }
    }

    fn let_go(&self, key: &str) {
        let mut state = self.state.lock();
        if state.held.remove(key).is_some() {
            state.unheld.insert(key.to_owned());
            self.rung.notify_one();
        }
    }

    fn duty(&self, name: &str) -> watch::Receiver<bool> {
        self.rung.notify_one();
        let mut state = self.state.lock();
        state.duties.entry(name.to_owned()).or_insert_with(|| watch::Sender::new(false)).subscribe()
    }
    fn is_away(&self) -> watch::Receiver<bool> {
        self.away.subscribe()
    }
}
