//! The hubs over one database: a connection of its own that listens, holds this hub's locks, and
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
use sayso_desk::others::{HubId, News, OtherHub, Others, Said, Take, TakeFrom, Taken};
use sayso_desk::store::StoreError;
use sayso_desk::{Clock, Ids, RandomIds, SystemClock};
use tokio::runtime::Handle;
use tokio::sync::{Notify, mpsc, watch};
use tokio_postgres::Row;

use super::address::PostgresAddress;
use super::clock::ServerClock;
use super::errors::Place;
use super::link::{Params, Session};

pub(super) use line::Line;
pub(super) use news::letter;

/// How often a hub says that it is alive.
pub const LEASE: Duration = Duration::from_secs(5);

/// No statement of this connection takes as long.
const PATIENCE: Duration = Duration::from_secs(5);

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
    address: PostgresAddress,
    place: Place,
    runtime: Handle,
    machine: Arc<dyn Clock>,
    clock: Arc<ServerClock>,
    state: Mutex<State>,
    /// Something is to be sent.
    rung: Notify,
}

#[derive(Default)]
struct State {
    /// While this hub is entered.
    session: Option<Arc<Session>>,
    said: BTreeMap<String, String>,
    /// Keys of what was said since it was last sent.
    unsent: BTreeSet<String>,
    held: BTreeMap<String, Held>,
    /// Keys of what was let go of since that was last sent.
    unheld: BTreeSet<String>,
    duties: BTreeMap<&'static str, watch::Sender<bool>>,
    alive: HashMap<HubId, OtherHub>,
    listeners: Vec<mpsc::UnboundedSender<News>>,
    /// Those among them that don't know yet what the others say.
    newcomers: Vec<mpsc::UnboundedSender<News>>,
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
            address: address.clone(),
            place: Place(address.to_string()),
            runtime,
            clock: Arc::new(ServerClock::new(Arc::clone(&clock))),
            machine: clock,
            state: Mutex::default(),
            rung: Notify::new(),
        }
    }

    /// What every message of this hub begins with.
    pub(super) fn sender(&self) -> String {
        self.own.0.simple().to_string()
    }

    pub(super) fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock) as Arc<dyn Clock>
    }

    fn session(&self) -> Result<Arc<Session>, StoreError> {
        let session = self.state.lock().session.clone();
        session.ok_or_else(|| self.place.away("this hub is not connected to the others"))
    }

    fn tell(&self, news: &News) {
        self.state.lock().listeners.retain(|listener| listener.send(news.clone()).is_ok());
    }

    /// A connection that was cut off silently is found by this.
    async fn ask(
        &self,
        session: &Session,
        sql: &'static str,
        params: Params<'_>,
    ) -> Result<Vec<Row>, StoreError> {
        match tokio::time::timeout(PATIENCE, session.query(sql, params)).await {
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
    ) -> Result<Vec<Said>, StoreError> {
        let rows = self.ask(session, statements::SAID, &[&hubs, &keys]).await?;
        let said = |row: &Row| Said { hub: HubId(row.get(0)), key: row.get(1), body: row.get(2) };
        Ok(rows.iter().map(said).collect())
    }
}

#[async_trait]
impl Others for Hubs {
    fn listen(&self) -> mpsc::UnboundedReceiver<News> {
        let (listener, news) = mpsc::unbounded_channel();
        let mut state = self.state.lock();
        state.newcomers.push(listener.clone());
        state.listeners.push(listener);
        self.rung.notify_one();
        news
    }

    async fn alive(&self) -> Result<Vec<OtherHub>, StoreError> {
        self.list_alive(self.session()?.as_ref()).await
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
        let session = self.session()?;
        // It was let go of a moment ago, and must not be when it is ours again.
        self.state.lock().unheld.remove(key);
        let lasts = take.lasts.map(|lasts| lasts.as_secs_f64());
        let anyway = take.from == TakeFrom::Anybody;
        let params: Params<'_> = &[&key, &self.own.0, &take.body, &lasts, &anyway];
        loop {
            if !self.ask(&session, statements::TAKE, params).await?.is_empty() {
                let held = Held { body: take.body.to_owned(), lasts: take.lasts };
                self.state.lock().held.insert(key.to_owned(), held);
                return Ok(Taken::Done);
            }
            let rows = self.ask(&session, statements::HELD_BY, &[&key]).await?;
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

    fn duty(&self, name: &'static str) -> watch::Receiver<bool> {
        self.rung.notify_one();
        let mut state = self.state.lock();
        state.duties.entry(name).or_insert_with(|| watch::Sender::new(false)).subscribe()
    }
}
