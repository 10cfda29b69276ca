//! Tests beside `render.rs`: which controls a message has.

use sayso_chat::AgentTurn;
use sayso_core::Dialect;
use serde_json::json;

use super::tests::{asked, form, many, messages, number, single};
use super::*;

/// REQ: TE-10
#[test]
fn saying_no_is_in_view() {
    let rejects = json!({"questions": [{"prompt": "Which of the two shall it be?", "options": [
        {"label": "The first"}, {"label": "The second"}]}]});
    let rejects = asked(Dialect::AskUserQuestions, &rejects);
    for (view, word) in [
        (single(), "Cancel"),
        (form(2), "Cancel"),
        (form(7), "Cancel"),
        (number(), "Cancel"),
        (many("rank", 3), "Cancel"),
        (many("multi", 11), "Cancel"),
        (rejects, "Reject"),
    ] {
        let drawn = serde_json::to_value(messages(&view, Language::En)).unwrap();
        let blocks =
            drawn.as_array().unwrap().iter().flat_map(|it| it["blocks"].as_array().unwrap());
        let buttons = blocks
            .flat_map(|block| block["elements"].as_array().into_iter().flatten())
            .filter(|element| element["type"] == "button" && element["text"]["text"] == word);
        assert_eq!(buttons.count(), 1, "{drawn}");
        let said = serde_json::to_string(&words(&view, Language::En)).unwrap();
        let command = format!("`sayso {} {}`", word.to_lowercase(), view.interaction.id.short());
        assert!(said.contains(&command), "{said}");
    }
}

/// REQ: SL-2
#[test]
fn a_question_of_a_form_with_more_than_four_options_is_a_menu() {
    let drawn = |options: &[&str]| {
        let one = json!({"question": "Which of these?", "options": options});
        let two = json!({"question": "And then?", "options": ["Stop", "Go on"]});
        let group =
            json!({"type": "user_choice_group", "question": "Both?", "choices": [one, two]});
        let view = asked(Dialect::UserChoice, &group);
        let drawn = serde_json::to_value(messages(&view, Language::En)).unwrap().to_string();
        let buttons = |id: &str| drawn.matches(&format!("multi_choice_{id}_q1_")).count();
        (drawn.matches("\"static_select\"").count(), buttons(&view.interaction.id.to_string()))
    };
    assert_eq!(drawn(&["One", "Two", "Three", "Four"]), (0, 4));
    assert_eq!(drawn(&["One", "Two", "Three", "Four", "Five"]), (1, 1), "the menu alone");
}

/// Nine questions of thirty options each, all of them described.
fn long() -> View {
    let option = |number: usize| {
        let label = format!("Option {number} of many, in a few words");
        json!({"id": number.to_string(), "label": label, "description": "because ".repeat(20)})
    };
    let options: Vec<_> = (1..=30).map(option).collect();
    let question = |number: usize| {
        let text = format!("Question {number}? {}", "It depends on this. ".repeat(20));
        json!({"question": text, "options": options})
    };
    let questions: Vec<_> = (1..=9).map(question).collect();
    let group = json!({"type": "user_choice_group", "question": "All?", "choices": questions});
    asked(Dialect::UserChoice, &group)
}

/// Whatever is long, every option can be chosen by its number.
/// REQ: SL-4
#[test]
fn the_words_have_every_option() {
    let said = serde_json::to_value(words(&long(), Language::En)).unwrap();
    let said = said["text"].as_str().unwrap();
    assert_eq!(said.matches("*30.* Option 30 of many").count(), 9, "{said}");
}

/// If even their numbers don't fit, it says how many are missing and where they are.
/// REQ: SL-4
#[test]
fn the_words_say_which_options_are_missing() {
    for (questions, options) in [(5, 200), (20, 150), (50, 200)] {
        let option = |number: usize| json!({"id": number.to_string(), "label": format!("Option {number} of many, in a few words")});
        let all: Vec<_> = (1..=options).map(option).collect();
        let question = |number: usize| json!({"question": format!("Question {number}? It depends on this."), "options": all});
        let asked: Vec<_> = (1..=questions).map(question).collect();
        let group = json!({"type": "user_choice_group", "question": "All?", "choices": asked});
        let view = super::tests::asked(Dialect::UserChoice, &group);
        let said = serde_json::to_value(words(&view, Language::En)).unwrap();
        let said = said["text"].as_str().unwrap();
        let command = format!("more: `sayso answer {}` in a terminal", view.interaction.id.short());
        assert_eq!(said.matches(&command).count(), questions, "{said}");
        let missing = said.split("… ").filter_map(|rest| rest.split_once(" more: `sayso"));
        let missing: usize = missing.map(|(count, _)| count.parse::<usize>().unwrap()).sum();
        assert_eq!(said.matches(".* Option ").count() + missing, questions * options, "{said}");
        assert!(said.contains("To cancel"), "{said}");
    }
}

/// The first lines of what an agent says are often the same.
/// REQ: SL-10
#[test]
fn no_two_messages_of_a_long_text_notify_alike() {
    let text = "The same line again and again.\n".repeat(1_500);
    let texts = Texts::of(Language::En);
    let (messages, left) = turn(&AgentTurn { text: &text, is_working: false, texts }, 10);
    assert_eq!((messages.len() > 3, left), (true, 0));
    let notice =
        |message: &SlackMessage| serde_json::to_value(message).unwrap()["text"].to_string();
    let notices: std::collections::BTreeSet<String> = messages.iter().map(notice).collect();
    assert_eq!(notices.len(), messages.len(), "{notices:?}");
}

/// No two notifications are the same, and each message leads to the whole.
/// REQ: SL-3
#[test]
fn each_message_of_a_form_says_which_it_is() {
    let view = long();
    let drawn = messages(&view, Language::En);
    assert!(drawn.len() > 2);
    let text = |message: &SlackMessage| serde_json::to_value(message).unwrap()["text"].to_string();
    let mut texts: Vec<String> = drawn.iter().map(text).collect();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), drawn.len(), "{texts:?}");
    let read = crate::action_ids::read_all(view.interaction.id);
    for message in &drawn {
        let message = serde_json::to_string(message).unwrap();
        assert_eq!(message.matches(&read).count(), 1, "{message}");
    }
    let read = reading(&Sheet::new(&view, Language::En));
    let read = serde_json::to_string(&read).unwrap();
    assert_eq!(read.matches("because because").count() % 270, 0, "all of it");
}

#[test]
fn any_question_can_be_asked_about() {
    for view in [single(), many("multi", 3), many("rank", 3), number()] {
        let drawn = serde_json::to_string(&messages(&view, Language::En)).unwrap();
        assert!(drawn.contains("Ask to explain"), "{drawn}");
    }
}
