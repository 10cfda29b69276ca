//! When an answer counts as delivered, and what becomes of late ones.

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::harness::{World, connected};
use crate::samples::{choice, questions};

#[tokio::test]
async fn a_reply_is_delivered_once_it_is_flushed() {
    let (world, mut client) = connected().await;
    let (call, id) = world.asked(&mut client, "provide_choice", choice()).await;
    world.answer(id, "pg").await;
    client.reply(call).await;
    world.delivered(id, true).await;
}

/// REQ: AU-9
#[tokio::test]
async fn a_cancel_that_crosses_the_reply_undoes_its_delivery() {
    let (world, mut client) = connected().await;
    let (call, id) = world.asked(&mut client, "provide_choice", choice()).await;
    world.answer(id, "pg").await;
    client.reply(call).await;
    world.delivered(id, true).await;
    client.cancel(call).await;
    world.delivered(id, false).await;
    let again = client.call("provide_choice", choice()).await;
    assert_eq!(again["structuredContent"]["session_id"], id.to_string(), "the same one, again");
    world.delivered(id, true).await;
}

/// On the same connection, with the next call of any tool, once.
#[tokio::test]
async fn a_late_answer_is_announced_with_the_next_call() {
    let (world, mut client) = connected().await;
    let (call, late) = world.asked(&mut client, "provide_choice", choice()).await;
    client.cancel(call).await;
    world.unheard(late).await;
    world.answer(late, "lite").await;
    let result = client.call("ask_user_questions", at_once()).await;
    let announced = result["content"][1]["text"].as_str().unwrap();
    assert!(announced.contains(&late.to_string()) && announced.contains("SQLite"), "{announced}");
    assert!(result["content"][0]["text"].as_str().unwrap().contains("Status: pending"));
    world.delivered(late, true).await;
    let result = client.call("ask_user_questions", at_once()).await;
    assert_eq!(result["content"].as_array().unwrap().len(), 1, "once");
}

/// What was fetched by its id needs no announcement.
#[tokio::test]
async fn what_was_fetched_is_not_announced() {
    let (world, mut client) = connected().await;
    let (call, id) = world.asked(&mut client, "provide_choice", choice()).await;
    client.cancel(call).await;
    world.unheard(id).await;
    world.answer(id, "lite").await;
    let fetched = client.call("provide_choice", json!({ "session_id": id })).await;
    assert_eq!(fetched["content"].as_array().unwrap().len(), 1);
    world.delivered(id, true).await;
    let result = client.call("ask_user_questions", at_once()).await;
    assert_eq!(result["content"].as_array().unwrap().len(), 1);
}

/// The bytes are out, the desk does not know of it yet, and the client calls again at once.
///
/// REQ: AU-9
#[tokio::test]
async fn the_same_call_right_after_its_reply_is_a_new_question() {
    let (world, mut client) = connected().await;
    let (call, id) = world.asked(&mut client, "provide_choice", choice()).await;
    world.held.hold();
    world.answer(id, "pg").await;
    client.reply(call).await;
    let again = client.send_call("provide_choice", choice()).await;
    // Another call is not held up; when it is through, the one before it has come as far as it can.
    client.call("ask_user_questions", at_once()).await;
    world.held.let_go();
    let new = world.listened(0).await;
    assert_ne!(new, id);
    world.answer(new, "lite").await;
    let reply = client.reply(again).await;
    assert_eq!(reply["result"]["structuredContent"]["session_id"], new.to_string());
}

/// The cancel crosses the reply, and the client calls again before the desk knows of either.
///
/// REQ: AU-9
#[tokio::test]
async fn the_same_call_right_after_a_crossing_cancel_is_not_asked_twice() {
    let (world, mut client) = connected().await;
    let (call, id) = world.asked(&mut client, "provide_choice", choice()).await;
    world.answer(id, "pg").await;
    client.reply(call).await;
    world.delivered(id, true).await;
    world.held.hold();
    client.cancel(call).await;
    let again = client.send_call("provide_choice", choice()).await;
    client.call("ask_user_questions", at_once()).await;
    world.held.let_go();
    let reply = client.reply(again).await;
    assert_eq!(reply["result"]["structuredContent"]["session_id"], id.to_string());
}

/// The same over HTTP, from one request to the next: nothing but the client's name connects them.
///
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

fn at_once() -> Value {
    let mut call = questions();
    call["nonBlocking"] = json!(true);
    call
}

/// A request of the revision without sessions, and all that comes back.
fn post(router: &Router, tool: &str, arguments: Value) -> impl Future<Output = String> + use<> {
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": tool,
        "arguments": arguments,
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1.2.3" },
            "io.modelcontextprotocol/clientCapabilities": {},
        },
    } });
    let request = Request::post("/mcp")
        .header("host", "localhost")
        .header("accept", "application/json, text/event-stream")
        .header("content-type", "application/json")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "tools/call")
        .header("mcp-name", tool)
        .body(Body::from(body.to_string()))
        .unwrap();
    let answering = router.clone().oneshot(request);
    async move {
        let body = answering.await.unwrap().into_body().collect().await.unwrap();
        String::from_utf8(body.to_bytes().to_vec()).unwrap()
    }
}
