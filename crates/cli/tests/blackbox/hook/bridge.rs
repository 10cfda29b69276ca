//! `sayso hook --questions`, with what Claude Code 2.1.325 sends: its own dialogs, and its reports.

use serde_json::{Value, json};

use super::{rows, silent};
use crate::harness::{Ran, World};

const HOOK: [&str; 4] = ["hook", "--questions", "--limit", "60"];

fn event(name: &str, tool: &str, input: &Value) -> Vec<u8> {
    let event = json!({
        "session_id": "5c1f-2", "transcript_path": "/tmp/t.jsonl", "cwd": "/srv/api-server",
        "prompt_id": "p", "permission_mode": "default", "hook_event_name": name,
        "tool_name": tool, "tool_input": input,
    });
    event.to_string().into_bytes()
}

fn touch() -> Value {
    json!({ "command": "touch made", "description": "Make it" })
}

/// Runs the hook of a dialog; once its question exists, this happens to it.
fn asked(world: &World, tool: &str, input: &Value, happens: impl Fn(&str)) -> (Ran, String) {
    std::thread::scope(|scope| {
        let input = event("PermissionRequest", tool, input);
        let hook = scope.spawn(move || world.run_with(&HOOK, &input));
        world.until("it asks", || !rows(world).is_empty());
        let id = rows(world)[0]["id"].as_str().unwrap().to_owned();
        happens(&id);
        (hook.join().unwrap(), id)
    })
}

fn reports(world: &World, name: &str, tool: &str, input: &Value) {
    silent(&world.run_with(&HOOK, &event(name, tool, input)));
}

fn status(world: &World, id: &str) -> String {
    world.show(id)["status"].as_str().unwrap().to_owned()
}

/// REQ: AD-2, AD-3
#[test]
fn a_permission_is_given_and_counts_when_the_agent_has_confirmed_it() {
    let world = World::new();
    let _hub = world.hub();
    let (ran, id) = asked(&world, "Bash", &touch(), |id| {
        assert_eq!(rows(&world)[0]["title"], "touch made");
        world.run(&["answer", id, "allow"]).ok();
    });
    let decision =
        json!({ "hookEventName": "PermissionRequest", "decision": { "behavior": "allow" } });
    assert_eq!(ran.ok().json(), json!({ "hookSpecificOutput": decision }));
    assert_eq!(status(&world, &id), "given");
    let shown = world.run(&["show", &id]).ok().stdout;
    assert!(shown.contains("not confirmed yet"), "{shown}");
    reports(&world, "PostToolUse", "Bash", &touch());
    assert_eq!(status(&world, &id), "submitted");
    assert!(world.show(&id)["delivered_at"].is_string());

    let (ran, id) = asked(&world, "Bash", &touch(), |id| {
        world.run(&["answer", id, "--text", "use make"]).ok();
    });
    let output = ran.ok().json()["hookSpecificOutput"]["decision"].clone();
    assert_eq!(output["behavior"], "deny");
    assert!(output["message"].as_str().unwrap().ends_with("They said: use make"), "{output}");
    reports(&world, "Stop", "", &Value::Null);
    assert_eq!(status(&world, &id), "submitted", "it was not run");
}

/// REQ: AD-3, NA-6
#[test]
fn what_was_answered_in_its_own_dialog_is_withdrawn_with_what_it_was() {
    let world = World::new();
    let _hub = world.hub();
    let (ran, id) =
        asked(&world, "Bash", &touch(), |_| reports(&world, "PostToolUse", "Bash", &touch()));
    silent(&ran);
    assert_eq!(status(&world, &id), "withdrawn");
    let shown = world.run(&["show", &id]).ok().stdout;
    assert!(shown.contains("allowed in Claude Code"), "{shown}");

    // Both at the same moment: what the agent did counts.
    let (ran, id) = asked(&world, "Bash", &touch(), |id| {
        world.run(&["answer", id, "deny"]).ok();
    });
    assert!(ran.ok().stdout.contains("deny"));
    reports(&world, "PostToolUse", "Bash", &touch());
    assert_eq!(status(&world, &id), "withdrawn");
    let (_, id) = asked(&world, "Bash", &touch(), |id| {
        world.run(&["answer", id, "allow"]).ok();
    });
    reports(&world, "SessionEnd", "", &Value::Null);
    assert_eq!(status(&world, &id), "withdrawn", "nobody knows what became of it");
}

/// REQ: AD-1
#[test]
fn a_question_is_answered_in_the_agents_own_words() {
    let world = World::new();
    let _hub = world.hub();
    let input = json!({ "questions": [{ "question": "Which?", "header": "Store", "multiSelect": false,
        "options": [{ "label": "SQLite", "description": "" }, { "label": "PostgreSQL", "description": "" }] }] });
    let (ran, id) = asked(&world, "AskUserQuestion", &input, |id| {
        world.run(&["answer", id, "SQLite"]).ok();
    });
    let decision = ran.ok().json()["hookSpecificOutput"]["decision"].clone();
    let mut answered = input.clone();
    answered["answers"] = json!({ "Which?": "SQLite" });
    assert_eq!(decision, json!({ "behavior": "allow", "updatedInput": answered }));
    reports(&world, "PostToolUse", "AskUserQuestion", &answered);
    assert_eq!(status(&world, &id), "submitted");
}

/// Without a hub, in a pause, and with what is not understood, the agent is as it was.
/// REQ: AD-3, PO-3
#[test]
fn every_failure_is_silence() {
    let world = World::new();
    silent(&world.run_with(&HOOK, b"not json"));
    silent(&world.run_with(&HOOK, &event("PreToolUse", "Bash", &touch())));
    world.run(&["pause", "claude-code", "10m"]).ok();
    silent(&world.run_with(&HOOK, &event("PermissionRequest", "Bash", &touch())));
    assert!(rows(&world).is_empty());
    world.run(&["pause", "claude-code", "--end"]).ok();
    std::fs::write(world.path("in the way"), "").unwrap();
    let way = world.path("in the way").display().to_string();
    let hook = ["--data-dir", &way, "hook", "--questions", "--limit", "60"];
    let ran = world.run_with(&hook, &event("PermissionRequest", "Bash", &touch()));
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{ran:?}");
}
