//! Questions asked with `purpose: test`: answered by their id, and seen by nobody.

use std::time::Duration;

use sayso_core::dialect::{ReplyContext, reply};
use sayso_core::surface::Presence;
use sayso_core::{Dialect, IdPrefix, Purpose, Status, Surface};
use sayso_desk::{Answering, Ask, Asking, DeskError, EventKind, Patience, Query, Repeat, Scope};
use serde_json::json;

use crate::harness::{Bench, ask, choice, choose, person, questions, show, until};

fn test(ask: Ask) -> Ask {
    Ask { purpose: Purpose::Test, ..ask }
}

/// It is in no list, search, count, figure or event, from its beginning to its end; so no surface, notice
/// or chat has it, and a hub does not stay for it.
#[tokio::test]
async fn a_test_question_shows_up_nowhere() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let start = desk.events(None).await.unwrap().cursor;
    let id = desk.ask(test(choice(json!({})))).await.unwrap().interaction.id;
    for scope in [Scope::All, Scope::Active, Scope::Completed] {
        for search in [None, Some("database".to_owned())] {
            let page = desk.list(Query { scope, search, ..Query::default() }).await.unwrap();
            assert_eq!(page.rows, []);
        }
    }
    assert_eq!(*desk.pending().borrow(), 0);
    let waited = async { desk.wait(id, Patience::Forever).await };
    let answered = async { desk.act(id, choose("pg"), person("ann", Surface::Cli)).await };
    let (waited, answered) = tokio::join!(waited, answered);
    assert_eq!(
        (waited.unwrap().status, answered.unwrap().status),
        (Status::Submitted, Status::Submitted)
    );
    desk.delivered(id).await.unwrap();
    assert_eq!(desk.list(Query::default()).await.unwrap().rows, []);
    let figures = desk.metrics("").await.unwrap();
    assert!(figures.contains("sayso_waiting 0"), "{figures}");
    assert!(!figures.contains("sayso_asked_total{") && !figures.contains("sayso_settled_total{"));

    let seen = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    let [first] = &desk.events(Some(start)).await.unwrap().events[..] else { panic!("one event") };
    assert!(matches!(&first.kind, EventKind::Created { row } if row.id == seen), "{first:?}");
    desk.forget(id).await.unwrap();
    assert_eq!(*desk.pending().borrow(), 1);
}

/// A person who types the beginning of an id never means a test.
#[tokio::test]
async fn it_is_reached_by_its_whole_id_alone() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id = desk.ask(test(choice(json!({})))).await.unwrap().interaction.id;
    let short: IdPrefix = id.short().parse().unwrap();
    assert!(matches!(desk.show(&short).await, Err(DeskError::NotFound { .. })));
    assert_eq!(show(&desk, id).await.status, Status::Pending);
}

/// Whatever it was asked in: no program can take the outcome for a person's decision.
#[tokio::test]
async fn every_reply_says_that_it_was_a_test() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let written = json!({ "type": "user_choice", "question": "Which?", "choices": [
        { "id": "a", "label": "A" }, { "id": "b", "label": "B" } ] });
    for asked in [choice(json!({})), questions(), ask(Dialect::UserChoice, written)] {
        let id = desk.ask(test(asked)).await.unwrap().interaction.id;
        let cancel = sayso_core::Command::Cancel { note: None };
        let pending = show(&desk, id).await;
        let ended = desk.act(id, cancel, person("ann", Surface::Terminal)).await.unwrap();
        for view in [pending, ended] {
            let reply = reply(&view.interaction, &ReplyContext::default());
            assert_eq!(reply.structured["purpose"], "test");
            assert!(reply.text.contains("not a person's decision"), "{}", reply.text);
        }
    }
    let decided = desk.ask(choice(json!({}))).await.unwrap();
    let reply = reply(&decided.interaction, &ReplyContext::default());
    assert_eq!(reply.structured.get("purpose"), None);
    assert!(!reply.text.contains("test"), "{}", reply.text);
}

/// Also if it comes from a terminal with somebody at it.
#[tokio::test]
async fn its_answer_is_never_recorded_as_a_persons() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id = desk.ask(test(choice(json!({})))).await.unwrap().interaction.id;
    let view = desk.act(id, choose("pg"), person("ann", Surface::Terminal)).await.unwrap();
    let actor = view.interaction.outcome().and_then(|outcome| outcome.actor()).unwrap();
    assert_eq!(actor.presence, Presence::Unattended);
}

#[tokio::test]
async fn what_is_irreversible_is_never_a_test() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let refused = desk.ask(test(choice(json!({ "irreversible": true })))).await;
    let Err(DeskError::Invalid { problems }) = refused else { panic!("{refused:?}") };
    assert!(problems[0].rule.contains("irreversible"), "{problems:?}");
    assert_eq!(bench.store.survey().await.unwrap().tests, 0);
}

/// The same words asked in earnest are another question.
#[tokio::test]
async fn a_test_joins_nothing_and_is_never_joined() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let call = || Ask { repeat: Repeat::Join, ..questions() };
    let tried = desk.ask(test(call())).await.unwrap().interaction.id;
    let asked = desk.ask(call()).await.unwrap().interaction.id;
    let again = desk.ask(test(call())).await.unwrap().interaction.id;
    assert!(tried != asked && again != asked && again != tried);
}

/// It ends by itself after ten minutes, and is gone five minutes after its end.
#[tokio::test]
async fn it_is_swept_soon() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let kept = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    desk.act(kept, choose("pg"), person("ann", Surface::Web)).await.unwrap();
    let id = desk.ask(test(choice(json!({})))).await.unwrap().interaction.id;
    bench.clock.advance(Duration::from_secs(600));
    until("ended", || async { show(&desk, id).await.status != Status::Pending }).await;
    // A restart does not lose sight of it.
    drop(desk);
    let bench = bench.reopened();
    let desk = bench.desk().await;
    until("gone", || async {
        bench.clock.advance(Duration::from_secs(61));
        bench.store.survey().await.unwrap().tests == 0
    })
    .await;
    assert_eq!(show(&desk, kept).await.status, Status::Submitted);
}
