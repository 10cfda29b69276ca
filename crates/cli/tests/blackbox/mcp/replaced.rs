//! Failures of the tools that this one replaces, if no other test covers them.

use std::net::TcpListener;
use std::os::unix::fs::MetadataExt;

use rustix::fs::{CWD, RenameFlags, renameat_with};
use serde_json::{Value, json};

use super::choice;
use super::lines::Agent;
use crate::harness::World;
use crate::pty::Terminal;

/// The port is taken by another program: no question times out because of it, and agents still
/// share one portal.
#[test]
fn a_taken_port_is_no_answer_and_all_agents_share_one_portal() {
    let taken = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    let world = World::new().with("CHOICE_WEB_PORT", &port.to_string()).with("SAYSO_PORT", "");
    let mut agents = [Agent::start(&world, "mcp"), Agent::start(&world, "mcp")];
    let mut portals = Vec::new();
    for (number, agent) in agents.iter_mut().enumerate() {
        let mut call = choice();
        call["title"] = json!(format!("of agent {number}"));
        call["interface"] = json!("terminal");
        let reply = agent.call("provide_choice", &call)["structuredContent"].clone();
        assert_eq!(reply["action_status"], "pending_terminal_launch");
        let id = reply["session_id"].as_str().unwrap().to_owned();
        world.run(&["answer", &id, "SQLite"]).ok();
        let reply = agent.call("provide_choice", &json!({ "session_id": id }));
        let reply = &reply["structuredContent"];
        assert_eq!(reply["action_status"], "selected");
        let url = reply["selection"]["url"].as_str().unwrap();
        portals.push(url.trim_end_matches(&id).to_owned());
    }
    assert_eq!(portals[0], portals[1]);
    assert!(!portals[0].contains(&format!(":{port}/")), "{portals:?}");
    assert_eq!(world.hubs().len(), 1);
    let log = std::fs::read_to_string(world.paths().log()).unwrap();
    let why = format!("cannot listen on this port; using another one port={port} error=Address");
    assert!(log.contains(&why), "{log}");
}

/// Nothing is moved from one file system to another.
#[test]
fn the_data_directory_can_be_on_a_file_system_of_its_own() {
    let elsewhere = tempfile::Builder::new().prefix("sayso-test-").tempdir_in("/dev/shm").unwrap();
    let device = |path: &std::path::Path| std::fs::metadata(path).unwrap().dev();
    let world = World::new();
    assert_ne!(device(elsewhere.path()), device(&world.path("data")));
    let world = world.with("SAYSO_DATA_DIR", elsewhere.path().to_str().unwrap());
    let id = world.ask(&["Which?", "-o", "a", "-o", "b"]);
    world.run(&["answer", &id, "b"]).ok();
    world.run(&["config", "set", "language", "ko"]).ok();
    world.run(&["hub", "stop"]).ok();
    assert_eq!(world.run(&["wait", &id]).ok().stdout, "b\n");
    assert_eq!(world.run(&["config", "get", "language"]).ok().stdout.trim(), "ko");
    assert!(elsewhere.path().join("sayso.db").exists());
}

/// The hub is gone and can't come back: a terminal that has the question says so, and fails.
#[test]
fn a_terminal_tells_the_truth_when_the_server_is_gone() {
    let world = World::new();
    let hub = world.hub();
    let mut agent = Agent::start(&world, "mcp");
    let mut call = choice();
    call["interface"] = json!("terminal");
    let reply = agent.call("provide_choice", &call);
    let command = reply["structuredContent"]["terminal_command"].as_str().unwrap();
    let mut terminal = Terminal::shell(&world, command);
    terminal.is_armed();
    // A file in place of the directory: no hub can start here. Exchanged atomically, or a client
    // would create the directory again in between.
    std::fs::write(world.path("gone"), "").unwrap();
    renameat_with(CWD, world.path("data"), CWD, world.path("gone"), RenameFlags::EXCHANGE).unwrap();
    hub.kill();
    terminal.presses("2");
    terminal.shows("● SQLite");
    terminal.presses("\r");
    terminal.shows("the hub cannot be reached");
    terminal.presses("\x03");
    assert_ne!(terminal.ends(), 0, "{}", terminal.screen());
    assert!(!terminal.screen().contains("selected"), "{}", terminal.screen());

    std::fs::remove_file(world.path("data")).unwrap();
    std::fs::rename(world.path("gone"), world.path("data")).unwrap();
    let id = reply["structuredContent"]["session_id"].as_str().unwrap();
    assert_eq!(world.show(id)["status"], "pending");
}

/// A setting without effect is worse than none; the others have their own tests.
#[test]
fn settings_do_what_they_say() {
    let world = World::new().with("SAYSO_STRICT_PROMPTS", "true");
    let mut call = choice();
    call["prompt"] = json!("Which?");
    let refused = Agent::start(&world, "mcp").call("provide_choice", &call);
    assert_eq!(refused["isError"], true, "{refused}");
    assert!(text(&refused).contains("- prompt"), "{refused}");

    let world = World::new().with("SAYSO_MCP_PATIENCE", "claude-code=1");
    let pending = Agent::start(&world, "mcp").call("provide_choice", &choice());
    assert_eq!(pending["structuredContent"]["action_status"], "pending");

    let world = World::new().with("SAYSO_MAX_OPTIONS", "5");
    let mut call = super::questions();
    let options: Vec<Value> = (1..=5).map(|n| json!({ "label": format!("way {n}") })).collect();
    call["questions"][0]["options"] = json!(options);
    call["nonBlocking"] = json!(true);
    let mut agent = Agent::start(&world, "mcp");
    assert_eq!(agent.call("ask_user_questions", &call)["isError"], false);

    let world = World::new().with("SAYSO_LOG_ROTATE_MB", "1");
    std::fs::write(world.paths().log(), vec![b'.'; 1_100_000]).unwrap();
    world.run(&["list"]).ok();
    assert!(std::fs::metadata(world.paths().log()).unwrap().len() < 1_000_000);
    assert!(world.paths().log().with_extension("log.old").exists());
}

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}
