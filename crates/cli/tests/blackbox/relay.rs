//! `sayso relay`: an agent in a terminal and in a pipe.

use std::io::Write;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::harness::{Ran, Running, World};
use crate::pty::Terminal;
use crate::watch;

/// The scripted agents of the relay's own tests.
fn agent(name: &str) -> String {
    format!("{}/../relay/tests/agents/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn choice() -> String {
    let options = json!([{ "id": "1", "label": "Left" }, { "id": "2", "label": "Right" }]);
    let choice = json!({ "type": "user_choice", "question": "Which way?", "options": options });
    format!("Let me see.\n```json\n{choice}\n```\n")
}

fn scripted(world: &World, script: Value) -> String {
    let folder = world.path("agent");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("script.json"), script.to_string()).unwrap();
    folder.display().to_string()
}

fn log(world: &World) -> Vec<Value> {
    let text = std::fs::read_to_string(world.path("agent").join("log")).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn told(world: &World) -> Vec<String> {
    log(world).iter().filter_map(|entry| entry["said"].as_str().map(str::to_owned)).collect()
}

fn pending(world: &World) -> Vec<Value> {
    let listed = world.run(&["list", "--json"]).ok().json();
    listed["rows"].as_array().unwrap().clone()
}

/// The pending question's short id.
fn question(world: &World) -> String {
    let mut id = String::new();
    world.until("a question waits", || {
        let rows = pending(world);
        id = rows.first().map(|row| row["id"].as_str().unwrap().to_owned()).unwrap_or_default();
        !id.is_empty()
    });
    id
}

fn piped(world: &World, args: &[&str], input: &str) -> Running {
    let mut child = world.command(args).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    Running::of(child)
}

/// REQ: UC-7, SL-11
#[test]
fn in_a_pipe_text_comes_out_and_a_choice_waits_at_the_desk() {
    let world = World::new();
    let script = json!({ "go": [{ "text": choice() }], "2": [{ "text": "Right it is." }] });
    let folder = scripted(&world, script);
    let args = ["relay", "--protocol", "claude", "--", "python3", &agent("claude.py"), &folder];
    let relay = piped(&world, &args, "go\n");
    let id = question(&world);
    world.run(&["answer", &id, "Right"]).ok();
    let ran = relay.finish().ok();
    assert_eq!(ran.stdout, "Let me see.\nRight it is.\n");
    assert_eq!(told(&world), ["go", "2"]);
    let started = log(&world)[0]["started"].to_string();
    assert!(started.contains("--append-system-prompt"), "it is told how to ask: {started}");
    assert_eq!(pending(&world), [] as [Value; 0]);
}

/// A script can answer with the next line.
#[test]
fn in_a_pipe_the_next_line_answers() {
    let world = World::new();
    let folder = scripted(&world, json!({ "go": [{ "text": choice() }] }));
    let args = ["relay", "--protocol", "claude", "--", "python3", &agent("claude.py"), &folder];
    let ran = piped(&world, &args, "go\nstraight on\n\nthanks").finish().ok();
    assert_eq!(ran.stdout, "Let me see.\nheard straight on\nheard thanks\n");
    assert_eq!(told(&world), ["go", "straight on", "thanks"]);
}

/// REQ: UC-8
#[test]
fn any_program_will_do() {
    let world = World::new();
    let ran = world.run_with(&["relay", "--no-prompt", "--", "cat"], b"one\n").ok();
    assert_eq!(ran.stdout, "one\n");
    let keep = ["relay", "--", "sh", "-c", "cat > heard"];
    world.run_with(&keep, b"the first words\n").ok();
    let heard = std::fs::read_to_string(world.path("heard")).unwrap();
    let skill = world.run(&["skill", "print"]).ok().stdout;
    assert_eq!(heard, format!("{}\n\nthe first words\n", skill.trim_end()));
}

#[test]
fn faults_are_told_with_what_to_do() {
    let world = World::new();
    world.run_with(&["relay"], b"hi\n").fails(2, "Give its command after `--`");
    let ran = world.run_with(&["relay", "--", "/nowhere/agent"], b"hi\n");
    ran.fails(1, "Check that `/nowhere/agent` runs");
    world
        .run(&["relay", "--protocol", "smoke", "--", "cat"])
        .fails(2, "claude, acp, codex or plain");
    let world = world.with("SAYSO_RELAY_PROTOCOL", "smoke");
    world.run(&["relay", "--", "cat"]).fails(2, "relay.protocol: `smoke` is not");
}

#[test]
fn the_configured_agent_is_run() {
    let world = World::new();
    let file = "[relay]\ncommand = [\"sh\", \"-c\", \"read line; echo \\\"a, b: $line\\\"\"]\nprompt = false\n";
    std::fs::write(world.path("config.toml"), file).unwrap();
    let ran = world.run_with(&["relay"], b"hi\n").ok();
    assert_eq!(ran.stdout, "a, b: hi\n");
    world.run(&["config", "set", "relay.command", "cat"]).ok();
    assert_eq!(world.run_with(&["relay"], b"hello\n").ok().stdout, "hello\n");
}

/// REQ: SL-5, SL-11, TE-1
#[test]
fn in_a_terminal_a_choice_opens_in_place() {
    let world = World::new();
    let script = json!({ "go": [{ "text": choice() }], "2": [{ "text": "Right it is." }] });
    let folder = scripted(&world, script);
    let args = ["relay", "--protocol", "claude", "--", "python3", &agent("claude.py"), &folder];
    let mut terminal = Terminal::open(&world, 80, &args);
    terminal.shows("Talking to python3: type a line");
    let signed = |screen: &str| screen.trim_end().ends_with("\n>");
    terminal.comes_to("a sign says that a line can be typed", signed);
    terminal.types("go");
    terminal.shows("Let me see.");
    terminal.shows("Which way?");
    terminal.is_armed();
    terminal.presses("j");
    terminal.is_at("Right");
    terminal.presses("\r");
    terminal.shows("Right it is.");
    assert_eq!(told(&world), ["go", "2"]);
    assert!(!terminal.bytes().contains("user_choice"), "no JSON is shown");
    // The keyboard belongs to the conversation again.
    terminal.comes_to("the sign is back", signed);
    terminal.types("and now");
    terminal.shows("heard and now");
    assert!(terminal.is_as_it_was());
    terminal.presses("\u{4}");
    assert_eq!(terminal.ends(), 0);
    let pid = u32::try_from(log(&world)[0]["pid"].as_u64().unwrap()).unwrap();
    watch::ends("the agent", pid);
}

/// Where nothing can be drawn it asks in lines, without any escape sequence.
/// REQ: SL-11, TE-1
#[test]
fn a_terminal_that_cannot_draw_is_asked_in_lines() {
    let world = World::new();
    let script = json!({ "go": [{ "text": choice() }], "2": [{ "text": "Right it is." }] });
    let folder = scripted(&world, script);
    let args = ["relay", "--protocol", "claude", "--", "python3", &agent("claude.py"), &folder];
    let mut terminal = Terminal::open_with(&world, 80, &args, &[("TERM", "dumb")]);
    terminal.comes_to("a line can be typed", |screen| screen.trim_end().ends_with("\n>"));
    terminal.types("go");
    terminal.shows("1. Left\n2. Right");
    terminal.types("right");
    terminal.shows("Press enter to send it.");
    terminal.types("");
    terminal.shows("Right it is.");
    assert_eq!(told(&world), ["go", "2"]);
    terminal.comes_to("the sign is back", |screen| screen.trim_end().ends_with("\n>"));
    terminal.types("and now");
    terminal.shows("heard and now");
    terminal.presses("\u{4}");
    assert_eq!(terminal.ends(), 0);
    assert!(!terminal.bytes().contains('\u{1b}'), "{:?}", terminal.bytes());
}

/// A question is left open with Ctrl-D while the agent goes on: what it says comes next, and one sign.
/// REQ: SL-11, TE-1
#[test]
fn after_a_question_that_is_left_open_there_is_one_sign() {
    let world = World::new();
    let (said, go_on) = (world.path("said"), world.path("go-on"));
    std::fs::write(&said, choice()).unwrap();
    let agent = r#"mkfifo "$1"; read -r line; cat "$0"; read -r line <"$1"; echo More.; cat >&2"#;
    let (said, go_on) = (said.display().to_string(), go_on.display().to_string());
    let args =
        ["relay", "--no-prompt", "--protocol", "plain", "--", "sh", "-c", agent, &said, &go_on];
    let mut terminal = Terminal::open_with(&world, 80, &args, &[("TERM", "dumb")]);
    terminal.comes_to("a line can be typed", |screen| screen.trim_end().ends_with("\n>"));
    terminal.types("go");
    terminal.shows("1. Left\n2. Right");
    terminal.presses("\u{4}");
    terminal.shows("the question waits");
    std::fs::write(&go_on, "on\n").unwrap();
    terminal.comes_to("it can go on", |screen| screen.trim_end().ends_with("More.\n>"));
    terminal.presses("\u{4}");
    assert_eq!(terminal.ends(), 0);
    assert!(!terminal.bytes().contains("> \r\n> "), "{}", terminal.bytes());
}

/// A conversation is more than its question: the prompt is left, and the next line goes to the agent.
#[test]
fn ctrl_c_at_a_question_leaves_the_question() {
    let world = World::new();
    let script = json!({ "go": [{ "text": choice() }] });
    let folder = scripted(&world, script);
    let args = ["relay", "--protocol", "claude", "--", "python3", &agent("claude.py"), &folder];
    let mut terminal = Terminal::open(&world, 80, &args);
    terminal.comes_to("a line can be typed", |screen| screen.trim_end().ends_with('>'));
    terminal.types("go");
    terminal.is_at("Left");
    terminal.presses("\u{3}");
    terminal.shows("the question waits");
    assert_eq!(world.show(&question(&world))["status"], "pending");
    terminal.comes_to("a line can be typed", |screen| screen.trim_end().ends_with('>'));
    terminal.presses("\u{4}");
    assert_eq!(terminal.ends(), 0);
}

/// Ctrl+C ends it and the agent, and withdraws the question of the agent that is gone.
#[test]
fn an_interrupt_ends_it_and_takes_the_question_back() {
    let world = World::new();
    let folder = scripted(&world, json!({ "go": [{ "text": choice() }] }));
    let args = ["relay", "--protocol", "claude", "--", "python3", &agent("claude.py"), &folder];
    let mut child = world.command(args).stdin(Stdio::piped()).spawn().unwrap();
    let mut keyboard = child.stdin.take().unwrap();
    keyboard.write_all(b"go\n").unwrap();
    let id = question(&world);
    let pid = rustix::process::Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    Ran::of(child.wait_with_output().unwrap()).ok();
    assert_eq!(world.show(&id)["status"], "withdrawn");
    let agent = u32::try_from(log(&world)[0]["pid"].as_u64().unwrap()).unwrap();
    watch::ends("the agent", agent);
}

/// Nobody sees a question in a pipe: what waits, and why, is said where the pipe is watched.
/// REQ: RA-9
#[test]
fn an_agent_that_fails_in_a_pipe_says_what_is_waited_for() {
    let world = World::new();
    let relay = piped(&world, &["relay", "--", "/bin/false"], "hi\n");
    let id = question(&world);
    world.run(&["answer", &id, "2"]).ok();
    let ran = relay.finish();
    for words in ["when its process ended", "hi", "exit status: 1"] {
        assert!(ran.stderr.contains(words), "{words}: {ran:?}");
    }
    assert!(ran.stderr.contains("waiting for an answer: "), "{ran:?}");
}
