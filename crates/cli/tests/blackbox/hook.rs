//! `sayso hook` and `sayso policy`: what an agent is about to do, and who decides about it.

mod bridge;
mod exclusive;
mod limits;
mod once;
mod rules;
mod shapes;

use sayso_core::{Command, IdPrefix, OptionId, QuestionId, Submission};
use sayso_desk::{Answering, Asking, View};
use serde_json::{Value, json};

use crate::harness::{Ran, World, nobody};

fn claude(tool: &str, input: Value) -> Vec<u8> {
    let event = json!({
        "session_id": "5c1f", "transcript_path": "/tmp/t.jsonl", "cwd": "/srv/api-server",
        "hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": input,
    });
    event.to_string().into_bytes()
}

fn bash(command: &str) -> Vec<u8> {
    claude("Bash", json!({ "command": command }))
}

/// Decision and reason as Claude Code reads them.
#[track_caller]
fn decision(ran: &Ran) -> (String, String) {
    assert_eq!(ran.code, 0, "{ran:?}");
    let reply = ran.json();
    let output = &reply["hookSpecificOutput"];
    assert_eq!(output["hookEventName"], "PreToolUse", "{ran:?}");
    let text = |name: &str| output[name].as_str().unwrap().to_owned();
    (text("permissionDecision"), text("permissionDecisionReason"))
}

#[track_caller]
fn denied(ran: &Ran, says: &str) {
    let (decision, reason) = decision(ran);
    assert_eq!(decision, "deny", "{reason}");
    assert!(reason.contains(says), "`{says}` is not said: {reason}");
}

/// Neither allowed nor denied: the agent decides itself.
#[track_caller]
fn silent(ran: &Ran) {
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{ran:?}");
}

fn rows(world: &World) -> Vec<Value> {
    world.run(&["list", "--json"]).ok().json()["rows"].as_array().unwrap().clone()
}

/// Runs the hook; once its question exists, a person at a terminal does this to it.
fn decided(world: &World, input: &[u8], act: impl Fn(&View) -> Command) -> (Ran, View) {
    let _hub = world.hub();
    std::thread::scope(|scope| {
        let hook = scope.spawn(|| world.run_with(&["hook", "--limit", "330"], input));
        world.until("it asks", || !rows(world).is_empty());
        let id = rows(world)[0]["id"].as_str().unwrap().parse::<IdPrefix>().unwrap();
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let view = runtime.block_on(async {
            let desk = world.desk();
            let view = desk.show(&id).await.unwrap();
            desk.act(view.interaction.id, act(&view), nobody()).await.unwrap();
            view
        });
        (hook.join().unwrap(), view)
    })
}

fn choose(option: &str, note: Option<&str>) -> Command {
    let mut submission = Submission { note: note.map(str::to_owned), ..Submission::default() };
    submission.choose(QuestionId::from(""), vec![OptionId::new(option)]);
    Command::Answer { submission }
}

/// What a person at a terminal gets for allowing it.
fn allow(world: &World, id: &str) -> Result<(), String> {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let desk = world.desk();
        let id = desk.show(&id.parse::<IdPrefix>().unwrap()).await.unwrap().interaction.id;
        let acted = desk.act(id, choose("allow", None), nobody()).await;
        acted.map(drop).map_err(|error| error.to_string())
    })
}

/// REQ: PO-3
#[test]
fn a_destructive_command_is_asked_about_and_run_when_a_person_allows_it() {
    let world = World::new();
    let command = "cd web && sudo rm -rf data";
    let input = claude("Bash", json!({ "command": command, "description": "Start afresh" }));
    let (ran, view) = decided(&world, &input, |_| choose("allow", Some("only this time")));
    let (decision, reason) = decision(&ran);
    assert_eq!(decision, "allow");
    assert_eq!(reason, "The user allowed this once. They say: “only this time”.");

    let interaction = &view.interaction;
    assert_eq!(interaction.form.title, command);
    assert!(interaction.policy.irreversible);
    assert_eq!(interaction.policy.timeout_seconds, Some(300));
    assert_eq!(interaction.warnings, [""; 0]);
    assert_eq!(interaction.origin.agent.as_deref(), Some("Claude Code"));
    assert_eq!(interaction.origin.project(), Some("api-server"));
    let prompt = &interaction.form.questions[0].prompt;
    assert!(interaction.form.questions[0].control.option(&"deny".into()).unwrap().safe);
    for part in ["Claude Code", "/srv/api-server", "Start afresh", "Rule `rm`"] {
        assert!(prompt.contains(part), "`{part}` is not said: {prompt}");
    }
    assert!(!prompt.contains(command), "the title is said twice: {prompt}");
    let shown = world.show(&interaction.id.to_string());
    assert!(shown["delivered_at"].is_string(), "{shown}");
}

/// REQ: PO-3
#[test]
fn only_a_choice_of_a_person_allows() {
    let world = World::new();
    let (ran, _) = decided(&world, &bash("git push -f"), |_| choose("deny", Some("not on main")));
    denied(&ran, "The user does not want this to be run (rule `git-force-push`");
    denied(&ran, "They say: “not on main”. Do not");
    let cancel = Command::Cancel { note: Some("wait".to_owned()) };
    let (ran, _) = decided(&World::new(), &bash("rm -rf x"), |_| cancel.clone());
    denied(&ran, "They say: “wait”.");

    let world = World::new();
    std::thread::scope(|scope| {
        let hook = scope.spawn(|| world.run_with(&["hook"], &bash("rm -rf x")));
        world.until("it asks", || !rows(&world).is_empty());
        let id = rows(&world)[0]["id"].as_str().unwrap().to_owned();
        world.run(&["answer", &id, "allow"]).fails(1, "terminal");
        world.run(&["cancel", &id]).ok();
        denied(&hook.join().unwrap(), "does not want");
    });
}

/// REQ: AD-2
#[test]
fn an_edit_is_shown_as_what_it_changes() {
    let world = World::new();
    let file = world.path(".claude/settings.json");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, "{\n  \"a\": 1,\n  \"b\": 2\n}\n").unwrap();
    let edit = json!({ "file_path": file, "old_string": "\"a\": 1", "new_string": "\"a\": 10" });
    let (_, view) = decided(&world, &claude("Edit", edit), |_| choose("deny", None));
    let prompt = &view.interaction.form.questions[0].prompt;
    assert!(prompt.contains("```diff\n"), "{prompt}");
    assert!(prompt.contains("\n-  \"a\": 1,\n+  \"a\": 10,\n"), "{prompt}");
    assert!(!prompt.contains("new_string"), "{prompt}");
}

/// REQ: PO-3
#[test]
fn nobody_answers() {
    let world = World::new();
    let config = "[policy]\ntimeout = 5\n[[policy.rules]]\nname = \"mail\"\nkind = \"ask\"\n\
        tool = \"send_*\"\n";
    std::fs::write(world.path("config.toml"), config).unwrap();
    let _hub = world.hub();
    std::thread::scope(|scope| {
        let strict = scope.spawn(|| world.run_with(&["hook"], &bash("rm -rf x")));
        let mild = scope.spawn(|| world.run_with(&["hook"], &claude("send_mail", json!({}))));
        let not_run = "Nobody answered within 5 s. This was not run";
        denied(&strict.join().unwrap(), not_run);
        denied(&mild.join().unwrap(), not_run);
    });
}

/// REQ: PO-3
#[test]
fn without_a_hub_what_is_destructive_is_denied_and_the_rest_passes() {
    let world = World::new();
    let config = "[[policy.rules]]\nname = \"mail\"\nkind = \"ask\"\ntool = \"send_*\"\n";
    std::fs::write(world.path("config.toml"), config).unwrap();
    let file = world.path("in-the-way");
    std::fs::write(&file, "here first").unwrap();
    let world = world.with("SAYSO_DATA_DIR", file.to_str().unwrap());
    denied(&world.run_with(&["hook"], &bash("rm -rf x")), "sayso could not ask the user");
    silent(&world.run_with(&["hook"], &claude("send_mail", json!({}))));
    silent(&world.run_with(&["hook"], &bash("ls")));
}

/// REQ: PO-3
#[test]
fn what_cannot_be_read_is_denied() {
    let world = World::new();
    for input in ["", "nonsense", "[]", "{", "{}", r#"{"tool_name": 7}"#, r#"{"tool_name": " "}"#] {
        let ran = world.run_with(&["hook"], input.as_bytes());
        let ran = ran.fails(2, "error: the tool use was blocked: sayso cannot read it");
        assert!(!ran.stderr.contains("warning"), "{ran:?}");
        let ran = world.run_with(&["hook", "--agent", "plain"], input.as_bytes()).ok();
        assert_eq!(ran.json()["decision"], "deny", "{ran:?}");
    }
    world.run_with(&["hook"], &[0xff, 0xfe]).fails(2, "it is not JSON");
    silent(&world.run_with(&["hook"], br#"{"hook_event_name": "SessionStart"}"#));
    assert!(!world.paths().database().exists(), "no hub was needed");
}

/// A shell is asked about whatever the shape of its input is.
/// REQ: PO-3, SA-6
#[test]
fn a_shell_without_a_readable_command_is_asked_about() {
    for input in [json!({ "hook_event_name": "PreToolUse", "tool_name": "Bash" }), {
        json!({ "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": { "command": 5 } })
    }] {
        let (ran, view) = decided(&World::new(), input.to_string().as_bytes(), |_| {
            choose("deny", Some("what is it?"))
        });
        denied(&ran, "rule `unreadable`");
        let prompt = &view.interaction.form.questions[0].prompt;
        assert!(prompt.contains("no command can be read in its input"), "{prompt}");
    }
}

/// If the decision can't be written, only this exit code stops an agent.
/// REQ: PO-3
#[test]
fn a_hook_that_fails_stops_the_agent() {
    let world = World::new();
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = world.command(["hook", "--agent", "plain"]).stdout(full).output().unwrap();
    Ran::of(output).fails(2, "error: the tool use was blocked: sayso could not decide");
    world.run_with(&["hook", "--no-such-flag"], &bash("ls")).fails(2, "no-such-flag");
}

/// REQ: PO-3
#[test]
fn what_no_rule_is_about_passes_in_silence() {
    let world = World::new();
    silent(&world.run_with(&["hook"], &bash("echo 'rm -rf /' && git status")));
    silent(
        &world.run_with(&["hook"], &claude("Write", json!({ "content": "x".repeat(2_000_000) }))),
    );
    let ran = world.run_with(&["hook"], br#"{"tool": "shell", "input": {"command": "ls"}}"#).ok();
    assert_eq!(ran.json(), json!({ "decision": "pass", "reason": "no rule applies" }));
    assert!(!world.paths().database().exists(), "no hub was needed");
}

/// REQ: PO-3
#[test]
fn other_agents_speak_plainly() {
    let world = World::new();
    let input = json!({
        "tool": "shell", "input": { "command": ["bash", "-lc", "git reset --hard"] },
        "cwd": "/srv/x", "agent": "codex",
    });
    let (ran, view) =
        decided(&world, input.to_string().as_bytes(), |_| choose("deny", Some("stash it")));
    let reply = ran.ok().json();
    assert_eq!((&reply["decision"], &reply["rule"]), (&json!("deny"), &json!("git-reset-hard")));
    assert!(reply["reason"].as_str().unwrap().contains("stash it"), "{reply}");
    assert_eq!(view.interaction.origin.agent.as_deref(), Some("codex"));
}

/// REQ: PO-3
#[test]
fn what_a_command_needs_must_be_there() {
    let world = World::new();
    let config = "[[policy.rules]]\nname = \"deploy\"\nabout = \"production needs its keys\"\n\
        kind = \"missing\"\ncommand = [\"./deploy *\", \"terraform apply*\"]\n\
        files = [\".env\"]\nvariables = [\"STAGE\"]\n";
    std::fs::write(world.path("config.toml"), config).unwrap();
    let here = world.path("home").display().to_string();
    let input =
        json!({ "tool": "sh", "input": { "cmd": "./deploy now" }, "cwd": here }).to_string();
    let (ran, view) = decided(&world, input.as_bytes(), |_| choose("allow", None));
    assert_eq!(ran.ok().json()["decision"], "allow");
    assert_eq!(view.interaction.form.title, "./deploy now");
    assert!(!view.interaction.policy.irreversible);
    let prompt = &view.interaction.form.questions[0].prompt;
    assert!(prompt.contains("production needs its keys. Missing: .env, STAGE."), "{prompt}");

    std::fs::write(world.path("home").join(".env"), "KEY=1").unwrap();
    let world = world.with("STAGE", "production");
    assert_eq!(world.run_with(&["hook"], input.as_bytes()).ok().json()["decision"], "pass");
}

/// REQ: PO-3
#[test]
fn a_question_with_many_options_is_sent_to_the_desk() {
    let world = World::new();
    let question = |options: &[&str]| {
        let options: Vec<Value> = options.iter().map(|label| json!({ "label": label })).collect();
        claude("AskUserQuestion", json!({ "questions": [{ "question": "?", "options": options }] }))
    };
    let ran = world.run_with(&["hook"], &question(&["a", "b", "c"]));
    denied(&ran, "`ask_user_questions` or `provide_choice` of sayso");
    silent(&world.run_with(&["hook"], &question(&["a", "b"])));
    let off = world.with("SAYSO_POLICY_DISABLE", "many-options");
    silent(&off.run_with(&["hook"], &question(&["a", "b", "c"])));
    assert!(!off.paths().database().exists(), "nobody was asked");

    // Its own questions arrive as they are: that is what the person has set.
    let world = World::new();
    std::fs::create_dir_all(world.path("home/.claude")).unwrap();
    world.run(&["setup", "claude-code", "--yes", "--hooks"]).ok();
    denied(&world.run_with(&["hook"], &question(&["a", "b", "c"])), "of sayso");
    world.run(&["setup", "claude-code", "--yes", "--hooks", "--questions"]).ok();
    silent(&world.run_with(&["hook"], &question(&["a", "b", "c"])));
}

/// Allowed here, an agent's own question would have no answer: its dialog decides.
/// REQ: AD-1, PO-3
#[test]
fn a_rule_about_a_question_tool_never_allows_it_without_an_answer() {
    for tool in ["AskUserQuestion", "ExitPlanMode"] {
        let world = World::new();
        let config = format!(
            "[[policy.rules]]\nname = \"mine\"\nabout = \"I want to know\"\nkind = \"ask\"\n\
             tool = \"{tool}\"\n"
        );
        std::fs::write(world.path("config.toml"), config).unwrap();
        let input = claude(tool, json!({ "plan": "# Tidy" }));
        silent(&decided(&world, &input, |_| choose("allow", None)).0);
    }
}
