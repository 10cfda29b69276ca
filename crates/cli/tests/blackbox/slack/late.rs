//! Too late, twice, at the same time, or by somebody else: the person gets a message, and nothing changes.

use serde_json::json;

use super::{ANN, BOB, Chat, choice, group, single};
use sayso_core::Dialect;

/// REQ: SL-9
#[test]
fn a_stranger_changes_nothing() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.ask_choice(single());
    chat.fake.click(BOB, &chat.fake.message(0), "user_choice_pg");
    assert!(chat.fake.whisper(1).contains("answer this question"));
    assert!(chat.is_pending(id));
    assert_eq!(chat.fake.state().ephemerals[0]["user"], BOB);
    chat.fake.click(ANN, &chat.fake.message(0), "user_choice_pg");
    assert_eq!(chat.reply(id).text, "pg");
}

#[test]
fn a_list_of_people_and_groups_may_answer() {
    let chat = Chat::with(&[("SAYSO_SLACK_ASK", "C1"), ("SAYSO_SLACK_ANSWERERS", "UCEO, S1")]);
    chat.fake.state().groups.insert("S1".to_owned(), vec![BOB.to_owned()]);
    let _hub = chat.hub();
    for (at, user) in [BOB, "UCEO"].into_iter().enumerate() {
        let id = chat.ask_choice(single());
        chat.fake.click(ANN, &chat.fake.message(at), "user_choice_pg");
        chat.fake.whisper(at + 1);
        assert!(chat.is_pending(id));
        chat.fake.click(user, &chat.fake.message(at), "user_choice_pg");
        assert_eq!(chat.reply(id).text, "pg");
    }
}

/// REQ: SL-9
#[test]
fn of_two_who_click_at_once_one_answers() {
    let chat = Chat::in_channel();
    let _hub = chat.hub();
    let id = chat.ask_choice(single());
    let message = chat.fake.message(0);
    let clicks = [(ANN, "user_choice_pg"), (BOB, "user_choice_lite")]
        .map(|(user, action)| chat.fake.action(user, &message, action, &[]));
    for (n, payload) in clicks.into_iter().enumerate() {
        chat.fake.send(json!({
            "envelope_id": format!("at-once-{n}"), "type": "interactive", "payload": payload,
        }));
    }
    let whisper = chat.fake.whisper(1);
    assert!(whisper.contains("already settled: answered"), "{whisper}");
    let text = chat.reply(id).text;
    let winner = if text == "pg" { "ann" } else { "bob" };
    assert!(whisper.contains(&format!("{winner}, Slack")), "{whisper} {text}");
    chat.fake.says(0, &format!("{winner}, Slack"));
}

/// REQ: SL-9
#[test]
fn an_option_that_is_gone_is_told_in_plain_words() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let options: Vec<String> = (1..=9).map(|n| format!("Option {n}")).collect();
    let id = chat
        .ask_choice(json!({"type": "user_choice", "question": "Which one?", "options": options}));
    let message = chat.fake.message(0);
    let mut click = chat.fake.action(ANN, &message, "user_choice_menu0", &["2 ·"]);
    click["actions"][0]["selected_option"]["value"] = json!("99");
    chat.fake.deliver("interactive", click);
    assert_eq!(
        chat.fake.whisper(1),
        "This button belongs to an earlier state of the question. Use the message as it looks now."
    );
    assert!(chat.is_pending(id));
}

/// REQ: SL-9, SL-10
#[test]
fn a_redelivered_click_is_one_click() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.ask_choice(group(2));
    let message = chat.fake.message(0);
    let picked = chat.fake.click(ANN, &message, &format!("multi_choice_{id}_q1_1"));
    let half = chat.fake.says(0, "1 of 2 answered");
    chat.fake.click(ANN, &half, &format!("edit_choice_{id}_q1"));
    chat.fake.says(0, "0 of 2 answered");
    chat.fake.redeliver(&picked);
    // Earlier clicks are processed before later ones.
    chat.fake.click(ANN, &message, &format!("multi_choice_{id}_q2_1"));
    let shown = chat.fake.says(0, "1 of 2 answered").shown();
    assert!(shown.contains("○●"), "{shown}");
    assert_eq!(chat.fake.state().ephemerals.len(), 0);
}

/// REQ: SL-9
#[test]
fn a_click_after_the_end_is_told_and_the_message_is_put_right() {
    let chat = Chat::new();
    let hub = chat.hub();
    let id = chat.ask_choice(single());
    let message = chat.fake.message(0);
    chat.fake.click(ANN, &message, "user_choice_pg");
    chat.fake.says(0, "~Which database");
    assert_eq!(chat.reply(id).text, "pg");
    // Twice, from an outdated screen; and a message that was never updated.
    chat.fake.click(ANN, &message, "user_choice_lite");
    assert!(chat.fake.whisper(1).contains("answered, ann, Slack"));
    hub.kill();
    chat.fake.state().messages[0].blocks = message.blocks.clone();
    let _hub = chat.hub();
    chat.fake.click(ANN, &message, "user_choice_lite");
    assert!(chat.fake.whisper(2).contains("already settled"));
    chat.fake.says(0, "~Which database");
    assert_eq!(chat.reply(id).text, "pg", "nothing changed");
}

/// Answered, cancelled or expired elsewhere, also while the hub was away: the message says so.
/// REQ: SL-7, SL-9
#[test]
fn what_ends_elsewhere_ends_here() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let short = chat.ask(Dialect::ProvideChoice, choice(json!({"timeout_seconds": 5})));
    let other = chat.ask(Dialect::ProvideChoice, choice(json!({"title": "The other one"})));
    chat.fake.message(1);
    chat.world.run(&["answer", &other.to_string(), "SQLite"]).ok();
    let at = usize::from(chat.fake.message(1).text.contains("The other one"));
    let ended = chat.fake.says(at, "~The other one~");
    assert!(ended.shown().contains("command line"), "{}", ended.shown());
    chat.fake.says(1 - at, "the agent learns that nobody answered");
    assert_eq!(chat.reply(short).structured["action_status"], "timeout");
    let forgotten = chat.ask(Dialect::ProvideChoice, choice(json!({"title": "The third one"})));
    let message = chat.fake.says(2, "The third one");
    chat.world.run(&["forget", &forgotten.to_string(), "--yes"]).ok();
    chat.fake.says(2, "This question was deleted.");
    chat.fake.click(ANN, &message, "user_choice_pg");
    assert!(chat.fake.whisper(1).contains("no longer exists"));
}

/// It has a day; after that the message says so, and so does the model's text.
/// REQ: SL-7
#[test]
fn a_choice_that_nobody_answered_says_so() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.ask_choice(single());
    let asked = chat.view(id).interaction;
    let life = asked.deadline().unwrap().duration_since(asked.created_at);
    assert_eq!(life.as_hours(), 24);
    let message = chat.fake.message(0);
    chat.world.run(&["extend", &id.to_string(), "5s"]).ok();
    let ended = chat.fake.says(0, "the agent learns that nobody answered");
    assert_eq!(ended.actions(), [""; 0], "no dead buttons");
    assert!(chat.reply(id).text.contains("Nobody answered"), "{}", chat.reply(id).text);
    chat.fake.click(ANN, &message, "user_choice_pg");
    assert!(
        chat.fake.whisper(1).contains("already settled: timed out"),
        "{}",
        chat.fake.whisper(1)
    );
}

/// REQ: SL-9
#[test]
fn a_trigger_that_expired_is_told() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.ask_choice(single());
    chat.fake.fail("views.open", super::fake::Fault::Refused("expired_trigger_id"));
    chat.fake.click(ANN, &chat.fake.message(0), "custom_input_single");
    assert!(chat.fake.whisper(1).contains("click once more"));
    assert!(chat.is_pending(id));
}
