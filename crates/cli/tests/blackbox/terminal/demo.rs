//! The demo, for a person who takes longer than a minute, and one who leaves.

use rustix::process::{Pid, Signal, kill_process};
use sayso_desk::{Answering, EventKind};

use crate::harness::{Ran, World};
use crate::mcp::waited_for;
use crate::pty::{INTERRUPTED, Terminal};

/// The agent's client gives up waiting long before the person has decided.
/// REQ: RA-8
#[test]
fn the_demos_agent_goes_on_waiting_like_a_real_one() {
    let world = World::new().with("SAYSO_MCP_PATIENCE", "unknown=1");
    let _hub = world.hub();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let desk = world.desk();
    let mut cursor = runtime.block_on(desk.events(None)).unwrap().cursor;
    let mut terminal = Terminal::open(&world, 100, &["demo"]);
    terminal.is_armed();
    // It waits, its time is up, and it waits again; twice.
    let mut left = vec![true, false, true, false, true];
    while !left.is_empty() {
        let news = runtime.block_on(desk.events(Some(cursor))).unwrap();
        cursor = news.cursor;
        for event in news.events {
            if let EventKind::Listening { listening, .. } = event.kind
                && left.first() == Some(&listening)
            {
                left.remove(0);
            }
        }
    }
    terminal.presses("2\r");
    terminal.shows("The agent received:");
    terminal.shows("\"action_status\": \"selected\"");
    terminal.shows("sqlite");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
}

/// After `w` the demo waits for the answer from the browser, and ends at once on a signal.
/// REQ: NA-8
#[test]
fn a_demo_that_went_to_the_browser_can_be_ended() {
    let world = World::new();
    let handed = || {
        let mut terminal = Terminal::open(&world, 120, &["demo"]);
        terminal.is_armed();
        terminal.presses("w");
        terminal.shows("continues in the browser: http://");
        terminal
    };
    let waits = |mut terminal: Terminal, code| {
        assert_eq!(terminal.ends(), code, "{}", terminal.screen());
        terminal.shows("still waiting: ");
        let rows = world.run(&["list", "--json"]).json()["rows"].clone();
        assert_eq!(rows[0]["status"], "pending", "the question stays: {rows}");
        world.run(&["forget", rows[0]["id"].as_str().unwrap(), "--yes"]).ok();
    };
    for (signal, code) in [(Signal::TERM, 75), (Signal::INT, INTERRUPTED), (Signal::HUP, 75)] {
        let terminal = handed();
        let pid = Pid::from_raw(i32::try_from(terminal.pid()).unwrap()).unwrap();
        kill_process(pid, signal).unwrap();
        waits(terminal, code);
    }
    let mut terminal = handed();
    terminal.presses("\u{3}");
    waits(terminal, INTERRUPTED);
}

/// REQ: RA-8
#[test]
fn a_demo_that_is_left_leaves_no_question_behind() {
    let world = World::new();
    let mut terminal = Terminal::open(&world, 100, &["demo"]);
    terminal.is_armed();
    terminal.presses("\x03");
    terminal.shows("The sample question was withdrawn.");
    assert_eq!(terminal.ends(), INTERRUPTED, "{}", terminal.screen());
    assert!(!terminal.screen().contains("still waiting"), "{}", terminal.screen());
    assert_eq!(world.run(&["list", "--json"]).json()["rows"], serde_json::json!([]));
}

/// The program is neither on the path nor where it stays, and its data directory is unusual.
/// REQ: IN-1, RA-8
#[test]
fn the_demo_ends_with_commands_that_work_here() {
    let world = World::new().with("PATH", "/usr/bin:/bin");
    let demo = world.spawn(&["demo"]);
    let id = waited_for(&world);
    world.run(&["answer", &id, "SQLite"]).ok();
    let received = demo.finish().ok().stdout;
    for (shown, expected) in [("what is waiting", ""), ("this one again", "SQLite")] {
        let line = received.lines().find_map(|line| line.strip_suffix(shown));
        let line = line.unwrap_or_else(|| panic!("{received}"));
        let ran = Ran::of(world.program("sh").args(["-c", line]).output().unwrap()).ok();
        assert!(ran.stdout.contains(expected), "{line}: {ran:?}");
    }
}

/// Its answer has arrived, so the second demo doesn't get the first one's.
/// REQ: RA-8
#[test]
fn a_second_demo_asks_again() {
    let world = World::new();
    for answer in ["SQLite", "DynamoDB"] {
        let demo = world.spawn(&["demo"]);
        world.run(&["answer", &waited_for(&world), answer]).ok();
        let ran = demo.finish().ok();
        let received = ran.stdout;
        assert!(received.contains(&format!("\"{}\"", answer.to_lowercase())), "{received}");
        for level in ["INFO", "WARN", "ERROR"] {
            assert!(!ran.stderr.contains(level), "a log line: {}", ran.stderr);
        }
    }
}

/// Nobody is there to wait for, whatever time people give themselves.
/// REQ: RA-8
#[test]
fn without_a_terminal_the_demo_ends_soon() {
    let world = World::new();
    let _hub = world.hub();
    world.run(&["config", "set", "timeout", "600", "--always"]).ok();
    let demo = world.spawn(&["demo"]);
    let id = waited_for(&world);
    world.until("it ends soon", || {
        world.show(&id)["remaining_ms"].as_u64().is_some_and(|left| left <= 10_000)
    });
    world.run(&["answer", &id, "SQLite"]).ok();
    let shown = demo.finish().ok().stdout;
    assert!(shown.contains("times out in 10 s"), "{shown}");
}
