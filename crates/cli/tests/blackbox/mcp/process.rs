//! The server as a process: starts quickly, ends quickly, and never owns a question.

use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use super::lines::Agent;
use super::{choice, left_alone, waited_for};
use crate::harness::World;

/// Under both names that agents start it by; a hub is started only by the first call.
/// REQ: AU-1, AU-12, CO-3
#[test]
fn greeting_and_listing_start_no_hub() {
    let world = World::new();
    for command in ["mcp", "server"] {
        let log = world.path(command);
        let mut server = world.command([command]);
        server.env("SAYSO_LOG_FILE", &log);
        let mut agent = Agent::of(server);
        let listed = agent.request("tools/list", json!({}));
        let tools: Vec<_> =
            listed["tools"].as_array().unwrap().iter().map(|t| &t["name"]).collect();
        assert_eq!(tools, ["provide_choice", "ask_user_questions", "get_answered_questions"]);
        agent.close_input();
        assert!(agent.ends().success());
        assert!(!world.paths().lock().exists(), "{command} started a hub");
        let log = std::fs::read_to_string(log).unwrap();
        let warns = log.contains("sayso server: deprecated; use `sayso mcp`");
        assert_eq!(warns, command == "server", "{log}");
    }
    assert!(world.hubs().is_empty());
}

/// REQ: TO-7
#[test]
fn closed_input_ends_it_and_leaves_the_question() {
    let world = World::new();
    let _hub = world.hub();
    let mut agent = Agent::start(&world, "mcp");
    agent.send_call("provide_choice", &choice());
    let id = waited_for(&world);
    agent.close_input();
    let status = agent.ends();
    assert!(status.success(), "{status}");
    left_alone(&world, &id);

    // The same agent asks the same again: it is the same question.
    let mut agent = Agent::start(&world, "server");
    let call = agent.send_call("provide_choice", &choice());
    assert_eq!(waited_for(&world), id);
    world.run(&["answer", &id, "SQLite"]).ok();
    assert_eq!(agent.reply(call)["structuredContent"]["session_id"], json!(id));
}

/// REQ: TO-7
#[test]
fn a_signal_ends_it_and_leaves_the_question() {
    let world = World::new();
    let _hub = world.hub();
    let mut agent = Agent::start(&world, "mcp");
    agent.send_call("provide_choice", &choice());
    let id = waited_for(&world);
    kill_process(Pid::from_raw(i32::try_from(agent.pid()).unwrap()).unwrap(), Signal::TERM)
        .unwrap();
    agent.ends();
    left_alone(&world, &id);
}

/// A call joins what an earlier one has asked; then its hub ends, one way or the other, as often as it
/// takes. There is never a second row, and the answer reaches the call.
/// REQ: AU-9, TM-3
#[test]
fn a_call_that_joined_a_question_keeps_it_when_the_hub_ends() {
    let world = World::new();
    let mut agent = Agent::start(&world, "mcp");
    agent.send_call("provide_choice", &choice());
    let id = waited_for(&world);
    agent.close_input();
    agent.ends();
    left_alone(&world, &id);

    let mut agent = Agent::start(&world, "mcp");
    let call = agent.send_call("provide_choice", &choice());
    assert_eq!(waited_for(&world), id);
    for round in 0..10 {
        let before = world.hub_info().pid;
        match round % 2 {
            0 => kill_process(Pid::from_raw(before.cast_signed()).unwrap(), Signal::KILL).unwrap(),
            _ => drop(world.run(&["hub", "stop"]).ok()),
        }
        world.until("the call waits at the next hub", || {
            let rows = world.run(&["list", "--json"]).ok().json()["rows"].take();
            assert_eq!(rows.as_array().unwrap().len(), 1, "round {round}: {rows}");
            rows[0]["listening"] == true && world.hub_info().pid != before
        });
    }
    world.run(&["answer", &id, "SQLite"]).ok();
    assert_eq!(agent.reply(call)["structuredContent"]["session_id"], json!(id));
}
