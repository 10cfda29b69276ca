//! Every control, notes, and forms step by step.

use sayso_core::Dialect;
use serde_json::{Value, json};

use super::fake::ANN;
use super::{Chat, options};

/// REQ: RE-2, AD-8
#[test]
fn several_are_ticked_and_sent() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.choice(json!({ "selection_mode": "multi" }));
    let message = chat.fake.question(0);
    let ticked = message.labels().iter().filter(|label| label.starts_with('☑')).count();
    let none = if ticked == 1 {
        chat.fake.tap(ANN, &message, "☑");
        chat.fake.offers(0, "☐ ⭐ 1 · PostgreSQL")
    } else {
        message
    };
    // Twice the same tap is one tick.
    let tap = chat.fake.tap(ANN, &none, "2 · SQLite");
    chat.fake.again(&tap);
    let one = chat.fake.offers(0, "☑ 2 · SQLite");
    chat.fake.tap(ANN, &one, "3 · DynamoDB");
    let two = chat.fake.offers(0, "☑ 3 · DynamoDB");
    assert!(two.labels().iter().any(|label| label.contains("☑ 2")), "{:?}", two.labels());
    chat.fake.tap(ANN, &two, "Send answer");
    assert_eq!(options(&chat.outcome(id), "q1"), json!(["lite", "ddb"]));
}

/// REQ: RE-2, AD-8
#[test]
fn a_ranking_is_built_tap_by_tap() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.choice(json!({ "selection_mode": "rank" }));
    chat.fake.tap(ANN, &chat.fake.question(0), "3 · DynamoDB");
    let one = chat.fake.offers(0, "Undo the last place");
    chat.fake.tap(ANN, &one, "Undo");
    let none = chat.fake.offers(0, "3 · DynamoDB");
    chat.fake.tap(ANN, &none, "2 · SQLite");
    let one = chat.fake.offers(0, "Undo");
    assert!(!one.labels().iter().any(|label| label.contains("2 · SQLite")), "it has a place");
    chat.fake.tap(ANN, &one, "1 · PostgreSQL");
    chat.fake.wait("two places", |state| {
        !state.questions()[0].labels().iter().any(|label| label.contains("PostgreSQL"))
    });
    let two = chat.fake.question(0);
    chat.fake.tap(ANN, &two, "3 · DynamoDB");
    let whole = chat.fake.offers(0, "Send answer");
    chat.fake.tap(ANN, &whole, "Send answer");
    assert_eq!(options(&chat.outcome(id), "q1"), json!(["lite", "pg", "ddb"]));
}

/// REQ: RE-2, AD-8
#[test]
fn a_number_and_a_text_are_written() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let number =
        json!({ "selection_mode": "number", "min": 1, "max": 9, "unit": "GB", "options": null });
    let id = chat.choice(number);
    chat.fake.question(0);
    chat.fake.write(ANN, "10");
    assert!(chat.fake.told(1).contains("not accepted"), "{}", chat.fake.told(1));
    chat.fake.write(ANN, "5");
    assert_eq!(chat.outcome(id)["answers"]["questions"]["q1"]["text"], "5");
    let id = chat.choice(json!({ "selection_mode": "text_input", "options": null }));
    chat.fake.question(1);
    chat.fake.write(ANN, "my own words");
    assert_eq!(chat.outcome(id)["answers"]["questions"]["q1"]["text"], "my own words");
}

/// REQ: RE-2
#[test]
fn notes_go_along_on_the_whole_and_on_an_option() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.choice(json!({}));
    chat.fake.tap(ANN, &chat.fake.question(0), "Add a note");
    let asked = chat.fake.beside("Send your note");
    assert!(asked.text.contains("2. SQLite"), "{}", asked.text);
    chat.fake.reply(ANN, &asked, "by Friday\n2: only for tests");
    let noted = chat.fake.says(0, "📝");
    assert!(noted.text.contains("by Friday") && noted.text.contains("only for tests"));
    chat.fake.tap(ANN, &noted, "SQLite");
    let outcome = chat.outcome(id);
    assert_eq!(outcome["answers"]["note"], "by Friday");
    assert_eq!(outcome["answers"]["questions"]["q1"]["notes"]["lite"], "only for tests");
}

fn form(count: usize) -> Value {
    let choices: Vec<Value> = (1..=count)
        .map(|n| {
            json!({ "question": format!("Question number {n}?"), "options": [
                { "id": "1", "label": format!("First of {n}"), "recommended": true },
                { "id": "2", "label": format!("Second of {n}") },
            ] })
        })
        .collect();
    json!({ "type": "user_choice_group", "question": "Set it up", "choices": choices })
}

/// REQ: RE-2
#[test]
fn a_form_is_answered_step_by_step_changed_and_sent() {
    let chat = Chat::new();
    let _hub = chat.hub();
    chat.world.run(&["config", "set", "interface", "telegram"]).ok();
    let id = chat.ask(Dialect::UserChoice, form(3));
    let first = chat.fake.question(0);
    assert!(first.text.contains("0 of 3 answered"), "{}", first.text);
    assert!(!first.labels().iter().any(|label| label.contains("of 2")), "one at a time");
    chat.fake.tap(ANN, &first, "Second of 1");
    let second = chat.fake.offers(0, "First of 2");
    chat.fake.tap(ANN, &second, "First of 2");
    let third = chat.fake.offers(0, "Second of 3");
    chat.fake.tap(ANN, &third, "Change 1");
    let again = chat.fake.offers(0, "First of 1");
    chat.fake.tap(ANN, &again, "First of 1");
    let third = chat.fake.offers(0, "Second of 3");
    chat.fake.tap(ANN, &third, "Second of 3");
    let whole = chat.fake.offers(0, "Send answers");
    assert!(whole.text.contains("3 of 3 answered"), "{}", whole.text);
    chat.fake.tap(ANN, &whole, "Send answers");
    let outcome = chat.outcome(id);
    let all = ["q1", "q2", "q3"].map(|question| options(&outcome, question));
    assert_eq!(all, [json!(["1"]), json!(["1"]), json!(["2"])]);
    chat.fake.says(0, "→ Second of 3");
    assert_eq!(chat.fake.state().messages.len(), 1);
}

/// REQ: RE-2
#[test]
fn a_long_form_and_a_long_text_fit_and_are_readable_in_full() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let options: Vec<Value> = (1..=90)
        .map(|n| {
            json!({ "id": n.to_string(), "label": format!("{n} {}", "長い名前 ".repeat(9)),
            "recommended": n == 1, "description": "<&> ".repeat(100) })
        })
        .collect();
    let id = chat.choice(json!({ "options": options, "prompt": "é".repeat(7_000) }));
    let message = chat.fake.question(0);
    assert!(message.text.encode_utf16().count() <= 4_096);
    chat.fake.tap(ANN, &message, "Read everything");
    chat.fake.wait("all of it", |state| {
        state.messages.iter().any(|message| message.text.contains("90 長い名前"))
    });
    chat.fake.reply(ANN, &message, "87");
    assert_eq!(super::options(&chat.outcome(id), "q1"), json!(["87"]));
    chat.world.run(&["config", "set", "interface", "telegram"]).ok();
    chat.ask(Dialect::UserChoice, form(40));
    chat.fake.says(1, "0 of 40 answered");
}
