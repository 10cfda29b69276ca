//! One interaction, one outcome.

use std::sync::Arc;

use sayso_core::interaction::Outcome;
use sayso_core::{Command, DraftField, QuestionId, Status, Surface};
use sayso_desk::{Answering, Asking};
use serde_json::json;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::harness::{Bench, choice, choose, person, refused, show};

/// REQ: PC-4
#[tokio::test]
async fn an_answer_outside_the_bounds_changes_nothing() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let before = desk.ask(choice(json!({}))).await.unwrap();
    let id = before.interaction.id;
    for wrong in [choose("oracle"), Command::Answer { submission: Default::default() }] {
        let says = refused(desk.act(id, wrong, person("ann", Surface::Web)).await);
        assert!(says.contains("q1"), "{says}");
    }
    assert_eq!(show(&desk, id).await.interaction, before.interaction);
}

/// REQ: PC-11, HI-1
#[tokio::test]
async fn an_answer_is_stored_with_who_and_where() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    desk.act(id, choose("lite"), person("ann", Surface::Terminal)).await.unwrap();
    drop(desk);
    let bench = bench.reopened();
    let view = show(&bench.desk().await, id).await;
    assert_eq!(view.status, Status::Submitted);
    let Some(Outcome::Answered { actor, .. }) = view.interaction.outcome() else { panic!() };
    assert_eq!(*actor, person("ann", Surface::Terminal));
}

/// The loser of a race learns who won, where and when.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_answers_at_once_exactly_one_wins() {
    let bench = Bench::new();
    let desk = Arc::new(bench.desk().await);
    for _ in 0..50 {
        let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
        let mut callers = JoinSet::new();
        for (name, option) in [("ann", "pg"), ("ben", "lite")] {
            let desk = Arc::clone(&desk);
            callers.spawn(async move {
                (name, desk.act(id, choose(option), person(name, Surface::Web)).await)
            });
        }
        let results = callers.join_all().await;
        let winners: Vec<_> = results.iter().filter(|(_, result)| result.is_ok()).collect();
        let [(winner, _)] = winners[..] else { panic!("{} winners", winners.len()) };
        for (name, result) in &results {
            if let Err(error) = result {
                assert_ne!(name, winner);
                let says = error.to_string();
                assert!(
                    says.contains(&format!("by {winner} via web at 2026-03-01T14:03")),
                    "{says}"
                );
            }
        }
    }
}

/// REQ: TO-6
#[tokio::test]
async fn cancel_and_reject_are_final_too() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let ann = || person("ann", Surface::Web);
    let note = Some(" not today ".to_owned());
    for (command, status) in [
        (Command::Cancel { note: note.clone() }, Status::Cancelled),
        (Command::Reject { reason: note }, Status::Rejected),
        (Command::Withdraw { why: None }, Status::Withdrawn),
    ] {
        let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
        assert_eq!(desk.act(id, command, ann()).await.unwrap().status, status);
        let says = refused(desk.act(id, choose("pg"), ann()).await);
        assert!(says.starts_with(&format!("already {}", status.as_str())), "{says}");
    }
}

#[tokio::test]
async fn drafts_are_kept_field_by_field_until_it_is_settled() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    let note = |text: &str| DraftField::Note { text: text.to_owned() };
    let ann = || person("ann", Surface::Web);
    let picked = DraftField::Options { question: "q1".into(), options: vec!["lite".into()] };
    desk.save_draft(id, vec![note("first"), picked.clone()], ann()).await.unwrap();
    desk.save_draft(id, vec![note("second")], ann()).await.unwrap();
    let unknown = DraftField::Text { question: QuestionId::from("q9"), text: "x".to_owned() };
    assert!(refused(desk.save_draft(id, vec![unknown], ann()).await).contains("q9"));
    drop(desk);
    let bench = bench.reopened();
    let desk = bench.desk().await;
    let draft = show(&desk, id).await.draft.unwrap();
    let fields: Vec<_> = draft.fields().cloned().collect();
    assert_eq!(fields, [note("second"), picked]);
    desk.act(id, choose("pg"), person("ann", Surface::Web)).await.unwrap();
    assert!(
        refused(desk.save_draft(id, vec![note("late")], ann()).await)
            .starts_with("already submitted")
    );
    assert_eq!(show(&desk, id).await.draft, None);
}

/// A call whose reply was lost is repeated: it is still one question.
#[tokio::test]
async fn a_repeated_call_does_not_ask_twice() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let mut call = choice(json!({}));
    call.call_id = Some(Uuid::from_u128(7));
    let first = desk.ask(call.clone()).await.unwrap();
    let second = desk.ask(call).await.unwrap();
    assert_eq!(first.interaction, second.interaction);
    assert_eq!(desk.list(Default::default()).await.unwrap().rows.len(), 1);
    assert_eq!(*desk.pending().borrow(), 1);
}

#[tokio::test]
async fn what_is_forgotten_is_nowhere() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let start = crate::harness::cursor(&desk).await;
    let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    desk.forget(id).await.unwrap();
    assert!(refused(desk.show(&id.into()).await).contains(&id.to_string()));
    let events = desk.events(Some(start)).await.unwrap().events;
    assert!(!format!("{events:?}").contains("database"), "{events:?}");
    assert_eq!(*desk.pending().borrow(), 0);
}
