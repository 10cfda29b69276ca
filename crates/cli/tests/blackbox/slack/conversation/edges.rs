//! Conversations: who may start one, and what is too late in its thread.

use serde_json::{Value, json};

use super::super::fake::Fault;
use super::super::{ANN, BOB, Chat, group, single};
use super::{Talk, fenced};
use crate::harness::is_alive;
use crate::watch;

/// An agent works for everyone in the channel of `slack.ask`, not for everyone who can write to the
/// app.
/// REQ: SL-9, SL-11
#[test]
fn anyone_is_anyone_in_the_channel_that_is_asked() {
    let talk = Talk::over(Chat::in_channel(), json!({}));
    let _hub = talk.chat.hub();
    for (place, count) in [("DBOB", 1), ("C2", 2)] {
        talk.chat.fake.call(BOB, place, "Go");
        assert!(talk.chat.fake.whisper(count).contains("take requests from you"), "{place}");
    }
    assert_eq!(talk.pids(), [0; 0], "no agent was started");
    talk.chat.fake.call(BOB, "C1", "Go");
    talk.message("heard Go");
}

/// Slack asks one channel to go slower: other threads are heard meanwhile.
/// REQ: SL-10
#[test]
fn a_channel_that_is_held_back_holds_back_no_other_thread() {
    let talk = Talk::new(json!({ "Go": [{"text": "Here I am."}] }));
    let _hub = talk.chat.hub();
    talk.chat.fake.call(ANN, "C1", "Go");
    let there = talk.message("Here I am.");
    talk.is_done("Here I am.");
    let held_back = [("chat.postMessage", "and on"), ("conversations.open", "and more")];
    for (method, words) in held_back {
        talk.chat.fake.fail(method, Fault::Slower(200));
        talk.chat.ask_choice(single());
        talk.chat.fake.wait("it is held back", |state| state.faults[method].is_empty());
        talk.chat.fake.write(ANN, &there, words);
        talk.message(&format!("heard {words}"));
    }
    talk.is_told(&["Go", "and on", "and more"]);
    let state = talk.chat.fake.state();
    assert!(!state.messages.iter().any(|message| message.shown().contains("Which database")));
}

/// If somebody writes something else instead, the question is withdrawn, and a click on it gets a message
/// so.
/// REQ: SL-9
#[test]
fn a_click_on_a_question_that_was_taken_back_is_told_in_its_thread() {
    let talk = Talk::new(json!({ "Go": [{"text": fenced(&group(2))}] }));
    let _hub = talk.chat.hub();
    let thread = thread(&talk.chat.fake.call(ANN, "C1", "Go"));
    let question = talk.message("Question number 1?");
    talk.chat.fake.write(ANN, &question, "<@UBOT> never mind");
    let ended = talk.message("no answer is needed anymore");
    assert_eq!(ended.ts, question.ts, "in place");
    assert_eq!(ended.actions(), [""; 0], "no dead buttons");
    talk.chat.fake.click(ANN, &question, "multi_choice_");
    assert!(talk.chat.fake.whisper(1).contains("already settled: withdrawn"));
    assert_eq!(talk.chat.fake.state().ephemerals[0]["thread_ts"], thread);
    talk.message("heard never mind");
    talk.is_told(&["Go", "never mind"]);
}

/// REQ: SL-9
#[test]
fn a_text_that_is_typed_too_late_is_told_in_its_thread() {
    let talk = Talk::new(json!({ "Go": [{"text": fenced(&single())}] }));
    let _hub = talk.chat.hub();
    let thread = thread(&talk.chat.fake.call(ANN, "C1", "Go"));
    let question = talk.message("Which database");
    talk.chat.fake.click(ANN, &question, "custom_input_single");
    talk.chat.fake.wait("a modal", |state| state.views.len() == 1);
    talk.chat.fake.click(ANN, &question, "user_choice_pg");
    talk.message("heard pg");
    talk.chat.fake.type_in(ANN, 1, &[("text", "neither")]);
    assert!(talk.chat.fake.whisper(1).contains("already settled: answered"));
    assert_eq!(talk.chat.fake.state().ephemerals[0]["thread_ts"], thread);
    talk.is_told(&["Go", "pg"]);
}

/// Also during a conversation: the next message uses it.
/// REQ: LA-1
#[test]
fn another_language_is_spoken_in_the_thread() {
    let talk = Talk::new(json!({}));
    let _hub = talk.chat.hub();
    talk.chat.fake.call(ANN, "C1", "Go");
    let first = talk.message("heard Go");
    talk.chat.world.run(&["config", "set", "language", "ko"]).ok();
    let works = |words: &str| {
        let state = talk.chat.fake.state();
        state.calls.iter().any(|(_, arguments)| arguments.to_string().contains(words))
    };
    assert!(works("⚙️ working") && !works("⚙️ 작업"));
    talk.chat.fake.write(ANN, &first, "on");
    talk.message("heard on");
    assert!(works("⚙️ 작업"));
}

/// Not even one that ignores the end of its input.
#[test]
fn a_hub_that_ends_leaves_no_agent_behind() {
    let talk = Talk::new(json!({ "Go": [{"hangs": true}] }));
    let _hub = talk.chat.hub();
    talk.chat.fake.call(ANN, "C1", "Go");
    talk.is_told(&["Go"]);
    let pid = u32::try_from(talk.pids()[0]).unwrap();
    assert!(is_alive(pid));
    talk.chat.world.run(&["hub", "stop"]).ok();
    watch::ends("the agent", pid);
}

/// The thread that a message started.
fn thread(envelope: &Value) -> Value {
    envelope["payload"]["event"]["ts"].clone()
}
