//! Late answers: announced with the next reply on their connection, once.

use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use sayso_core::InteractionId;
use serde_json::{Value, json};

use crate::harness::{Client, World, at_once, connected, until};
use crate::over_http::Session;
use crate::samples::{choice, questions};

/// Asked, given up, and answered after that.
async fn late(world: &World, client: &mut Client) -> InteractionId {
    let (call, id) = world.asked(client, "provide_choice", choice()).await;
    client.cancel(call).await;
    world.unheard(id).await;
    world.answer(id, "lite").await;
    id
}

fn announced(result: &Value) -> &Value {
    &result["structuredContent"]["late_answers"]
}

/// With any tool that is called next, in the structure and in the text.
/// REQ: RA-3, RA-2
#[tokio::test]
async fn a_late_answer_is_announced_with_the_next_reply_of_any_tool_once() {
    for next in ["provide_choice", "ask_user_questions", "get_answered_questions", "error"] {
        let (world, mut client) = connected().await;
        let id = late(&world, &mut client).await;
        let result = match next {
            "provide_choice" => {
                let mut call = choice();
                call["interface"] = json!("terminal");
                client.call("provide_choice", call).await
            }
            "ask_user_questions" => client.call("ask_user_questions", at_once()).await,
            "error" => client.call("provide_choice", json!({})).await,
            _ => {
                let unknown = json!({ "session_id": "e0537fd0" });
                client.call("get_answered_questions", unknown).await
            }
        };
        let late = announced(&result);
        assert_eq!(late.as_array().unwrap().len(), 1, "{next}: {result}");
        assert_eq!(late[0]["session_id"], id.to_string());
        assert_eq!(late[0]["question"], "Pick a database");
        assert_eq!(late[0]["status"], "selected");
        assert_eq!(late[0]["answered_at"], "2026-03-01T14:03:00Z");
        assert!(late[0]["answer"].as_str().unwrap().contains("SQLite"), "{late}");
        assert_eq!(result["content"].as_array().unwrap().len(), 1);
        let text = result["content"][0]["text"].as_str().unwrap();
        for said in [id.to_string().as_str(), "SQLite", "2026-03-01T14:03:00Z"] {
            assert!(text.contains(said), "{next}: {text}");
        }
        world.delivered(id, true).await;
        let again = client.call("ask_user_questions", at_once()).await;
        assert!(announced(&again).is_null(), "once");
    }
}

/// After the format that agents know, separated by a blank line.
/// REQ: RA-3, AU-4
#[tokio::test]
async fn an_announcement_comes_after_the_answers() {
    let (world, mut client) = connected().await;
    late(&world, &mut client).await;
    let (call, id) = world.asked(&mut client, "ask_user_questions", questions()).await;
    world.answer(id, "1").await;
    let result = client.reply(call).await["result"].clone();
    let text = result["content"][0]["text"].as_str().unwrap();
    let answers = format!(
        "[Session: {} | Questions: 1]\n\nHere are the user's answers:\n\n\
         1. Which framework should the new front end be built with?\n→ React — known\n\n",
        id.short()
    );
    assert!(text.starts_with(&answers), "{text}");
    assert_eq!(announced(&result)[0]["status"], "selected");
}

/// Every call gets its own answer and nobody else's.
/// REQ: RA-3
#[tokio::test]
async fn calls_that_wait_side_by_side_are_not_told_of_each_other() {
    let (world, mut client) = connected().await;
    let mut other = choice();
    other["title"] = json!("Another one");
    let one = client.send_call("provide_choice", choice()).await;
    let first = world.listened(0).await;
    let two = client.send_call("provide_choice", other).await;
    let second = world.listened(1).await;
    for id in [second, first] {
        world.answer(id, "pg").await;
    }
    let mut replies = Vec::new();
    while replies.len() < 2 {
        replies.push(client.receive().await);
    }
    for (call, id) in [(one, first), (two, second)] {
        let reply = replies.iter().find(|reply| reply["id"] == call).unwrap();
        assert_eq!(reply["result"]["structuredContent"]["session_id"], id.to_string());
        assert!(announced(&reply["result"]).is_null(), "{reply}");
    }
    assert_eq!(world.held.collected.load(Ordering::Relaxed), 0);
}

/// While it is pending nothing is requested from the desk; once it is answered, one call finds it.
/// REQ: RA-3
#[tokio::test]
async fn looking_for_late_answers_costs_one_call_and_only_if_there_are_any() {
    let (world, mut client) = connected().await;
    let mut ids = Vec::new();
    for nth in 0..5 {
        let mut call = at_once();
        call["questions"][0]["title"] = json!(format!("Number {nth}"));
        let result = client.call("ask_user_questions", call).await;
        let id = result["structuredContent"]["session_id"].as_str().unwrap();
        ids.push(id.parse::<InteractionId>().unwrap());
    }
    assert_eq!(world.held.collected.load(Ordering::Relaxed), 0);
    for id in &ids {
        world.answer(*id, "1").await;
    }
    let result = client.call("provide_choice", json!({})).await;
    assert_eq!(announced(&result).as_array().unwrap().len(), 5, "{result}");
    assert_eq!(world.held.collected.load(Ordering::Relaxed), 1);
}

/// -
#[tokio::test]
async fn what_was_fetched_is_not_announced() {
    let (world, mut client) = connected().await;
    let id = late(&world, &mut client).await;
    let fetched = client.call("provide_choice", json!({ "session_id": id })).await;
    assert_eq!(fetched["structuredContent"]["action_status"], "selected");
    assert!(announced(&fetched).is_null(), "{fetched}");
    world.delivered(id, true).await;
    let result = client.call("ask_user_questions", at_once()).await;
    assert!(announced(&result).is_null(), "{result}");
}

/// One client's questions are not announced to another.
/// REQ: RA-3
#[tokio::test]
async fn a_late_answer_stays_on_its_connection() {
    let (world, mut client) = connected().await;
    let id = late(&world, &mut client).await;
    let mut other = world.client("other").await;
    let result = other.call("ask_user_questions", at_once()).await;
    assert!(announced(&result).is_null(), "{result}");
    world.delivered(id, false).await;
}

/// REQ: RA-3, RA-4
#[tokio::test]
async fn what_a_call_gave_up_on_in_time_is_announced_later() {
    let (world, mut client) = connected().await;
    let (call, id) = world.asked(&mut client, "provide_choice", choice()).await;
    world.clock.slept_on(Duration::from_secs(50)).await;
    world.clock.advance(Duration::from_secs(50));
    let pending = client.reply(call).await["result"].clone();
    assert_eq!(pending["structuredContent"]["action_status"], "pending");
    world.unheard(id).await;
    world.answer(id, "pg").await;
    let result = client.call("ask_user_questions", at_once()).await;
    assert_eq!(announced(&result)[0]["session_id"], id.to_string());
}

fn router(world: &World) -> Router {
    sayso_mcp::http(world.setup(), std::future::pending())
}

/// REQ: RA-3
#[tokio::test]
async fn a_session_over_http_is_a_connection() {
    let world = World::new().await;
    let router = router(&world);
    let mut session = Session::open(&router).await;
    let mut other = Session::open(&router).await;
    let asked = session.result("ask_user_questions", at_once()).await;
    let id: InteractionId =
        asked["structuredContent"]["session_id"].as_str().unwrap().parse().unwrap();
    world.answer(id, "2").await;
    let elsewhere = other.result("provide_choice", json!({})).await;
    assert!(announced(&elsewhere).is_null(), "{elsewhere}");
    let result = session.result("provide_choice", json!({})).await;
    assert_eq!(announced(&result)[0]["session_id"], id.to_string());
    assert!(announced(&result)[0]["answer"].as_str().unwrap().contains("→ Svelte"), "{result}");
    world.delivered(id, true).await;
    let again = session.result("provide_choice", json!({})).await;
    assert!(announced(&again).is_null(), "once");
}

/// The client hung up before the reply was written.
/// REQ: RA-3, AU-9
#[tokio::test]
async fn an_announcement_whose_reply_was_lost_is_made_again() {
    let world = World::new().await;
    let mut session = Session::open(&router(&world)).await;
    let asked = session.result("ask_user_questions", at_once()).await;
    let id: InteractionId =
        asked["structuredContent"]["session_id"].as_str().unwrap().parse().unwrap();
    world.answer(id, "2").await;
    let unread = session.call("provide_choice", json!({})).await;
    let mut found = None;
    let looked = || world.held.collected.load(Ordering::Relaxed);
    until("it is about to be announced", || async { (looked() == 1).then_some(()) }, &mut found)
        .await;
    drop(unread);
    let result = session.result("provide_choice", json!({})).await;
    assert_eq!(announced(&result)[0]["session_id"], id.to_string(), "{result}");
    assert_eq!(looked(), 2);
    world.delivered(id, true).await;
}
