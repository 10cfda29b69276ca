//! Each agent gets its own format; an unknown format is stopped without asking.

use serde_json::{Value, json};

use super::{bash, choose, decided, rows};
use crate::harness::{Ran, World};

/// What this agent sends before it runs a command.
fn proposes(agent: &str, command: &str) -> Vec<u8> {
    let input = json!({ "command": command });
    let base =
        json!({ "session_id": "5c1f", "transcript_path": "/tmp/t", "cwd": "/srv/api-server" });
    let more = match agent {
        "Claude Code" => json!({ "hook_event_name": "PreToolUse", "tool_name": "Bash",
            "permission_mode": "default", "tool_use_id": "toolu_1" }),
        "Codex" => json!({ "hook_event_name": "PreToolUse", "tool_name": "Bash", "turn_id": "t1",
            "model": "gpt-5", "permission_mode": "default", "tool_use_id": "call_1" }),
        "Gemini CLI" => json!({ "hook_event_name": "BeforeTool", "tool_name": "run_shell_command",
            "timestamp": "2026-11-15T14:00:00Z" }),
        "Qwen Code" => json!({ "hook_event_name": "PreToolUse", "tool_name": "run_shell_command",
            "timestamp": "2026-11-15T14:00:00Z", "permission_mode": "yolo" }),
        other => panic!("{other}"),
    };
    let mut event = base;
    for (name, value) in more.as_object().unwrap() {
        event[name] = value.clone();
    }
    event["tool_input"] = input;
    event.to_string().into_bytes()
}

/// Decision and reason, where this agent reads them.
#[track_caller]
fn read(agent: &str, ran: &Ran) -> Option<(String, String)> {
    assert_eq!(ran.code, 0, "{ran:?}");
    if ran.stdout.is_empty() {
        return None;
    }
    let reply: Value = serde_json::from_str(&ran.stdout).unwrap();
    let output = &reply["hookSpecificOutput"];
    let (decision, reason) = match agent {
        "Gemini CLI" => (&reply["decision"], &reply["reason"]),
        _ => (&output["permissionDecision"], &output["permissionDecisionReason"]),
    };
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    Some((text(decision), text(reason)))
}

/// REQ: PO-3
#[test]
fn a_no_and_a_yes_arrive_in_every_agent() {
    for agent in ["Claude Code", "Codex", "Gemini CLI", "Qwen Code"] {
        let input = proposes(agent, "rm -rf data");
        let (ran, view) = decided(&World::new(), &input, |_| choose("deny", Some("not now")));
        let (decision, reason) = read(agent, &ran).unwrap();
        assert_eq!(decision, "deny", "{agent}");
        assert!(reason.contains("They say: “not now”."), "{agent}: {reason}");
        assert_eq!(view.interaction.origin.agent.as_deref(), Some(agent));

        let (ran, _) = decided(&World::new(), &input, |_| choose("allow", None));
        let allowed = read(agent, &ran).map(|(decision, _)| decision);
        // Codex treats any output on consent as a failure.
        let wanted = (agent != "Codex").then(|| "allow".to_owned());
        assert_eq!(allowed, wanted, "{agent}");
        let ran = World::new().run_with(&["hook"], &proposes(agent, "ls"));
        assert_eq!(read(agent, &ran), None, "{agent}");
    }
}

/// REQ: PO-3
#[test]
fn a_shape_that_is_not_known_is_stopped_and_nobody_is_asked_in_vain() {
    let world = World::new();
    for (input, says) in [
        (json!({ "tool_name": "Bash", "tool_input": { "command": "rm -rf x" } }), "neither"),
        (json!({ "hook_event_name": "beforeShellExecution", "command": "rm -rf x" }), "not known"),
        (json!({ "hook_event_name": "preToolUse", "toolName": "bash", "toolArgs": "{}" }), "known"),
    ] {
        let ran = world.run_with(&["hook"], input.to_string().as_bytes());
        assert_eq!(ran.stdout, "");
        ran.fails(2, says);
    }
    for event in ["SessionStart", "PostToolUse", "AfterTool", "Stop"] {
        let input = json!({ "hook_event_name": event, "tool_name": "Bash" }).to_string();
        let ran = world.run_with(&["hook"], input.as_bytes()).ok();
        assert_eq!(ran.stdout, "", "there is nothing to decide");
    }
    assert!(!world.paths().database().exists(), "nobody was asked");
    world.run_with(&["hook", "--agent", "nobody"], &bash("ls")).fails(2, "claude-code");
}

/// REQ: NA-5
#[test]
fn every_character_of_a_command_and_its_place_that_is_not_ascii_is_marked() {
    let world = World::new();
    let mut event: Value =
        serde_json::from_slice(&bash("rm -rf ./\u{202e}gol.sdliub/ \u{441}ache")).unwrap();
    event["cwd"] = json!("/srv/\u{430}pi");
    let (_, view) = decided(&world, event.to_string().as_bytes(), |_| choose("deny", None));
    let form = &view.interaction.form;
    assert_eq!(form.title, "rm -rf ./‹U+202E›gol.sdliub/ ‹U+0441›ache");
    let prompt = &form.questions[0].prompt;
    assert!(prompt.contains("in /srv/‹U+0430›pi."), "{prompt}");
    assert!(prompt.replace(['‹', '›'], "").is_ascii(), "{prompt}");
    assert_eq!(rows(&world).len(), 0);
}
