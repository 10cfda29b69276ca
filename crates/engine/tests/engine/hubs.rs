//! Several desks over one PostgreSQL act as one.

mod changes;
mod exclusive;
mod lost;
mod pages;
mod permissions;
mod time;

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use sayso_desk::store::SharedStore;
use sayso_desk::testing::ManualClock;
use sayso_desk::{EventKind, Events, RandomIds, SystemClock};
use sayso_engine::{Engine, EngineConfig};
use sayso_store::test_postgres::TestSchema;
use sayso_store::{AsHub, PostgresAddress, PostgresStore, batch_sizes};

use crate::harness::word;

/// One database, and the time that all its hubs go by.
struct Team {
    schema: TestSchema,
    clock: Arc<ManualClock>,
}

struct Hub {
    desk: Engine,
    shared: SharedStore,
    store: Arc<PostgresStore>,
}

impl Team {
    /// `None`: without PostgreSQL.
    fn new() -> Option<Team> {
        let start: Timestamp = "2026-03-01T14:03:00Z".parse().unwrap();
        Some(Team { schema: TestSchema::new()?, clock: Arc::new(ManualClock::new(start)) })
    }

    async fn hub(&self, name: &str) -> Hub {
        let url = format!("{}&application_name={}", self.schema.url(), self.connections(name));
        self.hub_at(&url, name).await
    }

    /// What PostgreSQL knows its connections by: other tests have other schemas.
    fn connections(&self, hub: &str) -> String {
        let url = self.schema.url();
        let schema = url.split("search_path%3D").nth(1).unwrap().split(',').next().unwrap();
        format!("{schema}-{hub}")
    }

    /// Ends the connection by which it listens and holds its locks.
    fn cut(&self, hub: &str) {
        self.schema.execute(&format!(
            "select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a using (pid) \
             where l.locktype = 'advisory' and l.mode = 'ExclusiveLock' \
             and a.application_name = '{}'",
            self.connections(hub)
        ));
    }

    async fn hub_at(&self, url: &str, name: &str) -> Hub {
        let address = PostgresAddress::parse(url).unwrap();
        let hub = AsHub {
            name: name.to_owned(),
            ids: Arc::new(RandomIds),
            clock: Arc::new(SystemClock::new()),
            lease: Duration::from_secs(1),
        };
        let open = move || PostgresStore::open_as(&address, batch_sizes(), hub).unwrap();
        let store = Arc::new(tokio::task::spawn_blocking(open).await.unwrap());
        let shared = store.shared();
        let (cluster, ids) = (Some(shared.cluster.clone()), Arc::new(RandomIds));
        let config = EngineConfig::default();
        let desk = Engine::start_among(cluster, store.clone(), self.clock.clone(), ids, config);
        Hub { desk: desk.await.unwrap(), shared, store }
    }

    async fn pair(&self) -> [Hub; 2] {
        [self.hub("a").await, self.hub("b").await]
    }
}

/// Reads until this event; everything before it, as text.
async fn until_event(desk: &Engine, after: sayso_desk::Cursor, last: &str) -> Vec<String> {
    let (mut cursor, mut words) = (after, Vec::new());
    let read = async {
        loop {
            let Events { cursor: next, events, reset } =
                sayso_desk::Answering::events(desk, Some(cursor)).await.unwrap();
            assert_eq!(reset, None);
            cursor = next;
            for event in events {
                words.push(word(&event.kind));
                if words.last().is_some_and(|word| word == last) {
                    return;
                }
            }
        }
    };
    if tokio::time::timeout(Duration::from_secs(20), read).await.is_err() {
        panic!("never happened: {last}; {words:?}");
    }
    words
}

fn is_presence(kind: &EventKind) -> bool {
    matches!(kind, EventKind::Presence)
}
