//! Tests beside `render.rs`: which controls a message has.

use sayso_core::Dialect;
use serde_json::json;

use super::tests::{asked, form, many, number, single};
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
