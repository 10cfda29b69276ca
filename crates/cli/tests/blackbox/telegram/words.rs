//! Words: by number or in one's own, only after the question, and only to the one that is meant.

use serde_json::json;

use super::fake::ANN;
use super::{Chat, options};

/// REQ: RE-2
#[test]
fn a_text_answers_the_one_open_question() {
    let chat = Chat::new();
    let _hub = chat.hub();
    chat.fake.write(ANN, "anybody there?");
    assert!(chat.fake.told(1).contains("Nothing is waiting"));
    let id = chat.choice(json!({ "selection_mode": "hybrid" }));
    chat.fake.question(0);
    chat.fake.write(ANN, "  neither of them  ");
    let outcome = chat.outcome(id);
    assert_eq!(outcome["answers"]["questions"]["q1"]["text"], "neither of them");
}

/// By the messages' own dates: it was on its way when the question came.
/// REQ: RE-2
#[test]
fn a_text_from_before_the_question_is_no_answer() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.choice(json!({}));
    let question = chat.fake.question(0);
    chat.fake.state().now = question.date - 9;
    chat.fake.write(ANN, "2");
    assert!(chat.fake.told(1).contains("before you could have read"), "{}", chat.fake.told(1));
    assert!(chat.is_pending(id));
    chat.fake.write(ANN, "2");
    assert_eq!(options(&chat.outcome(id), "q1"), json!(["lite"]));
}

/// REQ: RE-2
#[test]
fn with_several_questions_a_text_has_to_name_one() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let first = chat.choice(json!({ "title": "First of all" }));
    chat.fake.question(0);
    let second = chat.choice(json!({ "title": "And second" }));
    chat.fake.question(1);
    chat.fake.write(ANN, "2");
    assert!(chat.fake.told(1).contains("not clear which"), "{}", chat.fake.told(1));
    assert!(chat.is_pending(first) && chat.is_pending(second));
    chat.fake.reply(ANN, &chat.fake.says(1, "And second"), "2");
    assert_eq!(options(&chat.outcome(second), "q1"), json!(["lite"]));
    assert!(chat.is_pending(first));
    chat.fake.write(ANN, "1");
    assert_eq!(options(&chat.outcome(first), "q1"), json!(["pg"]));
}
