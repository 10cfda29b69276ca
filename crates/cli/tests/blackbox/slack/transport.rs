//! Transport of Slack's messages and ours: replaced sockets, signed requests, rate limits.

use std::time::Instant;

use serde_json::{Value, json};

use super::fake::{Fault, Message};
use super::judges::{Judge, form};
use super::{ANN, Chat, SECRET, group, single};
use crate::harness::Running;

/// REQ: SL-10
#[test]
fn a_socket_is_replaced_before_it_is_closed() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.ask_choice(single());
    let message = chat.fake.message(0);
    chat.fake.send(json!({ "type": "disconnect", "reason": "warning", "debug_info": {} }));
    chat.fake.wait("a second socket beside the first", |state| state.sockets.len() == 2);
    // The old socket is still read.
    let payload = chat.fake.action(ANN, &message, "custom_input_single", &[]);
    let old = json!({ "envelope_id": "by-the-old-one", "type": "interactive", "payload": payload });
    {
        let state = chat.fake.state();
        let _ = state.sockets[0].1.send(super::fake::Frame::Text(old));
    }
    chat.fake.wait("a modal", |state| state.views.len() == 1);
    chat.fake.close_first();
    chat.fake.wait("the old one is gone", |state| state.sockets.len() == 1);
    chat.fake.click(ANN, &message, "user_choice_pg");
    assert_eq!(chat.reply(id).text, "pg");
    assert_eq!(chat.fake.state().opened, 2);
}

/// REQ: SL-10
#[test]
fn a_socket_that_breaks_is_opened_again() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.ask_choice(single());
    let message = chat.fake.message(0);
    chat.fake.fail("apps.connections.open", Fault::Broken);
    chat.fake.close_first();
    chat.fake.wait("a new socket", |state| state.opened == 2);
    chat.fake.click(ANN, &message, "user_choice_pg");
    assert_eq!(chat.reply(id).text, "pg");
}

/// REQ: SL-10
#[test]
fn who_is_told_to_go_slower_does_and_loses_nothing() {
    let chat = Chat::new();
    let _hub = chat.hub();
    chat.fake.fail("chat.postMessage", Fault::Slower(1));
    chat.fake.fail("chat.postMessage", Fault::Broken);
    let start = Instant::now();
    chat.ask_choice(group(8));
    chat.fake.message(1);
    assert!(start.elapsed().as_secs_f64() > 1.0, "{:?}", start.elapsed());
    let state = chat.fake.state();
    assert!(state.messages[0].shown().contains("Question number 1?"), "in order");
    assert_eq!(state.messages.len(), 2);
}

/// A message that arrived although Slack's reply was lost is found again, in a thread too.
/// REQ: SL-10
#[test]
fn a_lost_reply_makes_no_second_message() {
    let chat = Chat::new();
    let _hub = chat.hub();
    chat.fake.fail("chat.postMessage", Fault::Lost(Box::new(Fault::Broken)));
    let id = chat.ask_choice(group(8));
    chat.fake.message(1);
    chat.world.run(&["cancel", &id.to_string()]).ok();
    for at in 0..2 {
        let last = chat.fake.says(at, "cancelled");
        assert_eq!(last.actions(), [] as [&str; 0], "both are brought to their end");
    }
    assert_eq!(chat.fake.state().messages.len(), 2, "no second copy");
}

/// Slack waits three seconds for it: nothing that may take long comes first.
/// REQ: SL-10
#[test]
fn an_event_is_acknowledged_before_anything_is_done_about_it() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.ask_choice(single());
    let message = chat.fake.message(0);
    for method in ["users.info", "views.open", "chat.update"] {
        chat.fake.fail(method, Fault::AfterAcknowledgement);
    }
    chat.fake.click(ANN, &message, "custom_input_single");
    chat.fake.type_in(ANN, 1, &[("text", "own")]);
    chat.reply(id);
}

/// A hub that dies after posting and before it knows where: the next one finds the message, and
/// posts only what is missing.
/// REQ: SL-10
#[test]
fn a_hub_that_dies_after_posting_makes_no_second_message() {
    for at in ["chat.before_save", "chat.before_save:2"] {
        let chat = Chat::new();
        let without = [("SAYSO_SLACK_BOT_TOKEN", ""), ("SAYSO_SLACK_APP_TOKEN", "")];
        let hub = chat.world.hub_with(&without);
        let id = chat.ask_choice(group(8));
        hub.kill();
        let mut dying = chat.world.command(["hub", "run"]);
        let dying = Running::of(dying.env("SAYSO_FAIL_AT", at).spawn().unwrap());
        assert_eq!(dying.signal(), Some(6), "it dies on request");
        let posted = chat.fake.state().messages.len();
        assert_eq!(posted, if at.ends_with('2') { 2 } else { 1 });
        let _hub = chat.hub();
        chat.fake.message(1);
        chat.world.run(&["cancel", &id.to_string()]).ok();
        for at in 0..2 {
            chat.fake.says(at, "cancelled");
        }
        assert_eq!(chat.fake.state().messages.len(), 2, "no second copy");
    }
}

/// The same, and the question ends before the next hub looks: its message is brought to its end too.
/// REQ: SL-7, SL-10
#[test]
fn a_message_of_a_hub_that_died_gets_its_end_if_the_question_ended_meanwhile() {
    for (end, words) in [("cancel", "cancelled"), ("forget", "deleted")] {
        let chat = Chat::new();
        let without = [("SAYSO_SLACK_BOT_TOKEN", ""), ("SAYSO_SLACK_APP_TOKEN", "")];
        let hub = chat.world.hub_with(&without);
        let id = chat.ask_choice(single());
        hub.kill();
        let mut dying = chat.world.command(["hub", "run"]);
        let dying = Running::of(dying.env("SAYSO_FAIL_AT", "chat.before_save").spawn().unwrap());
        assert_eq!(dying.signal(), Some(6), "it dies on request");
        assert!(!chat.fake.message(0).actions().is_empty());
        let hub = chat.world.hub_with(&without);
        chat.world.run(&["cancel", &id.to_string()]).ok();
        if end == "forget" {
            chat.world.run(&["forget", &id.to_string()]).ok();
        }
        hub.kill();
        // Others have written there since.
        for n in 0..5 {
            let other =
                Message { metadata: Value::Null, ts: format!("9.{n}"), ..chat.fake.message(0) };
            chat.fake.state().messages.push(other);
        }
        let _hub = chat.hub();
        let last = chat.fake.says(0, words);
        assert_eq!(last.actions(), [] as [&str; 0], "{end}");
        assert_eq!(chat.fake.state().messages.len(), 6, "no second copy");
    }
}

/// REQ: SL-10
#[test]
fn a_question_that_cannot_be_posted_is_told_where_the_hub_is_looked_at() {
    let chat = Chat::new();
    let _hub = chat.hub();
    // That it was refused is news about the question, and each of these is a new attempt.
    for _ in 0..2 {
        chat.fake.fail("chat.postMessage", Fault::Refused("not_in_channel"));
    }
    chat.ask_choice(single());
    let status = || chat.world.run(&["hub", "status"]).ok().stdout;
    chat.world.until("it is said", || status().contains("a question cannot be posted"));
    // The next one can be.
    chat.ask_choice(single());
    chat.fake.message(0);
    chat.world.until("it is well again", || !status().contains("cannot be posted"));
}

/// REQ: SL-10
#[test]
fn signed_requests_are_heard_and_others_are_not() {
    let chat = Chat::with(&[("SAYSO_SLACK_ASK", ANN), ("SAYSO_SLACK_SIGNING_SECRET", SECRET)]);
    let _hub = chat.hub();
    let mut judge = Judge::start();
    let id = chat.ask_choice(single());
    let message = chat.fake.message(0);
    let base = format!("http://127.0.0.1:{}/slack", chat.world.hub_info().port);
    let mut call = |path: &str, body: &str, secret: &str, age: i64| {
        judge.call(&format!("{base}/{path}"), body, secret, age)
    };
    let challenge = json!({ "type": "url_verification", "challenge": "3eZbrw1a" }).to_string();
    assert_eq!(call("events", &challenge, SECRET, 0), (200, "3eZbrw1a".to_owned()));
    for (secret, age) in [("wrong", 0), (SECRET, 301), (SECRET, -301)] {
        assert_eq!(call("events", &challenge, secret, age).0, 401, "{secret} {age}");
    }
    let click = chat.fake.action(ANN, &message, "user_choice_lite", &[]);
    let body = form(&click);
    assert_eq!(call("interactive", &body, "wrong", 0).0, 401);
    assert_eq!(call("interactive", "payload=%7B", SECRET, 0).0, 400);
    assert!(chat.is_pending(id));
    assert_eq!(call("interactive", &body, SECRET, 0), (200, String::new()));
    assert_eq!(chat.reply(id).text, "lite");
    // Slack considers it lost, and delivers it over the socket as well.
    assert_eq!(call("interactive", &body, SECRET, 0).0, 200);
    chat.fake.deliver("interactive", click);
    chat.fake.says(0, "~Which");
    assert_eq!(chat.fake.state().ephemerals.len(), 0);
}

/// The reply to the request decides whether the modal closes.
/// REQ: SL-9, SL-10
#[test]
fn a_modal_that_cannot_be_carried_out_stays_open_over_signed_requests_too() {
    let chat = Chat::with(&[("SAYSO_SLACK_ASK", ANN), ("SAYSO_SLACK_SIGNING_SECRET", SECRET)]);
    let _hub = chat.hub();
    let mut judge = Judge::start();
    let id = chat.ask_choice(group(2));
    let message = chat.fake.message(0);
    let base = format!("http://127.0.0.1:{}/slack/interactive", chat.world.hub_info().port);
    let mut submit = |views: usize, text: &str| {
        chat.fake.click(ANN, &message, "custom_input_multi_");
        let typed = chat.fake.typed(ANN, views, &[("text", text)]);
        if views == 2 {
            chat.world.run(&["cancel", &id.to_string()]).ok();
        }
        judge.call(&base, &form(&typed), SECRET, 0)
    };
    assert_eq!(submit(1, "neither"), (200, String::new()), "this one closes");
    chat.fake.says(0, "neither");
    // Cancelled elsewhere meanwhile.
    let (status, body) = submit(2, &"long ".repeat(600));
    let response: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((status, &response["response_action"]), (200, &json!("errors")), "{body}");
    let why = response["errors"]["text"].as_str().unwrap();
    assert!(why.contains("Your text is still here"), "{why}");
}
