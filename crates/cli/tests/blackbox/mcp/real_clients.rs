//! The official Python and TypeScript SDKs call every tool, over standard input and output and over
//! HTTP, in both generations of the protocol.

use serde_json::{Value, json};

use super::sdk::{Over, Sdk};
use super::{choice, questions, waited_for};
use crate::harness::World;

/// Each tool once, answered by somebody else in the meantime, and errors.
#[track_caller]
fn every_tool(world: &World, mut client: Sdk) {
    assert_eq!(client.connected["server"], "sayso");
    let tools = json!(["provide_choice", "ask_user_questions", "get_answered_questions"]);
    assert_eq!(client.connected["tools"], tools);

    chooses(world, &mut client);
    answers(world, &mut client);
    fetches_later(world, &mut client);
    explains_faults(world, &mut client);
    client.leave();
}

fn chooses(world: &World, client: &mut Sdk) {
    client.call("provide_choice", &choice());
    let id = waited_for(world);
    says_where_to_answer(client, &id);
    world.run(&["answer", &id, "SQLite"]).ok();
    let result = client.told("result");
    let structured = &result["structured"];
    assert_eq!(result["isError"], false);
    assert_eq!(structured["action_status"], "selected");
    assert_eq!(structured["session_id"], json!(id));
    assert_eq!(structured["selection"]["selected_ids"], json!(["lite"]));
    assert_eq!(structured["selection"]["selected_indices"], json!([1]));
    let text: Value = serde_json::from_str(result["texts"][0].as_str().unwrap()).unwrap();
    assert_eq!(text, *structured, "the text says the same");
    was_delivered(world, &id);
}

fn answers(world: &World, client: &mut Sdk) {
    client.call("ask_user_questions", &questions());
    let id = waited_for(world);
    says_where_to_answer(client, &id);
    world.run(&["answer", &id, "Svelte"]).ok();
    let result = client.told("result");
    assert_eq!(result["structured"]["status"], "answered");
    assert_eq!(result["structured"]["session_id"], json!(id));
    assert_eq!(result["structured"]["questions"][0]["selected"][0]["label"], "Svelte");
    assert!(result["texts"][0].as_str().unwrap().contains("Svelte"), "{result}");
    was_delivered(world, &id);
}

fn fetches_later(world: &World, client: &mut Sdk) {
    let mut later = questions();
    later["nonBlocking"] = json!(true);
    let asked = client.result("ask_user_questions", &later);
    let id = asked["structured"]["session_id"].as_str().unwrap().to_owned();
    assert_eq!(asked["structured"]["status"], "pending");
    let fetch = |more: Value| json!({ "session_id": id[..8], "blocking": more });
    let pending = client.result("get_answered_questions", &fetch(json!(false)));
    assert_eq!(pending["structured"]["status"], "pending");

    client.call("get_answered_questions", &fetch(json!(true)));
    assert_eq!(waited_for(world), id);
    says_where_to_answer(client, &id);
    world.run(&["answer", &id, "React"]).ok();
    let fetched = client.told("result");
    assert_eq!(fetched["structured"]["status"], "answered");
    let again = client.result("get_answered_questions", &fetch(json!(false)));
    assert_eq!(again, fetched, "any number of times");
}

fn explains_faults(world: &World, client: &mut Sdk) {
    // Only the ids: the delivery of an earlier reply may be recorded in the meantime.
    let ids = || {
        let list = world.run(&["list", "--all", "--json"]).ok().json();
        list["rows"].as_array().unwrap().iter().map(|row| row["id"].clone()).collect::<Vec<_>>()
    };
    let before = ids();
    for (tool, arguments, says) in [
        ("provide_choice", json!({"title": "x", "selection_mode": "maybe"}), "selection_mode"),
        ("ask_user_questions", json!({"questions": []}), "At least one question is required"),
        ("get_answered_questions", json!({"session_id": "00000000"}), "00000000"),
    ] {
        let result = client.result(tool, &arguments);
        assert_eq!(result["isError"], true, "{result}");
        assert!(result["texts"][0].as_str().unwrap().contains(says), "{result}");
    }
    client.call("guess", &json!({}));
    let error = client.told("error");
    assert!(error.as_str().unwrap().contains("there is no tool `guess`"), "{error}");
    assert_eq!(ids(), before);
}

fn says_where_to_answer(client: &mut Sdk, id: &str) {
    let progress = client.told("progress");
    let message = progress["message"].as_str().unwrap();
    assert!(message.contains(&format!(" answer {}`", &id[..8])), "{message}");
    assert!(message.contains("http://localhost:"), "{message}");
}

fn was_delivered(world: &World, id: &str) {
    world.until("the delivery is noted", || !world.show(id)["delivered_at"].is_null());
}

/// REQ: PC-13, AU-4, AU-8, AU-12
#[test]
fn python_over_stdio() {
    let world = World::new();
    let client = Sdk::python(&world, Over::Stdio, "auto", &[]);
    assert_eq!(client.connected["protocol"], "2026-07-28");
    every_tool(&world, client);
}

/// REQ: PC-13, AU-4, AU-8, AU-12
#[test]
fn python_over_http() {
    let world = World::new();
    let _hub = world.hub();
    let client = Sdk::python(&world, Over::Http, "auto", &[]);
    assert_eq!(client.connected["protocol"], "2026-07-28");
    every_tool(&world, client);
}

/// REQ: PC-13, AU-4, AU-8, AU-12
#[test]
fn python_over_http_with_a_session() {
    let world = World::new();
    let _hub = world.hub();
    let client = Sdk::python(&world, Over::Http, "legacy", &[]);
    assert_eq!(client.connected["protocol"], "2025-11-25");
    every_tool(&world, client);
}

/// REQ: PC-13, AU-4, AU-8, AU-12
#[test]
fn typescript_over_stdio() {
    let world = World::new();
    let client = Sdk::typescript(&world, Over::Stdio);
    every_tool(&world, client);
}

/// REQ: PC-13, AU-4, AU-8, AU-12
#[test]
fn typescript_over_http() {
    let world = World::new();
    let _hub = world.hub();
    let client = Sdk::typescript(&world, Over::Http);
    assert_eq!(client.connected["protocol"], "2025-11-25");
    every_tool(&world, client);
}

/// Who asks, and from where: a client's first root is its directory; without one it is the
/// directory its server was started in, which doesn't exist over HTTP.
#[test]
fn the_origin_names_client_and_directory() {
    let world = World::new();
    let _hub = world.hub();
    let here = world.path("").canonicalize().unwrap();
    let here = here.to_str().unwrap().trim_end_matches('/');
    let roots = ["file:///work/my%20api"];
    for (over, roots, directory) in [
        (Over::Http, &roots[..], json!("/work/my api")),
        (Over::Http, &[][..], Value::Null),
        (Over::Stdio, &roots[..], json!("/work/my api")),
        (Over::Stdio, &[][..], json!(here)),
    ] {
        let mut client = Sdk::python(&world, over, "legacy", roots);
        client.call("provide_choice", &choice());
        let id = waited_for(&world);
        let origin = world.show(&id)["origin"].clone();
        assert_eq!(origin["agent"], "python-sdk", "{origin}");
        assert_eq!(origin["agent_version"], "2.3.0", "{origin}");
        assert_eq!(origin["directory"], directory, "{over:?}");
        world.run(&["cancel", &id]).ok();
        client.told("progress");
        client.told("result");
        client.leave();
    }
}
