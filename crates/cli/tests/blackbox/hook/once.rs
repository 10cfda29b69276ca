//! 'Allow once' counts for the call that asked, whatever is killed in between.

use std::io::Write as _;
use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use super::{allow, bash, decision, denied, rows};
use crate::harness::{Running, World, eventually};

/// A hook before `rm -rf x`, as an agent starts it.
fn hook(world: &World, input: &[u8]) -> Running {
    started(world.command(["hook", "--limit", "330"]), input)
}

fn started(mut command: Command, input: &[u8]) -> Running {
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    Running::of(child)
}

/// In a session, with the agent's own id of the tool use.
fn named(session: &str, tool_use: &str) -> Vec<u8> {
    let event = json!({
        "session_id": session, "tool_use_id": tool_use, "cwd": "/srv/api-server",
        "hook_event_name": "PreToolUse", "tool_name": "Bash",
        "tool_input": { "command": "rm -rf x" },
    });
    event.to_string().into_bytes()
}

/// Its ids, once this many questions are waited for.
fn asked(world: &World, count: usize) -> Vec<String> {
    let waited = |rows: &[Value]| rows.iter().filter(|row| row["listening"] == true).count();
    world.until("it is asked", || waited(&rows(world)) == count);
    rows(world).iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
}

fn status(world: &World, id: &str) -> String {
    world.show(id)["status"].as_str().unwrap().to_owned()
}

/// How many hooks are connected.
fn waiting(world: &World) -> u64 {
    let status = world.run(&["hub", "status", "--json"]).ok().json();
    let places = status["places"].as_array().unwrap();
    places.iter().find(|place| place["kind"] == "waiting").unwrap()["taken"].as_u64().unwrap()
}

fn signal(pid: u32, signal: Signal) {
    kill_process(Pid::from_raw(i32::try_from(pid).unwrap()).unwrap(), signal).unwrap();
}

/// REQ: PO-3, AU-9
#[test]
fn what_a_killed_hook_asked_is_withdrawn_and_the_next_one_asks_again() {
    let world = World::new();
    let _hub = world.hub();
    for signal_ in [Signal::TERM, Signal::KILL] {
        let hook = hook(&world, &bash("rm -rf x"));
        let id = asked(&world, 1).remove(0);
        signal(hook.pid(), signal_);
        world.until("it is withdrawn", || rows(&world).is_empty());
        assert_eq!(status(&world, &id), "withdrawn");
        let late = allow(&world, &id).unwrap_err();
        assert!(late.contains("already withdrawn"), "{late}");
    }
    let again = hook(&world, &bash("rm -rf x"));
    let id = asked(&world, 1).remove(0);
    allow(&world, &id).unwrap();
    assert_eq!(decision(&again.finish()).0, "allow");
}

/// The answer came, and the hook was gone before it could pass it on.
/// REQ: PO-3, AU-9
#[test]
fn an_answer_that_no_hook_took_is_used_by_no_other() {
    let world = World::new();
    let _hub = world.hub();
    for input in [bash("rm -rf x"), named("s1", "toolu_1")] {
        let frozen = hook(&world, &input);
        let id = asked(&world, 1).remove(0);
        signal(frozen.pid(), Signal::STOP);
        allow(&world, &id).unwrap();
        frozen.kill();
        assert_eq!(status(&world, &id), "submitted");
        let next = hook(&world, &input);
        let other = asked(&world, 1).remove(0);
        assert_ne!(other, id);
        world.run(&["cancel", &other]).ok();
        denied(&next.finish(), "does not want");
    }
}

/// An agent starts its hooks through a shell, and the shell outlives nobody.
/// REQ: PO-3
#[test]
fn a_hook_goes_with_the_agent_that_started_it() {
    let world = World::new();
    let _hub = world.hub();
    let wrapped = || {
        let mut shell = world.program("/bin/sh");
        let line = format!("'{}' hook --limit 330 || exit 2", env!("CARGO_BIN_EXE_sayso"));
        shell.args(["-c", &line]);
        shell
    };
    // Killed, while something else keeps the pipes open.
    let agent = started(wrapped(), &bash("rm -rf x"));
    let id = asked(&world, 1).remove(0);
    signal(agent.pid(), Signal::KILL);
    world.until("it is withdrawn", || rows(&world).is_empty());
    assert_eq!(status(&world, &id), "withdrawn");

    // Nobody reads what it says any more.
    let mut child = wrapped().stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(&bash("rm -rf x")).unwrap();
    let id = asked(&world, 1).remove(0);
    drop(child.stdout.take());
    world.until("it is withdrawn", || rows(&world).is_empty());
    assert_eq!(status(&world, &id), "withdrawn");
    assert_eq!(child.wait().unwrap().code(), Some(2), "never a yes");
}

/// REQ: PO-3
#[test]
fn two_hooks_for_one_tool_use_ask_once() {
    let world = World::new();
    let _hub = world.hub();
    let both = [hook(&world, &named("s1", "toolu_1")), hook(&world, &named("s1", "toolu_1"))];
    let id = asked(&world, 1).remove(0);
    eventually("both wait", || waiting(&world) == 2);
    // Another session may count its tool uses the same way.
    let elsewhere = hook(&world, &named("s2", "toolu_1"));
    let ids = asked(&world, 2);
    let other = ids.iter().find(|other| **other != id).unwrap();
    allow(&world, &id).unwrap();
    for hook in both {
        assert_eq!(decision(&hook.finish()).0, "allow");
    }
    world.run(&["cancel", other]).ok();
    denied(&elsewhere.finish(), "does not want");

    // The same name later is another use.
    let later = hook(&world, &named("s1", "toolu_1"));
    let again = asked(&world, 1).remove(0);
    assert_ne!(again, id);
    world.run(&["cancel", &again]).ok();
    denied(&later.finish(), "does not want");
}

/// REQ: PO-3
#[test]
fn what_two_hooks_share_stays_until_the_last_of_them_is_gone() {
    let world = World::new();
    let _hub = world.hub();
    let one = hook(&world, &named("s1", "toolu_1"));
    let id = asked(&world, 1).remove(0);
    let other = hook(&world, &named("s1", "toolu_1"));
    eventually("both wait", || waiting(&world) == 2);
    one.kill();
    allow(&world, &id).unwrap();
    assert_eq!(decision(&other.finish()).0, "allow");
}

/// REQ: AU-9, PO-3
#[test]
fn a_hook_whose_hub_is_killed_finds_its_question_again() {
    let world = World::new();
    for input in [bash("rm -rf x"), named("s1", "toolu_1")] {
        let hub = world.hub();
        let hook = hook(&world, &input);
        let id = asked(&world, 1).remove(0);
        hub.kill();
        let next = asked(&world, 1);
        assert_eq!(next, [id.as_str()], "asked once");
        allow(&world, &id).unwrap();
        assert_eq!(decision(&hook.finish()).0, "allow");
        assert!(rows(&world).is_empty());
        world.run(&["hub", "stop"]);
    }
}

/// The hub ends, the question stays for the next one.
/// REQ: PO-3
#[test]
fn a_hub_that_is_stopped_withdraws_nothing() {
    let world = World::new();
    let _hub = world.hub();
    let hook = hook(&world, &bash("rm -rf x"));
    let id = asked(&world, 1).remove(0);
    world.run(&["hub", "stop"]).ok();
    assert_eq!(asked(&world, 1), [id.as_str()]);
    allow(&world, &id).unwrap();
    assert_eq!(decision(&hook.finish()).0, "allow");
}
