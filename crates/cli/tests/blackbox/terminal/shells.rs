//! `sayso init` in real shells: the number before the prompt, and the key that answers in place.

use std::process::Command;

use crate::harness::{World, eventually};
use crate::pty::Terminal;

/// The shell as a person starts it, with a prompt that can be recognised.
fn start(world: &World, shell: &str, args: &[&str], rc: &str) -> Terminal {
    let found = Command::new(shell).arg("--version").output();
    assert!(found.is_ok(), "there is no {shell}; `scripts/test` installs it");
    let mut command = Command::new(shell);
    command.args(args);
    let plain = world.command(["list"]);
    for (name, value) in plain.get_envs() {
        if let Some(value) = value {
            command.env(name, value);
        }
    }
    command.current_dir(plain.get_current_dir().unwrap());
    let mut terminal = Terminal::run(&command, 100);
    terminal.types(rc);
    terminal
}

fn counts_and_answers(shell: &str, args: &[&str], rc: &str) {
    let world = World::new();
    let hub = world.hub();
    let sayso = env!("CARGO_BIN_EXE_sayso");
    let mut terminal = start(&world, shell, args, &rc.replace("SAYSO", sayso));
    let at_prompt = |wanted: &'static str| {
        move |screen: &str| screen.lines().last().is_some_and(|line| line.trim_end() == wanted)
    };
    let has_line = |wanted: &'static str| {
        move |screen: &str| screen.lines().any(|line| line.trim_end() == wanted)
    };
    terminal.comes_to("the prompt is there, without a number", at_prompt("ready>"));
    let counted = |number: &str| {
        let file = world.paths().waiting();
        eventually("the hub has counted", || {
            std::fs::read_to_string(&file).is_ok_and(|text| text.trim() == number)
        });
    };
    world.ask(&["Later?", "-o", "yes", "-o", "no", "--timeout", "2h"]);
    world.ask(&["Ship it?", "-o", "yes", "-o", "no", "--timeout", "1h"]);
    counted("2");
    terminal.presses("\r");
    terminal.comes_to("the number is before the prompt", at_prompt("2 waiting ready>"));
    // In place, with a line begun.
    terminal.arrives("echo be");
    terminal.shows("ready> echo be");
    terminal.presses("\u{1b}a");
    terminal.shows("Ship it?");
    terminal.is_at("yes");
    terminal.presses("2");
    terminal.presses("\r");
    terminal.shows("✓ Ship it? → no");
    terminal.shows("ready> echo be");
    counted("1");
    terminal.types("gun");
    terminal.comes_to("the line was kept", |screen| {
        screen.lines().any(|line| ["begun", "be gun"].contains(&line.trim_end()))
    });
    terminal.comes_to("the number has changed", at_prompt("1 waiting ready>"));
    // Without a hub it is still known; what ends with the last question goes.
    hub.kill();
    terminal.presses("\r");
    terminal.comes_to("it is still there", at_prompt("1 waiting ready>"));
    let id =
        world.run(&["list", "--json"]).ok().json()["rows"][0]["id"].as_str().unwrap().to_owned();
    world.run(&["answer", &id, "yes"]).ok();
    counted("0");
    terminal.presses("\r");
    terminal.comes_to("nothing waits", at_prompt("ready>"));
    // The key brings the prompt up to date, and the line that was begun.
    let last = |terminal: &mut Terminal, title: &str, key: &str| {
        world.ask(&[title, "-o", "yes", "-o", "no"]);
        counted("1");
        terminal.presses("\r");
        terminal.comes_to("one waits", at_prompt("1 waiting ready>"));
        terminal.arrives("echo kept");
        terminal.presses("\u{1b}a");
        terminal.shows(title);
        terminal.is_at("yes");
        terminal.presses(key);
    };
    last(&mut terminal, "Is it the last?", "1\r");
    counted("0");
    terminal.comes_to("nothing waits any more", at_prompt("ready> echo kept"));
    let screen = terminal.screen();
    let lines: Vec<&str> = screen.lines().map(str::trim_end).collect();
    let end = ["✓ Is it the last? → yes", "ready> echo kept"];
    assert!(lines.ends_with(&end), "nothing stale is between them: {screen}");
    terminal.types("-once");
    terminal.comes_to("the line runs", has_line("kept-once"));
    if shell == "bash" {
        // It is given a new line: left waiting, what was begun is still not run.
        last(&mut terminal, "Is it left?", "\u{3}");
        terminal.shows("still waiting");
        terminal.comes_to("it waits still", at_prompt("1 waiting ready> echo kept"));
        assert!(!has_line("kept")(&terminal.screen()), "{}", terminal.screen());
        terminal.presses("\u{15}");
    }
    terminal.types("exit");
    terminal.ends();
}

/// REQ: CL-4
#[test]
fn bash_shows_the_number_and_answers_by_a_key() {
    let rc = "PS1='ready> '; eval \"$(SAYSO init bash)\"; clear";
    counts_and_answers("bash", &["--norc", "--noprofile", "-i"], rc);
}

/// REQ: CL-4
#[test]
fn zsh_shows_the_number_and_answers_by_a_key() {
    let rc = "PROMPT='ready> '; eval \"$(SAYSO init zsh)\"; clear";
    counts_and_answers("zsh", &["-f", "-i"], rc);
}

/// REQ: CL-4
#[test]
fn fish_shows_the_number_and_answers_by_a_key() {
    let rc = "function fish_prompt; echo -n 'ready> '; end; SAYSO init fish | source; clear";
    counts_and_answers("fish", &["--no-config", "-i"], rc);
}

/// Nothing is started for a prompt, and nothing runs in between.
/// REQ: CL-4
#[test]
fn a_prompt_starts_no_process() {
    let world = World::new();
    for shell in ["bash", "zsh", "fish"] {
        let text = world.run(&["init", shell]).ok().stdout;
        let name = if shell == "fish" { "function __sayso_waiting" } else { "__sayso_waiting() {" };
        let shown = text.split(name).nth(1).unwrap().split("__sayso_answer").next().unwrap();
        assert!(!shown.contains("$(") && !shown.contains('`') && !shown.contains('|'), "{shown}");
        assert!(shown.contains("read "), "{shown}");
    }
    assert!(world.hubs().is_empty(), "and init starts no hub");
}
