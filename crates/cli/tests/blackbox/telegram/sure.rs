//! Irreversible questions: the second tap sends what the message with it named, and nothing else.

use sayso_core::settings::Key;
use sayso_core::{Dialect, DraftField, OptionId, QuestionId};
use sayso_desk::Answering;
use serde_json::{Value, json};

use super::fake::{ANN, DATA};
use super::{Chat, options};
use crate::harness::nobody;

impl Chat {
    /// Ticked elsewhere, on a page.
    fn ticks(&self, id: sayso_core::InteractionId, options: &[&str]) {
        let options = options.iter().map(|id| OptionId::from(*id)).collect();
        let field = DraftField::Options { question: QuestionId::from("q1"), options };
        let saving = self.runtime.block_on(self.world.desk().save_draft(id, vec![field], nobody()));
        saving.unwrap();
    }
}

/// REQ: RE-2, NA-4
#[test]
fn what_cannot_be_undone_needs_a_second_tap_that_names_it() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.choice(json!({ "irreversible": true }));
    let message = chat.fake.question(0);
    assert!(message.text.contains("can't be undone"), "{}", message.text);
    chat.fake.tap(ANN, &message, "SQLite");
    let asked = chat.fake.beside("This can't be undone: SQLite");
    assert_eq!(asked.labels(), ["Yes: SQLite", "No, go back"]);
    chat.fake.tap(ANN, &asked, "No, go back");
    chat.fake.wait("it is put away", |state| state.messages.len() == 1);
    assert!(chat.is_pending(id));
    // Words are no answer.
    chat.fake.reply(ANN, &message, "2");
    assert!(chat.fake.told(1).contains("text can't answer it"));
    chat.fake.tap(ANN, &message, "DynamoDB");
    let asked = chat.fake.beside("This can't be undone: DynamoDB");
    chat.fake.tap(ANN, &asked, "Yes: DynamoDB");
    assert_eq!(options(&chat.outcome(id), "q1"), json!(["ddb"]));
    chat.fake.says(0, "→ DynamoDB");
    chat.fake.wait("nothing is left beside it", |state| {
        state.messages.iter().filter(|message| !message.is_silent).count() == 1
    });
}

/// REQ: RE-2, NA-4
#[test]
fn a_confirmation_sends_only_what_it_named() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.choice(json!({ "selection_mode": "multi", "irreversible": true }));
    chat.fake.question(0);
    chat.ticks(id, &["pg", "lite"]);
    chat.fake.tap(ANN, &chat.fake.offers(0, "☑ 2"), "Send answer");
    let asked = chat.fake.beside("This can't be undone: PostgreSQL, SQLite");
    chat.ticks(id, &["pg", "ddb"]);
    chat.fake.offers(0, "☑ 3");
    chat.fake.tap(ANN, &asked, "Yes: PostgreSQL, SQLite");
    let again = chat.fake.beside("This can't be undone: PostgreSQL, DynamoDB");
    assert!(chat.fake.told(1).contains("changed meanwhile"), "{}", chat.fake.told(1));
    assert!(chat.is_pending(id));
    chat.fake.tap(ANN, &again, "Yes: PostgreSQL, DynamoDB");
    assert_eq!(options(&chat.outcome(id), "q1"), json!(["pg", "ddb"]));
}

/// A button of an earlier state, or one that was made up.
/// REQ: RE-2, NA-4
#[test]
fn a_button_that_does_not_ask_first_is_asked_about_all_the_same() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.choice(json!({ "irreversible": true }));
    let message = chat.fake.question(0);
    let data = message.buttons()[0].1.clone();
    chat.fake.send_data(ANN, &message, &format!("{}p0.1", &data[..DATA]));
    chat.fake.beside("This can't be undone: SQLite");
    chat.fake.send_data(ANN, &message, &format!("{}s", &data[..DATA]));
    chat.fake.is_confirmed();
    assert!(chat.is_pending(id));
}

/// REQ: RE-2, NA-4
#[test]
fn saying_no_needs_no_second_tap() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let options_of = json!([
        { "id": "drop", "label": "Drop it", "recommended": true },
        { "id": "keep", "label": "Keep it", "safe": true },
    ]);
    let id = chat.choice(json!({ "irreversible": true, "options": options_of }));
    chat.fake.tap(ANN, &chat.fake.question(0), "Keep it");
    assert_eq!(options(&chat.outcome(id), "q1"), json!(["keep"]));
}

/// REQ: RE-2, NA-4
#[test]
fn an_own_text_that_cannot_be_undone_is_named_in_full() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.choice(json!({
        "irreversible": true, "selection_mode": "text_input", "options": null,
    }));
    chat.fake.tap(ANN, &chat.fake.question(0), "Type an answer");
    let own = format!("drop {} at last", "the old tables ".repeat(40));
    chat.fake.reply(ANN, &chat.fake.beside("Send your answer"), &own);
    chat.fake.tap(ANN, &chat.fake.offers(0, "Send answer"), "Send answer");
    let asked = chat.fake.beside("This can't be undone: drop");
    assert!(asked.text.contains("at last"), "{}", asked.text);
    assert!(chat.is_pending(id));
    chat.fake.tap(ANN, &asked, "Yes");
    assert_eq!(chat.outcome(id)["answers"]["questions"]["q1"]["text"], own);
}

fn form() -> Value {
    let choice = |question: &str| json!({ "question": question, "options": ["Yes", "No"] });
    let choices = [choice("Drop the tables?"), choice("And the backups?")];
    json!({ "type": "user_choice_group", "question": "Clean up", "irreversible": true, "choices": choices })
}

/// REQ: RE-2, NA-4
#[test]
fn a_form_that_cannot_be_undone_names_all_of_it() {
    let chat = Chat::new();
    let _hub = chat.hub();
    chat.world.run(&["config", "set", "interface", "telegram"]).ok();
    let id = chat.ask(Dialect::UserChoice, form());
    chat.fake.tap(ANN, &chat.fake.question(0), "1 · Yes");
    chat.fake.says(0, "1 of 2 answered");
    chat.fake.tap(ANN, &chat.fake.question(0), "2 · No");
    chat.fake.tap(ANN, &chat.fake.offers(0, "Send answers"), "Send answers");
    let asked = chat.fake.beside("This can't be undone: Yes · No");
    assert!(chat.is_pending(id));
    chat.fake.tap(ANN, &asked, "Yes: Yes · No");
    let outcome = chat.outcome(id);
    assert_eq!([options(&outcome, "q1"), options(&outcome, "q2")], [json!(["1"]), json!(["2"])]);
}

/// REQ: RE-2, SL-9, AD-2
#[test]
fn a_permission_is_refused_by_text_and_never_given_by_one() {
    let chat = Chat::new();
    let _hub = chat.hub();
    chat.world.run(&["config", "set", "interface", "telegram"]).ok();
    let ask = json!({ "title": "rm -rf build", "prompt": "It wants to run this." });
    let id = chat.ask(Dialect::Permission, ask.clone());
    chat.fake.question(0);
    for text in ["1", "yes", "Allow once"] {
        chat.fake.write(ANN, text);
    }
    chat.fake.told(3);
    chat.fake.is_confirmed();
    assert!(chat.is_pending(id), "words allow nothing");
    chat.fake.tap(ANN, &chat.fake.question(0), "Deny, and say why");
    chat.fake.reply(ANN, &chat.fake.beside("Send your answer"), "use the clean target");
    let outcome = chat.outcome(id);
    assert_eq!(outcome["answers"]["questions"]["q1"]["text"], "use the clean target");
    assert_eq!(options(&outcome, "q1"), json!([]));
    let id = chat.ask(Dialect::Permission, ask);
    chat.fake.tap(ANN, &chat.fake.question(1), "Allow once");
    assert_eq!(options(&chat.outcome(id), "q1"), json!(["allow"]));
}

/// REQ: RE-2, SA-7
#[test]
fn what_may_be_answered_only_there_is_answered_there() {
    let chat = Chat::new();
    let _hub = chat.hub();
    chat.world.set(Key::IrreversibleSurfaces, "telegram");
    let id = chat.choice(json!({ "irreversible": true }));
    chat.fake.question(0);
    chat.world.run(&["answer", &id.short(), "pg"]).fails(1, "only in telegram");
    chat.fake.tap(ANN, &chat.fake.question(0), "SQLite");
    chat.fake.tap(ANN, &chat.fake.beside("This can't be undone: SQLite"), "Yes: SQLite");
    assert_eq!(options(&chat.outcome(id), "q1"), json!(["lite"]));
}
