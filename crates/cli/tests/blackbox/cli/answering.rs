//! Exit codes, and answers given without a terminal.

use super::{asked, choice};
use crate::harness::{Ran, World};
use crate::pty::Terminal;

const QUESTION: [&str; 5] = ["Which database?", "-o", "PostgreSQL", "-o", "SQLite"];

#[test]
fn the_exit_code_tells_what_became_of_it() {
    let world = World::new();
    let _hub = world.hub();
    let code = |args: &[&str]| world.run(args).code;
    let id = world.ask(&QUESTION);
    assert_eq!(code(&["wait", &id, "--for", "1s"]), 75);
    assert_eq!(code(&["ask", "Which?", "-o", "a", "-o", "b", "--wait=1s"]), 75);
    assert_eq!(code(&["answer", &id, "SQLite"]), 0);
    assert_eq!(code(&["wait", &id]), 0);
    let cancelled = world.ask(&QUESTION);
    assert_eq!(code(&["cancel", &cancelled]), 0);
    assert_eq!(code(&["wait", &cancelled]), 3);
    let rejected = world.ask(&QUESTION);
    assert_eq!(code(&["reject", &rejected, "--reason", "no"]), 0);
    assert_eq!(code(&["wait", &rejected]), 3);
    for (bad, says) in [
        (vec!["ask", "x", "--multi", "--text"], "cannot be used with"),
        (vec!["answer", &id[..3], "a"], "is not an id"),
        (vec!["show", "00000000"], "sayso list --all"),
        (vec!["wait", &id, "--for", "soon"], "is not a duration"),
        (vec!["nonsense"], "unrecognized subcommand"),
        (vec!["list", "--limit", "0"], "use 1 or more"),
    ] {
        world.run(&bad).fails(2, says);
    }
    world.run(&["answer", &id, "PostgreSQL"]).fails(1, "already");
    assert_eq!(world.show(&id)["status"], "submitted");
}

/// REQ: TO-6
#[test]
fn a_cancel_reaches_the_asker_at_once() {
    let world = World::new();
    let asker = world.spawn(&["ask", "Which database?", "-o", "PostgreSQL", "-o", "SQLite"]);
    let mut id = String::new();
    world.until("it is asked", || {
        let rows = world.run(&["list", "--json"]).ok().json();
        id = rows["rows"][0]["id"].as_str().unwrap_or_default().to_owned();
        !id.is_empty()
    });
    world.run(&["cancel", &id, "--note", "not now"]).ok();
    let ran = asker.finish();
    assert_eq!((ran.code, ran.stdout.as_str()), (3, ""));
    // The command works as printed: in this data directory.
    let data = world.path("data");
    let waits = format!(" --data-dir {} answer {}\n", data.display(), &id[..8]);
    assert!(ran.stderr.contains("\nwaiting for an answer: /"), "{}", ran.stderr);
    assert!(ran.stderr.contains(&waits), "{}", ran.stderr);
    assert!(ran.stderr.ends_with("cancelled: not now\n"), "{}", ran.stderr);
}

/// Agents cut long lines before the id: what goes without saying is not in the command.
/// REQ: PC-14
#[test]
fn the_usual_program_and_data_directory_are_not_named() {
    let world = World::new();
    let (bin, home) = (world.path("bin"), world.path("home"));
    std::fs::create_dir_all(&bin).unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_sayso"), bin.join("sayso")).unwrap();
    let path = format!("{}:/usr/bin:/bin", bin.display());
    let waits = |variables: &[(&str, &str)], args: &[&str]| {
        let ask = [args, &["ask", "Which?", "--text", "--no-wait"]].concat();
        let mut command = world.command(ask);
        command.env_remove("SAYSO_DATA_DIR").env("PATH", &path).envs(variables.iter().copied());
        let ran = Ran::of(command.output().unwrap());
        let id = ran.stdout.trim().chars().take(8).collect::<String>();
        let line = ran.stderr.lines().find_map(|line| line.strip_prefix("waiting for an answer: "));
        line.unwrap_or_else(|| panic!("{ran:?}")).replace(&id, "ID")
    };
    assert_eq!(waits(&[], &[]), "sayso answer ID");
    let usual = home.join(".local/share/sayso").display().to_string();
    assert_eq!(waits(&[("SAYSO_DATA_DIR", &usual)], &[]), "sayso answer ID");
    // In another shell it would not be found.
    let share = world.path("share").display().to_string();
    let moved = waits(&[("XDG_DATA_HOME", &share)], &[]);
    assert_eq!(moved, format!("sayso --data-dir {share}/sayso answer ID"));
    let other = world.path("other").display().to_string();
    let named = waits(&[], &["--data-dir", &other]);
    assert_eq!(named, format!("sayso --data-dir {other} answer ID"));
}

#[test]
fn what_was_answered_without_a_terminal_is_shown_as_that() {
    let world = World::new();
    let id = world.ask(&QUESTION);
    world.run(&["answer", &id, "SQLite"]).ok();
    let list = world.run(&["list", "--all"]).ok().stdout;
    assert!(list.contains("answered by a program via command line"), "{list}");
    assert!(
        world.run(&["show", &id]).ok().stdout.contains("by ann via command line (no person seen)")
    );
    let row = &world.run(&["history", "--json"]).ok().json()["rows"][0];
    assert_eq!(row["actor"]["presence"], "unattended");

    let id = world.ask(&QUESTION);
    let mut terminal = Terminal::open(&world, 80, &["answer", &id, "SQLite"]);
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    let shown = world.run(&["show", &id]).ok().stdout;
    assert!(shown.contains("answered by ann via command line at"), "{shown}");
}

/// REQ: NA-4
#[test]
fn an_irreversible_choice_needs_a_person_and_a_word() {
    let world = World::new();
    let id = world.ask(&["Drop the table?", "-o", "drop", "-o", "keep", "--irreversible"]);
    world.run(&["answer", &id, "drop"]).fails(1, "only a person may say yes");
    world
        .run(&["answer", &id, "--recommended"])
        .fails(1, "run `sayso answer` in your own terminal");
    assert_eq!(world.show(&id)["status"], "pending");
    let mut terminal = Terminal::open(&world, 80, &["answer", &id, "drop"]);
    terminal.shows("This can't be undone. Type yes and press enter to send:");
    terminal.types("y");
    assert_eq!(terminal.ends(), 2, "{}", terminal.screen());
    terminal.shows("nothing was sent");
    assert_eq!(world.show(&id)["status"], "pending");
    let mut terminal = Terminal::open(&world, 80, &["answer", &id, "drop"]);
    terminal.shows("Type yes");
    terminal.types("yes");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert_eq!(world.run(&["wait", &id]).ok().stdout, "drop\n");

    let cancellable = world.ask(&["Drop it?", "-o", "drop", "-o", "keep", "--irreversible"]);
    world.run(&["cancel", &cancellable]).ok();
}

/// REQ: PC-12
#[test]
fn the_recommended_answer_takes_defaults_first() {
    let world = World::new();
    let _hub = world.hub();
    let id = world.ask(&["DB?", "-o", "a", "-o", "b", "-o", "c", "-r", "a", "-d", "b"]);
    world.run(&["answer", &id, "--recommended"]).ok();
    assert_eq!(world.run(&["wait", &id]).ok().stdout, "b\n");
    let id = asked(&world, &choice("single"));
    world.run(&["answer", &id, "-R", "--note", "as you say"]).ok();
    let ran = world.run(&["wait", &id, "--json"]).ok().json();
    assert_eq!(ran["selection"]["selected_ids"][0], "pg");
    let id = world.ask(&QUESTION);
    world.run(&["answer", &id, "--recommended"]).fails(2, "0 are chosen");
    world.run(&["answer", &id]).fails(2, "what is the answer?");
}

/// Each can be given as it is written; anything else names both.
/// REQ: NA-5
#[test]
fn labels_that_differ_only_in_case_are_told_apart() {
    let world = World::new();
    let _hub = world.hub();
    let id = world.ask(&["Which?", "-o", "Redis", "-o", "redis"]);
    let says = "`REDIS` could be any of Redis, redis; give its id or its number";
    world.run(&["answer", &id, "REDIS"]).fails(2, says);
    assert_eq!(world.show(&id)["status"], "pending");
    world.run(&["answer", &id, "redis"]).ok();
    assert_eq!(world.run(&["wait", &id]).ok().stdout, "redis\n");
    let id = world.ask(&["Which?", "-o", "Redis", "-o", "redis"]);
    world.run(&["answer", &id, "1"]).ok();
    assert_eq!(world.run(&["wait", &id]).ok().stdout, "Redis\n");
}

/// REQ: NA-9
#[test]
fn a_word_that_is_no_option_is_told_how_a_text_is_given() {
    let world = World::new();
    let _hub = world.hub();
    let text = world.ask(&["Which name?", "--text"]);
    let ran = world.run(&["answer", &text, "foo"]).fails(2, "--text TEXT");
    assert!(ran.stderr.contains("has no options, so `foo` can't be one"), "{ran:?}");
    let number = world.ask(&["How many?", "--number"]);
    world.run(&["answer", &number, "foo"]).fails(2, "a number is required");
    let both = world.ask(&["Which?", "-o", "A", "-o", "B", "--text"]);
    let says = "there is no option `foo`; there are A, B; your own text is given with --text TEXT";
    world.run(&["answer", &both, "foo"]).fails(2, says);
    let only = world.ask(&["Which?", "-o", "A", "-o", "B"]);
    let ran = world.run(&["answer", &only, "foo"]).fails(2, "there are A, B");
    assert!(!ran.stderr.contains("--text"), "{ran:?}");
    let form = asked(&world, &super::in_turn::questions());
    let ran = world.run(&["answer", &form, "-a", "1=foo"]).fails(2, "there is no option `foo`");
    assert!(ran.stderr.contains("--text q1=TEXT"), "{ran:?}");
    for id in [text, number, both, only, form] {
        assert_eq!(world.show(&id)["status"], "pending");
    }
}

#[test]
fn a_question_that_is_deleted_meanwhile_is_an_error_like_others() {
    let world = World::new();
    let id = world.ask(&QUESTION);
    let mut terminal = Terminal::open(&world, 80, &["answer", &id]);
    terminal.shows("enter");
    world.run(&["forget", &id, "--yes"]).ok();
    assert_eq!(terminal.ends(), 1, "{}", terminal.screen());
    terminal.shows("error: this question was deleted");
    terminal.hides("deleted.");
}
