//! Output: one line of JSON, plain text in a pipe, colours and columns on a terminal.

use super::{asked, choice};
use crate::harness::World;
use crate::pty::Terminal;

const LONG: &str = "Which of the databases should the reporting service use from now on, given \
    that it must survive restarts and nobody wants to look after it?";

/// A few questions of every kind.
fn busy() -> (World, String) {
    let world = World::new().with("SAYSO_AGENT", "claude-code");
    world.ask(&[LONG, "-o", "PostgreSQL", "-o", "SQLite", "--irreversible"]);
    world.ask(&[
        "选择数据库和迁移路径，考虑到长期维护成本以及团队的经验",
        "-o",
        "方案一",
        "-o",
        "方案二",
    ]);
    let wide = "选择数据库和迁移路径选择数据库和迁移路径 | 考虑到长期维护成本以及团队的经验";
    let described = format!("PostgreSQL | {LONG}");
    let options = ["-o", &described, "-o", wide, "-o", "SQLite", "-r", "SQLite"];
    let id = world.ask(&[&["Which one?"][..], &options[..]].concat());
    world.run(&["answer", &id, "SQLite", "--note", LONG]).ok();
    (world, id)
}

#[test]
fn json_is_one_line() {
    let (world, id) = busy();
    let pending = asked(&world, &choice("single"));
    for args in [
        vec!["list", "--json"],
        vec!["list", "--all", "--json"],
        vec!["history", "--json"],
        vec!["show", &id, "--json"],
        vec!["wait", &id, "--json"],
        vec!["config", "show", "--json"],
        vec!["hub", "status", "--json"],
        vec!["extend", &pending, "--json"],
        vec!["answer", &pending, "pg", "--json"],
    ] {
        let ran = world.run(&args).ok();
        assert_eq!(ran.stdout.matches('\n').count(), 1, "{args:?}: {}", ran.stdout);
        assert!(ran.stdout.ends_with('\n'));
        ran.json();
    }
}

#[test]
fn in_a_pipe_nothing_is_coloured_or_cut() {
    let (world, id) = busy();
    for args in [
        vec!["list", "--all"],
        vec!["history"],
        vec!["show", &id],
        vec!["config", "show"],
        vec!["hub", "status"],
        vec!["--help"],
        vec!["show", "00000000"],
    ] {
        let ran = world.run(&args);
        let all = format!("{}{}", ran.stdout, ran.stderr);
        assert!(!all.contains('\u{1b}') && !all.contains('…'), "{args:?}: {all}");
    }
    assert!(world.run(&["list"]).ok().stdout.contains(LONG));
}

#[test]
fn on_a_terminal_every_line_fits_its_width() {
    let (world, id) = busy();
    for columns in [120, 80, 60, 40] {
        for args in [
            vec!["list"],
            vec!["list", "--all"],
            vec!["history"],
            vec!["show", &id],
            vec!["config", "show"],
            vec!["hub", "status"],
            vec!["show", "00000000"],
        ] {
            let mut terminal = Terminal::open(&world, columns, &args);
            terminal.ends();
            let screen = terminal.screen();
            assert!(!terminal.overflows(), "{args:?} at {columns}:\n{screen}");
            assert!(!screen.trim().is_empty(), "{args:?} at {columns}");
        }
    }
    let mut narrow = Terminal::open_with(&world, 120, &["list"], &[("COLUMNS", "60")]);
    narrow.ends();
    let screen = narrow.screen();
    assert!(screen.lines().all(|line| line.chars().count() <= 60), "{screen}");
    assert!(screen.contains("irreversible") && screen.contains("agent not listening"), "{screen}");
}

#[test]
fn a_terminal_gets_colours_unless_it_wants_none() {
    let (world, id) = busy();
    for args in [vec!["list"], vec!["show", &id], vec!["show", "00000000"]] {
        let mut coloured = Terminal::open(&world, 80, &args);
        coloured.ends();
        assert!(coloured.bytes().contains("\u{1b}["), "{args:?}");
        for variable in [("NO_COLOR", "1"), ("TERM", "dumb")] {
            let mut plain = Terminal::open_with(&world, 80, &args, &[variable]);
            plain.ends();
            assert!(!plain.bytes().contains("\u{1b}["), "{args:?} with {variable:?}");
        }
    }
}

/// REQ: NA-5
#[test]
fn text_of_an_agent_moves_no_cursor() {
    let world = World::new();
    let id =
        world.ask(&["\u{1b}[2J\u{1b}[31mFake\u{202e}\u{7}", "-o", "a\u{1b}]0;x\u{7}", "-o", "b"]);
    for args in [vec!["list"], vec!["show", &id]] {
        let mut terminal = Terminal::open_with(&world, 80, &args, &[("NO_COLOR", "1")]);
        terminal.ends();
        let bytes = terminal.bytes();
        assert!(bytes.contains("‹U+001B›[2J‹U+001B›[31mFake‹U+202E›"), "{bytes:?}");
        assert!(!bytes.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{bytes:?}");
    }
}

/// `sayso list | head -0`: the reader has seen enough, which is not a failure.
#[test]
fn a_closed_pipe_is_no_failure() {
    let (world, id) = busy();
    for args in [
        vec!["list", "--all"],
        vec!["list", "--json"],
        vec!["history"],
        vec!["show", &id],
        vec!["config", "show"],
        vec!["config", "show", "--example"],
        vec!["hub", "status"],
        vec!["completions", "zsh"],
        vec!["man"],
        vec!["--help"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = world.command(&args).stdout(writer).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), said.as_ref()), (Some(0), ""), "{args:?}");
    }
}

/// Its title is its question: one of them is enough.
#[test]
fn a_question_that_is_its_own_title_is_shown_once() {
    let world = World::new();
    let written = serde_json::json!({
        "type": "user_choice", "question": "Which way?", "context": "The road forks.",
        "choices": [{ "id": "1", "label": "Left" }, { "id": "2", "label": "Right" }],
    });
    let id = super::asked(&world, &written);
    let shown = world.run(&["show", &id]).ok().stdout;
    assert_eq!(shown.matches("Which way?").count(), 1, "{shown}");
    assert_eq!(shown.matches("The road forks.").count(), 1, "{shown}");
}
