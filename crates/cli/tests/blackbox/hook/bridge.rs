//! `sayso hook --questions`, with what Claude Code 2.1.325 sends: its own dialogs, and its reports.

mod unresponsive;

use serde_json::{Value, json};

use super::{allow, rows, silent};
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
        allow(&world, id).unwrap();
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
    let ours = output["message"].as_str().unwrap();
    assert!(ours.ends_with("They said: use make"), "{output}");
    ends_turn(&world, ours);
    assert_eq!(status(&world, &id), "submitted", "its model has read it");
}

/// The end of a turn, in which the model was told this about the command.
fn ends_turn(world: &World, told: &str) {
    let mut event: Value =
        serde_json::from_slice(&event("PostToolBatch", "", &Value::Null)).unwrap();
    event["tool_calls"] = json!([{ "tool_name": "Bash", "tool_input": touch(),
        "tool_use_id": "toolu_1", "tool_response": told }]);
    silent(&world.run_with(&HOOK, event.to_string().as_bytes()));
}

/// Denied here with words, and in its dialog with other ones: it counts what the model has read.
/// REQ: AD-3, NA-6
#[test]
fn a_denial_whose_words_the_model_has_not_read_is_not_called_ours() {
    let world = World::new();
    let _hub = world.hub();
    let denied = || {
        let (_, id) = asked(&world, "Bash", &touch(), |id| {
            world.run(&["answer", id, "--text", "use make"]).ok();
        });
        id
    };
    let id = denied();
    ends_turn(&world, "The user said: no");
    assert_eq!(status(&world, &id), "withdrawn");
    let shown = world.run(&["show", &id]).ok().stdout;
    assert!(shown.contains("declined in Claude Code"), "{shown}");
    let id = denied();
    reports(&world, "Stop", "", &Value::Null);
    let shown = world.run(&["show", &id]).ok().stdout;
    assert!(shown.contains("not known which words it read"), "{shown}");
}

/// What the agent's own shell runs is a program: it can't allow what the agent asks for.
/// REQ: AD-2, NA-4
#[test]
fn no_program_allows_what_its_agent_asks_for() {
    let world = World::new().with("SAYSO_TEST_PERSON", "");
    let _hub = world.hub();
    let plan = json!({ "plan": "# Tidy", "planFilePath": "/p.md" });
    for (tool, input, yes, no) in
        [("Bash", touch(), "allow", "deny"), ("ExitPlanMode", plan, "ask", "keep")]
    {
        let (ran, _) = asked(&world, tool, &input, |id| {
            world.run(&["answer", id, yes]).fails(1, "only a person may say yes");
            assert_eq!(status(&world, id), "pending");
            world.run(&["answer", id, no]).ok();
        });
        let decision = ran.ok().json()["hookSpecificOutput"]["decision"].clone();
        assert_eq!(decision["behavior"], "deny");
    }
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
        allow(&world, id).unwrap();
    });
    reports(&world, "SessionEnd", "", &Value::Null);
    assert_eq!(status(&world, &id), "withdrawn", "nobody knows what became of it");
}

/// What is typed while a tool runs is submitted before the tool is reported: it doesn't say that the tool
/// was declined.
/// REQ: AD-3
#[test]
fn a_prompt_that_was_queued_says_nothing_about_a_given_answer() {
    let world = World::new();
    let _hub = world.hub();
    let (_, id) = asked(&world, "Bash", &touch(), |id| {
        allow(&world, id).unwrap();
    });
    reports(&world, "UserPromptSubmit", "", &Value::Null);
    assert_eq!(status(&world, &id), "given");
    reports(&world, "PostToolUse", "Bash", &touch());
    assert_eq!(status(&world, &id), "submitted");

    // Stopped while it ran, or before: it isn't said that it was not run.
    let (_, id) = asked(&world, "Bash", &touch(), |id| {
        allow(&world, id).unwrap();
    });
    reports(&world, "Stop", "", &Value::Null);
    let shown = world.run(&["show", &id]).ok().stdout;
    assert!(shown.contains("declined or interrupted in Claude Code"), "{shown}");
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
    let end = || world.run(&["pause", "claude-code", "--end"]).ok().stdout;
    assert_eq!([end(), end()], ["The pause is over.\n", "There was no pause.\n"]);
    world.run(&["pause", "claude-code", "0"]).fails(2, "would be over at once");
    world.run(&["pause", "claude-code", "99999999d"]).fails(2, "must be 1s to 365d");
    std::fs::write(world.path("in the way"), "").unwrap();
    let way = world.path("in the way").display().to_string();
    let hook = ["--data-dir", &way, "hook", "--questions", "--limit", "60"];
    let ran = world.run_with(&hook, &event("PermissionRequest", "Bash", &touch()));
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{ran:?}");
}

fn used(name: &str, id: &str, input: &Value) -> Vec<u8> {
    let mut event: Value = serde_json::from_slice(&event(name, "Bash", input)).unwrap();
    event["tool_use_id"] = id.into();
    event.to_string().into_bytes()
}

/// Two calls of the same command in one turn: what became of which is told by the agent's id.
/// REQ: AD-3, PO-3
#[test]
fn two_uses_of_one_command_are_told_apart() {
    let world = World::new();
    let _hub = world.hub();
    for id in ["toolu_1", "toolu_2"] {
        silent(&world.run_with(&HOOK, &used("PreToolUse", id, &touch())));
    }
    let (_, first) = asked(&world, "Bash", &touch(), |id| {
        world.run(&["answer", id, "deny"]).ok();
    });
    let (_, second) = asked(&world, "Bash", &touch(), |id| {
        allow(&world, id).unwrap();
    });
    silent(&world.run_with(&HOOK, &used("PostToolUse", "toolu_2", &touch())));
    assert_eq!([status(&world, &first), status(&world, &second)], ["given", "submitted"]);
    reports(&world, "Stop", "", &Value::Null);
    assert_eq!(status(&world, &first), "submitted", "it was not run");
    assert!(!world.path("data/uses").join("5c1f-2").exists());
}

/// A program that stands for the agent, with its session file.
struct Agent {
    world: World,
    process: std::process::Child,
}

impl Agent {
    fn new() -> Agent {
        let process = std::process::Command::new("cat").stdin(std::process::Stdio::piped()).spawn();
        let process = process.unwrap();
        let world = World::new().with("CLAUDE_PID", &process.id().to_string());
        let folder = world.path("claude");
        std::fs::create_dir_all(folder.join("sessions")).unwrap();
        let world = world.with("CLAUDE_CONFIG_DIR", &folder.display().to_string());
        Agent { world, process }
    }

    fn is(&self, status: &str) {
        let file = format!("claude/sessions/{}.json", self.process.id());
        let text = json!({ "status": status }).to_string();
        let new = self.world.path("new");
        std::fs::write(&new, text).unwrap();
        std::fs::rename(new, self.world.path(&file)).unwrap();
    }

    fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Killed between the answer and what it would have done: nobody knows, and it doesn't stay open. The
/// hub may have been away.
/// REQ: AD-3
#[test]
fn an_answer_to_an_agent_that_was_killed_does_not_stay_unconfirmed() {
    let mut agent = Agent::new();
    let hub = agent.world.hub();
    let answered = |world: &World| {
        asked(world, "Bash", &touch(), |id| {
            allow(world, id).unwrap();
        })
        .1
    };
    let id = answered(&agent.world);
    assert_eq!(status(&agent.world, &id), "given");
    agent.kill();
    agent.world.until("it is over", || status(&agent.world, &id) == "withdrawn");
    let shown = agent.world.run(&["show", &id]).ok().stdout;
    assert!(shown.contains("Claude Code ended before it confirmed the answer"), "{shown}");
    drop(hub);
}

/// REQ: AD-3
#[test]
fn a_dialog_that_no_hook_can_answer_is_shown_as_waiting_in_the_terminal() {
    let agent = Agent::new();
    let world = &agent.world;
    let _hub = world.hub();
    let mut event: Value =
        serde_json::from_slice(&event("Notification", "", &Value::Null)).unwrap();
    event["message"] = "Claude needs your permission to use Bash".into();
    let event = event.to_string().into_bytes();
    agent.is("busy");
    silent(&world.run_with(&HOOK, &event));
    assert!(rows(world).is_empty(), "nothing waits there");
    agent.is("waiting");
    std::thread::scope(|scope| {
        let hook = scope.spawn(|| world.run_with(&HOOK, &event));
        world.until("it is shown", || !rows(world).is_empty());
        let id = rows(world)[0]["id"].as_str().unwrap().to_owned();
        let shown = world.run(&["show", &id]).ok().stdout;
        assert!(shown.contains("waits in its terminal") && shown.contains("use Bash"), "{shown}");
        assert_ne!(world.run(&["answer", &id, "allow"]).code, 0, "it cannot be answered here");
        agent.is("busy");
        silent(&hook.join().unwrap());
        assert_eq!(status(world, &id), "withdrawn");
    });
}

/// REQ: AD-3
#[test]
fn a_subagent_gets_its_dialog_back_after_a_time_that_the_person_sets() {
    let world = World::new();
    let _hub = world.hub();
    world.run(&["config", "set", "policy.subagents", "10"]).ok();
    let mut event: Value =
        serde_json::from_slice(&event("PermissionRequest", "Bash", &touch())).unwrap();
    (event["agent_id"], event["agent_type"]) = ("a-7".into(), "Explore".into());
    let event = event.to_string().into_bytes();
    std::thread::scope(|scope| {
        let hook = scope.spawn(|| world.run_with(&HOOK, &event));
        world.until("it asks", || !rows(&world).is_empty());
        let id = rows(&world)[0]["id"].as_str().unwrap().to_owned();
        let shown = world.run(&["show", &id]).ok().stdout;
        assert!(shown.contains("waits for you with its own dialog"), "{shown}");
        silent(&hook.join().unwrap());
        assert_ne!(status(&world, &id), "pending");
    });
}
