//! Waiting for an outcome; disconnecting is not an answer.

use std::sync::Arc;
use std::time::Duration;

use sayso_core::Status;
use sayso_core::Surface;
use sayso_desk::{Answering, Asking, Patience, Query};
use serde_json::json;

use crate::harness::{Bench, choice, choose, cursor, dropped, person, show, until, words};

#[tokio::test]
async fn every_waiter_is_woken_by_the_outcome() {
    let bench = Bench::new();
    let desk = Arc::new(bench.desk().await);
    let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    let waiters: Vec<_> = (0..3)
        .map(|_| {
            let desk = Arc::clone(&desk);
            tokio::spawn(async move { desk.wait(id, Patience::Forever).await.unwrap() })
        })
        .collect();
    until("listening", || async { show(&desk, id).await.live.listening }).await;
    let answered = desk.act(id, choose("pg"), person("ann", Surface::Web)).await.unwrap();
    for waiter in waiters {
        assert_eq!(waiter.await.unwrap().interaction, answered.interaction);
    }
    assert!(!show(&desk, id).await.live.listening);
}

/// Read before the act: after it the agent has its answer and no longer waits.
/// REQ: RA-8
#[tokio::test]
async fn who_acts_is_told_whether_somebody_was_listening_before() {
    let bench = Bench::new();
    let desk = Arc::new(bench.desk().await);
    let deaf = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    let view = desk.act(deaf, choose("pg"), person("ann", Surface::Web)).await.unwrap();
    assert!(!view.live.listening);
    // Often enough for the waiter to be gone before the view is made, in either scheduling order.
    for _ in 0..20 {
        let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
        let waiting = Arc::clone(&desk);
        let waiter = tokio::spawn(async move { waiting.wait(id, Patience::Forever).await });
        until("listening", || async { show(&desk, id).await.live.listening }).await;
        let view = desk.act(id, choose("pg"), person("ann", Surface::Web)).await.unwrap();
        assert!(view.live.listening);
        waiter.await.unwrap().unwrap();
        assert!(!show(&desk, id).await.live.listening);
    }
}

/// The client that answers, or asks, is gone before it is written: it counts as if it had stayed.
/// REQ: SA-10
#[tokio::test]
async fn what_was_begun_is_carried_out_though_its_caller_is_gone() {
    let bench = Bench::new();
    let desk = Arc::new(bench.desk().await);
    let start = cursor(&desk).await;
    dropped(desk.ask(choice(json!({})))).await;
    until("it is asked", || async { !desk.list(Query::default()).await.unwrap().rows.is_empty() })
        .await;
    assert_eq!(words(&desk, start).await, ["created Pick a database"]);
    let id = desk.list(Query::default()).await.unwrap().rows[0].id;
    let waiting = tokio::spawn({
        let desk = Arc::clone(&desk);
        async move { desk.wait(id, Patience::Forever).await.unwrap() }
    });
    until("listening", || async { show(&desk, id).await.live.listening }).await;
    dropped(desk.act(id, choose("pg"), person("ann", Surface::Web))).await;
    assert_eq!(waiting.await.unwrap().status, Status::Submitted);
}

#[tokio::test]
async fn who_comes_after_the_answer_gets_it_at_once() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    desk.act(id, choose("pg"), person("ann", Surface::Web)).await.unwrap();
    assert_eq!(desk.wait(id, Patience::Forever).await.unwrap().status, Status::Submitted);
}

/// REQ: TO-7
#[tokio::test]
async fn a_caller_that_goes_away_leaves_the_question_answerable() {
    let bench = Bench::new();
    let desk = Arc::new(bench.desk().await);
    let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    let start = cursor(&desk).await;
    let waiter = tokio::spawn({
        let desk = Arc::clone(&desk);
        async move { desk.wait(id, Patience::Forever).await }
    });
    until("listening", || async { show(&desk, id).await.live.listening }).await;
    waiter.abort();
    let told = ["listening true", "listening false", "changed Some(300000)"];
    until("all of it is told", || async { words(&desk, start).await.len() >= told.len() }).await;
    assert_eq!(words(&desk, start).await, told);
    let view = desk.act(id, choose("lite"), person("ann", Surface::Web)).await.unwrap();
    assert_eq!(view.interaction.delivered_at, None);
    // Fetched by its id, it is delivered, and that is recorded once.
    assert_eq!(desk.wait(id, Patience::Forever).await.unwrap().interaction, view.interaction);
    desk.delivered(id).await.unwrap();
    let delivered_at = show(&desk, id).await.interaction.delivered_at;
    assert!(delivered_at.is_some());
    bench.clock.advance(Duration::from_secs(5));
    desk.delivered(id).await.unwrap();
    assert_eq!(show(&desk, id).await.interaction.delivered_at, delivered_at);
}

/// Patience ends: the view says that it is pending, and nothing has changed.
#[tokio::test]
async fn polling_never_changes_anything() {
    let bench = Bench::new();
    let desk = Arc::new(bench.desk().await);
    let asked = desk.ask(choice(json!({}))).await.unwrap();
    let id = asked.interaction.id;
    let waiter = tokio::spawn({
        let desk = Arc::clone(&desk);
        async move { desk.wait(id, Patience::For(Duration::from_secs(30))).await.unwrap() }
    });
    until("listening", || async { show(&desk, id).await.live.listening }).await;
    // The sleep begins a moment after it is listening: continue until it has ended.
    until("patience ends", || async {
        bench.clock.advance(Duration::from_secs(1));
        waiter.is_finished()
    })
    .await;
    let view = waiter.await.unwrap();
    assert_eq!(view.interaction, asked.interaction);
    assert!(view.live.remaining_ms.unwrap() < 300_000);
}

#[tokio::test]
async fn delivery_of_what_is_pending_is_not_noted() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    desk.delivered(id).await.unwrap();
    assert_eq!(show(&desk, id).await.interaction.delivered_at, None);
}
