//! Mistakes in a command line are named, and what is said along the way helps.

use std::fs;

use crate::harness::World;

/// The guide says so, without a command.
#[test]
fn plain_is_for_the_inbox_too() {
    let world = World::new();
    world.run(&["--plain"]).fails(2, "this needs an interactive terminal");
    assert!(world.run(&["--help"]).ok().stdout.contains("--plain"));
}

#[test]
fn the_name_of_a_file_is_no_question() {
    let world = World::new();
    let file = world.path("q.json");
    fs::write(&file, "{}").unwrap();
    let file = file.to_str().unwrap();
    world.run(&["ask", file, "--no-wait"]).fails(2, &format!("sayso ask < {file}"));
    world.ask(&[file, "--text"]);
    world.ask(&["nothing.json", "--text"]);
    let id = world.ask(&[file, "-o", "keep it", "-o", "delete it"]);
    // A variable that is set to nothing names nobody.
    assert_eq!(world.show(&id)["origin"]["agent"], "shell");
    let asked = world.run_as(&[("SAYSO_AGENT", "")], &["ask", "Which?", "--no-wait"]);
    let id = asked.stdout.trim().to_owned();
    assert_eq!(world.show(&id)["origin"]["agent"], "shell");
}

/// While there is still time to ask otherwise, and in the words that were typed.
#[test]
fn a_time_that_is_cut_is_said_at_once() {
    let world = World::new();
    for (time, says) in [("8d", true), ("1d", false)] {
        let ran = world.run(&["ask", "Which?", "--text", "--timeout", time, "--wait=1s"]);
        assert_eq!(
            ran.stderr.contains("warning: --timeout: 8d is outside 5s to 7d"),
            says,
            "{ran:?}"
        );
        let before = ran.stderr.find("warning").unwrap_or_default();
        assert!(before <= ran.stderr.find("waiting for").unwrap(), "{ran:?}");
    }
}

/// Beside JSON each field has the name by which it was given.
#[test]
fn a_flag_beside_json_is_named_as_it_was_typed() {
    let world = World::new();
    let asked = br#"{"title": "Which?", "prompt": "Which?", "selection_mode": "text_input"}"#;
    let cut = "warning: --timeout: 8d is outside 5s to 7d";
    for wait in ["--wait=1s", "--no-wait"] {
        let ran = world.run_with(&["ask", "--timeout", "8d", wait], asked);
        assert!(ran.stderr.contains(cut), "{ran:?}");
    }
    let ran = world.run_with(&["ask", "--interface", "nowhere", "--no-wait"], asked);
    ran.fails(2, "--interface: `nowhere`");
    let odd = br#"{"title": "Which?", "prompt": "Which?", "selection_mode": "text_input", "timeout_seconds": "soon"}"#;
    let ran = world.run_with(&["ask", "--timeout", "8d", "--no-wait"], odd);
    let ran = ran.fails(2, "timeout_seconds: ");
    assert!(!ran.stderr.contains("--timeout"), "{ran:?}");
    // Who fetches the answer typed the question.
    let asked = world.run(&["ask", "Which?", "--text", "--timeout", "8d", "--no-wait"]);
    let ran = world.run(&["wait", asked.stdout.trim(), "--for", "0"]);
    assert!(ran.stderr.contains(cut), "{ran:?}");
}

#[test]
fn what_json_says_is_warned_of_by_its_field() {
    let world = World::new();
    let asked = br#"{"title": "Which?", "prompt": "Which?", "selection_mode": "text_input", "timeout_seconds": 900000}"#;
    let ran = world.run_with(&["ask", "--wait=1s"], asked);
    assert!(ran.stderr.contains("warning: timeout_seconds: 900000 is outside"), "{ran:?}");
}

#[test]
fn what_is_no_database_is_not_called_damaged() {
    let world = World::new();
    world.run(&["store", "check", "/etc/passwd"]).fails(2, "is not a database of sayso");
    let to = world.path("copy");
    let copy = ["store", "copy", "--from", "/etc/passwd", "--to", to.to_str().unwrap()];
    world.run(&copy).fails(2, "is not a database of sayso");
    world.ask(&["Which?", "--text"]);
    // A pipe gets the result only.
    let ran = world.run(&["store", "check"]).ok();
    assert!(ran.stderr.is_empty() && ran.stdout.contains("No problems."), "{ran:?}");
}

/// Commands run as printed, in this data directory.
/// REQ: PC-14
#[test]
fn attaching_without_a_terminal_names_commands_that_run() {
    let world = World::new();
    let id = world.ask(&["Which?", "-o", "a", "-o", "b"]);
    let ran = world.run(&["attach", &id, "--ticket", "00000000"]).fails(1, "stays usable");
    let data = world.path("data");
    let command = format!("--data-dir {} answer {}", data.display(), &id[..8]);
    assert!(ran.stderr.contains(&command), "{ran:?}");
}

#[test]
fn an_empty_table_is_removed_with_its_last_setting() {
    let world = World::new();
    world.run(&["config", "set", "hub.linger", "60"]).ok();
    let file = world.run(&["config", "path", "--file"]).ok().stdout;
    let read = || fs::read_to_string(file.trim()).unwrap();
    assert!(read().contains("[hub]"), "{}", read());
    world.run(&["config", "unset", "hub.linger"]).ok();
    assert!(!read().contains("[hub]"), "{}", read());
}

#[test]
fn texts_say_all_there_is() {
    let world = World::new();
    let dialects = world.run(&["help", "dialects"]).ok().stdout;
    for mode in ["single", "multi", "text_input", "hybrid", "rank", "number"] {
        assert!(dialects.contains(mode), "{mode}: {dialects}");
    }
    assert!(world.run(&["mcp", "--help"]).ok().stdout.contains("claude mcp add -s user sayso"));
    let _hub = world.hub();
    let status = world.run(&["hub", "status"]).ok().stdout;
    assert!(!status.contains("short") && !status.contains(" of 256"), "{status}");
}
