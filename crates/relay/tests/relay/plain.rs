//! Agents with plain text: they never say when they have finished.

use sayso_relay::{AgentStatus, Notice, Protocol};
use serde_json::json;

use crate::harness::{KEY, World, choice, form, texts};

/// REQ: SL-11, UC-6
#[tokio::test]
async fn a_choice_is_asked_as_soon_as_it_is_complete() {
    let script = json!({
        "go": [{ "text": format!("Hm.{}", choice("Which way?")) }],
        "2": [{ "text": "Right it is.\n" }],
    });
    let world = World::new(Protocol::Plain, script).await;
    world.say("go").await;
    let question = world.question().await;
    world.choose(&question, &["2"]).await;
    let right = |text: &String| text == "Right it is.\n";
    world.seen.until("it goes on", |events| texts(events).iter().any(right)).await;
    assert_eq!(world.told(), ["go", "2"]);
    assert!(world.seen.texts().iter().all(|text| !text.contains('{')));
    // Only the status depends on the quiet period.
    let quiet = sayso_relay::Limits::default().quiet;
    world.clock.slept_on(quiet).await;
    world.clock.advance(quiet);
    world.seen.text("Right it is.").await;
    world.seen.status(AgentStatus::Idle, 1).await;
}

#[tokio::test]
async fn one_that_fails_says_why() {
    let script = json!({ "one": [{ "text": "1\n" }, { "exits": 3 }] });
    let world = World::new(Protocol::Plain, script).await;
    world.say("one").await;
    let why = "exit status: 3\nthat is all".to_owned();
    world.seen.notice(Notice::Failed { why }).await;
}

/// In a pipe nothing follows the last line: its input ends, and so does the agent.
#[tokio::test]
async fn it_is_finished_when_nobody_says_anything_more() {
    let script = json!({ "one": [{ "text": "1\n" }] });
    let world = World::new(Protocol::Plain, script).await;
    world.say("one").await;
    let finish = world.relay.finish(KEY);
    let quiet = async {
        let quiet = sayso_relay::Limits::default().quiet;
        world.seen.until("it speaks", |events| texts(events) == ["1\n"]).await;
        world.clock.slept_on(quiet).await;
        world.clock.advance(quiet);
    };
    tokio::join!(finish, quiet);
    assert_eq!(world.log().last().unwrap()["ended"], "input");
}

/// An agent that reads lines would treat each line of an answer as a message.
#[tokio::test]
async fn an_answer_of_several_lines_is_one_line() {
    let world = World::new(Protocol::Plain, json!({ "go": [{ "text": form() }] })).await;
    world.say("go").await;
    let question = world.question().await;
    world.choose(&question, &["1", "2"]).await;
    world.noted("it is told", || world.told().len() == 2).await;
    assert_eq!(world.told()[1], "First?: 1. Left; Second?: 2. Right");
}
