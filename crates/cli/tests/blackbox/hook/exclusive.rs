//! `sayso hook --questions`, with what Codex 0.166.0 and Qwen Code 0.24.4 send before their own dialog
//! opens: it waits for the hook, and follows when that says nothing.

use std::os::unix::fs::DirBuilderExt;
use std::os::unix::net::UnixListener;

use serde_json::{Value, json};

use super::{allow, rows, silent};
use crate::harness::{Ran, World};

const HOOK: [&str; 4] = ["hook", "--questions", "--limit", "86400"];

fn request(tool: &str, input: &Value) -> Value {
    json!({
        "session_id": "5c1f-2", "transcript_path": "/tmp/t.jsonl", "cwd": "/srv/api-server",
        "hook_event_name": "PermissionRequest", "permission_mode": "default",
        "tool_name": tool, "tool_input": input,
    })
}

fn codex() -> Vec<u8> {
    of_codex("Bash", &json!({ "command": "touch made", "description": "May I?" }))
}

fn of_codex(tool: &str, input: &Value) -> Vec<u8> {
    let mut request = request(tool, input);
    request["turn_id"] = "01a1-2".into();
    request.to_string().into_bytes()
}

fn qwen(tool: &str, input: &Value) -> Vec<u8> {
    let mut request = request(tool, input);
    request["timestamp"] = "2026-11-19T15:31:33.305Z".into();
    request["prompt_id"] = "5c1f-2########0".into();
    request.to_string().into_bytes()
}

/// Runs the hook; once its question exists, this happens to it.
fn asked(world: &World, input: &[u8], happens: impl Fn(&str)) -> (Ran, Value) {
    std::thread::scope(|scope| {
        let hook = scope.spawn(|| world.run_with(&HOOK, input));
        world.until("it asks", || !rows(world).is_empty());
        let id = rows(world)[0]["id"].as_str().unwrap().to_owned();
        happens(&id);
        (hook.join().unwrap(), world.show(&id))
    })
}

/// The answer counts at once: the agent does what its hook says.
/// REQ: AD-2, AD-3
#[test]
fn what_is_answered_is_the_decision_of_the_agent() {
    let world = World::new();
    let _hub = world.hub();
    let shell =
        json!({ "command": "touch made", "description": "Make it", "is_background": false });
    for (agent, input) in [("Codex", codex()), ("Qwen Code", qwen("run_shell_command", &shell))] {
        let (ran, shown) = asked(&world, &input, |id| {
            assert_eq!(rows(&world)[0]["title"], "touch made");
            let shown = world.run(&["show", id]).ok().stdout;
            assert!(shown.contains(&format!("{agent} waits for you")), "{shown}");
            allow(&world, id).unwrap();
        });
        let decision = json!({ "behavior": "allow" });
        let whole = json!({ "hookEventName": "PermissionRequest", "decision": decision });
        assert_eq!(ran.ok().json(), json!({ "hookSpecificOutput": whole }), "and nothing else");
        assert_eq!(shown["status"], "submitted");
        assert!(shown["delivered_at"].is_string(), "{shown}");

        let (ran, shown) = asked(&world, &input, |id| {
            world.run(&["answer", id, "--text", "use make"]).ok();
        });
        let decision = ran.ok().json()["hookSpecificOutput"]["decision"].clone();
        assert_eq!(decision["behavior"], "deny");
        assert!(decision["message"].as_str().unwrap().ends_with("They said: use make"));
        assert_eq!(shown["status"], "submitted");
    }
    let write = json!({ "file_path": "/srv/api-server/notes.md", "content": "hello\n" });
    let patch = "*** Begin Patch\n*** Add File: /srv/api-server/notes.md\n+hello\n*** End Patch";
    for (input, title) in [
        (qwen("write_file", &write), "write notes.md"),
        (of_codex("apply_patch", &json!({ "command": patch })), "edit notes.md"),
    ] {
        let (ran, _) = asked(&world, &input, |id| {
            assert_eq!(rows(&world)[0]["title"], title);
            assert!(world.run(&["show", id]).ok().stdout.contains("+hello"));
            world.run(&["answer", id, "deny"]).ok();
        });
        assert!(ran.ok().stdout.contains("deny"));
    }
}

/// Given back by silence: its own approval follows, and it is never called denied.
/// REQ: AD-3, PO-3
#[test]
fn what_nobody_answers_is_left_to_its_own_approval() {
    let world = World::new().with("SAYSO_POLICY_SUBAGENTS", "10");
    let _hub = world.hub();
    for input in [codex(), qwen("run_shell_command", &json!({ "command": "touch made" }))] {
        let (ran, shown) = asked(&world, &input, |_| {});
        silent(&ran);
        assert!(shown["status"] != "pending" && shown["status"] != "submitted", "{shown}");
    }
    for pause in [["pause", "codex"], ["pause", "qwen"]] {
        world.run(&pause).ok();
    }
    silent(&world.run_with(&HOOK, &codex()));
    silent(&world.run_with(&HOOK, &qwen("run_shell_command", &json!({ "command": "touch made" }))));
    assert!(rows(&world).is_empty());
}

/// Consent without answers is none: no hook can answer these.
/// REQ: AD-1
#[test]
fn questions_and_plans_stay_in_the_terminal() {
    let world = World::new();
    let question =
        json!({ "questions": [{ "question": "Which?", "options": [{ "label": "A" }] }] });
    for (tool, input) in
        [("ask_user_question", question), ("exit_plan_mode", json!({ "plan": "# Tidy" }))]
    {
        silent(&world.run_with(&HOOK, &qwen(tool, &input)));
    }
    assert!(rows(&world).is_empty());
}

/// The daemon behind Codex's terminal starts the hook, too; the hub brings that dialog here while it is
/// open.
/// REQ: AD-3
#[test]
fn a_dialog_that_the_hub_brings_here_is_not_asked_twice() {
    let world = World::new();
    let home = world.path("home/.codex");
    for folder in [&home, &home.join("app-server-control")] {
        std::fs::DirBuilder::new().mode(0o700).create(folder).unwrap();
    }
    // This process is the daemon.
    let socket = home.join("app-server-control/app-server-control.sock");
    let _daemon = UnixListener::bind(&socket).unwrap();
    let _hub = world.hub();
    let (ran, _) = asked(&world, &codex(), |id| {
        world.run(&["answer", id, "deny"]).ok();
    });
    assert!(ran.ok().stdout.contains("deny"), "no bridge is switched on");
    let home = home.display().to_string();
    world.run(&["config", "set", "bridges.codex", &home]).ok();
    silent(&world.run_with(&HOOK, &codex()));
    assert!(rows(&world).is_empty());
}
