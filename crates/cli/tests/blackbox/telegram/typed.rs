//! Texts beside a question: they go there whole, once, and nowhere else.

use sayso_core::{Dialect, Status};
use serde_json::{Value, json};

use super::fake::{ANN, Fault};
use super::{Chat, options};

fn questions() -> Value {
    json!({ "questions": [
        { "title": "Tone", "prompt": "Which tone?", "options": [{ "label": "Dry" }, { "label": "Warm" }] },
        { "title": "Length", "prompt": "How long?", "options": [{ "label": "A page" }, { "label": "Two" }] },
    ] })
}

/// REQ: RE-2
#[test]
fn questions_are_skipped_asked_back_and_rejected() {
    let chat = Chat::new();
    let _hub = chat.hub();
    chat.world.run(&["config", "set", "interface", "telegram"]).ok();
    let id = chat.ask(Dialect::AskUserQuestions, questions());
    chat.fake.tap(ANN, &chat.fake.question(0), "Skip");
    chat.fake.reply(ANN, &chat.fake.beside("Why do you skip"), "no idea");
    let half = chat.fake.says(0, "1 of 2 answered");
    chat.fake.tap(ANN, &half, "explain");
    chat.fake.reply(ANN, &chat.fake.beside("What should be explained"), "of what?");
    chat.fake.tap(ANN, &chat.fake.offers(0, "Send answers"), "Send answers");
    let outcome = chat.outcome(id);
    assert_eq!(outcome["answers"]["questions"]["q1"]["reason"], "no idea", "{outcome}");
    assert_eq!(outcome["answers"]["questions"]["q2"]["note"], "of what?", "{outcome}");
    let id = chat.ask(Dialect::AskUserQuestions, questions());
    chat.fake.tap(ANN, &chat.fake.question(1), "Reject");
    chat.fake.reply(ANN, &chat.fake.beside("To reject"), "not now");
    assert_eq!(chat.outcome(id)["reason"], "not now");
    assert_eq!(chat.view(id).status, Status::Rejected);
}

/// REQ: RE-2
#[test]
fn a_note_that_begins_like_one_on_an_option_is_kept() {
    let chat = Chat::new();
    let _hub = chat.hub();
    chat.world.run(&["config", "set", "interface", "telegram"]).ok();
    let id = chat.choice(json!({}));
    chat.fake.tap(ANN, &chat.fake.question(0), "Add a note");
    let asked = chat.fake.beside("Send your note");
    chat.fake.reply(ANN, &asked, "first of all\n10:30 works for me\n2: only for tests");
    chat.fake.tap(ANN, &chat.fake.says(0, "📝"), "SQLite");
    let outcome = chat.outcome(id);
    assert_eq!(outcome["answers"]["note"], "first of all\n10:30 works for me");
    assert_eq!(outcome["answers"]["questions"]["q1"]["notes"]["lite"], "only for tests");
    // A note on a form is on no option.
    let id = chat.ask(Dialect::AskUserQuestions, questions());
    chat.fake.tap(ANN, &chat.fake.question(1), "Add a note");
    chat.fake.reply(ANN, &chat.fake.beside("Send your note"), "2: is the better one");
    chat.fake.tap(ANN, &chat.fake.says(1, "📝"), "1 · Dry");
    chat.fake.tap(ANN, &chat.fake.offers(1, "A page"), "A page");
    chat.fake.tap(ANN, &chat.fake.offers(1, "Send answers"), "Send answers");
    assert_eq!(chat.outcome(id)["answers"]["note"], "2: is the better one");
}

/// REQ: RE-2
#[test]
fn a_message_without_words_cancels_nothing() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.choice(json!({}));
    chat.fake.tap(ANN, &chat.fake.question(0), "Cancel");
    chat.fake.beside("To cancel");
    chat.fake.sticker(ANN);
    chat.fake.beside("Only text");
    chat.fake.is_confirmed();
    assert!(chat.is_pending(id));
    chat.fake.write(ANN, "not today");
    assert_eq!(chat.outcome(id)["note"], "not today");
}

/// REQ: RE-2, SL-9
#[test]
fn a_field_that_was_left_open_takes_no_text_for_a_newer_question() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let first = chat.choice(json!({}));
    chat.fake.tap(ANN, &chat.fake.question(0), "Cancel");
    let field = chat.fake.beside("To cancel");
    let second = chat.choice(json!({ "title": "Pick another" }));
    chat.fake.question(1);
    chat.fake.write(ANN, "2");
    assert!(chat.fake.told(1).contains("not clear which"), "{}", chat.fake.told(1));
    chat.fake.is_confirmed();
    assert!(chat.is_pending(first) && chat.is_pending(second));
    chat.fake.reply(ANN, &field, "not today");
    assert_eq!(chat.outcome(first)["note"], "not today");
    assert!(chat.is_pending(second));
}

/// It is on the screen already, and the reply that says where is still on its way.
/// REQ: RE-2, SL-9
#[test]
fn a_field_that_was_left_open_takes_no_text_for_a_question_that_is_just_posted() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let first = chat.choice(json!({}));
    chat.fake.tap(ANN, &chat.fake.question(0), "Cancel");
    chat.fake.beside("To cancel");
    chat.fake.state().is_held = true;
    chat.fake.fail("sendMessage", Fault::About("Pick another", Box::new(Fault::Held)));
    let second = chat.choice(json!({ "title": "Pick another" }));
    chat.fake.question(1);
    let handed = chat.fake.state().handed;
    chat.fake.write(ANN, "2");
    chat.fake.wait("the hub has the text", |state| state.handed > handed);
    // A commit after the one that the text would have led to.
    chat.choice(json!({ "title": "Elsewhere", "interface": "web" }));
    assert!(chat.is_pending(first) && chat.is_pending(second));
    chat.fake.state().is_held = false;
    assert!(chat.fake.told(1).contains("not clear which"), "{}", chat.fake.told(1));
    chat.fake.is_confirmed();
    assert!(chat.is_pending(first) && chat.is_pending(second));
}

/// Telegram's programs send what is longer than a message as several.
/// REQ: RE-2
#[test]
fn a_text_that_was_split_is_one_again() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let first = chat.choice(json!({ "title": "First", "selection_mode": "hybrid" }));
    chat.fake.question(0);
    let second = chat.choice(json!({ "title": "Second", "selection_mode": "hybrid" }));
    chat.fake.question(1);
    chat.fake.tap(ANN, &chat.fake.question(0), "Cancel");
    chat.fake.beside("To cancel");
    let part = "words ".repeat(682);
    let handed = chat.fake.state().handed;
    chat.fake.write(ANN, part.trim());
    chat.fake.wait("the hub has the first part", |state| state.handed > handed);
    chat.fake.write(ANN, "and the end");
    let note = chat.outcome(first)["note"].as_str().unwrap().to_owned();
    assert!(note.starts_with("words ") && note.ends_with("and the end"), "{note}");
    chat.fake.is_confirmed();
    assert!(chat.is_pending(second));
}

/// Written while nobody asked for updates.
/// REQ: RE-2
#[test]
fn several_texts_for_what_was_asked_are_one() {
    let chat = Chat::new();
    let hub = chat.hub();
    let first = chat.choice(json!({ "title": "First" }));
    chat.fake.question(0);
    let second = chat.choice(json!({ "title": "Second", "selection_mode": "hybrid" }));
    chat.fake.question(1);
    chat.fake.tap(ANN, &chat.fake.question(0), "Cancel");
    chat.fake.beside("To cancel");
    chat.fake.is_confirmed();
    hub.kill();
    chat.fake.write(ANN, "not today");
    chat.fake.write(ANN, "perhaps tomorrow");
    let _next = chat.hub();
    assert_eq!(chat.outcome(first)["note"], "not today\nperhaps tomorrow");
    chat.fake.is_confirmed();
    assert!(chat.is_pending(second));
}

/// It was settled elsewhere while somebody was asked to type, and the hub died before it took that back.
/// REQ: RE-2
#[test]
fn what_was_asked_about_a_settled_question_takes_no_text() {
    let chat = Chat::new();
    let hub = chat.hub();
    let first = chat.choice(json!({ "title": "First" }));
    chat.fake.tap(ANN, &chat.fake.question(0), "Cancel");
    let asked = chat.fake.beside("To cancel");
    chat.fake.is_confirmed();
    hub.kill();
    // A hub without Telegram.
    chat.keep("");
    let between = chat.world.hub();
    chat.world.run(&["answer", &first.short(), "pg"]).ok();
    between.kill();
    chat.keep_account(ANN, "Ann");
    let _next = chat.hub();
    let second = chat.choice(json!({ "title": "Second", "selection_mode": "hybrid" }));
    chat.fake.wait("put away", |state| state.messages.iter().all(|it| it.id != asked.id));
    chat.fake.says(1, "Second");
    chat.fake.write(ANN, "my own words");
    assert_eq!(chat.outcome(second)["answers"]["questions"]["q1"]["text"], "my own words");
    assert_eq!(options(&chat.outcome(first), "q1"), json!(["pg"]));
}
