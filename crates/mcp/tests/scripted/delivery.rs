//! When an answer counts as delivered, and what a cancel changes about that.

use std::time::Duration;

use sayso_core::InteractionId;
use sayso_desk::Answering;
use serde_json::{Value, json};

use crate::harness::{Client, World, at_once, connected};
use crate::over_http::post;
use crate::samples::{choice, questions};

#[tokio::test]
async fn a_reply_is_delivered_once_it_is_flushed() {
    let (world, mut client) = connected().await;
    let (call, id) = world.asked(&mut client, "provide_choice", choice()).await;
    world.answer(id, "pg").await;
    client.reply(call).await;
    world.delivered(id, true).await;
}

/// The reply is written, the desk doesn't know yet, and the client calls again at once.
/// REQ: AU-9
#[tokio::test]
async fn the_same_call_right_after_its_reply_is_a_new_question() {
    let (world, mut client) = connected().await;
    let (call, id) = world.asked(&mut client, "provide_choice", choice()).await;
    world.held.hold();
    world.answer(id, "pg").await;
    client.reply(call).await;
    let again = client.send_call("provide_choice", choice()).await;
    // Another call is not blocked; when it has returned, the previous one is as far as it can get.
    client.call("ask_user_questions", at_once()).await;
    world.held.let_go();
    let new = world.listened(0).await;
    assert_ne!(new, id);
    world.answer(new, "lite").await;
    let reply = client.reply(again).await;
    assert_eq!(reply["result"]["structuredContent"]["session_id"], new.to_string());
}

/// The same over HTTP, from one request to the next: only the client's name connects them.
/// REQ: AU-9
#[tokio::test]
async fn the_same_request_right_after_its_reply_is_a_new_question() {
    let world = World::new().await;
    let router = sayso_mcp::http(world.setup(), std::future::pending());
    let first = tokio::spawn(post(&router, "provide_choice", choice()));
    let id = world.listened(0).await;
    world.held.hold();
    world.answer(id, "pg").await;
    assert!(first.await.unwrap().contains(&id.to_string()));
    let again = tokio::spawn(post(&router, "provide_choice", choice()));
    post(&router, "ask_user_questions", at_once()).await;
    world.held.let_go();
    let new = world.listened(0).await;
    assert_ne!(new, id);
    world.answer(new, "lite").await;
    assert!(again.await.unwrap().contains(&new.to_string()));
}

/// OpenCode cancels every call about 0.1 s after its reply. That proves nothing: the same text
/// later is a new question.
/// REQ: AU-9
#[tokio::test]
async fn a_cancel_after_the_reply_changes_nothing() {
    let world = World::new().await;
    let mut client = world.client("opencode").await;
    for (tool, call, option) in [
        ("provide_choice", choice(), "pg"),
        ("provide_choice", irreversible(), "pg"),
        ("ask_user_questions", questions(), "1"),
    ] {
        let mut asked = Vec::new();
        for _ in 0..3 {
            let number = client.send_call_with_progress(tool, call.clone()).await;
            let id = world.listened(0).await;
            assert!(!asked.contains(&id), "{tool}: the person is asked each time");
            asked.push(id);
            world.answer(id, option).await;
            let reply = client.reply(number).await;
            assert!(reply["result"]["structuredContent"].get("answered_at").is_none(), "{reply}");
            world.delivered(id, true).await;
            world.clock.advance(Duration::from_millis(100));
            client.cancel(number).await;
        }
        for id in asked {
            world.delivered(id, true).await;
        }
    }
}

/// The reply was never sent: the same call gets the answer, which says when it was given.
/// REQ: AU-9, RA-2
#[tokio::test]
async fn a_cancel_before_the_reply_leaves_the_answer_for_the_same_call() {
    let (world, mut client) = connected().await;
    for (tool, call, option) in [
        ("provide_choice", choice(), "lite"),
        ("provide_choice", irreversible(), "lite"),
        ("ask_user_questions", questions(), "2"),
    ] {
        let (number, id) = world.asked(&mut client, tool, call.clone()).await;
        client.cancel(number).await;
        world.unheard(id).await;
        world.answer(id, option).await;
        world.clock.advance(Duration::from_secs(60));
        let result = client.call(tool, call.clone()).await;
        let structured = &result["structuredContent"];
        assert_eq!(structured["session_id"], id.to_string());
        let given = structured["answered_at"].as_str().unwrap();
        let text = result["content"][0]["text"].as_str().unwrap();
        for said in [text, structured["instructions"].as_str().unwrap()] {
            assert!(said.contains(given) && said.contains("not asked again"), "{said}");
        }
        assert!(structured.get("late_answers").is_none(), "{structured}");
        world.delivered(id, true).await;
        let (number, new) = world.asked(&mut client, tool, call).await;
        assert_ne!(new, id, "delivered");
        world.answer(new, option).await;
        client.reply(number).await;
        world.delivered(new, true).await;
    }
}

/// Cline gives up after 60 s, counted from when its call came in.
async fn answered_after_45_s(
    world: &World,
    client: &mut Client,
    call: Value,
) -> (u64, InteractionId) {
    let (number, id) = world.asked(client, "provide_choice", call).await;
    world.clock.advance(Duration::from_secs(45));
    world.answer(id, "pg").await;
    client.reply(number).await;
    world.delivered(id, true).await;
    (number, id)
}

/// The client hung, and gave up at its limit without having read the reply.
/// REQ: AU-9
#[tokio::test]
async fn a_cancel_at_the_very_limit_of_the_client_undoes_the_delivery() {
    for seconds in [13, 15, 17] {
        let world = World::new().await;
        let mut client = world.client("@cline/core").await;
        let (number, id) = answered_after_45_s(&world, &mut client, choice()).await;
        world.clock.advance(Duration::from_secs(seconds));
        client.cancel(number).await;
        let again = client.call("provide_choice", choice()).await;
        let structured = &again["structuredContent"];
        assert_eq!(structured["session_id"], id.to_string(), "the same one, again");
        assert_eq!(structured["answered_at"], "2026-03-01T14:03:45Z");
        world.delivered(id, true).await;
        assert_eq!(world.active().await, [id], "asked once");
    }
}

/// The client calls again before the desk knows of the cancel.
/// REQ: AU-9
#[tokio::test]
async fn the_same_call_right_after_such_a_cancel_is_not_asked_twice() {
    let world = World::new().await;
    let mut client = world.client("cline").await;
    let (number, id) = answered_after_45_s(&world, &mut client, choice()).await;
    world.clock.advance(Duration::from_secs(15));
    world.held.hold();
    client.cancel(number).await;
    let again = client.send_call("provide_choice", choice()).await;
    client.call("ask_user_questions", at_once()).await;
    world.held.let_go();
    let reply = client.reply(again).await;
    assert_eq!(reply["result"]["structuredContent"]["session_id"], id.to_string());
}

/// The desk doesn't know yet that the reply is sent.
/// REQ: AU-9
#[tokio::test]
async fn a_cancel_that_overtakes_the_note_of_the_delivery_counts_the_same() {
    let world = World::new().await;
    let mut client = world.client("cline").await;
    let (number, id) = world.asked(&mut client, "provide_choice", choice()).await;
    world.clock.advance(Duration::from_secs(45));
    world.held.hold();
    world.answer(id, "pg").await;
    client.reply(number).await;
    world.clock.advance(Duration::from_secs(15));
    client.cancel(number).await;
    let again = client.send_call("provide_choice", choice()).await;
    world.held.let_go();
    let reply = client.reply(again).await;
    assert_eq!(reply["result"]["structuredContent"]["session_id"], id.to_string());
    assert_eq!(world.active().await, [id], "asked once");
}

/// REQ: AU-9
#[tokio::test]
async fn a_cancel_at_another_moment_or_of_what_is_irreversible_changes_nothing() {
    // A client without a known limit, another moment, a delivery that can't be undone, a request in
    // between.
    for (client, seconds, call, between) in [
        ("some-client", 15, choice(), false),
        ("claude-code", 15, choice(), false),
        ("cline", 12, choice(), false),
        ("cline", 18, choice(), false),
        ("cline", 15, irreversible(), false),
        ("cline", 15, choice(), true),
    ] {
        let world = World::new().await;
        let mut client = world.client(client).await;
        let (number, id) = answered_after_45_s(&world, &mut client, call.clone()).await;
        world.clock.advance(Duration::from_secs(seconds));
        if between {
            client.request("tools/list", json!({})).await;
        }
        client.cancel(number).await;
        let (_, new) = world.asked(&mut client, "provide_choice", call).await;
        assert_ne!(new, id);
        world.delivered(id, true).await;
    }
}

/// Each progress message restarts the client's limit.
/// REQ: AU-9
#[tokio::test]
async fn the_limit_counts_from_the_last_progress_where_that_resets_it() {
    for (seconds, same) in [(28, false), (45, true)] {
        let world = World::new().await;
        let mut client = world.client("opencode").await;
        let number = client.send_call_with_progress("provide_choice", choice()).await;
        let id = world.listened(0).await;
        for told in 1..=3 {
            let message = client.receive().await;
            assert_eq!(message["method"], "notifications/progress");
            world.clock.slept_on(Duration::from_secs(15 * told)).await;
            world.clock.advance(Duration::from_secs(if told < 3 { 15 } else { 2 }));
        }
        // 32 s after the call, 2 s after the last progress.
        world.answer(id, "pg").await;
        client.reply(number).await;
        world.delivered(id, true).await;
        world.clock.advance(Duration::from_secs(seconds + 13));
        client.cancel(number).await;
        world.delivered(id, !same).await;
        if !same {
            let (_, new) = world.asked(&mut client, "provide_choice", choice()).await;
            assert_ne!(new, id);
        }
    }
}

/// The person is asked each time, and each call gets its own answer.
/// REQ: AU-9, RA-3
#[tokio::test]
async fn fifty_identical_calls_at_once_get_fifty_replies_and_no_announcement() {
    let (world, mut client) = connected().await;
    let mut calls = Vec::new();
    for _ in 0..50 {
        calls.push(client.send_call("provide_choice", choice()).await);
    }
    let last = world.listened(49).await;
    let ids = world.active().await;
    assert!(ids.len() == 50 && ids.contains(&last), "{}", ids.len());
    let mut replies = std::collections::BTreeMap::new();
    for id in &ids {
        world.answer(*id, "pg").await;
    }
    while replies.len() < 50 {
        let message = client.receive().await;
        let structured = message["result"]["structuredContent"].clone();
        assert!(structured.get("late_answers").is_none(), "{structured}");
        assert_eq!(message["result"]["content"].as_array().unwrap().len(), 1);
        replies.insert(message["id"].as_u64().unwrap(), structured["session_id"].to_string());
    }
    assert!(calls.iter().all(|call| replies.contains_key(call)));
    let answered: std::collections::BTreeSet<_> = replies.values().collect();
    assert_eq!(answered.len(), 50, "each its own");
    for id in ids {
        world.delivered(id, true).await;
    }
    let collected = world.held.collected.load(std::sync::atomic::Ordering::Relaxed);
    assert_eq!(collected, 0, "nothing was looked for");
}

/// REQ: AU-9
#[tokio::test]
async fn what_was_removed_while_a_call_waits_is_not_said_to_be_unasked() {
    let (world, mut client) = connected().await;
    for (tool, call) in [("provide_choice", choice()), ("ask_user_questions", questions())] {
        let (number, id) = world.asked(&mut client, tool, call).await;
        world.desk.forget(id).await.unwrap();
        let result = client.reply(number).await["result"].clone();
        assert_eq!(result["isError"], json!(true));
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(text.contains(&id.to_string()) && !text.contains("othing was asked"), "{text}");
    }
}

fn irreversible() -> Value {
    let mut call = choice();
    call["irreversible"] = json!(true);
    call
}
