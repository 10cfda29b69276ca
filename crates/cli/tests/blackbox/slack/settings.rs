//! Settings and time in Slack: language, notes, remaining time.

use serde_json::json;

use super::{ANN, Chat, choice, group, single};
use sayso_core::Dialect;

/// REQ: LA-1
#[test]
fn another_language_is_spoken_at_once() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.ask_choice(group(2));
    chat.fake.says(0, "0 of 2 answered");
    chat.world.run(&["config", "set", "language", "zh"]).ok();
    let message = chat.fake.says(0, "已回答 0 / 2");
    assert!(message.shown().contains("自行输入"), "{}", message.shown());
    chat.world.run(&["config", "set", "language", "ko"]).ok();
    let message = chat.fake.says(0, "2개 중 0개 답변");
    chat.fake.click(ANN, &message, &format!("multi_choice_{id}_q1_1"));
    chat.fake.says(0, "2개 중 1개 답변");
}

/// REQ: SE-3
#[test]
fn without_annotations_there_are_no_notes_also_after_a_restart() {
    let chat = Chat::new();
    let hub = chat.hub();
    chat.ask(Dialect::ProvideChoice, choice(json!({})));
    assert!(chat.fake.message(0).shown().contains("Add a note"));
    chat.world.run(&["config", "set", "annotations", "off"]).ok();
    chat.fake.wait("what waits has none either", |state| {
        !state.messages[0].shown().contains("Add a note")
    });
    hub.kill();
    let _hub = chat.hub();
    let id = chat.ask(Dialect::ProvideChoice, choice(json!({"allow_annotations": true})));
    let message = chat.fake.message(1);
    assert!(!message.shown().contains("Add a note"), "{}", message.shown());
    chat.fake.click(ANN, &message, "leave_");
    assert_eq!(chat.reply(id).structured["action_status"], "cancelled", "no note is asked for");
}

/// REQ: PC-11
#[test]
fn notes_go_along() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.ask(Dialect::ProvideChoice, choice(json!({})));
    chat.fake.choose(ANN, &chat.fake.message(0), "more_", &["Add a note"]);
    chat.fake.type_in(
        ANN,
        1,
        &[("text", "as always"), ("note/0", ""), ("note/1", "small is fine")],
    );
    let message = chat.fake.says(0, "📝 SQLite: small is fine · as always");
    chat.fake.click(ANN, &message, "user_choice_lite");
    let selection = chat.reply(id).structured["selection"].clone();
    assert_eq!(selection["option_annotations"], json!({"lite": "small is fine"}));
    assert_eq!(selection["global_annotation"], "as always");
}

/// The desk's deadline is shown, and updated when it is changed here or elsewhere.
/// REQ: TO-2, TO-5
#[test]
fn the_time_left_is_the_desks() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.ask(Dialect::ProvideChoice, choice(json!({})));
    let until = |chat: &Chat| chat.view(id).interaction.deadline().unwrap();
    let first = until(&chat);
    let message = chat.fake.says(0, &format!("<!date^{}^", first.as_second()));
    chat.world.run(&["extend", &id.to_string(), "2h"]).ok();
    let second = until(&chat);
    assert!(second > first);
    chat.fake.says(0, &format!("<!date^{}^", second.as_second()));
    chat.fake.choose(ANN, &message, "more_", &["+5 min"]);
    chat.world.until("five minutes more", || until(&chat) > second);
    let third = until(&chat);
    let added = third.as_second() - second.as_second();
    assert!((295..=305).contains(&added), "{added}");
    chat.fake.says(0, &format!("<!date^{}^", third.as_second()));
}

/// An agent's text mentions nobody.
#[test]
fn an_agents_words_call_nobody() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let mut arguments = single();
    arguments["question"] = json!("<!channel> look: <@U1> & <http://x|y>?");
    let id = chat.ask_choice(arguments);
    let message = chat.fake.message(0);
    for text in [message.shown(), message.text.clone()] {
        assert!(text.contains("&lt;!channel&gt; look: &lt;@U1&gt; &amp;"), "{text}");
        assert!(!text.contains("<!channel>") && !text.contains("<@U1>"), "{text}");
    }
    chat.fake.click(ANN, &message, "user_choice_pg");
    assert_eq!(chat.reply(id).text, "pg");
}
