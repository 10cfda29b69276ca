//! Retention: rows that stay, rows that go, and cleaning that never blocks.

use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use sayso_core::{InteractionId, Status, Surface};
use sayso_desk::{Answering, Asking, Clock, Patience, Query};
use sayso_engine::EngineConfig;
use serde_json::json;

use crate::harness::{Bench, choice, choose, person, questions, show, until};

const DAY: Duration = Duration::from_secs(86_400);

/// REQ: HI-3, AU-10
#[tokio::test]
async fn completed_ones_go_after_a_year_with_the_next_call_or_hour() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let old = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    desk.act(old, choose("pg"), person("ann", Surface::Web)).await.unwrap();
    bench.clock.advance(364 * DAY);
    desk.ask(choice(json!({}))).await.unwrap();
    assert_eq!(show(&desk, old).await.status, Status::Submitted);
    // Without any call: the hourly sweep finds it.
    until("removed", || async {
        bench.clock.advance(Duration::from_secs(3_600));
        desk.show(&old.into()).await.is_err()
    })
    .await;
}

/// REQ: AU-10
#[tokio::test]
async fn a_call_is_enough_to_clean_up() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let old = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    desk.act(old, choose("pg"), person("ann", Surface::Web)).await.unwrap();
    bench.clock.advance(365 * DAY - Duration::from_secs(1_800));
    let now = bench.clock.running();
    tokio::select! {
        () = bench.clock.slept_on(now + Duration::from_secs(1)) => {}
        () = bench.clock.slept_on(now + Duration::from_secs(3_600)) => {}
    }
    // Old enough now, and the next hourly one is far away.
    bench.clock.advance(Duration::from_secs(1_860));
    assert_eq!(show(&desk, old).await.status, Status::Submitted);
    desk.ask(choice(json!({}))).await.unwrap();
    let pauses = Cell::new(60);
    until("removed", || async {
        if pauses.get() > 0 {
            pauses.set(pauses.get() - 1);
            bench.clock.advance(Duration::from_secs(1));
        }
        desk.show(&old.into()).await.is_err()
    })
    .await;
}

/// REQ: HI-3
#[tokio::test]
async fn what_is_too_old_goes_when_the_desk_starts() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let old = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    desk.act(old, choose("pg"), person("ann", Surface::Web)).await.unwrap();
    drop(desk);
    bench.clock.advance(366 * DAY);
    let desk = bench.desk().await;
    until("removed", || async { desk.show(&old.into()).await.is_err() }).await;
}

/// REQ: HI-4
#[tokio::test]
async fn one_more_than_the_limit_removes_the_oldest_completed_and_delivered_one() {
    let bench = Bench::new();
    let desk =
        bench.desk_with(EngineConfig { retention_count: 3, ..EngineConfig::default() }).await;
    let mut ids = Vec::new();
    for number in 0..5 {
        let id =
            desk.ask(choice(json!({ "timeout_seconds": 604_800 }))).await.unwrap().interaction.id;
        ids.push(id);
        if number == 0 {
            continue; // stays pending
        }
        desk.act(id, choose("pg"), person("ann", Surface::Web)).await.unwrap();
        if number > 1 {
            desk.delivered(id).await.unwrap(); // the second is answered, but nobody has fetched it
        }
        bench.clock.advance(Duration::from_secs(2));
    }
    let gone = |id: InteractionId| {
        let desk = &desk;
        async move { desk.show(&id.into()).await.is_err() }
    };
    until("the oldest delivered one is removed", || async {
        bench.clock.advance(Duration::from_secs(1));
        gone(ids[2]).await
    })
    .await;
    for kept in [ids[0], ids[1], ids[3], ids[4]] {
        assert!(!gone(kept).await);
    }
}

/// REQ: AU-10
#[tokio::test]
async fn without_deadline_and_unheard_for_a_week_it_is_withdrawn() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let forgotten = desk.ask(questions()).await.unwrap().interaction.id;
    let heard = desk.ask(questions()).await.unwrap().interaction.id;
    bench.clock.advance(6 * DAY);
    // Somebody waits for the second one, for a moment.
    let moment = desk.wait(heard, Patience::For(Duration::ZERO)).await.unwrap();
    assert!(moment.interaction.is_pending());
    let since: Timestamp = moment.interaction.created_at + SignedDuration::from_hours(24);
    until("it is noted", || async { !bench.store.unheard(since).await.unwrap().contains(&heard) })
        .await;
    bench.clock.advance(DAY + Duration::from_secs(3_600));
    until("withdrawn", || async {
        bench.clock.advance(Duration::from_secs(1));
        show(&desk, forgotten).await.status == Status::Withdrawn
    })
    .await;
    assert_eq!(show(&desk, heard).await.status, Status::Pending);
}

/// Its agent has waited all the time, and needs a moment to connect to the next hub.
/// REQ: AU-10
#[tokio::test]
async fn what_was_waited_for_when_the_hub_ended_is_not_withdrawn_before_its_waiter_is_back() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let [forgotten, waited] = [desk.ask(questions()).await, desk.ask(questions()).await]
        .map(|asked| asked.unwrap().interaction.id);
    drop(desk);
    let bench = bench.reopened();
    bench.clock.advance(8 * DAY);
    let desk = Arc::new(bench.desk().await);
    // The first clean-up is over when its pause begins.
    bench.clock.slept_on(bench.clock.running() + Duration::from_secs(1)).await;
    for id in [forgotten, waited] {
        assert_eq!(show(&desk, id).await.status, Status::Pending);
    }
    let back = Arc::clone(&desk);
    let waiting = tokio::spawn(async move { back.wait(waited, Patience::Forever).await });
    until("it is back", || async { show(&desk, waited).await.live.listening }).await;
    until("withdrawn", || async {
        bench.clock.advance(Duration::from_secs(60));
        show(&desk, forgotten).await.status == Status::Withdrawn
    })
    .await;
    assert_eq!(show(&desk, waited).await.status, Status::Pending);
    waiting.abort();
}

/// REQ: AU-10
#[tokio::test]
async fn a_clean_up_that_fails_is_a_warning_and_nothing_else() {
    let bench = Bench::new().reopened_after(
        "create trigger no_broom before delete on interactions \
         begin select raise(abort, 'no broom'); end",
    );
    let desk =
        bench.desk_with(EngineConfig { retention_count: 0, ..EngineConfig::default() }).await;
    for _ in 0..3 {
        let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
        desk.act(id, choose("pg"), person("ann", Surface::Web)).await.unwrap();
        bench.clock.advance(Duration::from_secs(2));
    }
    assert_eq!(desk.list(Query::default()).await.unwrap().rows.len(), 3);
}
