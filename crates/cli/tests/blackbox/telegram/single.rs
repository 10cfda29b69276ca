//! One question: a tap, the end of its message, an own text, more time.

use sayso_core::Status;
use serde_json::json;

use super::fake::{ANN, Fault};
use super::{Chat, options};

/// REQ: RE-2
#[test]
fn a_tap_answers_and_the_message_says_so() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.choice(json!({}));
    let message = chat.fake.question(0);
    assert_eq!(message.chat, ANN);
    for words in [
        "claude-code · api-server asks",
        "Pick a database",
        "1. PostgreSQL ⭐ recommended",
        "Send the number",
        "if you don't answer",
    ] {
        assert!(message.text.contains(words), "{words}: {}", message.text);
    }
    let labels = message.labels();
    assert_eq!(labels[..3], ["⭐ 1 · PostgreSQL", "2 · SQLite", "3 · DynamoDB"]);
    chat.fake.tap(ANN, &message, "SQLite");
    let outcome = chat.outcome(id);
    assert_eq!(options(&outcome, "q1"), json!(["lite"]));
    assert_eq!(outcome["actor"]["by"], "Ann");
    assert_eq!(outcome["actor"]["via"], "telegram");
    let last = chat.fake.says(0, "→ SQLite");
    assert!(last.source.contains("<s>Pick a database</s>"), "{}", last.source);
    assert!(last.text.contains("Ann, Telegram") && last.text.contains("the agent continues"));
    assert_eq!(last.labels(), [] as [&str; 0], "no dead buttons");
    chat.fake.is_confirmed();
    chat.fake.wait("the tap is answered", |state| state.answered.len() == 1);
    assert_eq!(chat.fake.state().messages.len(), 1, "edited in place");
}

/// REQ: RE-2
#[test]
fn what_an_agent_writes_is_neither_markup_nor_a_preview() {
    let chat = Chat::new();
    let _hub = chat.hub();
    chat.choice(json!({
        "prompt": "Is <b>this</b> & <script>that</script> https://example.com what it should be?",
    }));
    let message = chat.fake.question(0);
    assert!(message.text.contains("<b>this</b> & <script>"), "{}", message.text);
    let state = chat.fake.state();
    let (_, call) = state.calls.iter().find(|(method, _)| method == "sendMessage").unwrap();
    assert_eq!(call["link_preview_options"]["is_disabled"], true);
}

/// REQ: RE-2
#[test]
fn an_own_text_is_asked_for_below_and_kept_whole() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.choice(json!({ "selection_mode": "hybrid" }));
    let long = "한글 & <b> ".repeat(200);
    chat.fake.tap(ANN, &chat.fake.question(0), "Type an answer");
    let asked = chat.fake.beside("Send your answer");
    assert_eq!(asked.first, json!({ "force_reply": true }));
    chat.fake.reply(ANN, &asked, &long);
    // Options could be ticked as well: it is sent by a button.
    let noted = chat.fake.says(0, "so far");
    chat.fake.tap(ANN, &noted, "Send answer");
    let outcome = chat.outcome(id);
    assert_eq!(outcome["answers"]["questions"]["q1"]["text"], long.trim());
    chat.fake.says(0, "한글 & <b>");
    chat.fake.wait("what was asked for is gone", |state| state.messages.len() == 1);
}

/// REQ: RE-2
#[test]
fn cancelling_takes_a_note_or_none() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let first = chat.choice(json!({}));
    chat.fake.tap(ANN, &chat.fake.question(0), "Cancel");
    let asked = chat.fake.beside("To cancel “Pick a database”");
    chat.fake.write(ANN, "not today");
    assert_eq!(chat.outcome(first)["note"], "not today");
    assert_eq!(chat.view(first).status, Status::Cancelled);
    let last = chat.fake.says(0, "cancelled");
    assert!(last.text.contains("not today"), "{}", last.text);
    chat.fake.wait("put away", |state| state.messages.iter().all(|it| it.id != asked.id));
    let second = chat.choice(json!({ "title": "Pick again" }));
    chat.fake.tap(ANN, &chat.fake.question(1), "Cancel");
    chat.fake.tap(ANN, &chat.fake.beside("To cancel “Pick again”"), "without a note");
    assert!(chat.outcome(second)["note"].is_null());
}

/// REQ: RE-2
#[test]
fn there_is_more_time_and_the_message_shows_it() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.choice(json!({ "timeout_seconds": 600 }));
    let before = chat.view(id).interaction.deadline().unwrap();
    chat.fake.tap(ANN, &chat.fake.question(0), "+5 min");
    chat.world.until("later", || chat.view(id).interaction.deadline().unwrap() > before);
    chat.fake.wait("it is drawn", |state| state.questions()[0].edits > 0);
}

/// The buttons are refused: the same as words, answered by number.
/// REQ: RE-2
#[test]
fn what_is_not_taken_is_posted_as_words() {
    let chat = Chat::new();
    let _hub = chat.hub();
    chat.fake.fail("sendMessage", Fault::Refused(400, "Bad Request: BUTTON_DATA_INVALID"));
    let id = chat.choice(json!({}));
    let message = chat.fake.beside("2. SQLite");
    assert!(message.labels().is_empty());
    chat.fake.write(ANN, "2");
    assert_eq!(options(&chat.outcome(id), "q1"), json!(["lite"]));
    chat.fake.beside("→ SQLite");
}
