//! The prompt is on the controlling terminal, wherever the three descriptors go.

use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use super::{given, last};
use crate::harness::World;
use crate::mcp::lines::greeting;
use crate::pty::Terminal;

const SAYSO: &str = env!("CARGO_BIN_EXE_sayso");

fn shell(world: &World) -> Terminal {
    let mut shell = Terminal::interactive_shell(world);
    shell.types("PS1='ready> '");
    shell.shows("ready> ");
    shell
}

fn back(shell: &Terminal) {
    shell.comes_to("the shell is back", |screen| screen.trim_end().ends_with("ready>"));
}

/// REQ: TE-1
#[test]
fn each_descriptor_may_lead_elsewhere() {
    let world = World::new();
    let mut shell = shell(&world);
    let ask = format!("{SAYSO} ask 'Ship it?' -o yes -o no");
    // stdout
    shell.types(&format!("clear; x=$({ask}); echo \"got <$x>\""));
    shell.is_at("yes");
    shell.presses("2\r");
    shell.shows("got <no>");
    back(&shell);
    // stderr
    shell.types(&format!("clear; {ask} 2>log; echo \"code <$?>\""));
    shell.is_at("yes");
    shell.presses("\r");
    shell.shows("code <0>");
    shell.shows("✓ Ship it? → yes");
    back(&shell);
    assert_eq!(std::fs::read_to_string(world.path("log")).unwrap(), "");
    // All three at once.
    shell.types(&format!("clear; {ask} </dev/null >out 2>log; echo \"code <$?>\""));
    shell.is_at("yes");
    shell.presses("2\r");
    shell.shows("code <0>");
    assert_eq!(std::fs::read_to_string(world.path("out")).unwrap(), "no\n");
    let actor = &last(&world)["state"]["outcome"]["actor"];
    assert_eq!((&actor["via"], &actor["presence"]), (&"terminal".into(), &"interactive".into()));
    shell.types("exit");
    shell.ends();
}

/// REQ: TE-1
#[test]
fn a_question_on_stdin_and_a_loop_over_lines() {
    let world = World::new();
    let question = r#"{"title": "Ship it?", "prompt": "The tests of the release are green and the notes are written.",
        "selection_mode": "single", "options": [{"id": "y", "label": "yes", "recommended": true}, {"id": "n", "label": "no"}]}"#;
    std::fs::write(world.path("q.json"), question).unwrap();
    std::fs::write(world.path("names"), "ann\nbob\n").unwrap();
    let mut shell = shell(&world);
    shell.types(&format!("clear; {SAYSO} ask < q.json"));
    shell.is_at("yes");
    shell.presses("2\r");
    shell.shows("✓ Ship it? → no");
    assert_eq!(given(&last(&world))["options"][0], "n");
    back(&shell);
    let each = format!("{SAYSO} ask \"Greet $name?\" -o yes -o no >>answers");
    shell.types(&format!("clear; while read name; do {each}; done < names; echo done-$?"));
    shell.shows("Greet ann?");
    shell.is_at("yes");
    shell.presses("\r");
    shell.shows("Greet bob?");
    shell.is_at("yes");
    shell.presses("2\r");
    shell.shows("done-0");
    assert_eq!(std::fs::read_to_string(world.path("answers")).unwrap(), "yes\nno\n");
    shell.types("exit");
    shell.ends();
}

/// REQ: TE-1
#[test]
fn a_git_hook_asks_whoever_commits() {
    let world = World::new();
    let mut shell = shell(&world);
    shell.types(
        "git init -q repo && cd repo && git config user.email a@b.c && git config user.name ann",
    );
    back(&shell);
    let hook = world.path("repo/.git/hooks/pre-commit");
    std::fs::create_dir_all(hook.parent().unwrap()).unwrap();
    let script = format!("#!/bin/sh\ntest \"$({SAYSO} ask 'Commit this?' -o yes -o no)\" = yes\n");
    std::fs::write(&hook, script).unwrap();
    std::fs::set_permissions(&hook, std::fs::Permissions::from_mode(0o755)).unwrap();
    shell.types("clear; git commit -q --allow-empty -m one; echo code-$?");
    shell.is_at("yes");
    shell.presses("2\r");
    shell.shows("code-1");
    back(&shell);
    shell.types("clear; git commit -q --allow-empty -m two; echo code-$?");
    shell.is_at("yes");
    shell.presses("\r");
    shell.shows("code-0");
    shell.types("exit");
    shell.ends();
}

/// Agents start these in a pipe: the terminal behind it is not theirs.
/// REQ: TE-1
#[test]
fn hook_mcp_and_relay_in_a_pipe_never_use_the_terminal() {
    let world = World::new();
    let event = json!({ "session_id": "5c1f", "cwd": "/srv", "hook_event_name": "PreToolUse",
        "tool_name": "Bash", "tool_input": { "command": "rm -rf data" } });
    std::fs::write(world.path("event"), event.to_string()).unwrap();
    let mut asked = crate::mcp::choice();
    asked["title"] = json!("By a tool?");
    let call = json!({ "name": "provide_choice", "arguments": asked });
    let calls = [
        json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": greeting() }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call }),
    ];
    std::fs::write(world.path("calls"), calls.map(|call| format!("{call}\n")).concat()).unwrap();
    let choice =
        json!({ "type": "user_choice", "question": "By its text?", "options": ["a", "b"] });
    std::fs::create_dir(world.path("agent")).unwrap();
    let script = json!({ "go": [{ "text": format!("```json\n{choice}\n```\n") }] });
    std::fs::write(world.path("agent/script.json"), script.to_string()).unwrap();
    let claude = concat!(env!("CARGO_MANIFEST_DIR"), "/../relay/tests/agents/claude.py");

    let mut shell = shell(&world);
    for (line, title) in [
        (format!("{SAYSO} hook --limit 330 <event"), "rm -rf data"),
        // It ends with its input.
        (format!("mkfifo gate; cat calls gate | {SAYSO} mcp"), "By a tool?"),
        (
            format!("echo go | {SAYSO} relay --protocol claude -- python3 {claude} agent"),
            "By its text?",
        ),
    ] {
        shell.types(&format!("clear; {line} >out 2>log; echo \"code <$?>\""));
        let mut id = String::new();
        world.until("it waits", || {
            let rows = world.run(&["list", "--json"]).ok().json()["rows"].clone();
            id = rows[0]["id"].as_str().unwrap_or_default().to_owned();
            rows[0]["title"] == title
        });
        world.run(&["cancel", &id]).ok();
        if line.contains("gate") {
            drop(std::fs::File::options().write(true).open(world.path("gate")).unwrap());
        }
        shell.shows("code <0>");
        assert!(!shell.screen().contains(title), "{}", shell.screen());
        back(&shell);
    }
    shell.types("exit");
    shell.ends();
}

/// In the background, or if another program has the terminal, it waits and prints how to answer.
/// REQ: TE-1
#[test]
fn a_background_job_waits_and_says_so() {
    let world = World::new();
    let mut shell = shell(&world);
    shell.types(&format!("clear; {SAYSO} ask 'Ship it?' -o yes -o no &"));
    shell.shows("this process runs in the background");
    shell.shows("waiting for an answer: ");
    shell.types("echo one-$((1+1))");
    shell.shows("one-2");
    let id = last(&world)["id"].as_str().unwrap().to_owned();
    world.run(&["answer", &id, "yes"]).ok();
    shell.types("wait; echo job-$?");
    shell.shows("job-0");
    // A program that reads single keys keeps them.
    shell.types(&format!(
        "clear; stty -icanon; {SAYSO} ask 'Again?' -o yes -o no 2>log; stty icanon"
    ));
    let says =
        |text: &str| std::fs::read_to_string(world.path("log")).is_ok_and(|log| log.contains(text));
    crate::until::files("it says why it waits", &[&world.path("")], || {
        says("another program is using this terminal") && says("waiting for an answer: ")
    });
    let id = last(&world)["id"].as_str().unwrap().to_owned();
    world.run(&["answer", &id, "yes"]).ok();
    back(&shell);
    shell.types("exit");
    shell.ends();
}

/// An agent's shell may have a terminal, but questions are not answered there.
/// REQ: TE-1, RA-7
#[test]
fn in_the_agents_terminal_it_waits_as_well() {
    let world = World::new();
    let marker = [("CLAUDECODE", "1")];
    let ask = ["ask", "Ship it?", "-o", "yes", "-o", "no"];
    let mut terminal = Terminal::open_with(&world, 100, &ask, &marker);
    terminal.shows("this is the agent's terminal");
    terminal.shows("waiting for an answer: ");
    let id = last(&world)["id"].as_str().unwrap().to_owned();
    world.run(&["answer", &id, "yes"]).ok();
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
}
