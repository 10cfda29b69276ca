//! Several questions: chosen one by one, sent together.

use serde_json::json;

use super::{ANN, Chat, choice, group};
use sayso_core::Dialect;

/// REQ: SL-2, SL-5, SL-6, SL-9
#[test]
fn a_pick_is_stored_a_change_brings_the_options_back_and_nothing_is_sent_unasked() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.ask_choice(group(2));
    let message = chat.fake.message(0);
    assert!(message.shown().contains("○○ 0 of 2 answered"), "{}", message.shown());
    assert!(!message.actions().iter().any(|id| id.starts_with("submit_form_")));

    chat.fake.click(ANN, &message, &format!("multi_choice_{id}_q1_2"));
    let half = chat.fake.says(0, "●○ 1 of 2 answered");
    let shown = half.shown();
    for words in ["Set the service up", "about to be made", "✅ *Second of 1*"] {
        assert!(shown.contains(words), "{shown}");
    }
    chat.fake.click(ANN, &half, &format!("edit_choice_{id}_q1"));
    let none = chat.fake.says(0, "○○ 0 of 2 answered");
    chat.fake.click(ANN, &none, &format!("multi_choice_{id}_q1_1"));
    chat.fake.click(ANN, &none, &format!("multi_choice_{id}_q2_2"));
    let whole = chat.fake.says(0, "●● 2 of 2 answered");
    assert!(chat.is_pending(id), "buttons do not send by themselves");
    chat.fake.click(ANN, &whole, "submit_form_");
    assert_eq!(
        chat.reply(id).text,
        "Question number 1?: 1. First of 1\nQuestion number 2?: 2. Second of 2"
    );
    let last = chat.fake.says(0, "~Set the service up~");
    assert!(last.shown().contains("2. Question number 2? → *Second of 2*"), "{}", last.shown());
    assert_eq!(last.actions(), [] as [&str; 0]);
    // Sent twice, from an outdated screen.
    chat.fake.click(ANN, &whole, "submit_form_");
    assert!(chat.fake.whisper(1).contains("already settled: answered"));
}

/// REQ: SL-6, SL-9
#[test]
fn sending_what_is_not_complete_is_told_with_the_number() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.ask_choice(group(3));
    let message = chat.fake.message(0);
    for question in ["q1", "q2", "q3"] {
        chat.fake.click(ANN, &message, &format!("multi_choice_{id}_{question}_1"));
    }
    let whole = chat.fake.says(0, "3 of 3 answered");
    chat.fake.click(ANN, &whole, &format!("edit_choice_{id}_q2"));
    chat.fake.says(0, "2 of 3 answered");
    chat.fake.click(ANN, &whole, "submit_form_");
    assert_eq!(chat.fake.whisper(1), "One question is not answered yet.");
    assert!(chat.is_pending(id));
}

/// REQ: SL-6
#[test]
fn an_own_text_in_the_last_gap_sends_the_form() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.ask_choice(group(2));
    let message = chat.fake.message(0);
    chat.fake.click(ANN, &message, &format!("custom_input_multi_{id}_q1"));
    chat.fake.type_in(ANN, 1, &[("text", "my own way")]);
    let half = chat.fake.says(0, "1 of 2 answered");
    assert!(chat.is_pending(id), "a gap is left");
    chat.fake.click(ANN, &half, &format!("custom_input_multi_{id}_q2"));
    chat.fake.type_in(ANN, 2, &[("text", "and mine too")]);
    assert_eq!(
        chat.reply(id).text,
        "Question number 1?: (own answer) my own way\nQuestion number 2?: (own answer) and mine too"
    );
}

/// REQ: SL-2
#[test]
fn reset_asks_first_and_the_recommended_fill_only_the_gaps() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.ask_choice(group(3));
    let message = chat.fake.message(0);
    chat.fake.click(ANN, &message, &format!("multi_choice_{id}_q2_2"));
    let one = chat.fake.says(0, "1 of 3 answered");
    chat.fake.click(ANN, &one, "all_recommended_");
    let whole = chat.fake.says(0, "3 of 3 answered");
    for words in ["✅ *First of 1*", "✅ *Second of 2*", "✅ *First of 3*"] {
        assert!(whole.shown().contains(words), "{}", whole.shown());
    }
    let elements = super::fake::elements(&whole.blocks);
    let reset = elements
        .iter()
        .find(|(_, element)| element["action_id"].as_str().unwrap().starts_with("reset_form_"));
    assert!(reset.unwrap().1["confirm"].is_object(), "it asks first");
    chat.fake.click(ANN, &whole, "reset_form_");
    chat.fake.says(0, "○○○ 0 of 3 answered");
    assert!(chat.is_pending(id));
}

/// Seven questions are one form in two messages with one submission; the hub goes away in the
/// middle.
/// REQ: SL-3, SL-7
#[test]
fn a_long_form_is_one_form_and_survives_a_restart() {
    let chat = Chat::new();
    let hub = chat.hub();
    let id = chat.ask_choice(group(7));
    let (first, second) = (chat.fake.message(0), chat.fake.message(1));
    for n in 1..=6 {
        chat.fake.click(ANN, &first, &format!("multi_choice_{id}_q{n}_1"));
    }
    chat.fake.says(1, "6 of 7 answered");
    hub.kill();
    let _hub = chat.hub();
    chat.fake.click(ANN, &second, &format!("multi_choice_{id}_q7_2"));
    let whole = chat.fake.says(1, "●●●●●●● 7 of 7 answered");
    assert_eq!(
        whole.actions().iter().filter(|id| id.starts_with("submit_form_")).count(),
        1,
        "one submission"
    );
    chat.fake.click(ANN, &whole, "submit_form_");
    let text = chat.reply(id).text;
    assert_eq!(text.lines().count(), 7, "{text}");
    assert!(text.ends_with("Question number 7?: 2. Second of 7"), "{text}");
    for at in [0, 1] {
        assert_eq!(chat.fake.says(at, "~Set the service up~").actions(), [] as [&str; 0]);
    }
    assert_eq!(chat.fake.state().messages.len(), 2);
}

/// REQ: SL-12, PC-4
#[test]
fn many_are_chosen_within_their_bounds() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let options = json!([
        {"id": "a", "label": "Alpha", "recommended": true}, {"id": "b", "label": "Beta"},
        {"id": "c", "label": "Gamma"},
    ]);
    let more = json!({"selection_mode": "multi", "options": options, "min_selections": 2});
    let id = chat.ask(Dialect::ProvideChoice, choice(more));
    let message = chat.fake.message(0);
    chat.fake.choose(ANN, &message, "user_choice_many0", &["3 ·"]);
    let one = chat.fake.message(0);
    chat.fake.click(ANN, &one, "submit_form_");
    assert!(chat.fake.whisper(1).contains("Choose at least 2 options."));
    assert!(chat.is_pending(id));
    chat.fake.choose(ANN, &one, "user_choice_many0", &["3 ·", "1 ·"]);
    let both = chat.fake.says(0, "so far: *Alpha*, *Gamma*");
    chat.fake.click(ANN, &both, "submit_form_");
    let structured = chat.reply(id).structured;
    assert_eq!(structured["selection"]["selected_ids"], json!(["a", "c"]), "in their order");
}
