//! `sayso doctor`: what works is proven, and each fault is found with a fix that works.

mod hooks;
mod hostile;
mod other_sources;
mod ten_errors;

use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use crate::harness::{Ran, World};
use crate::pty::Terminal;

/// A world in which Codex and Gemini CLI are here; programs of this machine are out of sight.
fn unconnected() -> World {
    let world = World::new().with("PATH", "/nonexistent");
    for name in [CODEX, GEMINI] {
        std::fs::create_dir_all(file(&world, name).parent().unwrap()).unwrap();
    }
    world
}

/// How a person can run this sayso: it is not on the search path, and has its own data directory.
fn typed(world: &World) -> String {
    format!("{} --data-dir {}", env!("CARGO_BIN_EXE_sayso"), world.path("data").display())
}

/// The same, and both are connected by `sayso setup`.
fn world() -> World {
    let world = unconnected();
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

/// The doctor finds this; returns the fix that it names.
#[track_caller]
fn finds(world: &World, name: &str, what: &str) -> String {
    let ran = world.run(&["doctor", "--json"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    let found = faults(&ran, name);
    let fault = found.iter().find(|(says, _)| says.contains(what));
    let (_, fix) = fault.unwrap_or_else(|| panic!("`{what}` is not in {found:?}: {ran:?}"));
    fix.clone()
}

/// The command is run as a person would who copies it, and nothing is wrong any more.
#[track_caller]
fn fixed_by(world: &World, fix: &str) {
    let mut line = fix.replacen("sayso ", &format!("{} ", env!("CARGO_BIN_EXE_sayso")), 1);
    if fix.starts_with("sayso setup") {
        line.push_str(" --yes");
    }
    let plain = world.command(["list"]);
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", &line]).env_clear();
    for (name, value) in plain.get_envs() {
        shell.env(name, value.unwrap());
    }
    shell.env("PATH", "/usr/bin:/bin").current_dir(plain.get_current_dir().unwrap());
    Ran::of(shell.output().unwrap()).ok();
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
    assert_eq!(agents[0]["file"], "~/.codex/config.toml");
    assert_eq!(world.run(&["list", "--all", "--json"]).ok().json()["rows"], json!([]));
    assert_eq!(world.run(&["history", "--json"]).ok().json()["rows"], json!([]));
    let shown = world.run(&["doctor", "codex"]).ok().stdout;
    assert!(shown.contains("Codex") && !shown.contains("Gemini"), "{shown}");
    assert!(shown.contains("Everything works."), "{shown}");
}

/// REQ: IN-2
#[test]
fn before_setup_no_agent_is_connected_and_setup_is_the_fix() {
    let world = unconnected();
    let shown = world.run(&["doctor"]);
    assert_eq!(shown.code, 1, "{shown:?}");
    let fix = format!("no agent is connected\n    → {} setup\n", typed(&world));
    assert!(shown.stdout.contains(&fix), "{shown:?}");
    let fix = finds(&world, "agents", "no agent is connected");
    assert_eq!(fix, "sayso setup");
    fixed_by(&world, &fix);
}

/// REQ: IN-2
#[test]
fn without_any_agent_not_everything_works() {
    let world = World::new().with("PATH", "/nonexistent");
    let shown = world.run(&["doctor"]);
    assert_eq!(shown.code, 1, "{shown:?}");
    assert!(shown.stdout.contains("No agent was found on this machine."), "{shown:?}");
    assert!(shown.stdout.contains("no agent is connected"), "{shown:?}");
    assert!(!shown.stdout.contains("Everything"), "{shown:?}");
}

/// A person may connect some agents and not others; but what setup connected has to be.
/// REQ: IN-2
#[test]
fn only_agents_that_should_be_connected_have_to_be() {
    let world = unconnected();
    world.run(&["setup", "codex", "--yes"]).ok();
    let shown = world.run(&["doctor"]).ok().stdout;
    assert!(shown.contains("Everything works.") && shown.contains("Not connected: Gemini CLI."));
    let named = world.run(&["doctor", "gemini", "--json"]);
    assert_eq!(named.code, 1, "{named:?}");
    let fault = ("it is not connected".to_owned(), "sayso setup gemini".to_owned());
    assert_eq!(faults(&named, "gemini"), [fault]);
    std::fs::write(file(&world, CODEX), "").unwrap();
    let fix = finds(&world, "codex", "it is not connected");
    fixed_by(&world, &fix);
}

/// Its own settings are part of the environment.
/// REQ: IN-2
#[test]
fn variables_that_an_agent_sets_for_itself_count() {
    let world = World::new().with("PATH", "/nonexistent");
    std::fs::create_dir_all(file(&world, ".claude")).unwrap();
    world.run(&["setup", "--yes"]).ok();
    let waits = || world.run(&["doctor", "--json"]).ok().json()["agents"][0]["waits"].clone();
    assert_eq!(waits(), 100);
    world.run(&["setup", "--yes", "--foreground"]).ok();
    assert_eq!(waits(), Value::Null, "forever");
}

/// REQ: IN-2
#[test]
fn the_report_fits_a_narrow_terminal() {
    let world = unconnected();
    let mut terminal = Terminal::open_with(&world, 40, &["doctor"], &[("NO_COLOR", "1")]);
    assert_eq!(terminal.ends(), 1);
    let shown = terminal.bytes();
    assert!(shown.contains("Codex"), "{shown}");
    // A command is in one piece, to be copied.
    let (commands, others): (Vec<&str>, Vec<&str>) =
        shown.lines().partition(|line| line.starts_with("    → "));
    assert_eq!(commands, [format!("    → {} setup", typed(&world))]);
    assert!(others.iter().all(|line| line.chars().count() <= 40), "{shown}");
}
