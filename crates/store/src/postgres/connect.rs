//! Opens one connection: TLS as the address says, the settings of its session, and what it is used for.

use std::future::poll_fn;
use std::time::Duration;

use sayso_desk::store::StoreError;
use tokio::runtime::Handle;
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::AbortHandle;
use tokio_postgres::{AsyncMessage, Client, Connection, Error, NoTls, Notification, Socket};

use super::address::PostgresAddress;
use super::errors::Place;
use super::tls;

/// A frozen hub holds nobody up; a commit is durable whatever the database's default is. No statement
/// runs long enough for compiling it to pay.
const SETTINGS: &str = "set lock_timeout = '2s'; set idle_in_transaction_session_timeout = '5s'; \
     set client_min_messages = warning; set timezone = 'UTC'; set jit = off; \
     select set_config('synchronous_commit', 'on', false) \
         where current_setting('synchronous_commit') = 'off'";

/// A few rows, by their keys: each statement is planned once, for indexes and nothing else. PostgreSQL
/// would keep a plan that it made while the tables were empty, and read all pending rows for each
/// answer by it.
const BY_KEY: &str = "set plan_cache_mode = force_generic_plan; set enable_seqscan = off; \
     set enable_bitmapscan = off; set enable_hashjoin = off; set enable_mergejoin = off";

/// Many rows: planned each time, for as many as there are.
const BY_SIZE: &str = "set plan_cache_mode = force_custom_plan";

/// Every connection of a hub holds this shared, so that `sayso store copy` can be sure to be alone.
macro_rules! advisory {
    ($function:literal) => {
        concat!(
            "select ",
            $function,
            "(hashtext('sayso store'), hashtext(coalesce(current_schema(), '')))"
        )
    };
}
const SHARED: &str = advisory!("pg_try_advisory_lock_shared");
const ALONE: &str = advisory!("pg_try_advisory_lock");

/// The server takes a moment to notice that a hub or a command before this one has ended: how often,
/// and how soon, its lock is tried again, for a second.
const TRIES: u32 = 10;
const BETWEEN_TRIES: Duration = Duration::from_millis(100);

/// What a connection is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// By a hub, for a few rows at a time.
    Hub,
    /// The same for many rows.
    Scan,
    /// While no hub uses it, and none can begin to.
    Alone,
    /// Only to read, also beside a hub.
    Look,
}

pub(super) enum Unopened {
    Server(Error),
    Tls(String),
    /// By a hub, or by `sayso store copy`.
    InUse,
}

impl Unopened {
    pub(super) fn explain(&self, place: &Place) -> StoreError {
        match self {
            Unopened::Server(error) => place.explain(error),
            Unopened::Tls(why) => place.away(why),
            Unopened::InUse => {
                place.away("`sayso store copy` is at work there; try again when it is done")
            }
        }
    }
}

/// A connection, and what ends it.
pub(super) struct Opened {
    pub(super) client: Client,
    pub(super) connection: AbortHandle,
}

/// `notes` gets what the server notifies of, and is dropped with the connection.
pub(super) async fn open(
    address: &PostgresAddress,
    runtime: &Handle,
    using: Use,
    notes: Option<UnboundedSender<Notification>>,
) -> Result<Opened, Unopened> {
    let opened = match tls::connector(address).map_err(Unopened::Tls)? {
        None => {
            let connected = address.config.connect(NoTls).await.map_err(Unopened::Server)?;
            served(connected, runtime, notes)
        }
        Some(tls) => {
            let connected = address.config.connect(tls).await.map_err(Unopened::Server)?;
            served(connected, runtime, notes)
        }
    };
    let client = &opened.client;
    let (plans, lock) = match using {
        Use::Hub => (BY_KEY, Some(SHARED)),
        Use::Scan => (BY_SIZE, Some(SHARED)),
        Use::Alone => (BY_SIZE, Some(ALONE)),
        Use::Look => (BY_SIZE, None),
    };
    let settings = format!("{SETTINGS}; {plans}");
    client.batch_execute(&settings).await.map_err(Unopened::Server)?;
    let Some(lock) = lock else { return Ok(opened) };
    for _ in 0..TRIES {
        if client.query_one(lock, &[]).await.map_err(Unopened::Server)?.get(0) {
            return Ok(opened);
        }
        tokio::time::sleep(BETWEEN_TRIES).await;
    }
    Err(Unopened::InUse)
}

fn served<T>(
    (client, mut connection): (Client, Connection<Socket, T>),
    runtime: &Handle,
    notes: Option<UnboundedSender<Notification>>,
) -> Opened
where
    T: tokio_postgres::tls::TlsStream + Send + Unpin + 'static,
{
    let connection = runtime.spawn(async move {
        while let Some(message) = poll_fn(|cx| connection.poll_message(cx)).await {
            match (message, &notes) {
                // Nobody listens any more, and the connection is about to end.
                (Ok(AsyncMessage::Notification(note)), Some(notes)) => drop(notes.send(note)),
                (Ok(_), _) => {}
                (Err(error), _) => {
                    tracing::debug!(%error, "a connection to PostgreSQL broke");
                    return;
                }
            }
        }
    });
    Opened { client, connection: connection.abort_handle() }
}
