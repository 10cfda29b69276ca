//! Rankings by successive clicks, and numbers by text.

use sayso_core::Dialect;
use serde_json::{Value, json};

use super::{ANN, Chat, choice};

fn ranking(more: Value) -> Value {
    let mut arguments = choice(json!({
        "title": "What first?", "selection_mode": "rank",
        "options": [
            { "id": "a", "label": "Auth", "recommended": true }, { "id": "c", "label": "Cache" },
            { "id": "s", "label": "Search" },
        ],
    }));
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    arguments
}

/// REQ: AD-8
#[test]
fn a_ranking_is_clicked_one_place_after_the_other() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.ask(Dialect::ProvideChoice, ranking(json!({})));
    let message = chat.fake.says(0, "Rank all options");
    chat.fake.click(ANN, &message, "user_choice_s");
    let one = chat.fake.says(0, "1. *Search*");
    assert!(one.shown().contains("Rank 2 more"), "{}", one.shown());
    let is_there = |action: &str| one.actions().iter().any(|found| found == action);
    assert!(!is_there("user_choice_s") && is_there("user_choice_a"), "{:?}", one.actions());
    assert!(!one.actions().iter().any(|action| action.starts_with("submit_form_")));
    chat.fake.click(ANN, &one, "user_choice_c");
    let two = chat.fake.says(0, "2. *Cache*");
    // A wrong click costs one place, not all.
    chat.fake.click(ANN, &two, "edit_choice_");
    let again = chat.fake.says(0, "Rank 2 more");
    assert!(again.shown().contains("1. *Search*"), "{}", again.shown());
    chat.fake.click(ANN, &again, "user_choice_a");
    let two = chat.fake.says(0, "2. *Auth*");
    chat.fake.click(ANN, &two, "user_choice_c");
    let whole = chat.fake.says(0, "3. *Cache*");
    assert!(chat.is_pending(id), "it is sent by a button");
    chat.fake.click(ANN, &whole, "submit_form_");
    let reply = chat.reply(id).structured;
    assert_eq!(reply["selection"]["ranking"], json!(["s", "a", "c"]));
    assert_eq!(reply["selection"]["interface"], "slack");
    let last = chat.fake.says(0, "~What first?~");
    assert!(last.shown().contains("1. *Search*"), "{}", last.shown());
}

/// REQ: AD-8
#[test]
fn only_the_first_places_are_asked_for_and_words_do_it_too() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.ask(Dialect::ProvideChoice, ranking(json!({ "max_selections": 2 })));
    let message = chat.fake.says(0, "Rank your first 2");
    chat.fake.click(ANN, &message, "user_choice_c");
    chat.fake.click(ANN, &chat.fake.says(0, "1. *Cache*"), "user_choice_a");
    let whole = chat.fake.says(0, "2. *Auth*");
    let offered = whole.actions().iter().any(|action| action.starts_with("user_choice_"));
    assert!(!offered, "no place is left: {:?}", whole.actions());
    chat.fake.click(ANN, &whole, "submit_form_");
    assert_eq!(chat.reply(id).structured["selection"]["ranking"], json!(["c", "a"]));

    let id = chat.ask(Dialect::ProvideChoice, ranking(json!({ "title": "And then?" })));
    let message = chat.fake.says(1, "And then?");
    chat.fake.write(ANN, &message, "3, 1");
    assert!(chat.fake.whisper(1).contains("Rank one more option"), "{}", chat.fake.whisper(1));
    assert!(chat.is_pending(id));
    chat.fake.write(ANN, &message, "3, 1, 2");
    assert_eq!(chat.reply(id).structured["selection"]["ranking"], json!(["s", "a", "c"]));
}

/// REQ: AD-8
#[test]
fn a_number_is_typed_and_a_wrong_one_is_explained() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let number = |title: &str| {
        choice(json!({
            "title": title, "selection_mode": "number", "options": [],
            "min": 1, "max": 64, "step": 1, "unit": "GB",
        }))
    };
    let id = chat.ask(Dialect::ProvideChoice, number("How large?"));
    let message = chat.fake.says(0, "From 1 to 64 GB");
    chat.fake.click(ANN, &message, "custom_input_single");
    chat.fake.type_in(ANN, 1, &[("text", "100")]);
    assert!(chat.fake.whisper(1).contains("Enter 64 or less"), "{}", chat.fake.whisper(1));
    assert!(chat.is_pending(id));
    chat.fake.click(ANN, &message, "custom_input_single");
    chat.fake.type_in(ANN, 2, &[("text", "16 GB")]);
    assert_eq!(chat.reply(id).structured["selection"]["number"], json!(16));
    assert!(chat.fake.says(0, "~How large?~").shown().contains("16 GB"));

    let id = chat.ask(Dialect::ProvideChoice, number("And the cache?"));
    let message = chat.fake.says(1, "And the cache?");
    chat.fake.write(ANN, &message, "1,5");
    let told = chat.fake.whisper(2);
    assert!(told.contains("Reply in this thread with the number"), "{told}");
    chat.fake.write(ANN, &message, "2");
    assert_eq!(chat.reply(id).structured["selection"]["number"], json!(2));
}
