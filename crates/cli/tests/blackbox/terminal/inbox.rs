//! The inbox: the questions of all agents, live, answered in any order.

use sayso_core::Surface;
use sayso_desk::Asking;

use super::last;
use crate::harness::World;
use crate::pty::{INTERRUPTED, Terminal};

fn ask(world: &World, agent: &str, title: &str) -> String {
    world.ask(&[title, "-o", "yes", "-o", "no", "--agent", agent])
}

/// REQ: TE-2
#[test]
fn a_terminal_that_can_notify_is_told_what_came() {
    let world = World::new();
    ask(&world, "claude-code", "Merge it?");
    let mut terminal = Terminal::open_with(&world, 100, &[], &[("TERM", "foot")]);
    terminal.is_at("Merge it?");
    ask(&world, "codex", "Delete it; or not?");
    terminal.shows("Delete it");
    // A `;` would end the title, or the body.
    terminal.writes("\u{1b}]777;notify;codex");
    terminal.writes("Delete it  or not?");
    terminal.presses("q");
    assert_eq!(terminal.ends(), 0);
    let bytes = terminal.bytes();
    let (_, notice) = bytes.split_once("\u{1b}]777;notify;").unwrap();
    let (notice, _) = notice.split_once('\u{7}').unwrap();
    assert_eq!(notice.matches(';').count(), 1, "{notice:?}");
}

/// REQ: TE-2, TE-9
#[tokio::test]
async fn all_agents_are_answered_in_any_order() {
    let world = World::new();
    let first = ask(&world, "claude-code", "Merge it?");
    let second = ask(&world, "codex", "Delete it?");
    // Plain `sayso` is the inbox.
    let mut terminal = Terminal::open(&world, 100, &[]);
    terminal.shows("2 waiting · 0 answered today");
    let attached = world.desk().attached().await.unwrap();
    let inbox = attached.iter().find(|surface| surface.surface == Surface::Terminal).unwrap();
    assert_eq!((inbox.label.as_str(), inbox.interaction), ("inbox", None));
    terminal.is_at("Merge it?");
    // Another question arrives while it is open, and changes nothing else.
    let third = ask(&world, "gemini", "Rename it?");
    terminal.shows("Rename it?");
    assert!(terminal.bytes().contains('\u{7}'), "it rings");
    terminal.is_at("Merge it?");
    terminal.presses("j");
    terminal.is_at("Delete it?");
    terminal.presses("\r");
    terminal.shows("if you don't answer");
    terminal.is_at("yes");
    terminal.presses("2\r");
    terminal.shows("✓ Delete it? → no");
    terminal.shows("2 waiting · 1 answered today");
    assert_eq!(world.show(&second)["status"], "submitted");
    // Answered elsewhere: it moves down.
    world.run(&["answer", &third, "yes"]).ok();
    terminal.shows("Rename it? → yes");
    terminal.shows("1 waiting");
    terminal.presses("g\r");
    terminal.is_at("yes");
    terminal.presses("\u{1b}");
    terminal.shows("1 waiting");
    assert_eq!(world.show(&first)["status"], "pending", "looking is not answering");
    terminal.presses("q");
    assert_eq!(terminal.ends(), 0);
    assert!(terminal.is_as_it_was());
}

/// An open question may be answered elsewhere.
#[test]
fn a_question_that_is_open_ends_on_the_screen() {
    let world = World::new();
    let id = ask(&world, "codex", "Delete it?");
    let mut terminal = Terminal::open(&world, 80, &["inbox"]);
    terminal.is_at("Delete it?");
    terminal.presses("\r");
    terminal.is_at("yes");
    world.run(&["answer", &id, "no", "--note", "never"]).ok();
    terminal.shows("→ no");
    terminal.shows("answered · ann · command line");
    // The person who was typing has paused.
    terminal.shows("enter back");
    terminal.presses("\r");
    terminal.shows("0 waiting · 0 answered today");
    terminal.shows("no person seen");
    terminal.presses("q");
    assert_eq!(terminal.ends(), 0);
}

#[test]
fn searching_and_the_history() {
    let world = World::new();
    for title in ["First", "Second", "Third"] {
        let id = ask(&world, "codex", title);
        world.run(&["answer", &id, "yes"]).ok();
    }
    ask(&world, "codex", "Fourth");
    let mut terminal = Terminal::open(&world, 80, &["inbox"]);
    terminal.is_at("Fourth");
    terminal.presses("/second");
    terminal.hides("Fourth");
    terminal.is_at("Second");
    terminal.presses("\u{1b}");
    terminal.shows("Fourth");
    terminal.presses("h");
    terminal.shows("sayso history");
    terminal.is_at("Third");
    terminal.presses("/fir");
    terminal.is_at("First");
    terminal.presses("\r");
    // The search is over; two keys at once would be a burst.
    terminal.shows("enter open");
    terminal.presses("\r");
    terminal.shows("answered · ann · command line");
    terminal.presses("\u{3}");
    assert_eq!(terminal.ends(), INTERRUPTED);
}

/// REQ: TE-9
#[test]
fn a_terminal_that_can_shows_the_question_itself() {
    let world = World::new();
    let mut terminal = Terminal::open_with(&world, 80, &["inbox"], &[("TERM_PROGRAM", "WezTerm")]);
    terminal.shows("Nothing is waiting.");
    terminal.writes("\u{1b}]2;sayso\u{7}");
    ask(&world, "codex", "Delete it; now?");
    terminal.writes("\u{1b}]2;(1) sayso\u{7}");
    terminal.shows("Delete it; now?");
    terminal.writes("\u{1b}]9;codex · sayso-test-");
    assert!(terminal.bytes().contains("Delete it  now?"), "nothing ends the sequence");
    assert_eq!(last(&world)["status"], "pending");
    terminal.presses("q");
    assert_eq!(terminal.ends(), 0);
    assert!(terminal.bytes().contains("\u{1b}[23;2t"), "the title comes back");
}

/// On a wide screen the list and the question are next to each other.
/// REQ: TE-9
#[test]
fn a_wide_terminal_shows_list_and_question() {
    let world = World::new();
    world.ask(&["Merge it?", "-o", "yes | ends the branch", "-o", "no", "--timeout", "2h"]);
    world.ask(&["Delete it?", "-o", "drop | for good", "-o", "keep", "--timeout", "1h"]);
    let mut terminal = Terminal::open(&world, 160, &["inbox"]);
    terminal.is_at("Delete it?");
    terminal.shows("for good");
    terminal.presses("j");
    terminal.is_at("Merge it?");
    terminal.shows("ends the branch");
    terminal.hides("for good");
    terminal.presses("\r");
    terminal.shows("› 1   yes");
    terminal.presses("\r");
    terminal.shows("✓ Merge it? → yes");
    // The cursor is on what is still waiting.
    terminal.is_at("Delete it?");
    terminal.shows("for good");
    terminal.presses("q");
    assert_eq!(terminal.ends(), 0);
}
