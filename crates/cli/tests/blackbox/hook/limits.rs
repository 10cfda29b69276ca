//! The decision comes before the agent stops waiting for it, in every case.

use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use super::{bash, denied, rows};
use crate::harness::{Ran, World};
use crate::timeouts::{millis, now};

pub(super) fn send(pid: u32, signal: Signal) {
    kill_process(Pid::from_raw(i32::try_from(pid).unwrap()).unwrap(), signal).unwrap();
}

/// An agent that kills its hook when its own time is over, and then runs the command.
fn agent(world: &World, limit: &str) -> Ran {
    let hook = world.command(["hook", "--limit", limit]);
    let environment = hook.get_envs().filter_map(|(name, value)| Some((name, value?)));
    let mut agent = Command::new("timeout");
    agent
        .args(["--signal=KILL", limit])
        .arg(hook.get_program())
        .args(hook.get_args())
        .env_clear()
        .envs(environment)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    Ran::fed(&mut agent, &bash("rm -rf x"))
}

/// REQ: PO-3
#[test]
fn nobody_can_extend_past_the_agents_own_limit() {
    let world = World::new();
    let _hub = world.hub();
    std::thread::scope(|scope| {
        let hook = scope.spawn(|| agent(&world, "13"));
        world.until("it asks", || !rows(&world).is_empty());
        let id = rows(&world)[0]["id"].as_str().unwrap().to_owned();
        let refused = world.run(&["extend", &id, "60s"]);
        refused.fails(1, "the agent stops waiting in");
        world.run(&["extend", &id, "+5m"]).fails(1, "the time cannot be set past that");
        let ran = hook.join().unwrap();
        denied(&ran, "Nobody answered within");
    });
}

#[test]
fn a_limit_is_a_duration() {
    let world = World::new();
    for limit in ["330", "5m"] {
        world.run_with(&["hook", "--limit", limit], &bash("ls")).ok();
    }
    for limit in ["9s", "8d"] {
        world.run_with(&["hook", "--limit", limit], &bash("ls")).fails(2, "must be 10s to 7d");
    }
}

/// REQ: PO-3
#[test]
fn without_a_limit_the_smallest_default_of_that_agent_counts() {
    let world = World::new();
    let _hub = world.hub();
    let begun = now();
    std::thread::scope(|scope| {
        let hook = scope.spawn(|| world.run_with(&["hook"], &bash("rm -rf x")));
        world.until("it asks", || !rows(&world).is_empty());
        let id = rows(&world)[0]["id"].as_str().unwrap().to_owned();
        let shown = world.show(&id);
        // 55 s after the hook has started, which was in between; it asks for whole seconds.
        let deadline = millis(&shown["state"]["deadline"]);
        let wanted = begun + 54_500..=millis(&shown["created_at"]) + 55_000;
        assert!(wanted.contains(&deadline), "{deadline} is not in {wanted:?}: {shown}");
        assert_eq!(shown["policy"]["extensible_ms"], 0);
        world.run(&["cancel", &id]).ok();
        denied(&hook.join().unwrap(), "does not want");
    });
}

/// REQ: PO-3
#[test]
fn a_hub_that_falls_silent_is_a_no_in_time() {
    let world = World::new();
    let hub = world.hub();
    std::thread::scope(|scope| {
        let hook = scope.spawn(|| agent(&world, "10"));
        world
            .until("it waits", || rows(&world).first().is_some_and(|row| row["listening"] == true));
        send(hub.pid(), Signal::STOP);
        let ran = hook.join().unwrap();
        send(hub.pid(), Signal::CONT);
        denied(&ran, "This was not run");
    });
}
