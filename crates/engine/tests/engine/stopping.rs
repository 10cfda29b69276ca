//! Agents that stopped waiting by themselves.

use std::sync::Arc;
use std::time::Duration;

use sayso_core::{InteractionId, Surface};
use sayso_desk::{Answering, Asking, Patience, Query};
use sayso_engine::Engine;
use serde_json::json;
use tokio::task::JoinHandle;

use crate::harness::{Bench, choice, choose, dropped, person, show, until};

/// A call that waits for it.
async fn waiting(desk: &Arc<Engine>, id: InteractionId, patience: Patience) -> JoinHandle<()> {
    let waiting = Arc::clone(desk);
    let call = tokio::spawn(async move { drop(waiting.wait(id, patience).await.unwrap()) });
    until("listening", || async { show(desk, id).await.live.listening }).await;
    call
}

async fn stopped(desk: &Engine, id: InteractionId) {
    until("stopped", || async { show(desk, id).await.live.stopped }).await;
}

/// It stays where it is, in the list and in the count, and another hub knows it from the row.
/// REQ: RA-12
#[tokio::test]
async fn what_its_agent_stopped_waiting_for_is_marked_and_keeps_its_place() {
    let bench = Bench::new();
    let desk = Arc::new(bench.desk().await);
    let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    let other = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    let before: Vec<_> = list(&desk).await.into_iter().map(|(id, _)| id).collect();
    assert!(!show(&desk, id).await.live.stopped, "nobody has waited yet");
    waiting(&desk, id, Patience::Forever).await.abort();
    stopped(&desk, id).await;
    let after = list(&desk).await;
    assert_eq!(after.iter().map(|(id, _)| *id).collect::<Vec<_>>(), before);
    assert!(after.contains(&(id, true)) && after.contains(&(other, false)), "{after:?}");
    assert_eq!(desk.count_pending().await.unwrap(), 2);
    drop(desk);
    let bench = bench.reopened();
    let desk = bench.desk().await;
    assert!(show(&desk, id).await.live.stopped, "the next hub knows");
    let answered = desk.act(id, choose("pg"), person("ann", Surface::Web)).await.unwrap();
    assert!(!answered.live.stopped, "it can still be answered");
}

async fn list(desk: &Engine) -> Vec<(InteractionId, bool)> {
    let rows = desk.list(Query::default()).await.unwrap().rows;
    rows.iter().map(|row| (row.id, row.live.stopped)).collect()
}

/// Of several calls the last one decides; a call that comes back takes the mark away, and leaves none
/// if it was patient to the end.
/// REQ: RA-12
#[tokio::test]
async fn only_the_last_call_counts_and_one_that_returned_pending_has_not_stopped() {
    let bench = Bench::new();
    let desk = Arc::new(bench.desk().await);
    let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    let stays = waiting(&desk, id, Patience::Forever).await;
    dropped(desk.wait(id, Patience::Forever)).await;
    assert!(show(&desk, id).await.live.listening, "the other call waits");
    stays.abort();
    stopped(&desk, id).await;
    let patient = waiting(&desk, id, Patience::For(Duration::from_secs(30))).await;
    assert!(!show(&desk, id).await.live.stopped);
    until("patience ends", || async {
        bench.clock.advance(Duration::from_secs(1));
        patient.is_finished()
    })
    .await;
    let view = show(&desk, id).await;
    assert!(!view.live.listening && !view.live.stopped, "its agent will ask again");
}

/// A call that is given up before its question was read is given up all the same; one that only looks is
/// not.
/// REQ: RA-12
#[tokio::test]
async fn a_call_that_is_given_up_at_once_marks_its_question_and_a_look_does_not() {
    let bench = Bench::new();
    let desk = Arc::new(bench.desk().await);
    let looked = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    let left = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    dropped(desk.wait(looked, Patience::NONE)).await;
    dropped(desk.wait(left, Patience::Forever)).await;
    stopped(&desk, left).await;
    assert!(!show(&desk, looked).await.live.stopped);
}

/// Their calls come back to the next hub.
/// REQ: RA-12
#[tokio::test]
async fn a_hub_that_ends_marks_nothing() {
    let bench = Bench::new();
    let desk = Arc::new(bench.desk().await);
    let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    let before = show(&desk, id).await.interaction;
    let call = waiting(&desk, id, Patience::Forever).await;
    desk.close();
    call.abort();
    until("not listening", || async { !show(&desk, id).await.live.listening }).await;
    // A mark is one read and one write; these are many, behind it.
    for _ in 0..20 {
        desk.ask(choice(json!({}))).await.unwrap();
    }
    assert_eq!(show(&desk, id).await.interaction, before);
}
