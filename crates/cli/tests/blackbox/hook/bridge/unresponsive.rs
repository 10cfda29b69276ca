//! A hub that says nothing, and answers of which nothing is reported.

use rustix::process::Signal;

use super::super::limits::send;
use super::*;

/// With a hub that is stopped, the agent's own dialog is all there is, soon; also for a subagent, whose
/// dialog waits for the hook. Nothing but the hub's silence ends it here: every other limit is an hour.
/// REQ: AD-3, PO-3
#[test]
fn a_hub_that_says_nothing_leaves_the_dialog_to_the_agent() {
    let world = World::new();
    let hub = world.hub();
    world.run(&["config", "set", "policy.subagents", "1h"]).ok();
    let main = event("PermissionRequest", "Bash", &touch());
    let mut sub: Value = serde_json::from_slice(&main).unwrap();
    (sub["agent_id"], sub["agent_type"]) = ("a-7".into(), "Explore".into());
    let hook = ["hook", "--questions", "--limit", "3600"];
    send(hub.pid(), Signal::STOP);
    for input in [main, sub.to_string().into_bytes()] {
        silent(&world.run_with(&hook, &input));
    }
    send(hub.pid(), Signal::CONT);
}

/// Left in the terminal while the hub is silent: what became of it is still reported, so the note stays.
/// REQ: AD-3
#[test]
fn what_a_silent_hub_was_not_told_is_reported_later() {
    let agent = Agent::new();
    let world = &agent.world;
    let hub = world.hub();
    agent.is("waiting");
    let id = std::thread::scope(|scope| {
        let input = event("PermissionRequest", "Bash", &touch());
        let hook = scope.spawn(move || world.run_with(&HOOK, &input));
        world.until("it waits", || rows(world).first().is_some_and(|row| row["listening"] == true));
        let id = rows(world)[0]["id"].as_str().unwrap().to_owned();
        let note = world.path(&format!("data/bridged/5c1f-2/{id}.json"));
        assert!(note.exists(), "it is noted before it waits");
        send(hub.pid(), Signal::STOP);
        agent.is("busy");
        silent(&hook.join().unwrap());
        assert!(note.exists(), "the hub may have an answer that nobody confirms");
        send(hub.pid(), Signal::CONT);
        id
    });
    world.until("its hook is gone", || status(world, &id) == "withdrawn");
    reports(world, "PostToolUse", "Bash", &touch());
    assert!(!world.path("data/bridged/5c1f-2").exists());
}

/// Nothing will be reported of it any more: the next hub says so.
/// REQ: AD-3
#[test]
fn an_answer_without_a_note_does_not_stay_unconfirmed() {
    let world = World::new();
    let hub = world.hub();
    let (_, lost) = asked(&world, "Bash", &touch(), |id| allow(&world, id).unwrap());
    std::fs::remove_dir_all(world.path("data/bridged/5c1f-2")).unwrap();
    let (_, noted) = asked(&world, "Bash", &touch(), |id| allow(&world, id).unwrap());
    drop(hub);
    let _hub = world.hub();
    world.until("it is over", || status(&world, &lost) == "withdrawn");
    let shown = world.run(&["show", &lost]).ok().stdout;
    assert!(shown.contains("given here, and never confirmed"), "{shown}");
    assert_eq!(status(&world, &noted), "given");
}
