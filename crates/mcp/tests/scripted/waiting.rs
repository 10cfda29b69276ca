//! Clients that give up, and how the answer still reaches the model.

use std::time::Duration;

use sayso_core::InteractionId;
use serde_json::json;

use crate::harness::{Client, World, connected, until};
use crate::samples::{choice, questions};

/// When a call of this client has to end.
const FIFTY_SECONDS: Duration = Duration::from_secs(50);

/// With a limit of 60 s and no progress: one extra call per soft deadline, and nothing is lost.
/// REQ: PC-15, TO-7, RA-4
#[tokio::test]
async fn a_client_with_sixty_seconds_gets_an_answer_given_after_five_minutes() {
    let world = World::new().await;
    let mut client = world.client("cline").await;
    let (mut call, id) = world.asked(&mut client, "provide_choice", choice()).await;
    for fifties in 1..=6 {
        world.clock.slept_on(FIFTY_SECONDS * fifties).await;
        world.clock.advance(FIFTY_SECONDS);
        let pending = client.reply(call).await["result"]["structuredContent"].clone();
        assert_eq!(pending["action_status"], "pending", "a success, before the client gives up");
        assert_eq!(pending["session_id"], id.to_string());
        let instructions = pending["instructions"].as_str().unwrap();
        assert!(instructions.contains(&id.to_string()), "{instructions}");
        let end_the_turn = instructions.contains("End your turn");
        assert_eq!(end_the_turn, fifties >= 3, "three in a row: {instructions}");
        (call, _) = world.asked(&mut client, "provide_choice", json!({ "session_id": id })).await;
    }
    world.answer(id, "pg").await;
    let result = client.reply(call).await["result"].clone();
    assert_eq!(result["structuredContent"]["action_status"], "selected");
    assert_eq!(world.active().await.len(), 1, "asked once");
}

/// A client that takes progress as a sign of life waits in one call, and all that time its person can
/// see where to answer.
/// REQ: PC-14, WE-1, RA-4
#[tokio::test]
async fn progress_keeps_a_client_waiting_and_only_ever_rises() {
    let world = World::new().await;
    world.desk.set_portal("http://localhost:1".to_owned());
    let mut client = world.client("opencode").await;
    let call = client.send_call_with_progress("provide_choice", choice()).await;
    let id = world.listened(0).await;
    for told in 1..=15 {
        let message = client.receive().await;
        assert_eq!(message["method"], "notifications/progress");
        assert_eq!(message["params"]["progressToken"], "p");
        client.progress.push(message["params"].clone());
        assert_eq!(client.progress.len(), told);
        world.clock.advance(Duration::from_secs(15));
    }
    world.answer(id, "pg").await;
    let result = client.reply(call).await["result"].clone();
    assert_eq!(result["structuredContent"]["action_status"], "selected");
    let numbers: Vec<f64> =
        client.progress.iter().map(|told| told["progress"].as_f64().unwrap()).collect();
    assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "{numbers:?}");
    for told in &client.progress {
        let message = told["message"].as_str().unwrap();
        let command = format!("To answer in a terminal: `/opt/sayso answer {}`", id.short());
        assert!(message.contains(&command), "{message}");
        let page = format!("in a browser: http://localhost:1/choice/{id}");
        assert!(message.contains(&page), "{message}");
        assert!(message.contains("the same call again finds this question"), "{message}");
    }
}

/// REQ: TO-7, AU-9
#[tokio::test]
async fn a_cancelled_call_leaves_the_question_and_its_repetition_gets_the_answer() {
    let (world, mut client) = connected().await;
    let (call, id) = world.asked(&mut client, "ask_user_questions", questions()).await;
    client.cancel(call).await;
    world.unheard(id).await;
    assert!(world.only().await.interaction.is_pending());
    let again = client.send_call("ask_user_questions", questions()).await;
    assert_eq!(world.listened(0).await, id, "joined");
    world.answer(id, "1").await;
    let text = client.reply(again).await["result"]["content"][0]["text"].clone();
    assert!(text.as_str().unwrap().contains("→ React"), "{text}");
    assert_eq!(world.active().await, [id], "asked once");
}

/// It calls again before the desk knows that it no longer listens.
/// REQ: TO-7, AU-9
#[tokio::test]
async fn a_cancelled_call_repeated_at_once_is_not_asked_twice() {
    let (world, mut client) = connected().await;
    let (call, id) = world.asked(&mut client, "ask_user_questions", questions()).await;
    world.held.hold();
    client.cancel(call).await;
    world.clock.advance(Duration::from_secs(1));
    repeated_at_once(&world, &mut client, id, Duration::from_secs(51)).await;
}

/// REQ: PC-15, AU-9
#[tokio::test]
async fn a_call_that_ran_out_of_time_repeated_at_once_is_not_asked_twice() {
    let (world, mut client) = connected().await;
    let (call, id) = world.asked(&mut client, "ask_user_questions", questions()).await;
    world.clock.slept_on(FIFTY_SECONDS).await;
    world.held.hold();
    world.clock.advance(FIFTY_SECONDS);
    client.reply(call).await;
    repeated_at_once(&world, &mut client, id, FIFTY_SECONDS * 2).await;
}

/// The same call again, which waits until then.
async fn repeated_at_once(world: &World, client: &mut Client, id: InteractionId, until: Duration) {
    let again = client.send_call("ask_user_questions", questions()).await;
    // When this has returned, the call before it is as far as it can get.
    client.request("tools/list", json!({})).await;
    world.held.let_go();
    world.clock.slept_on(until).await;
    world.answer(id, "1").await;
    let text = client.reply(again).await["result"]["content"][0]["text"].clone();
    assert!(text.as_str().unwrap().contains("→ React"), "{text}");
    assert_eq!(world.active().await, [id], "asked once");
}

/// The time that the server takes for itself, whatever its calls wait for.
/// REQ: TO-7
#[tokio::test]
async fn a_server_whose_input_is_closed_ends_within_a_second() {
    let (world, mut client) = connected().await;
    client.send_call("ask_user_questions", questions()).await;
    let id = world.listened(0).await;
    tokio::time::pause();
    let start = tokio::time::Instant::now();
    client.leave().await;
    let took = start.elapsed();
    tokio::time::resume();
    assert!(took < Duration::from_secs(1), "{took:?}");
    world.unheard(id).await;
    assert_eq!(world.active().await, [id], "the question stays");
}

/// REQ: TO-7, AU-9
#[tokio::test]
async fn a_client_that_dies_finds_its_answer_when_it_is_back() {
    let (world, mut client) = connected().await;
    client.send_call("ask_user_questions", questions()).await;
    let id = world.listened(0).await;
    client.leave().await;
    world.unheard(id).await;
    world.answer(id, "2").await;
    let mut client = world.client("test").await;
    let result = client.call("ask_user_questions", questions()).await;
    assert!(result["content"][0]["text"].as_str().unwrap().contains("→ Svelte"), "{result}");
    assert_eq!(world.active().await, [id], "asked once");
    // It is delivered now: the same text later is a new question.
    world.delivered(id, true).await;
    client.send_call("ask_user_questions", questions()).await;
    assert_ne!(world.listened(0).await, id);
}

/// Two calls at the same time never share a question.
/// REQ: AU-9
#[tokio::test]
async fn identical_calls_at_once_are_two_questions() {
    let world = World::new().await;
    let mut one = world.client("test").await;
    let mut two = world.client("test").await;
    one.send_call("ask_user_questions", questions()).await;
    world.listened(0).await;
    two.send_call("ask_user_questions", questions()).await;
    let mut found = None;
    until(
        "two questions",
        || async { (world.active().await.len() == 2).then_some(()) },
        &mut found,
    )
    .await;
}
