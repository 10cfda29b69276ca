//! The hook that guards: whether it is there, can start, blocks when it can't, and is confirmed.

use serde_json::{Value, json};

use super::{CODEX, GEMINI, change, faults, file, finds, fixed_by, world};
use crate::harness::World;

const HOOKS: &str = ".codex/hooks.json";

/// REQ: IN-2, PO-3
#[test]
fn a_hook_whose_program_is_gone_and_setup_without_more_renews_it() {
    let world = world();
    world.run(&["setup", "gemini", "--yes", "--hooks"]).ok();
    let line = format!("{} --data-dir", env!("CARGO_BIN_EXE_sayso"));
    change(&world, GEMINI, &line, "/gone/sayso --data-dir");
    let what = "its hook's program /gone/sayso cannot be started, so every tool use is blocked";
    let fix = finds(&world, "gemini", what);
    assert_eq!(fix, "sayso setup gemini --hooks");
    fixed_by(&world, "sayso setup gemini");
}

/// REQ: IN-2, PO-3
#[test]
fn a_hook_that_lets_everything_through_without_its_program() {
    let world = world();
    world.run(&["setup", "gemini", "--yes", "--hooks"]).ok();
    change(&world, GEMINI, " || exit 2", "");
    let fix = finds(&world, "gemini", "lets everything through if sayso is missing");
    fixed_by(&world, &fix);
}

/// By the person, or by the author of the project.
/// REQ: IN-2, PO-3
#[test]
fn hooks_that_are_switched_off() {
    for (agent, folder, name, text) in [
        ("claude-code", ".claude", ".claude/settings.local.json", "{ \"disableAllHooks\": true }"),
        ("claude-code", ".claude", ".claude/settings.json", "{ \"disableAllHooks\": \"yes\" }"),
        ("qwen", ".qwen", ".qwen/settings.json", "{ \"disableAllHooks\": true }"),
        ("gemini", ".gemini", GEMINI, "{ \"hooksConfig\": { \"enabled\": false } }"),
        ("gemini", ".gemini", GEMINI, "{ \"hooksConfig\": { \"disabled\": [\"sayso hook\"] } }"),
    ] {
        let world = World::new().with("PATH", "/nonexistent");
        std::fs::create_dir_all(file(&world, folder)).unwrap();
        let project = world.path(name);
        std::fs::create_dir_all(project.parent().unwrap()).unwrap();
        std::fs::write(&project, text).unwrap();
        world.run(&["setup", "--yes"]).ok();
        world.run(&["doctor"]).ok();
        world.run(&["setup", "--yes", "--hooks"]).ok();
        let fix = finds(&world, agent, "switches its hooks off, so nothing is guarded");
        assert!(fix.starts_with("remove `") && fix.contains(name), "{agent}: {fix}");
        assert_eq!(std::fs::read_to_string(&project).unwrap(), text);
        std::fs::remove_file(&project).unwrap();
        world.run(&["doctor"]).ok();
    }
    let world = world();
    world.run(&["setup", "codex", "--yes", "--hooks"]).ok();
    let own = std::fs::read_to_string(file(&world, CODEX)).unwrap();
    std::fs::write(file(&world, CODEX), format!("{own}\n[features]\nhooks = false\n")).unwrap();
    let said = world.run(&["doctor", "codex", "--json"]);
    let off =
        "`features.hooks` in ~/.codex/config.toml switches its hooks off, so nothing is guarded";
    assert!(faults(&said, "codex").iter().any(|(what, _)| what == off), "{said:?}");
}

/// It is red until Codex has the hook's hash among those that were confirmed.
/// REQ: IN-1, IN-2
#[test]
fn a_hook_that_codex_does_not_trust() {
    let world = world();
    let told = world.run(&["setup", "codex", "--yes", "--hooks"]).ok().stdout;
    assert!(told.contains("not guarded until you confirm its hook with /hooks"), "{told}");
    let fix = finds(&world, "codex", "its hook is not confirmed, so nothing is guarded");
    assert_eq!(fix, "run /hooks in Codex and confirm the hook of sayso");
    // Another sayso on the same machine: the text stays, because a change would undo the trust.
    let other = world.path("other-sayso");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_sayso"), &other).unwrap();
    let line = format!("{} --data-dir", env!("CARGO_BIN_EXE_sayso"));
    change(&world, HOOKS, &line, &format!("{} --data-dir", other.display()));
    let before = std::fs::read_to_string(file(&world, HOOKS)).unwrap();
    let told = world.run(&["setup", "codex", "--yes", "--hooks"]).ok().stdout;
    assert!(told.contains("its hook starts another sayso, and stays as it is"), "{told}");
    assert!(!told.contains("not guarded"), "{told}");
    assert_eq!(std::fs::read_to_string(file(&world, HOOKS)).unwrap(), before);
    // It is gone: the text has to change.
    std::fs::remove_file(&other).unwrap();
    finds(&world, "codex", "cannot be started");
    let told = world.run(&["setup", "codex", "--yes"]).ok().stdout;
    assert!(told.contains("not guarded until you confirm its hook with /hooks"), "{told}");
    let ran = world.run(&["doctor", "codex", "--json"]);
    assert_eq!(faults(&ran, "codex").len(), 1, "only the trust is missing: {ran:?}");
}

/// The hooks of others keep their places, by which Codex knows them.
/// REQ: IN-1
#[test]
fn setup_names_the_hook_that_it_leaves() {
    let world = world();
    let by_hand =
        r#"{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"sayso hook"}]}]}}"#;
    std::fs::write(file(&world, HOOKS), by_hand).unwrap();
    let told = world.run(&["setup", "codex", "--yes"]).ok().stdout;
    assert!(told.contains("its hook was not written by setup, and stays as it is"), "{told}");
    assert_eq!(std::fs::read_to_string(file(&world, HOOKS)).unwrap(), by_hand);
    let said = world.run(&["setup", "codex", "--yes", "--hooks", "--json"]).ok().json();
    let files = said["agents"][0]["files"].as_array().unwrap();
    let hooks = files.iter().find(|one| one["path"].as_str().unwrap().ends_with("hooks.json"));
    assert_eq!(hooks.unwrap()["needs_confirming"], true, "{said}");
    assert_eq!(hooks.unwrap()["leaves"], Value::Null, "{said}");
    world.run(&["setup", "--undo", "--yes"]).ok();
    assert_eq!(std::fs::read_to_string(file(&world, HOOKS)).unwrap(), by_hand);
}

/// Which of an agent's own questions arrive, by its mode; and that another version was tried.
/// REQ: AD-1
#[test]
fn what_of_an_agents_own_questions_arrives() {
    use std::os::unix::fs::PermissionsExt;
    let world = World::new();
    let bin = world.path("bin");
    std::fs::create_dir_all(&bin).unwrap();
    std::fs::create_dir_all(file(&world, ".claude")).unwrap();
    let claude = |version: &str| {
        let program = bin.join("claude");
        std::fs::write(&program, format!("#!/bin/sh\necho '{version} (Claude Code)'\n")).unwrap();
        std::fs::set_permissions(program, std::fs::Permissions::from_mode(0o755)).unwrap();
    };
    let world = world.with("PATH", &bin.display().to_string());
    claude("2.1.325");
    world.run(&["setup", "claude-code", "--yes"]).ok();
    let said = world.run(&["doctor", "claude-code"]).ok().stdout;
    assert!(said.contains("Claude Code asks in its own terminal only"), "{said}");
    world.run(&["setup", "claude-code", "--yes", "--hooks", "--questions"]).ok();
    let said = world.run(&["doctor", "claude-code", "--json"]).ok();
    assert_eq!(faults(&said, "questions"), []);
    let rows = said.json()["parts"].to_string();
    for mode in ["default, acceptEdits: ", "plan, auto: ", "dontAsk: questions", "claude -p: "] {
        assert!(rows.contains(mode), "{rows}");
    }
    claude("2.2.0");
    let said = world.run(&["doctor", "claude-code", "--json"]).ok();
    let what =
        "Claude Code is 2.2.0; its dialogs were tried with 2.1.325 and may behave differently";
    assert_eq!(faults(&said, "questions")[0].0, what);
    // As the hook notes it.
    let given = |open: bool| {
        json!({ "at": "2999-01-01T00:00:00Z", "what": "given", "named": true, "open": open })
            .to_string()
    };
    let confirmed = json!({ "at": "2999-01-01T00:00:00Z", "what": "confirmed" }).to_string();
    let note = |lines: &[String]| {
        std::fs::write(world.path("data/dialogs.jsonl"), lines.join("\n")).unwrap()
    };
    note(&[given(true), given(true), given(false), confirmed.clone(), confirmed.clone()]);
    let said = world.run(&["doctor", "claude-code", "--json"]).ok();
    assert_eq!(faults(&said, "questions"), []);
    let behaved = "Claude Code is 2.2.0; 2 of 3 dialogs behaved as those of 2.1.325";
    assert!(said.stdout.contains(behaved), "{said:?}");
    note(&[given(false), given(false), given(true), confirmed.clone(), confirmed]);
    let said = world.run(&["doctor", "claude-code", "--json"]).ok();
    let what = "Claude Code is 2.2.0, and behaves differently from 2.1.325: its session file rarely said that a dialog was open";
    assert_eq!(faults(&said, "questions")[0].0, what);
    note(&[given(true), given(true), given(true)]);
    let said = world.run(&["doctor", "claude-code", "--json"]).ok();
    assert!(faults(&said, "questions")[0].0.contains("it rarely reported what it did"));
    let settings = file(&world, ".claude/settings.json");
    let text = std::fs::read_to_string(&settings).unwrap();
    let mut value: Value = serde_json::from_str(&text).unwrap();
    value["hooks"].as_object_mut().unwrap().remove("Notification");
    std::fs::write(&settings, value.to_string()).unwrap();
    let said = world.run(&["doctor", "claude-code", "--json"]).ok();
    assert_eq!(faults(&said, "questions")[0].0, "1 of the 10 hooks of Claude Code are missing");
}
