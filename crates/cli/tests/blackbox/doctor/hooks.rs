//! The hook that guards: whether it is there, can start, blocks when it can't, and is confirmed.

use serde_json::Value;

use super::{GEMINI, change, faults, file, finds, fixed_by, world};

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
