//! When an answer counts as delivered, and what becomes of late ones.

use serde_json::json;

use crate::harness::{World, choice, questions};

#[tokio::test]
async fn a_reply_is_delivered_once_it_is_flushed() {
    let world = World::new().await;
    let mut client = world.client("test").await;
    let call = client.send_call("provide_choice", choice()).await;
    let id = world.listened(0).await;
    world.answer(id, "pg").await;
    client.reply(call).await;
    world.delivered(id, true).await;
}

/// REQ: AU-9
#[tokio::test]
async fn a_cancel_that_crosses_the_reply_undoes_its_delivery() {
    let world = World::new().await;
    let mut client = world.client("test").await;
    let call = client.send_call("provide_choice", choice()).await;
    let id = world.listened(0).await;
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
    let world = World::new().await;
    let mut client = world.client("test").await;
    let call = client.send_call("provide_choice", choice()).await;
    let late = world.listened(0).await;
    client.cancel(call).await;
    world.unheard(late).await;
    world.answer(late, "lite").await;
    let mut other = questions();
    other["nonBlocking"] = json!(true);
    let result = client.call("ask_user_questions", other.clone()).await;
    let announced = result["content"][1]["text"].as_str().unwrap();
    assert!(announced.contains(&late.to_string()) && announced.contains("SQLite"), "{announced}");
    assert!(result["content"][0]["text"].as_str().unwrap().contains("Status: pending"));
    world.delivered(late, true).await;
    let result = client.call("ask_user_questions", other).await;
    assert_eq!(result["content"].as_array().unwrap().len(), 1, "once");
}

/// What was fetched by its id needs no announcement.
#[tokio::test]
async fn what_was_fetched_is_not_announced() {
    let world = World::new().await;
    let mut client = world.client("test").await;
    let call = client.send_call("provide_choice", choice()).await;
    let id = world.listened(0).await;
    client.cancel(call).await;
    world.unheard(id).await;
    world.answer(id, "lite").await;
    let fetched = client.call("provide_choice", json!({ "session_id": id })).await;
    assert_eq!(fetched["content"].as_array().unwrap().len(), 1);
    world.delivered(id, true).await;
    let mut other = questions();
    other["nonBlocking"] = json!(true);
    let result = client.call("ask_user_questions", other).await;
    assert_eq!(result["content"].as_array().unwrap().len(), 1);
}
