//! A reply that hands a question to a terminal: its command works wherever it is pasted, once.

use serde_json::{Value, json};

use super::choice;
use super::lines::Agent;
use crate::harness::World;
use crate::pty::Terminal;

fn in_a_terminal() -> Value {
    let mut choice = choice();
    choice["interface"] = json!("terminal");
    choice
}

/// REQ: PC-14, PC-16
#[test]
fn the_command_of_a_reply_opens_one_terminal_anywhere() {
    let world = World::new();
    let mut agent = Agent::start(&world, "mcp");
    let reply = agent.call("provide_choice", &in_a_terminal());
    let reply = &reply["structuredContent"];
    assert_eq!(reply["action_status"], "pending_terminal_launch");
    let id = reply["session_id"].as_str().unwrap();
    let command = reply["terminal_command"].as_str().unwrap();
    assert!(command.starts_with('/'), "{command}");
    let said = |name: &str| reply[name].as_str().unwrap_or_default().to_owned();
    assert!(said("instructions").contains(id), "{}", said("instructions"));

    let mut first = Terminal::shell(&world, command);
    first.is_at("PostgreSQL");
    let mut second = Terminal::shell(&world, command);
    assert_ne!(second.ends(), 0);
    assert!(second.screen().contains("has taken this question over"), "{}", second.screen());

    first.presses("2");
    first.shows("● SQLite");
    first.presses("\r");
    assert_eq!(first.ends(), 0, "{}", first.screen());
    // One line for people; a pipe gets the reply.
    assert_eq!(first.screen().trim_end(), "✓ Pick a database → SQLite");
    let fetched = agent.call("provide_choice", &json!({ "session_id": id }));
    let fetched = &fetched["structuredContent"];
    assert_eq!(fetched["action_status"], "selected");
    assert_eq!(fetched["selection"]["selected_ids"], json!(["lite"]));

    let mut late = Terminal::shell(&world, command);
    assert_ne!(late.ends(), 0);
    assert!(late.screen().contains("already"), "{}", late.screen());
}

/// REQ: PC-14, PC-16
#[test]
fn a_try_without_a_terminal_leaves_the_command_usable() {
    let world = World::new();
    let mut agent = Agent::start(&world, "mcp");
    let reply = agent.call("provide_choice", &in_a_terminal());
    let command = reply["structuredContent"]["terminal_command"].as_str().unwrap();
    let tried = world.shell(command).output().unwrap();
    assert_eq!(tried.status.code(), Some(1));
    let said = String::from_utf8(tried.stderr).unwrap();
    assert!(said.contains("the command stays usable"), "{said}");
    assert!(said.contains(" answer ") && said.contains(" open "), "{said}");
    let mut terminal = Terminal::shell(&world, command);
    terminal.is_armed();
    terminal.types("");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
}

/// A prompt for another question can't show this one; an inbox can, and no command is needed.
/// REQ: TE-2, PC-14
#[test]
fn an_open_inbox_needs_no_hand_off() {
    let world = World::new();
    let mut agent = Agent::start(&world, "mcp");
    let prompt = Terminal::open(&world, 80, &["ask", "Another one?", "-o", "a", "-o", "b"]);
    prompt.is_armed();
    let reply = agent.call("provide_choice", &in_a_terminal());
    assert_eq!(reply["structuredContent"]["action_status"], "pending_terminal_launch");

    let mut inbox = Terminal::open(&world, 80, &["inbox"]);
    inbox.shows("2 waiting");
    let mut question = in_a_terminal();
    question["title"] = json!("Here, please");
    let reply = std::thread::scope(|scope| {
        scope.spawn(|| {
            inbox.shows("Here, please");
            inbox.presses("jj\r");
            inbox.is_at("PostgreSQL");
            inbox.presses("\r");
            inbox.shows("✓ Here, please");
        });
        agent.call("provide_choice", &question)
    });
    assert_eq!(reply["structuredContent"]["action_status"], "selected");
}
