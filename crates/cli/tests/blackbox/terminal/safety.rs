//! Nothing is answered by accident, and the terminal is restored in every case.

use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use super::{ask, last};
use crate::harness::{PATIENCE, World};
use crate::pty::{INTERRUPTED, Terminal};

/// Somebody types twenty keys per second, all of which would choose or send, while a question
/// arrives.
/// REQ: TE-1
#[test]
fn typing_into_an_arriving_question_answers_nothing() {
    let world = World::new();
    let mut terminal = Terminal::open(&world, 80, &ask(&["--text"]));
    // Until the question is shown, and for two seconds more.
    let mut after = 0;
    let pause = Duration::from_millis(50);
    let most = usize::try_from(PATIENCE.as_millis() / pause.as_millis()).unwrap();
    for key in "2 \r1j\r o\r".chars().cycle().take(most) {
        terminal.presses(&key.to_string());
        std::thread::park_timeout(pause);
        if terminal.screen().contains("Which database?") {
            after += 1;
        }
        if after == 40 {
            break;
        }
    }
    assert_eq!(after, 40, "the question is shown: {}", terminal.screen());
    let view = last(&world);
    assert_eq!((view["status"].as_str(), view.get("draft")), (Some("pending"), None), "{view}");
    terminal.is_armed();
    terminal.presses("2");
    terminal.shows("■ SQLite");
    terminal.presses("\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
}

#[test]
fn a_panic_gives_the_terminal_back() {
    let world = World::new();
    for args in [&ask(&[])[..], &["inbox"]] {
        let variables = [("SAYSO_PANIC_AT", "tui.draw")];
        let mut terminal = Terminal::open_with(&world, 80, args, &variables);
        assert_eq!(terminal.ends(), 101, "{}", terminal.screen());
        assert!(terminal.screen().contains("a test wants this"), "{}", terminal.screen());
        assert!(terminal.is_as_it_was());
    }
}

#[test]
fn signals_give_the_terminal_back_and_answer_nothing() {
    let world = World::new();
    let signals = [(Signal::TERM, 75), (Signal::INT, INTERRUPTED), (Signal::HUP, 75)];
    for (signal, code) in signals {
        let mut terminal = Terminal::open(&world, 80, &ask(&[]));
        terminal.is_armed();
        let pid = Pid::from_raw(i32::try_from(terminal.pid()).unwrap()).unwrap();
        kill_process(pid, signal).unwrap();
        assert_eq!(terminal.ends(), code, "{}", terminal.screen());
        assert!(terminal.is_as_it_was());
        terminal.shows("still waiting: ");
        // The command works where it is pasted.
        terminal.shows("sayso --data-dir ");
        assert_eq!(last(&world)["status"], "pending");
    }
    let mut terminal = Terminal::open(&world, 80, &["inbox"]);
    terminal.is_armed();
    terminal.presses("\u{3}");
    assert_eq!(terminal.ends(), INTERRUPTED);
    assert!(terminal.is_as_it_was());
}

/// In a shell with job control: after stopping, the shell is back; after continuing, the question
/// is.
#[test]
fn it_is_suspended_and_resumed() {
    let world = World::new();
    let mut shell = Terminal::interactive_shell(&world);
    let sayso = env!("CARGO_BIN_EXE_sayso");
    shell.types(&format!("PS1='ready> '; {sayso} ask 'Ship it?' -o yes -o no"));
    shell.is_armed();
    shell.presses("2");
    shell.shows("● no");
    shell.presses("\u{1a}");
    shell.shows("Stopped");
    shell.comes_to("the prompt is back", |screen| screen.trim_end().ends_with("ready>"));
    shell.types("echo one-$((1+1))");
    shell.shows("one-2");
    assert_eq!(last(&world)["status"], "pending");
    shell.types("fg");
    shell.is_at("no");
    shell.presses("\r");
    shell.shows("✓ Ship it? → no");
    shell.comes_to("the prompt is back", |screen| screen.trim_end().ends_with("ready>"));
    shell.types("exit");
    shell.ends();
}

/// REQ: TE-1
#[test]
fn it_bears_every_size() {
    let world = World::new();
    let mut terminal = Terminal::open(&world, 80, &ask(&["--text"]));
    terminal.is_armed();
    for (columns, rows) in [(40, 20), (100, 30), (60, 8), (80, 24)] {
        terminal.resize(columns, rows);
        terminal.comes_to("it fits and is there once", |screen| {
            let right_aligned = screen.lines().find(|line| line.contains(" left"));
            let widest = right_aligned.map_or(0, |line| line.trim_end().chars().count());
            let once = |text: &str| screen.matches(text).count() == 1;
            widest == usize::from(columns) - 2 && once("Which database?") && once(" left")
        });
    }
    // While a text is typed the cursor is in it.
    terminal.presses("omany words that are typed here");
    terminal.shows("typed here");
    terminal.resize(50, 24);
    terminal.comes_to("it is drawn once, for the new width", |screen| {
        let right_aligned = screen.lines().find(|line| line.contains(" left"));
        let widest = right_aligned.map(|line| line.trim_end().chars().count());
        let once = screen.matches("Which database?").count() == 1;
        once && screen.contains("typed here") && widest == Some(48)
    });
    terminal.presses("\r");
    terminal.is_at("typed here");
    terminal.presses("\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    let screen = terminal.screen();
    assert!(screen.starts_with("✓ Which database? →"), "{screen}");
    assert_eq!(
        screen.trim_end().lines().count(),
        1,
        "one line stays, also after resizes: {screen}"
    );
}

/// In a terminal that cuts its rows: what the shell has printed above stays, also while a text is typed.
/// REQ: TE-1
#[test]
fn what_is_above_stays_when_the_window_gets_narrow() {
    let world = World::new();
    let mut shell = world.program("/bin/sh");
    let line = "seq -f 'above %g.' 5; exec \"$@\"";
    shell.args(["-c", line, "sh", env!("CARGO_BIN_EXE_sayso")]).args(ask(&["--text"]));
    let mut terminal = Terminal::run(&shell, 80);
    terminal.is_armed();
    terminal.presses("omany words that are typed here");
    terminal.shows("typed here");
    for columns in [60, 40, 30, 80] {
        terminal.resize(columns, 60);
        terminal.comes_to("it is drawn once, below what was there", |screen| {
            let right_aligned = screen.lines().find(|line| line.contains(" left"));
            let widest = right_aligned.map(|line| line.trim_end().chars().count());
            let above: Vec<&str> = screen.lines().take(5).collect();
            above == ["above 1.", "above 2.", "above 3.", "above 4.", "above 5."]
                && widest == Some(usize::from(columns) - 2)
                && screen.matches("Which database?").count() == 1
                && screen.contains("typed here")
        });
    }
    terminal.presses("\u{3}");
    assert_eq!(terminal.ends(), INTERRUPTED);
}

/// A key that arrives together with a new size isn't delayed until the next key, nor the size until
/// the next size.
#[test]
fn a_key_pressed_in_the_moment_of_a_resize_arrives_at_once() {
    let world = World::new();
    let mut terminal = Terminal::open(&world, 80, &ask(&[]));
    terminal.is_armed();
    for round in 0..400 {
        let (columns, key, chosen) = [(90, "2", "● SQLite"), (91, "1", "● PostgreSQL")][round % 2];
        if round % 4 < 2 {
            terminal.resize(columns, 40);
            terminal.presses(key);
        } else {
            terminal.presses(key);
            terminal.resize(columns, 40);
        }
        terminal.comes_to(&format!("both are seen, round {round}"), |screen| {
            let right_aligned = screen.lines().find(|line| line.contains(" left"));
            let widest = right_aligned.map(|line| line.trim_end().chars().count());
            widest == Some(usize::from(columns) - 2) && screen.contains(chosen)
        });
    }
    terminal.presses("\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
}

/// An agent's text moves no cursor and sets no title.
/// REQ: NA-5
#[test]
fn what_an_agent_writes_is_text() {
    let world = World::new();
    let title = "Evil \u{1b}]0;owned\u{7}\u{1b}[2Jtitle";
    let args = ["ask", title, "-o", "a\u{1b}[31mb", "-o", "c"];
    let mut terminal = Terminal::open(&world, 80, &args);
    terminal.is_armed();
    assert!(
        terminal.screen().contains("Evil ‹U+001B›]0;owned‹U+0007›‹U+001B›[2Jtitle"),
        "{}",
        terminal.screen()
    );
    assert!(!terminal.bytes().contains("\u{1b}]0;") && !terminal.bytes().contains("a\u{1b}[31m"));
    terminal.presses("\r");
    assert_eq!(terminal.ends(), 0);
}
