//! Deadlines among hubs: decided once, by whichever is first, by one clock.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use sayso_desk::testing::ManualClock;
use sayso_desk::{Answering, Asking, Clock, EventKind, RandomIds};
use sayso_store::{AsHub, PostgresAddress, PostgresStore, batch_sizes};
use serde_json::json;

use super::Team;
use crate::harness::{choice, cursor, settled, show, until};

/// REQ: TM-3
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_due_is_decided_once() {
    let Some(team) = Team::new() else { return };
    let hubs = team.pair().await;
    let mut ids = Vec::new();
    for n in 0..40 {
        let ask = choice(json!({ "timeout_seconds": 60 }));
        ids.push(hubs[n % 2].desk.ask(ask).await.unwrap().interaction.id);
    }
    let mut cursors = Vec::new();
    for hub in &hubs {
        until("all are known", || async { *hub.desk.pending().borrow() == 40 }).await;
        cursors.push(cursor(&hub.desk).await);
    }
    team.clock.advance(Duration::from_secs(61));
    for (hub, mut after) in hubs.iter().zip(cursors) {
        let mut ended = BTreeMap::new();
        while ended.len() < ids.len() {
            let events = hub.desk.events(Some(after)).await.unwrap();
            after = events.cursor;
            for event in events.events {
                if let EventKind::Settled { row } = event.kind {
                    assert!(row.actor.is_none(), "{row:?}");
                    assert_eq!(ended.insert(row.id, ()), None, "told once");
                }
            }
        }
        for id in &ids {
            assert_eq!(show(&hub.desk, *id).await.interaction.revision, 2);
        }
    }
}

/// REQ: TM-3
/// A hub that has nothing to wait for hears of an earlier deadline, and keeps it when the other ends.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deadline_outlives_the_hub_that_was_asked() {
    let Some(team) = Team::new() else { return };
    let [a, b] = team.pair().await;
    let later = b.desk.ask(choice(json!({ "timeout_seconds": 6_000 }))).await.unwrap();
    let id = a.desk.ask(choice(json!({ "timeout_seconds": 60 }))).await.unwrap().interaction.id;
    drop(a);
    team.clock.slept_on(Duration::from_secs(60)).await;
    team.clock.advance(Duration::from_secs(60));
    settled(&b.desk, id).await;
    assert!(show(&b.desk, later.interaction.id).await.interaction.is_pending());
    // A jump of the machine's clock moves nothing.
    team.clock.jump(SignedDuration::from_mins(5));
    let left = show(&b.desk, later.interaction.id).await.live.remaining_ms;
    assert_eq!(left, Some((6_000 - 60 - 300) * 1_000));
}

/// REQ: TM-3
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hubs_with_wrong_clocks_agree_by_the_databases() {
    let Some(team) = Team::new() else { return };
    let address = PostgresAddress::parse(&team.schema.url()).unwrap();
    let wrong = |day: &str| {
        let day: Timestamp = day.parse().unwrap();
        let clock: Arc<dyn Clock> = Arc::new(ManualClock::new(day));
        let hub = AsHub { clock, ids: Arc::new(RandomIds), ..AsHub::default() };
        PostgresStore::open_as(&address, batch_sizes(), hub).unwrap()
    };
    let (early, late) = (wrong("2001-01-01T00:00:00Z"), wrong("2031-01-01T00:00:00Z"));
    let apart = late.shared().clock.now().duration_since(early.shared().clock.now());
    assert!(apart.abs() < SignedDuration::from_secs(60), "{apart:?}");
}
