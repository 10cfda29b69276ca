//! The same question in more than one place, a running clock, a hub that comes and goes.

use rustix::process::{Pid, Signal, kill_process};
use sayso_core::{Command, DraftField, Surface};
use sayso_desk::Answering;
use serde_json::json;

use super::{ask, given, last};
use crate::harness::{World, nobody};
use crate::pty::Terminal;

fn signal(pid: u32, signal: Signal) {
    kill_process(Pid::from_raw(i32::try_from(pid).unwrap()).unwrap(), signal).unwrap();
}

/// REQ: TE-7
#[test]
fn switching_to_the_web_takes_the_draft_along() {
    let world = World::new();
    let mut terminal = Terminal::open(&world, 120, &ask(&["--text", "--timeout", "10m"]));
    terminal.is_armed();
    terminal.presses("2");
    terminal.shows("■ SQLite");
    terminal.presses("\tonly if it is small\r");
    terminal.shows("note: only if it is small");
    terminal.is_armed();
    let before = last(&world);
    terminal.presses("w");
    terminal.shows("continues in the browser: http://");
    assert!(!terminal.screen().contains("■ SQLite"), "{}", terminal.screen());
    let after = last(&world);
    assert_eq!(after["id"], before["id"]);
    assert_eq!(after["state"]["deadline"], before["state"]["deadline"]);
    assert_eq!(after["presentation"]["surface"], "web");
    let rows = world.run(&["list", "--json"]).ok().json();
    assert_eq!(rows["rows"][0]["interface"], "web");
    let draft = &after["draft"];
    assert_eq!(draft["options/q1"]["options"], json!(["SQLite"]), "{draft}");
    assert_eq!(draft["note/q1/SQLite"]["text"], "only if it is small", "{draft}");
    // The agent still waits for it.
    let id = after["id"].as_str().unwrap();
    world.run(&["answer", id, "SQLite"]).ok();
    assert_eq!(terminal.ends(), 0);
    assert!(terminal.screen().trim_end().ends_with("SQLite"), "{}", terminal.screen());
}

/// What is chosen elsewhere is shown here, and what is chosen here is saved.
#[tokio::test]
async fn a_draft_is_live_on_both_sides() {
    let world = World::new();
    let mut terminal = Terminal::open(&world, 80, &ask(&["--multi"]));
    terminal.is_armed();
    let id = last(&world)["id"].as_str().unwrap().parse().unwrap();
    let desk = world.desk_at(Surface::Web);
    let field = json!({"field": "options", "question": "q1", "options": ["SQLite"]});
    let field: DraftField = serde_json::from_value(field).unwrap();
    desk.save_draft(id, vec![field], nobody()).await.unwrap();
    terminal.shows("■ SQLite");
    terminal.presses("1");
    terminal.shows("■ PostgreSQL");
    world.until("the draft is saved", || {
        last(&world)["draft"]["options/q1"]["options"] == json!(["PostgreSQL", "SQLite"])
    });
    // A new terminal starts with this draft.
    let other = Terminal::open(&world, 80, &["answer", &id.to_string()]);
    other.shows("2 chosen");
    terminal.presses("\r");
    assert_eq!(terminal.ends(), 0);
    other.hides("2 chosen");
}

#[test]
fn an_answer_from_elsewhere_ends_the_prompt() {
    let world = World::new();
    let mut asking = Terminal::open(&world, 80, &ask(&[]));
    asking.is_armed();
    let id = last(&world)["id"].as_str().unwrap().to_owned();
    let mut answering = Terminal::open(&world, 80, &["answer", &id[..8]]);
    answering.is_armed();
    world.run(&["answer", &id, "SQLite"]).ok();
    assert_eq!(asking.ends(), 0);
    let screen = asking.screen();
    assert!(screen.starts_with("✓ Which database? → SQLite  · ann · command line · "), "{screen}");
    assert!(asking.is_as_it_was());
    assert_eq!(answering.ends(), 1);
    // One line says it, and it is no error of the command.
    let screen = answering.screen();
    assert!(screen.starts_with("✓ Which database? → SQLite  · ann · command line · "), "{screen}");
    assert!(!screen.contains("error:"), "{screen}");
}

/// REQ: TO-2, TO-5
#[tokio::test]
async fn the_time_left_is_changed_from_anywhere() {
    let world = World::new();
    let mut terminal = Terminal::open(&world, 80, &ask(&[]));
    terminal.is_armed();
    let id = last(&world)["id"].as_str().unwrap().to_owned();
    world.run(&["extend", &id, "1h"]).ok();
    terminal.comes_to("an hour is left", |screen| {
        screen.contains("1:00:00 left") || screen.contains("59:5")
    });
    terminal.presses("e");
    terminal.shows("1:04:5");
    let command = Command::SetRemaining { seconds: 12 };
    world.desk().act(id.parse().unwrap(), command, nobody()).await.unwrap();
    terminal.comes_to("twelve seconds are left", |screen| {
        screen.contains("0:12 left") || screen.contains("0:11 left")
    });
    terminal.presses("\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
}

/// REQ: TO-2
#[test]
fn a_timeout_is_told() {
    let world = World::new();
    let timed = ["--timeout", "5s", "--on-timeout", "submit", "-d", "PostgreSQL"];
    let mut terminal = Terminal::open(&world, 80, &ask(&timed));
    terminal.shows("if you don't answer: PostgreSQL");
    terminal.shows("0:02 left");
    assert_eq!(terminal.ends(), 4);
    assert_eq!(terminal.screen().trim_end(), "◷ Which database? → PostgreSQL  · answered for you");
    let mut terminal = Terminal::open(&world, 80, &ask(&["--timeout", "5s"]));
    terminal.shows("0:03 left");
    assert_eq!(terminal.ends(), 4);
    let screen = terminal.screen();
    assert!(screen.starts_with("◷ Which database? · timed out"), "{screen}");
}

/// The hub is killed while somebody types; another one starts, and nothing is lost.
#[test]
fn a_hub_that_dies_is_back_before_anybody_is_asked_again() {
    let world = World::new();
    let hub = world.hub();
    let mut terminal = Terminal::open(&world, 80, &ask(&["--text"]));
    terminal.is_armed();
    terminal.presses("2");
    terminal.shows("■ SQLite");
    world.until("the draft is saved", || last(&world)["draft"].is_object());
    hub.kill();
    terminal.presses("ostill here\r");
    terminal.is_at("still here");
    terminal.presses("\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    let view = last(&world);
    assert_eq!(given(&view)["options"], json!(["SQLite"]));
    assert_eq!(given(&view)["text"], "still here");
}

#[test]
fn a_hub_that_does_not_reply_is_waited_for() {
    let world = World::new();
    let hub = world.hub();
    let mut terminal = Terminal::open(&world, 80, &ask(&[]));
    terminal.is_armed();
    signal(hub.pid(), Signal::STOP);
    terminal.presses("2");
    terminal.shows("reconnecting…");
    terminal.shows("● SQLite");
    signal(hub.pid(), Signal::CONT);
    terminal.shows("enter send");
    terminal.presses("\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
}
