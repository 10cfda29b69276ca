//! Slack's bad minutes: whatever it says that is not about us is tried again, and nothing comes twice.

use sayso_core::InteractionId;
use serde_json::{Value, json};

use super::fake::{Fault, Message};
use super::{ANN, Chat, group, single};

/// What Slack says when it is unwell, as text where it has its own code.
fn kinds() -> Vec<Fault> {
    let codes = ["internal_error", "fatal_error", "service_unavailable", "request_timeout"];
    let more = ["ratelimited", "team_added_to_org", "something_new"];
    let refused = codes.into_iter().chain(more).map(Fault::Refused);
    // With a JSON body that would say that there is no such channel, and without one.
    let down = [500, 502, 503, 504].map(Fault::Down);
    refused.chain(down).chain([Fault::Broken, Fault::Slower(1)]).collect()
}

/// One question for each kind, with that fault before it.
fn asked_against(chat: &Chat, method: &'static str) -> Vec<InteractionId> {
    let kinds = kinds();
    for kind in &kinds {
        chat.fake.fail(method, kind.clone());
    }
    kinds.iter().map(|_| chat.ask_choice(single())).collect()
}

fn is_over(message: &Message) -> bool {
    message.shown().contains("cancelled") && message.actions().is_empty()
}

/// REQ: SL-10
#[test]
fn what_slack_refused_for_no_reason_of_ours_is_posted_once_it_is_well() {
    for method in ["chat.postMessage", "conversations.open"] {
        let chat = Chat::new();
        let _hub = chat.hub();
        let asked = asked_against(&chat, method);
        chat.fake.message(asked.len() - 1);
        chat.fake.wait("every fault was met", |state| {
            state.faults.values().all(|faults| faults.is_empty())
        });
        for id in &asked {
            chat.world.run(&["cancel", &id.to_string()]).ok();
        }
        chat.fake.wait("all are drawn to the end", |state| state.messages.iter().all(is_over));
        assert_eq!(chat.fake.state().messages.len(), asked.len(), "{method}: none twice");
    }
}

/// Whatever it said, it had done it.
/// REQ: SL-10
#[test]
fn what_slack_posted_although_it_said_otherwise_is_found_and_not_posted_twice() {
    let chat = Chat::new();
    let _hub = chat.hub();
    // 429 alone says for certain that nothing was done.
    let kinds = kinds().into_iter().filter(|kind| !matches!(kind, Fault::Slower(_)));
    let lost: Vec<Fault> = kinds.map(|kind| Fault::Lost(Box::new(kind))).collect();
    for fault in &lost {
        chat.fake.fail("chat.postMessage", fault.clone());
    }
    let asked: Vec<InteractionId> = lost.iter().map(|_| chat.ask_choice(single())).collect();
    chat.fake
        .wait("every fault was met", |state| state.faults.values().all(|faults| faults.is_empty()));
    for id in &asked {
        chat.world.run(&["cancel", &id.to_string()]).ok();
    }
    chat.fake.wait("all are drawn to the end", |state| {
        state.messages.len() >= asked.len() && state.messages.iter().all(is_over)
    });
    assert_eq!(chat.fake.state().messages.len(), asked.len(), "none twice");
}

/// REQ: SL-10
#[test]
fn an_answered_question_loses_its_buttons_once_slack_is_well() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let asked: Vec<InteractionId> = kinds().iter().map(|_| chat.ask_choice(single())).collect();
    chat.fake.message(asked.len() - 1);
    for kind in kinds() {
        chat.fake.fail("chat.update", kind);
    }
    for id in &asked {
        chat.world.run(&["cancel", &id.to_string()]).ok();
    }
    chat.fake.wait("all are drawn to the end", |state| state.messages.iter().all(is_over));
}

/// Posted although it said otherwise, and it may not be looked for: there are two, and both are drawn
/// to the end; a click on either counts, once.
/// REQ: SL-9, SL-10
#[test]
fn where_history_cannot_be_read_both_messages_are_brought_to_their_end() {
    for clicked in [0, 1] {
        let chat = Chat::new();
        let _hub = chat.hub();
        chat.fake.fail("chat.postMessage", Fault::Lost(Box::new(Fault::Broken)));
        chat.fake.fail("conversations.history", Fault::Refused("missing_scope"));
        let id = chat.ask_choice(single());
        let both = [chat.fake.message(0), chat.fake.message(1)];
        chat.fake.click(ANN, &both[clicked], "user_choice_pg");
        assert_eq!(chat.reply(id).text, "pg");
        chat.fake.says(1, "~Which database shall it be?~");
        if clicked == 1 {
            // Nobody had touched the first: it is known with the click that comes too late.
            chat.fake.click(ANN, &both[0], "user_choice_lite");
            assert!(chat.fake.whisper(1).contains("already settled"));
        }
        let first = chat.fake.says(0, "~Which database shall it be?~");
        assert_eq!(first.actions(), [] as [&str; 0]);
        assert_eq!(chat.reply(id).text, "pg", "the first click counts");
        assert_eq!(chat.fake.state().messages.len(), 2);
    }
}

/// Slack tells an app of its messages with metadata, also one that may not read history: nobody has to click.
/// REQ: SL-10
#[test]
fn where_history_cannot_be_read_a_doubled_message_is_known_by_its_arrival() {
    let chat = Chat::new();
    let _hub = chat.hub();
    chat.fake.fail("chat.postMessage", Fault::Lost(Box::new(Fault::Broken)));
    chat.fake.fail("conversations.history", Fault::Refused("missing_scope"));
    let id = chat.ask_choice(single());
    // Of the first before the second is there.
    for at in 0..2 {
        chat.fake.announce(&chat.fake.message(at));
    }
    chat.world.run(&["cancel", &id.to_string()]).ok();
    chat.fake.wait("both are drawn to the end", |state| state.messages.iter().all(is_over));
    assert_eq!(chat.fake.state().messages.len(), 2);
}

/// REQ: SL-10
#[test]
fn a_message_that_somebody_deleted_is_posted_again_while_the_question_waits() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.ask_choice(single());
    let first = chat.fake.message(0);
    chat.fake.delete(&first);
    let second = chat.fake.message(0);
    assert_ne!(second.ts, first.ts);
    chat.fake.click(ANN, &second, "user_choice_pg");
    assert_eq!(chat.reply(id).text, "pg");
    let ended = chat.fake.says(0, "~Which database shall it be?~");
    chat.fake.delete(&ended);
    // What has ended stays away: the next message is another question's.
    chat.ask_choice(json!({ "type": "user_choice", "question": "Next?", "options": ["A", "B"] }));
    chat.fake.says(0, "Next?");
}

/// An app that is not told of deletions notices it when the message changes; the other parts stay.
/// REQ: SL-10
#[test]
fn a_part_that_is_gone_is_posted_again_when_it_changes() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.ask_choice(group(8));
    let (first, second) = (chat.fake.message(0), chat.fake.message(1));
    chat.fake.state().messages.retain(|message| message.ts != first.ts);
    let last = second.actions().into_iter().find(|action| action.ends_with("_q8_2")).unwrap();
    chat.fake.click(ANN, &second, &last);
    let again = chat.fake.says(1, "Question number 1?");
    assert_ne!(again.ts, first.ts);
    chat.world.run(&["cancel", &id.to_string()]).ok();
    chat.fake.wait("both are drawn to the end", |state| state.messages.iter().all(is_over));
    assert_eq!(chat.fake.state().messages.len(), 2);
}

/// A modal whose text cannot be taken stays open with the text in it, as often as it is sent.
/// REQ: SL-9
#[test]
fn a_modal_that_cannot_be_carried_out_stays_open() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.ask_choice(group(2));
    let message = chat.fake.message(0);
    chat.fake.click(ANN, &message, "custom_input_multi_");
    chat.fake.type_in(ANN, 1, &[("text", "neither")]);
    chat.fake.says(0, "neither");
    assert_eq!(chat.fake.state().responses, [] as [Value; 0], "this one closes");
    // Cancelled elsewhere meanwhile: 3,000 characters are not lost.
    chat.fake.click(ANN, &message, "custom_input_multi_");
    chat.fake.wait("a modal", |state| state.views.len() == 2);
    chat.world.run(&["cancel", &id.to_string()]).ok();
    for count in [1, 2] {
        chat.fake.type_in(ANN, 2, &[("text", &"long ".repeat(600))]);
        chat.fake.wait("it stays open", |state| state.responses.len() == count);
    }
    let response = chat.fake.state().responses[0].clone();
    assert_eq!(response["response_action"], "errors");
    let why = response["errors"]["text"].as_str().unwrap();
    assert!(why.contains("Your text is still here"), "{why}");
    assert!(chat.fake.whisper(1).contains("already settled"));
}
