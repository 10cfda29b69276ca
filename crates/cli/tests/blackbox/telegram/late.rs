//! Late, doubled, made-up, edited and deleted: one outcome each, and the message in its true state.

use serde_json::json;

use super::fake::{ANN, DATA};
use super::{Chat, options};

/// REQ: RE-2
#[test]
fn a_late_tap_says_who_was_first() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.choice(json!({}));
    let message = chat.fake.question(0);
    chat.world.run(&["answer", &id.short(), "pg"]).ok();
    chat.fake.says(0, "→ PostgreSQL");
    chat.fake.pick(ANN, &message, 0, 1);
    assert!(chat.fake.told(1).contains("already settled"), "{}", chat.fake.told(1));
    assert_eq!(options(&chat.outcome(id), "q1"), json!(["pg"]));
    chat.fake.reply(ANN, &message, "2");
    assert!(chat.fake.told(2).contains("isn't waiting"), "{}", chat.fake.told(2));
    chat.fake.is_confirmed();
    assert!(chat.fake.question(0).labels().is_empty());
}

/// It was written for the question that ended meanwhile, or for the one that is left: nobody knows.
/// REQ: RE-2, SL-9
#[test]
fn a_text_whose_question_has_just_ended_answers_no_other() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let left = chat.choice(json!({}));
    let first = chat.fake.question(0);
    let ended = chat.choice(json!({ "title": "Pick another" }));
    chat.fake.question(1);
    chat.world.run(&["answer", &ended.short(), "pg"]).ok();
    chat.fake.says(1, "→ PostgreSQL");
    chat.fake.write(ANN, "2");
    assert!(chat.fake.told(1).contains("not clear which"), "{}", chat.fake.told(1));
    chat.fake.is_confirmed();
    assert!(chat.is_pending(left));
    chat.fake.reply(ANN, &first, "2");
    assert_eq!(options(&chat.outcome(left), "q1"), json!(["lite"]));
}

/// Who has answered the one there writes about the other.
/// REQ: RE-2
#[test]
fn a_text_after_a_tap_is_for_the_question_that_is_left() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let left = chat.choice(json!({}));
    let tapped = chat.choice(json!({ "title": "Pick another" }));
    chat.fake.tap(ANN, &chat.fake.question(1), "PostgreSQL");
    chat.outcome(tapped);
    chat.fake.says(1, "→ PostgreSQL");
    chat.fake.write(ANN, "2");
    assert_eq!(options(&chat.outcome(left), "q1"), json!(["lite"]));
}

/// REQ: RE-2
#[test]
fn a_doubled_tap_counts_once() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.choice(json!({}));
    let tap = chat.fake.tap(ANN, &chat.fake.question(0), "SQLite");
    chat.fake.again(&tap);
    assert_eq!(options(&chat.outcome(id), "q1"), json!(["lite"]));
    chat.fake.is_confirmed();
    chat.fake.says(0, "→ SQLite");
    assert!(chat.fake.state().told.is_empty(), "{:?}", chat.fake.state().told);
}

/// REQ: RE-2
#[test]
fn made_up_data_does_nothing() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.choice(json!({}));
    let message = chat.fake.question(0);
    let data = message.buttons()[0].1.clone();
    let places = ["p0.99", "p9.0", "wo7", "x!", ""].map(|code| format!("{}{code}", &data[..DATA]));
    // A question that there is not.
    let unknown = format!("{}{}", "A".repeat(22), &data[22..]);
    for data in places.iter().map(String::as_str).chain(["plainly", "back", &unknown]) {
        chat.fake.send_data(ANN, &message, data);
    }
    chat.fake.is_confirmed();
    chat.fake.wait("each tap is answered", |state| state.answered.len() == 8);
    assert!(chat.is_pending(id));
    let after = chat.fake.question(0);
    assert_eq!(after.id, message.id, "nothing of it is gone");
    assert_eq!((after.text, after.markup), (message.text, message.markup), "nor changed");
}

/// REQ: RE-2
#[test]
fn an_edited_text_changes_nothing() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.choice(json!({}));
    chat.fake.question(0);
    let written = chat.fake.write(ANN, "hm");
    assert!(chat.fake.told(1).contains("wasn't understood"));
    chat.fake.edit(&written, "hm");
    chat.fake.edit(&written, "2");
    chat.fake.beside("Changing a message");
    assert!(chat.is_pending(id));
    chat.fake.write(ANN, "2");
    assert_eq!(options(&chat.outcome(id), "q1"), json!(["lite"]));
}

/// REQ: RE-2
#[test]
fn a_deleted_message_is_posted_again_while_the_question_waits() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.choice(json!({ "selection_mode": "multi" }));
    let message = chat.fake.question(0);
    chat.fake.delete(&message);
    chat.fake.tap(ANN, &message, "3 · DynamoDB");
    let again = chat.fake.offers(0, "☑ 3");
    assert_ne!(again.id, message.id);
    chat.fake.tap(ANN, &again, "Send answer");
    let chosen = options(&chat.outcome(id), "q1");
    assert!(chosen.as_array().unwrap().contains(&json!("ddb")), "{chosen}");
    chat.fake.says(0, "DynamoDB");
    chat.fake.wait("no dead buttons", |state| state.questions()[0].labels().is_empty());
}

/// REQ: RE-2
#[test]
fn what_is_beside_a_question_goes_with_it() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.choice(json!({ "irreversible": true }));
    chat.fake.tap(ANN, &chat.fake.question(0), "SQLite");
    chat.fake.beside("This can't be undone: SQLite");
    chat.world.run(&["cancel", &id.short()]).ok();
    chat.fake.says(0, "cancelled");
    chat.fake.wait("nothing is left to tap on", |state| {
        state.messages.iter().all(|message| message.labels().is_empty())
    });
}
