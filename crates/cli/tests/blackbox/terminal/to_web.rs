//! After `w` the question waits elsewhere; the command can be ended, and the link works.

use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use super::{ask, last};
use crate::harness::World;
use crate::http::Http;
use crate::pty::{INTERRUPTED, Terminal};

fn handed(world: &World) -> Terminal {
    let mut terminal = Terminal::open(world, 120, &ask(&[]));
    terminal.is_armed();
    terminal.presses("w");
    terminal.shows("continues in the browser: http://");
    terminal
}

/// REQ: NA-8
#[test]
fn it_ends_at_once_and_the_question_stays() {
    let world = World::new();
    for (signal, code) in [(Signal::TERM, 75), (Signal::INT, INTERRUPTED), (Signal::HUP, 75)] {
        let mut terminal = handed(&world);
        let pid = Pid::from_raw(i32::try_from(terminal.pid()).unwrap()).unwrap();
        kill_process(pid, signal).unwrap();
        assert_eq!(terminal.ends(), code, "{}", terminal.screen());
        terminal.shows("still waiting: ");
        assert_eq!(last(&world)["status"], "pending");
    }
    let mut terminal = handed(&world);
    terminal.presses("\u{3}");
    assert_eq!(terminal.ends(), INTERRUPTED, "{}", terminal.screen());
    assert_eq!(last(&world)["status"], "pending");
}

/// REQ: NA-8
#[test]
fn who_answers_elsewhere_has_not_answered_yet() {
    let world = World::new();
    let id = world.ask(&["Which?", "-o", "a", "-o", "b"]);
    let mut terminal = Terminal::open(&world, 120, &["answer", &id]);
    terminal.is_armed();
    terminal.presses("w");
    terminal.shows("continues in the browser: http://");
    assert_eq!(terminal.ends(), 75, "{}", terminal.screen());
    assert_eq!(last(&world)["status"], "pending");
}

/// Over SSH no browser can be opened: the printed link grants access, with instructions for the
/// tunnel.
/// REQ: NA-8
#[test]
fn over_ssh_the_link_lets_somebody_in() {
    let world = World::new();
    let _hub = world.hub();
    let ssh = [("SSH_CONNECTION", "192.0.2.7 50000 192.0.2.1 22")];
    let mut terminal = Terminal::open_with(&world, 200, &ask(&[]), &ssh);
    terminal.is_armed();
    terminal.presses("w");
    terminal.shows("first, on the computer in front of you: ssh -L ");
    let screen = terminal.screen();
    let (_, rest) = screen.split_once("#code=").expect("a way in");
    let code = rest.split_whitespace().next().unwrap();
    let http = Http::of(&world);
    let headers = [("Authorization", ""), ("Content-Type", "application/json")];
    let body = json!({ "code": code }).to_string();
    let made = http.send("POST", "/api/v1/tokens", &headers, body.as_bytes());
    assert_eq!(made.status, 201, "{made:?}");
    terminal.presses("\u{3}");
    assert_eq!(terminal.ends(), INTERRUPTED);
}

/// A browser may open on a desktop that the hub knows, but who is at this terminal may not be there.
/// REQ: NA-8
#[test]
fn without_a_display_the_link_lets_somebody_in() {
    let world = World::new();
    let _hub = world.hub();
    // Nothing is really opened.
    let nowhere = ("PATH", "/nonexistent");
    world.run_as(&[("DISPLAY", ":7"), nowhere], &["list"]).ok();
    let mut terminal = Terminal::open_with(&world, 200, &ask(&[]), &[nowhere]);
    terminal.is_armed();
    terminal.presses("w");
    terminal.shows("continues in the browser: http://");
    assert!(terminal.screen().contains("#code="), "{}", terminal.screen());
    terminal.presses("\u{3}");
    assert_eq!(terminal.ends(), INTERRUPTED);
}
