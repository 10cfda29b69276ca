//! Text that arrives all at once, as from `tmux send-keys` or a paste into the wrong window, and
//! questions that can't be seen: neither answers anything.

use super::{ask, last};
use crate::harness::World;
use crate::pty::Terminal;

const IGNORED: &str = "Text ignored: it came all at once";
const STRAY: [&str; 3] = ["git status\r", "cd /tmp\r", "exit\r"];

#[track_caller]
fn is_untouched(world: &World, terminal: &Terminal) {
    let view = last(world);
    let drafted = view.get("draft");
    assert_eq!(
        (view["status"].as_str(), drafted),
        (Some("pending"), None),
        "{}",
        terminal.screen()
    );
}

/// REQ: NA-1
#[test]
fn a_prompt_ignores_it_and_says_so() {
    for more in [&[][..], &["--text"], &["--irreversible"]] {
        let world = World::new();
        let mut terminal = Terminal::open(&world, 80, &ask(more));
        terminal.is_armed();
        for stray in STRAY {
            terminal.arrives(stray);
            terminal.shows(IGNORED);
            terminal.presses("\u{1b}[B\u{1b}[A");
            terminal.hides(IGNORED);
            is_untouched(&world, &terminal);
        }
        terminal.presses("2\r");
        if more == ["--irreversible"] {
            terminal.shows("Type yes and press enter");
            terminal.arrives("yes\r");
            terminal.shows(IGNORED);
            assert_eq!(last(&world)["status"], "pending");
            terminal.presses("yes\r");
        }
        assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
        assert!(terminal.screen().contains("SQLite"), "{}", terminal.screen());
    }
}

/// REQ: NA-1
#[test]
fn the_inbox_ignores_it_in_the_list_and_in_a_question() {
    let world = World::new();
    world.ask(&["Which colour?", "-o", "Red", "-o", "Blue"]);
    let mut terminal = Terminal::open(&world, 80, &["inbox"]);
    terminal.shows("Which colour?");
    for stray in STRAY {
        terminal.arrives(stray);
        terminal.shows(IGNORED);
        terminal.shows("1 waiting");
        terminal.presses("\u{1b}[B");
        terminal.hides(IGNORED);
    }
    terminal.presses("\r");
    terminal.is_at("Red");
    for stray in STRAY {
        terminal.arrives(stray);
        terminal.shows(IGNORED);
        terminal.presses("\u{1b}[B\u{1b}[A");
        terminal.hides(IGNORED);
        is_untouched(&world, &terminal);
    }
    terminal.presses("2\r");
    terminal.shows("✓ Which colour? → Blue");
    terminal.presses("q");
    terminal.ends();
}

/// REQ: NA-1
#[test]
fn a_text_takes_all_of_its_lines() {
    let world = World::new();
    let mut terminal = Terminal::open(&world, 80, &["ask", "What happened?", "--text"]);
    terminal.is_armed();
    terminal.arrives("first line\rsecond line\r");
    terminal.shows("second line");
    assert_eq!(last(&world)["status"], "pending");
    terminal.presses("third\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    let screen = terminal.screen();
    assert!(screen.contains("→ first line second line third"), "{screen}");
}

/// REQ: NA-1
#[test]
fn voice_control_and_macros_can_have_them_as_keys() {
    let world = World::new();
    world.run(&["config", "set", "terminal.bursts", "keys"]).ok();
    let mut terminal = Terminal::open(&world, 80, &ask(&[]));
    terminal.is_armed();
    terminal.arrives("2\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert!(terminal.screen().contains("SQLite"), "{}", terminal.screen());
}

/// REQ: NA-4
#[test]
fn what_cannot_be_seen_cannot_be_confirmed() {
    for (columns, rows) in [(8, 2), (12, 4)] {
        for inbox in [false, true] {
            let world = World::new();
            let asks = ["Drop the table?", "-o", "keep", "-o", "drop", "--irreversible"];
            let mut terminal = if inbox {
                world.ask(&asks);
                let mut terminal = Terminal::open(&world, 80, &["inbox"]);
                terminal.shows("Drop the table?");
                terminal.presses("\r");
                terminal
            } else {
                Terminal::open(&world, 80, &[&["ask"][..], &asks].concat())
            };
            // In the inbox there is a cursor before the question, too.
            terminal.is_at("keep");
            for (key, shown) in [("2", "● drop"), ("\r", "Type yes")] {
                terminal.presses(key);
                terminal.shows(shown);
            }
            for (key, shown) in [("y", "› y"), ("e", "› ye"), ("s", "› yes")] {
                terminal.presses(key);
                terminal.shows(shown);
            }
            terminal.resize(columns, rows);
            terminal.presses("\r");
            terminal.resize(80, 24);
            terminal.shows("Make the window larger to confirm.");
            assert_eq!(last(&world)["status"], "pending", "{columns}×{rows}");
            terminal.presses("\r");
            terminal.shows("Drop the table? → drop");
        }
    }
}

/// REQ: NA-4
#[test]
fn a_terminal_without_a_size_counts_as_a_usual_one() {
    let world = World::new();
    let asks = ["ask", "Drop the table?", "-o", "keep", "-o", "drop", "--irreversible"];
    let mut terminal = Terminal::open(&world, 80, &asks);
    terminal.is_armed();
    terminal.has_no_size();
    terminal.presses("2\r");
    terminal.shows("Type yes and press enter");
    terminal.presses("yes\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
}
