//! One question: a click, a free text, a menu.

use sayso_core::settings::Key;
use sayso_core::{Dialect, Status};
use serde_json::{Value, json};

use super::{ANN, Chat, choice, single};
use crate::mcp::sdk::{Over, Sdk};

/// REQ: SL-1, SL-5, SL-8
#[test]
fn a_click_answers_and_the_message_says_so() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.ask_choice(single());
    let message = chat.fake.message(0);
    assert_eq!(message.channel, "DANN", "a direct message");
    assert_eq!(
        message.actions()[..3],
        ["user_choice_pg", "user_choice_lite", "custom_input_single"]
    );
    let shown = message.shown();
    for words in ["*claude-code · api-server* asks", "Which database", "how data is migrated"] {
        assert!(shown.contains(words), "{shown}");
    }
    assert!(shown.contains("waiting for your answer"), "{shown}");

    chat.fake.click(ANN, &message, "user_choice_lite");
    assert_eq!(chat.reply(id).text, "lite", "exactly the id");
    let last = chat.fake.says(0, "~Which database shall it be?~");
    for words in ["*SQLite*", "ann, Slack", "the agent continues"] {
        assert!(last.shown().contains(words), "{}", last.shown());
    }
    assert_eq!(last.actions(), [] as [&str; 0], "no dead buttons");
    assert_eq!(chat.fake.state().messages.len(), 1, "edited in place");
}

/// REQ: SL-5
#[test]
fn an_own_text_is_kept_whole() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.ask_choice(single());
    let long = "한글 & <b> ".repeat(200);
    chat.fake.click(ANN, &chat.fake.message(0), "custom_input_single");
    chat.fake.type_in(ANN, 1, &[("text", &long)]);
    assert_eq!(chat.reply(id).text, long.trim());
    let last = chat.fake.says(0, "~Which database");
    assert!(last.shown().contains("한글 &amp; &lt;b&gt;"), "{}", last.shown());
}

/// REQ: SL-1
#[test]
fn more_than_four_options_are_a_menu_and_none_is_lost() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let options: Vec<String> = (1..=150).map(|n| format!("Option {n}")).collect();
    let id = chat
        .ask_choice(json!({"type": "user_choice", "question": "Which one?", "options": options}));
    let message = chat.fake.message(0);
    let menus = super::fake::elements(&message.blocks);
    let offered: usize = menus
        .iter()
        .filter(|(_, element)| element["type"] == "static_select")
        .map(|(_, element)| element["options"].as_array().unwrap().len())
        .sum();
    assert_eq!(offered, 150);
    chat.fake.choose(ANN, &message, "user_choice_menu1", &["142 ·"]);
    assert_eq!(chat.reply(id).text, "142");
}

/// A real MCP client asks with interface `slack`, a click answers it, and the reply says where.
/// REQ: SL-12, PC-11
#[test]
fn provide_choice_is_answered_by_a_click() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let mut client = Sdk::python(&chat.world, Over::Stdio, "auto", &[]);
    client.call("provide_choice", &choice(json!({})));
    let message = chat.fake.message(0);
    chat.fake.click(ANN, &message, "user_choice_lite");
    client.told("progress");
    let structured = client.told("result")["structured"].clone();
    assert_eq!(structured["action_status"], "selected");
    let selection = &structured["selection"];
    assert_eq!(selection["selected_ids"], json!(["lite"]));
    assert_eq!(selection["selected_indices"], json!([1]));
    assert_eq!(selection["interface"], "slack");
    client.leave();
}

/// REQ: SL-12
#[test]
fn provide_choice_can_be_asked_back() {
    let chat = Chat::new();
    let _hub = chat.hub();
    chat.world.run(&["config", "set", "interface", "slack"]).ok();
    let id = chat.ask(Dialect::ProvideChoice, choice(json!({})));
    chat.fake.choose(ANN, &chat.fake.message(0), "more_", &["Ask to explain"]);
    chat.fake.type_in(ANN, 1, &[("text", "what does each cost?")]);
    let reply = chat.reply(id);
    assert!(reply.text.contains("what does each cost?"), "{reply:?}");
    assert_eq!(chat.view(id).status, Status::Submitted);
    chat.fake.says(0, "what does each cost?");
}

/// REQ: SL-12
#[test]
fn ask_user_questions_can_be_skipped_asked_back_and_rejected() {
    let chat = Chat::new();
    let _hub = chat.hub();
    chat.world.run(&["config", "set", "interface", "slack"]).ok();
    let questions = json!({ "questions": [
        {"title": "Tone", "prompt": "Which tone?", "options": [{"label": "Dry"}, {"label": "Warm"}]},
        {"title": "Length", "prompt": "How long?", "options": [{"label": "A page"}, {"label": "Two"}]},
    ] });
    let id = chat.ask(Dialect::AskUserQuestions, questions.clone());
    chat.fake.choose(ANN, &chat.fake.message(0), &format!("more_{id}_q1"), &["Skip"]);
    chat.fake.type_in(ANN, 1, &[("text", "no idea")]);
    let half = chat.fake.says(0, "1 of 2 answered");
    chat.fake.choose(ANN, &half, &format!("more_{id}_q2"), &["Ask to explain"]);
    chat.fake.type_in(ANN, 2, &[("text", "of what?")]);
    let whole = chat.fake.says(0, "2 of 2 answered");
    chat.fake.click(ANN, &whole, "submit_form_");
    let text = chat.reply(id).text;
    assert!(text.contains("no idea") && text.contains("of what?"), "{text}");

    let id = chat.ask(Dialect::AskUserQuestions, questions);
    let message = chat.fake.message(1);
    chat.fake.click(ANN, &message, "leave_");
    chat.fake.type_in(ANN, 3, &[("text", "later")]);
    assert!(chat.reply(id).text.contains("later"));
    assert_eq!(chat.view(id).status, Status::Rejected);
}

/// REQ: SL-12, PC-5, TE-10
#[test]
fn a_question_can_be_cancelled_with_a_note() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.ask(Dialect::ProvideChoice, choice(json!({})));
    chat.fake.click(ANN, &chat.fake.message(0), "leave_");
    chat.fake.type_in(ANN, 1, &[("text", "not now")]);
    let reply = chat.reply(id);
    assert_eq!(reply.structured["action_status"], "cancelled");
    assert_eq!(chat.view(id).status, Status::Cancelled);
    assert!(chat.fake.says(0, "📝 not now").shown().contains("asked to stop"));
}

/// An irreversible choice asks for confirmation.
#[test]
fn an_irreversible_choice_asks_first() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.ask(Dialect::ProvideChoice, choice(json!({"irreversible": true})));
    let message = chat.fake.message(0);
    let buttons = super::fake::elements(&message.blocks);
    assert_eq!(buttons[0].1["confirm"]["title"]["text"], "This can't be undone");
    chat.fake.click(ANN, &message, "user_choice_pg");
    assert_eq!(chat.reply(id).structured["action_status"], "selected");
}

/// A free text, too: it is kept, and sent by a button that asks for confirmation.
/// REQ: NA-4
#[test]
fn an_own_text_for_what_cannot_be_undone_is_sent_by_a_confirmation() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let wanted = json!({"irreversible": true, "selection_mode": "hybrid"});
    let id = chat.ask(Dialect::ProvideChoice, choice(wanted));
    chat.fake.click(ANN, &chat.fake.message(0), "custom_input_single");
    chat.fake.type_in(ANN, 1, &[("text", "drop both")]);
    let message = chat.fake.says(0, "drop both");
    assert!(chat.is_pending(id));
    let buttons = super::fake::elements(&message.blocks);
    let is_send = |element: &Value| {
        element["action_id"].as_str().is_some_and(|action| action.starts_with("submit_form_"))
    };
    let (_, send) = buttons.iter().find(|(_, element)| is_send(element)).unwrap();
    assert_eq!(send["confirm"]["title"]["text"], "This can't be undone");
    chat.fake.click(ANN, &message, "submit_form_");
    chat.reply(id);
}

/// REQ: SL-10
#[test]
fn a_long_question_is_read_in_full_in_a_modal() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let mut long = single();
    long["context"] = json!(format!("{} And that was all.", "One more thing. ".repeat(300)));
    chat.ask_choice(long);
    let message = chat.fake.message(0);
    assert!(!message.shown().contains("And that was all."));
    chat.fake.click(ANN, &message, "read_all_");
    chat.fake.wait("a modal", |state| state.views.len() == 1);
    assert!(chat.fake.state().views[0].to_string().contains("And that was all."));
}

/// Slack's own identity counts; if Slack isn't one of the surfaces, a click gets a message where to go.
/// REQ: SA-7
#[test]
fn what_is_irreversible_is_decided_in_slack_if_the_person_said_so() {
    let chat = Chat::new();
    let _hub = chat.hub();
    for (at, (surfaces, decides)) in
        [("slack", true), ("web,terminal", false)].into_iter().enumerate()
    {
        chat.world.set(Key::IrreversibleSurfaces, surfaces);
        let id = chat.ask(Dialect::ProvideChoice, choice(json!({ "irreversible": true })));
        let message = chat.fake.message(at);
        chat.fake.click(ANN, &message, "user_choice_pg");
        if decides {
            assert_eq!(chat.reply(id).structured["action_status"], "selected");
        } else {
            let told = chat.fake.whisper(1);
            assert!(told.contains("irreversible.surfaces") && told.contains("--pair"), "{told}");
            assert!(chat.is_pending(id));
        }
    }
}
