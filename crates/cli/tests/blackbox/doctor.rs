//! `sayso doctor`: what works is proven, and each fault is found with its fix.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::harness::{Ran, World};

/// A world in which Codex and Gemini CLI are connected by `sayso setup`.
fn world() -> World {
    let world = World::new().with("PATH", "/nonexistent");
    for name in [".codex/config.toml", ".gemini/settings.json"] {
        std::fs::create_dir_all(world.path("home").join(name).parent().unwrap()).unwrap();
    }
    world.run(&["setup", "--yes"]).ok();
    world
}

fn file(world: &World, name: &str) -> PathBuf {
    world.path("home").join(name)
}

const CODEX: &str = ".codex/config.toml";
const GEMINI: &str = ".gemini/settings.json";

fn change(world: &World, name: &str, from: &str, to: &str) {
    let path = file(world, name);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{text}");
    std::fs::write(path, text.replace(from, to)).unwrap();
}

/// The faults of an agent or part: what is wrong, and its fix.
fn faults(ran: &Ran, name: &str) -> Vec<(String, String)> {
    let said = ran.json();
    let text = |fault: &Value, key: &str| fault[key].as_str().unwrap().to_owned();
    let agents = said["agents"].as_array().unwrap().iter().filter(|one| one["id"] == name);
    let agents = agents.flat_map(|one| one["faults"].as_array().unwrap().clone());
    let parts = said["parts"].as_array().unwrap().iter().filter(|one| one["name"] == name);
    let parts = parts.map(|one| one["fault"].clone()).filter(|fault| !fault.is_null());
    agents.chain(parts).map(|fault| (text(&fault, "what"), text(&fault, "fix"))).collect()
}

/// The doctor finds this, and names this fix.
#[track_caller]
fn finds(world: &World, name: &str, what: &str, fix: &str) {
    let ran = world.run(&["doctor", "--json"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    let found = faults(&ran, name);
    let is = |(says, does): &(String, String)| says.contains(what) && does.contains(fix);
    assert!(found.iter().any(is), "`{what}` → `{fix}` is not in {found:?}: {ran:?}");
}

/// The fix is carried out, and nothing is wrong any more.
#[track_caller]
fn fixed_by(world: &World, fix: &[&str]) {
    world.run(fix).ok();
    world.run(&["doctor", "--json"]).ok();
}

/// REQ: IN-2
#[test]
fn connected_agents_are_proven_to_work_and_nobody_sees_the_question() {
    let world = world();
    let said = world.run(&["doctor", "--json"]).ok().json();
    let agents = said["agents"].as_array().unwrap();
    let ids: Vec<&str> = agents.iter().filter_map(|one| one["id"].as_str()).collect();
    assert_eq!(ids, ["codex", "gemini"]);
    for agent in agents {
        for known in ["found", "connected", "permitted", "answers"] {
            assert_eq!(agent[known], true, "{known}: {agent}");
        }
        assert_eq!(agent["waits"], 3500, "{agent}");
    }
    assert_eq!(world.run(&["list", "--all", "--json"]).ok().json()["rows"], serde_json::json!([]));
    assert_eq!(world.run(&["history", "--json"]).ok().json()["rows"], serde_json::json!([]));
    let shown = world.run(&["doctor", "codex"]).ok().stdout;
    assert!(shown.contains("Codex") && !shown.contains("Gemini"), "{shown}");
    assert!(shown.contains("Everything works."), "{shown}");
}

/// REQ: IN-2
#[test]
fn a_wrong_path_is_found() {
    let world = world();
    change(&world, CODEX, env!("CARGO_BIN_EXE_sayso"), "/gone/sayso");
    finds(&world, "codex", "`/gone/sayso` cannot be started", "sayso setup codex");
    fixed_by(&world, &["setup", "codex", "--yes"]);
}

/// REQ: IN-2
#[test]
fn a_missing_permission_is_found() {
    let world = world();
    change(&world, GEMINI, "\"trust\": true", "\"trust\": false");
    finds(&world, "gemini", "no permission", "sayso setup gemini");
    fixed_by(&world, &["setup", "gemini", "--yes"]);
}

/// REQ: IN-2
#[test]
fn another_version_is_found() {
    let world = world();
    let old = world.path("old");
    let hello = r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"sayso","version":"0.0.9"}}}"#;
    std::fs::write(&old, format!("#!/bin/sh\nread line\necho '{hello}'\nread line\n")).unwrap();
    std::fs::set_permissions(&old, std::fs::Permissions::from_mode(0o755)).unwrap();
    change(&world, CODEX, env!("CARGO_BIN_EXE_sayso"), old.to_str().unwrap());
    finds(&world, "codex", "another version of sayso: 0.0.9", "sayso setup codex");
    fixed_by(&world, &["setup", "codex", "--yes"]);
}

/// REQ: IN-2
#[test]
fn a_hub_that_does_not_answer_is_found() {
    let world = world().with("SAYSO_TEST_SPEED", "10");
    world.run(&["list"]).ok();
    let pid = i32::try_from(world.hub_info().pid).unwrap();
    kill_process(Pid::from_raw(pid).unwrap(), Signal::STOP).unwrap();
    finds(&world, "hub", "no answer from the hub", "sayso hub stop");
    fixed_by(&world, &["hub", "stop"]);
}

/// REQ: IN-2
#[test]
fn another_data_directory_is_found() {
    let world = world();
    let data = world.path("data").display().to_string();
    let other = world.path("other").display().to_string();
    change(&world, CODEX, &data, &other);
    finds(&world, "codex", "another data directory", "sayso setup codex");
    // The agent gave its server no leash.
    let _ = world.run(&["--data-dir", &other, "hub", "stop"]);
    fixed_by(&world, &["setup", "codex", "--yes"]);
}

/// REQ: IN-2
#[test]
fn a_time_limit_that_is_too_short_is_found() {
    let world = world();
    change(&world, CODEX, "tool_timeout_sec = 3600", "tool_timeout_sec = 60");
    finds(&world, "codex", "too short: it gives up after 60 s", "sayso setup codex");
    fixed_by(&world, &["setup", "codex", "--yes"]);
}

/// REQ: IN-2
#[test]
fn a_hook_in_the_shape_of_another_agent_is_found() {
    let world = world();
    let hook =
        r#"{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"sayso hook"}]}]},"#;
    let text = std::fs::read_to_string(file(&world, GEMINI)).unwrap();
    std::fs::write(file(&world, GEMINI), text.replacen('{', hook, 1)).unwrap();
    finds(&world, "gemini", "does not understand", "sayso setup gemini --hooks");
    fixed_by(&world, &["setup", "gemini", "--hooks", "--yes"]);
}

/// REQ: IN-2
#[test]
fn a_missing_browser_is_found() {
    let world = world().with("DISPLAY", ":9").with("BROWSER", "/gone/firefox");
    finds(&world, "browser", "not found: /gone/firefox", "BROWSER");
    let said = world.with("BROWSER", "/bin/true").run(&["doctor", "--json"]).json();
    let parts = said["parts"].as_array().unwrap();
    let browser = parts.iter().find(|part| part["name"] == "browser").unwrap();
    assert_eq!(browser["works"], true, "{browser}");
}

/// REQ: IN-2
#[test]
fn a_wrong_token_of_a_chat_is_found() {
    let world = world().with("SAYSO_SLACK_BOT_TOKEN", "xoxb-wrong");
    let world = world.with("SAYSO_SLACK_APP_TOKEN", "xapp-wrong");
    let settings = "[slack]\nask = \"U0123456789\"\napi_base = \"http://127.0.0.1:9\"\n";
    std::fs::write(world.path("config.toml"), settings).unwrap();
    finds(&world, "slack", "the bot token does not work", "sayso slack setup");
}

/// REQ: IN-2
#[test]
fn a_read_only_data_directory_is_found() {
    let world = world();
    world.run(&["hub", "stop"]);
    let data = world.path("data");
    std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o500)).unwrap();
    finds(&world, "data", "is read-only", &format!("chmod u+w {}", data.display()));
    std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o700)).unwrap();
    world.run(&["doctor", "--json"]).ok();
}

/// REQ: IN-2
#[test]
fn an_entry_that_is_switched_off_is_found() {
    let world = world();
    change(&world, CODEX, "[mcp_servers.sayso]\n", "[mcp_servers.sayso]\nenabled = false\n");
    let what = "it is switched off in ~/.codex/config.toml";
    finds(&world, "codex", what, "sayso setup codex");
    fixed_by(&world, &["setup", "codex", "--yes"]);
}

/// REQ: IN-2
#[test]
fn a_rule_against_the_tools_is_found() {
    let world = world();
    change(&world, GEMINI, "{\n  \"", "{\n  \"mcp\": { \"excluded\": [\"sayso\"] },\n  \"");
    let what = "`mcp.excluded` in ~/.gemini/settings.json";
    finds(&world, "gemini", what, "change `mcp.excluded`");
    change(&world, GEMINI, "[\"sayso\"]", "[]");
    world.run(&["doctor", "--json"]).ok();
}

/// REQ: IN-2
#[test]
fn without_an_agent_not_everything_works() {
    let world = World::new().with("PATH", "/nonexistent");
    let shown = world.run(&["doctor"]).stdout;
    assert!(shown.contains("No agent was found."), "{shown}");
    assert!(shown.contains("no agent was checked") && !shown.contains("Everything"), "{shown}");
}
