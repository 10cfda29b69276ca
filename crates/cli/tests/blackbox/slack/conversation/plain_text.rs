//! Plain words in an agent's own thread: an answer where they can be one, else the agent gets them.

use serde_json::json;

use super::super::{ANN, group, single};
use super::{Talk, fenced};

/// As in a terminal: what is written while one question is open is the answer, unless it was on its way
/// before anybody could have read the question.
/// REQ: SL-9, SL-11
#[test]
fn plain_text_answers_the_one_open_question() {
    let talk = Talk::new(json!({ "Go": [{"text": fenced(&single())}] }));
    let _hub = talk.chat.hub();
    talk.chat.fake.call(ANN, "C1", "Go");
    let question = talk.message("Which database");
    let at = |seconds: f64| format!("{:.6}", question.ts.parse::<f64>().unwrap() + seconds);
    talk.chat.fake.write_at(ANN, &question, "also look at the logs", &at(1.5));
    let told = talk.message("sent before you could have read the question");
    assert_eq!(told.thread, question.thread, "everybody in the thread sees it");
    let asked = talk.message("Which database");
    assert!(!asked.actions().is_empty(), "it still waits");
    talk.chat.fake.write_at(ANN, &question, "stop, do not do that", &at(2.5));
    talk.is_told(&["Go", "stop, do not do that"]);
    talk.message("~Which database shall it be?~");
    assert_eq!(talk.chat.fake.state().ephemerals.len(), 0);
}

/// Words are one act, and what cannot be undone needs two: neither a number nor a text answers it, and
/// everybody in the thread sees why.
/// REQ: SL-9, NA-4
#[test]
fn plain_text_does_not_answer_what_cannot_be_undone() {
    let mut choice = single();
    choice["irreversible"] = json!(true);
    let talk = Talk::new(json!({ "Go": [{"text": fenced(&choice)}] }));
    let _hub = talk.chat.hub();
    talk.chat.fake.call(ANN, "C1", "Go");
    let question = talk.message("Which database");
    for (at, text) in ["1", "the first one"].into_iter().enumerate() {
        talk.chat.fake.write(ANN, &question, text);
        talk.chat.fake.wait("a remark for each", |state| {
            let remarks = state.messages.iter().filter(|it| it.shown().contains("sayso answer"));
            remarks.filter(|it| it.thread == question.thread).count() == at + 1
        });
    }
    assert!(!talk.message("Which database").actions().is_empty(), "it still waits");
    assert_eq!(talk.told(), ["Go"]);
}

/// A form has no single answer: the agent gets the words, and the form is withdrawn.
/// REQ: SL-9, SL-11
#[test]
fn plain_text_beside_a_form_reaches_the_agent() {
    let talk = Talk::new(json!({ "Go": [{"text": fenced(&group(2))}] }));
    let _hub = talk.chat.hub();
    talk.chat.fake.call(ANN, "C1", "Go");
    let question = talk.message("Question number 1?");
    talk.chat.fake.write(ANN, &question, "stop, do not do that");
    talk.is_told(&["Go", "stop, do not do that"]);
    talk.message("no answer is needed anymore");
}

/// The agent hears at once that its question was malformed, and goes on in its own message.
/// REQ: SL-11
#[test]
fn a_corrected_agent_does_not_overwrite_what_it_said() {
    let malformed = json!({ "type": "user_choice", "question": "Which?" });
    let talk =
        Talk::new(json!({ "Go": [{"text": format!("My long analysis.{}", fenced(&malformed))}] }));
    let _hub = talk.chat.hub();
    talk.chat.fake.call(ANN, "C1", "Go");
    let next = talk.message("heard A question in your text was malformed");
    let analysis = talk.message("My long analysis.");
    assert_ne!(analysis.ts, next.ts);
    talk.is_done("My long analysis.");
}
