//! Scripts and shells at a terminal: a yes or a no, the next question, and Ctrl-C.

use super::{ask, last};
use crate::harness::World;
use crate::pty::{INTERRUPTED, Terminal};

const SAYSO: &str = env!("CARGO_BIN_EXE_sayso");

fn given(view: &serde_json::Value) -> &serde_json::Value {
    &super::given(view)["options"]
}

/// REQ: CL-1
#[test]
fn a_confirmation_is_its_exit_code() {
    let world = World::new();
    let confirm = ["confirm", "Deploy?"];
    let leave = [("1\r", 0), ("2\r", 1), ("\u{18}\r", 3), ("\u{3}", INTERRUPTED)];
    for (keys, code) in leave {
        let mut terminal = Terminal::open(&world, 80, &confirm);
        terminal.is_at("Yes");
        terminal.presses(keys);
        assert_eq!(terminal.ends(), code, "{keys:?}: {}", terminal.screen());
        assert!(terminal.is_as_it_was());
    }
    // What is preselected is sent by a person.
    let mut terminal = Terminal::open(&world, 80, &["confirm", "Deploy?", "--default", "no"]);
    terminal.is_at("No");
    terminal.presses("\r");
    assert_eq!(terminal.ends(), 1, "{}", terminal.screen());
    assert_eq!(given(&last(&world)), &serde_json::json!(["no"]));
}

/// REQ: CL-1
#[test]
fn nobody_confirms_in_a_persons_place() {
    let world = World::new();
    let pending = world.run(&["confirm", "Deploy?", "--no-wait"]);
    assert_eq!(pending.code, 75, "{pending:?}");
    let silent = ["confirm", "Deploy?", "--default", "yes", "--timeout", "5s"];
    let silent = world.spawn(&silent);
    // Only a person says yes to what cannot be undone; a no needs nobody.
    let id = world.run(&["confirm", "Drop it?", "--irreversible", "--no-wait"]).stdout;
    let id = id.trim();
    world.run(&["answer", id, "yes"]).fails(1, "only a person may say yes");
    world.run(&["answer", id, "no"]).ok();
    // A failure is not a no.
    world.run(&["confirm", ""]).fails(2, "the question");
    world.run(&["confirm", "x", "--interface", "nowhere"]).fails(2, "--interface");
    let (log, nowhere) = (world.path("nowhere/x.log"), world.path("file"));
    std::fs::write(&nowhere, "").unwrap();
    let (log, nowhere) = (log.to_str().unwrap(), nowhere.to_str().unwrap());
    world.run_as(&[("SAYSO_LOG_FILE", log)], &["confirm", "x"]).fails(2, "nowhere");
    world.run(&["--data-dir", nowhere, "confirm", "x"]).fails(2, "error: ");
    world.run_as(&[("HOME", "here"), ("SAYSO_DATA_DIR", "")], &["confirm", "x"]).fails(2, "HOME");
    // Nor is a question about it.
    let asked = world.spawn(&["confirm", "Ship what is new?"]);
    let row =
        || world.run(&["list", "--search", "what is new", "--json"]).json()["rows"][0].clone();
    world.until("it is asked", || row()["id"].is_string());
    let id = row()["id"].as_str().unwrap().to_owned();
    world.run(&["answer", &id, "--elaborate", "q1=what is new?"]).ok();
    let asked = asked.finish();
    assert_eq!((asked.code, asked.stdout.as_str()), (3, ""), "{asked:?}");
    let silent = silent.finish();
    assert_eq!((silent.code, silent.stdout.as_str()), (4, ""), "{silent:?}");
}

/// REQ: CL-1, RA-7, NA-4
#[test]
fn what_cannot_be_undone_is_confirmed_by_a_word() {
    let world = World::new();
    let mut terminal = Terminal::open(&world, 80, &["confirm", "Drop it?", "--irreversible"]);
    terminal.is_at("Yes");
    terminal.presses("\r");
    terminal.shows("This can't be undone.");
    terminal.presses("yes\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    // In an agent's terminal it is not asked at all.
    let marker = [("CODEX_THREAD_ID", "0199")];
    world.run(&["confirm", "Drop it?", "--irreversible", "--no-wait"]);
    let mut next = Terminal::open_with(&world, 160, &["next"], &marker);
    assert_eq!(next.ends(), 1, "{}", next.screen());
    next.shows("this is the agent's terminal (Codex set CODEX_THREAD_ID)");
}

/// REQ: CL-2
#[test]
fn next_is_the_question_that_ends_first() {
    let world = World::new();
    let mut nothing = Terminal::open(&world, 80, &["next"]);
    assert_eq!(nothing.ends(), 1);
    nothing.shows("Nothing is waiting.");
    for (title, time) in [("Later?", "2h"), ("Soon?", "1h"), ("Last?", "3h")] {
        world.ask(&[title, "-o", "yes", "-o", "no", "--timeout", time]);
    }
    let mut shell = Terminal::interactive_shell(&world);
    shell.types(&format!("PS1='ready> '; while {SAYSO} next; do :; done; echo ended-$((40+2))"));
    for (title, key, answer) in [
        ("Soon?", "1", "Soon? → yes"),
        ("Later?", "2", "Later? → no"),
        ("Last?", "1", "Last? → yes"),
    ] {
        shell.shows(title);
        shell.is_at("yes");
        shell.presses(key);
        shell.presses("\r");
        shell.shows(answer);
    }
    shell.shows("Nothing is waiting.");
    shell.shows("ended-42");
    shell.types("exit");
    shell.ends();
}

/// What is answered elsewhere is done: a loop goes on with the next one.
/// REQ: CL-2
#[test]
fn next_goes_on_when_its_question_ends_elsewhere() {
    let world = World::new();
    let ask =
        |title: &str, time: &str| world.ask(&[title, "-o", "yes", "-o", "no", "--timeout", time]);
    for end in ["answer", "cancel"] {
        for (mode, shown) in [(&["next"][..], "yes"), (&["next", "--plain"], "yes")] {
            let id = ask(&format!("Which {end}?"), "1h");
            let mut next = Terminal::open(&world, 80, mode);
            next.shows(shown);
            let more = if end == "answer" { &["no"][..] } else { &[] };
            world.run(&[&[end, &id], more].concat()).ok();
            assert_eq!(next.ends(), 0, "{mode:?}, {end}: {}", next.screen());
        }
    }
    let (first, _second) = (ask("First?", "1h"), ask("Second?", "2h"));
    let mut shell = Terminal::interactive_shell(&world);
    shell.types(&format!("PS1='ready> '; while {SAYSO} next; do :; done; echo ended-$((40+2))"));
    shell.shows("First?");
    shell.is_at("yes");
    world.run(&["answer", &first, "yes"]).ok();
    shell.shows("Second?");
    shell.is_at("yes");
    shell.presses("1");
    shell.presses("\r");
    shell.shows("ended-42");
    shell.types("exit");
    shell.ends();
}

/// REQ: CL-2
#[test]
fn answer_without_an_id_offers_what_waits() {
    let world = World::new();
    let mut terminal = Terminal::open(&world, 80, &["answer"]);
    assert_eq!(terminal.ends(), 1);
    terminal.shows("Nothing is waiting.");
    let first = world.ask(&["First?", "-o", "yes", "-o", "no", "--timeout", "1h"]);
    let second = world.ask(&["Second?", "-o", "yes", "-o", "no", "--timeout", "2h"]);
    // Nothing is guessed for a script.
    world.run(&["answer"]).fails(2, "there is no terminal");
    world.run(&["answer", "--recommended"]).fails(2, "which question is this the answer to?");
    let mut terminal = Terminal::open(&world, 80, &["answer"]);
    terminal.is_at("First?");
    terminal.presses("j");
    terminal.is_at("Second?");
    terminal.presses("\r");
    terminal.is_at("yes");
    terminal.presses("2\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    terminal.shows("✓ Second? → no");
    assert!(terminal.is_as_it_was());
    assert_eq!(given(&world.show(&second)), &serde_json::json!(["no"]));
    // The only one is asked at once.
    let mut terminal = Terminal::open(&world, 80, &["answer"]);
    terminal.is_at("yes");
    terminal.presses("1\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert_eq!(given(&world.show(&first)), &serde_json::json!(["yes"]));
}

/// REQ: CL-2, NA-1
#[test]
fn the_inbox_goes_on_with_the_next_question_if_wanted() {
    let world = World::new();
    world.run(&["config", "set", "terminal.after_sending", "next"]).ok();
    for (title, time) in [("First?", "1h"), ("Second?", "2h")] {
        world.ask(&[title, "-o", "yes", "-o", "no", "--timeout", time]);
    }
    let mut terminal = Terminal::open(&world, 80, &["inbox"]);
    terminal.is_at("First?");
    terminal.presses("\r");
    terminal.is_at("yes");
    terminal.presses("2\r");
    terminal.comes_to("the next one is open", |screen| {
        screen.contains("Second?") && screen.contains("› 1   yes")
    });
    terminal.presses("\r");
    terminal.shows("0 waiting · 2 answered today");
    terminal.presses("q");
    assert_eq!(terminal.ends(), 0);
}

/// REQ: CL-5
#[test]
fn ctrl_c_ends_the_command_by_the_signal() {
    let world = World::new();
    for args in [&ask(&[])[..], &ask(&["--plain"]), &["inbox"]] {
        let mut terminal = Terminal::open(&world, 80, args);
        if args.contains(&"--plain") {
            terminal.shows("> ");
        } else {
            terminal.is_armed();
        }
        terminal.presses("\u{3}");
        assert_eq!(terminal.ends(), INTERRUPTED, "{args:?}: {}", terminal.screen());
        assert!(terminal.is_as_it_was(), "{args:?}");
    }
    assert_eq!(last(&world)["status"], "pending", "it keeps waiting");
}

/// REQ: CL-5
#[test]
fn a_loop_of_a_shell_stops_at_ctrl_c() {
    let world = World::new();
    let all = format!("for n in 1 2 3; do {SAYSO} ask \"Round $n?\" -o yes -o no; done");
    // At a person's prompt, and in a script, which has no job control.
    for line in [all.clone(), format!("bash -c '{}; echo went-on'", all), format!("x=$({all})")] {
        let mut shell = Terminal::interactive_shell(&world);
        shell.types(&format!("PS1='ready> '; {line}"));
        shell.is_armed();
        shell.presses("\u{3}");
        shell.comes_to("the prompt is back", |screen| screen.trim_end().ends_with("ready>"));
        assert!(!shell.screen().contains("Round 2?"), "{line}: {}", shell.screen());
        assert!(!shell.bytes().contains("\nwent-on"), "{line}: {}", shell.screen());
        shell.types("exit");
        shell.ends();
    }
}
