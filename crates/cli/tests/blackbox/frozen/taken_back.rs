//! A request that was given up is not carried out by a hub that continues later.

use std::io::Write;
use std::os::unix::net::UnixStream;

use serde_json::json;

use super::{freeze, is_alone, quick, thaw};
use crate::harness::World;

fn asked(world: &World) -> String {
    world.ask(&["Which database?", "-o", "PostgreSQL", "-o", "SQLite"])
}

/// A program that gave up before the hub had read anything, and one that asked.
/// REQ: SA-3
#[test]
fn a_request_whose_sender_has_gone_is_not_carried_out() {
    let world = quick();
    let hub = world.hub();
    let id = asked(&world);
    freeze(hub.pid());
    let answer = json!({ "command": "answer",
        "submission": { "questions": { "q1": { "options": ["SQLite"] } } } });
    let ask = json!({ "dialect": "shell", "arguments": { "title": "Late?",
        "selection_mode": "single", "options": [{ "id": "a", "label": "A" }, { "id": "b", "label": "B" }] } });
    for (path, body) in [
        (format!("/api/v1/interactions/{id}/act"), answer.to_string()),
        ("/api/v1/interactions".to_owned(), ask.to_string()),
    ] {
        let mut stream = UnixStream::connect(world.socket()).unwrap();
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
    }
    thaw(hub.pid());
    is_alone(&world);
    assert_eq!(world.show(&id)["status"], "pending");
    let rows = world.run(&["list", "--all", "--json"]).ok().json();
    assert_eq!(rows["rows"].as_array().unwrap().len(), 1, "{rows}");
}

/// The same request from a client that still waits for the reply.
/// REQ: SA-3
#[test]
fn an_answer_whose_sender_waits_arrives_when_the_hub_goes_on() {
    let world = World::new();
    let hub = world.hub();
    let id = asked(&world);
    freeze(hub.pid());
    let mut child = world.command(["answer", &id, "SQLite"]).spawn().unwrap();
    // It has printed what it waits for: three of its ten seconds are over.
    let mut stderr = std::io::BufReader::new(child.stderr.take().unwrap());
    let told = super::line(&mut stderr);
    assert!(told.contains("no answer from the hub"), "{told}");
    thaw(hub.pid());
    super::finish(child).ok();
    assert_eq!(world.run(&["wait", &id]).ok().stdout, "SQLite\n");
}
