//! The commands that agents start, with nothing but `HOME` and `PATH`.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::{Home, connects, counted, run};
use crate::harness::Ran;
use crate::mcp::lines::Agent;
use crate::mcp::questions;
use crate::pty::Terminal;
use crate::until;

fn rows(home: &Home) -> Vec<Value> {
    run(home.login(&["list", "--json"])).ok().json()["rows"].as_array().unwrap().clone()
}

fn asked(home: &Home) -> Value {
    crate::until::hub(home.paths(), "it asks", || {
        rows(home).iter().any(|row| row["listening"] == true)
    });
    rows(home).remove(0)
}

fn with_input(mut command: Command, input: &Value) -> std::process::Child {
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.to_string().as_bytes()).unwrap();
    child
}

/// `env -i HOME=$HOME PATH=$PATH sayso mcp` and a login shell, in either order.
/// REQ: RA-1
#[test]
fn a_bare_agent_and_a_login_shell_meet_at_one_hub_in_both_orders() {
    for person_first in [false, true] {
        let home = Home::new();
        let log = |name: &str| home.dir.path().join(name);
        if person_first {
            run(counted(home.login(&["list"]), &log("person.log"))).ok();
        }
        let mut agent = Agent::of(counted(home.bare(&["mcp"]), &log("agent.log")));
        agent.send_call("ask_user_questions", &questions());
        if !person_first {
            let lock = home.paths().lock();
            until::files("there is a hub", &[home.dir.path()], || home.paths().data_dir.exists());
            until::files("it listens", &[&home.paths().data_dir], || lock.exists());
            run(counted(home.login(&["list"]), &log("person.log"))).ok();
        }
        let id = asked(&home)["id"].as_str().unwrap().to_owned();
        let hubs = home.hubs();
        assert_eq!((hubs.len(), u64::from(hubs[0])), (1, home.hub_pid()), "one pid");
        run(home.login(&["cancel", &id])).ok();
        let (_, reply) = agent.next_reply();
        assert!(reply["content"][0]["text"].as_str().is_some(), "{reply}");
        assert_eq!(home.hubs(), hubs);
        assert!(connects(&log("person.log")) <= 2, "person first: {person_first}");
        // One connection for calls, one for long waits. The first process connects twice, the
        // second once, because it finds the hub of the first.
        assert!(connects(&log("agent.log")) <= 3, "person first: {person_first}");
    }
}

/// REQ: RA-1
#[test]
fn ask_list_and_show_work_with_nothing_but_home_and_path() {
    let home = Home::new();
    let ran = run(home.bare(&["ask", "Which?", "-o", "Ant", "-o", "Bee", "--no-wait"]));
    assert_eq!(ran.code, 75, "{ran:?}");
    let id = ran.stdout.trim();
    assert_eq!(rows(&home)[0]["id"], id);
    let bare = run(home.bare(&["list", "--json"])).ok().json();
    assert_eq!(bare["rows"][0]["id"], id);
    run(home.login(&["answer", id, "Bee"])).ok();
    assert_eq!(run(home.bare(&["wait", id])).ok().stdout, "Bee\n");
}

/// REQ: RA-1
#[test]
fn a_bare_hook_asks_the_person_of_the_login_shell() {
    let home = Home::new();
    let event = json!({
        "session_id": "5c1f", "transcript_path": "/tmp/t.jsonl", "cwd": "/srv/api-server",
        "hook_event_name": "PreToolUse", "tool_name": "Bash",
        "tool_input": { "command": "rm -rf /srv/data" },
    });
    let hook = with_input(home.bare(&["hook"]), &event);
    let row = asked(&home);
    run(home.login(&["reject", row["id"].as_str().unwrap(), "--reason", "not today"])).ok();
    let ran = Ran::of(hook.wait_with_output().unwrap()).ok();
    assert_eq!(ran.json()["hookSpecificOutput"]["permissionDecision"], "deny", "{ran:?}");
    assert_eq!(home.hubs(), [home.info().pid]);
}

/// REQ: RA-1, PC-14
#[test]
fn a_question_is_attached_to_by_a_terminal_with_nothing_but_home_and_path() {
    let home = Home::new();
    let mut agent = Agent::of(home.login(&["mcp"]));
    let mut call = crate::mcp::choice();
    call["interface"] = json!("terminal");
    let reply = agent.call("provide_choice", &call);
    let command = reply["structuredContent"]["terminal_command"].as_str().unwrap();
    let words: Vec<&str> = command.split(' ').collect();
    let mut bare = home.bare(&words[1..]);
    bare.env("TERM", "xterm-256color");
    let mut terminal = Terminal::run(&bare, 100);
    terminal.is_armed();
    assert_eq!(home.hubs(), [home.info().pid]);
    terminal.presses("\x03");
    terminal.ends();
}

/// Agents cut long lines of progress before the id.
/// REQ: PC-14
#[test]
fn a_printed_command_leaves_out_the_usual_data_directory() {
    let home = Home::new();
    let ran = run(home.login(&["ask", "Which?", "-o", "a", "-o", "b", "--wait=1s"]));
    assert!(ran.stderr.contains("/sayso open "), "{ran:?}");
    assert!(!ran.stderr.contains("--data-dir"), "{ran:?}");
}
