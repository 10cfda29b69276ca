//! A question that was asked back: the answers to the others are restored when it comes again.

use std::time::Duration;

use sayso_core::{Command, Dialect, DraftField, OptionId, QuestionId, Submission, Surface};
use sayso_desk::{Answering, Ask, Asking};
use sayso_engine::Engine;
use serde_json::json;

use crate::harness::{Bench, ask, person, show};

/// The first question as given, the second with its options in this order.
fn pair(explained: &str, second: [&str; 2]) -> Ask {
    let question = |title: &str, prompt: &str, labels: [&str; 2]| json!({ "title": title, "prompt": prompt, "options": labels.map(|label| json!({ "label": label })) });
    let questions = [
        question("Framework", explained, ["React", "Svelte"]),
        question("Styling", "Which styling should it use?", second),
    ];
    ask(Dialect::AskUserQuestions, json!({ "questions": questions }))
}

/// Asks, requests an explanation of the first, chooses the second option of the second.
async fn asked_back(desk: &Engine) {
    let asked = desk.ask(pair("Which one?", ["Tailwind", "Plain CSS"])).await.unwrap();
    let mut submission = Submission::default();
    let [first, second] = &asked.interaction.form.questions[..] else { panic!() };
    submission.entry(first.id.clone()).elaborate = Some("what are they?".to_owned());
    let option = second.control.options()[1].id.clone();
    submission.choose(second.id.clone(), vec![option.clone()]);
    submission.entry(second.id.clone()).notes.insert(option, "no build step".to_owned());
    let command = Command::Answer { submission };
    desk.act(asked.interaction.id, command, person("ann", Surface::Web)).await.unwrap();
}

async fn draft(desk: &Engine, ask: Ask) -> Vec<DraftField> {
    let id = desk.ask(ask).await.unwrap().interaction.id;
    show(desk, id).await.draft.iter().flat_map(|draft| draft.fields().cloned()).collect()
}

/// REQ: AU-5
#[tokio::test]
async fn what_was_answered_beside_it_is_there_again() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    asked_back(&desk).await;
    // In another order, and after a restart: the label counts.
    drop(desk);
    let bench = bench.reopened();
    let desk = bench.desk().await;
    let mut again = pair("Which one? React is what the team knows.", ["Plain CSS", "Tailwind"]);
    // This desk counts its ids from one again.
    again.call_id = Some(uuid::Uuid::from_u128(7));
    let (question, option) = (QuestionId::from("q2"), OptionId::from("1"));
    let note = DraftField::OptionNote {
        question: question.clone(),
        option: option.clone(),
        text: "no build step".to_owned(),
    };
    let chosen = DraftField::Options { question, options: vec![option] };
    assert_eq!(draft(&desk, again).await, [note, chosen]);
}

#[tokio::test]
async fn nobody_else_gets_it_and_not_for_ever() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    asked_back(&desk).await;
    let mut other = pair("Which one?", ["Tailwind", "Plain CSS"]);
    other.asker.agent = Some("codex".to_owned());
    assert_eq!(draft(&desk, other).await, []);
    bench.clock.advance(Duration::from_secs(3_601));
    assert_eq!(draft(&desk, pair("Which one?", ["Tailwind", "Plain CSS"])).await, []);
}
