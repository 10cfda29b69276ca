//! Whether a person was present is judged by the process of the connection, never by what it
//! claims.

mod surfaces;

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::harness::{Ran, World};
use crate::http::Http;

/// The test process itself doesn't count as a person here.
fn world() -> World {
    World::new().with("SAYSO_TEST_PERSON", "")
}

fn irreversible(world: &World) -> String {
    world.ask(&["Drop it?", "-o", "Drop", "-o", "Keep", "--irreversible"])
}

/// As a program of this user would send it, with arbitrary headers.
fn post(world: &World, path: &str, headers: &[(&str, &str)], body: &Value) -> (u16, Value) {
    let mut stream = UnixStream::connect(world.socket()).unwrap();
    let body = body.to_string();
    let mut head = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {}\r\n\
         Content-Type: application/json\r\n",
        body.len()
    );
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    stream.write_all(format!("{head}\r\n{body}").as_bytes()).unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    let (head, body) = reply.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, serde_json::from_str(body).unwrap())
}

fn answer(option: &str) -> Value {
    let submission = json!({ "questions": { "q1": { "options": [option] } } });
    json!({ "command": "answer", "submission": submission })
}

/// REQ: SA-7
#[test]
fn a_header_makes_no_person() {
    let world = world();
    let _hub = world.hub();
    let id = irreversible(&world);
    let act = format!("/api/v1/interactions/{id}/act");
    for surface in ["terminal", "cli", "web", "slack", "api"] {
        let claims = [("sayso-presence", "interactive"), ("sayso-surface", surface)];
        let (status, said) = post(&world, &act, &claims, &answer("Drop"));
        assert_eq!((status, &said["refusal"]["reason"]), (403, &json!("needs_person")), "{said}");
    }
    // It may answer what can be undone, and is recorded as what it is: not as a page or a chat.
    let ordinary = world.ask(&["Which?", "-o", "a", "-o", "b"]);
    let act = format!("/api/v1/interactions/{ordinary}/act");
    let claims = [("sayso-presence", "interactive"), ("sayso-surface", "slack")];
    let (status, said) = post(&world, &act, &claims, &answer("a"));
    assert_eq!(status, 200, "{said}");
    let actor = json!({ "by": "ann", "via": "api", "presence": "unattended" });
    assert_eq!(said["state"]["outcome"]["actor"], actor);
}

/// Nor does it count to be started in a terminal whose input and output belong to another program.
/// REQ: SA-7
#[test]
fn a_program_in_a_persons_terminal_is_no_person_unless_it_reads_from_it() {
    let world = world();
    let _hub = world.hub();
    let (piped, typed) = (irreversible(&world), irreversible(&world));
    // An unknown agent, started in the person's terminal, runs commands through pipes.
    let line = format!(
        "{} answer {piped} Drop </dev/null 2>&1 | cat; {} answer {typed} Drop",
        env!("CARGO_BIN_EXE_sayso"),
        env!("CARGO_BIN_EXE_sayso")
    );
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", &line]).current_dir(world.path("home"));
    for (name, value) in world.command(["list"]).get_envs() {
        shell.env(name, value.unwrap());
    }
    let mut terminal = crate::pty::Terminal::run(&shell, 160);
    terminal.shows("only a person may say yes");
    terminal.shows("Type yes");
    terminal.types("yes");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert_eq!(world.show(&piped)["status"], "pending");
    assert_eq!(world.show(&typed)["state"]["outcome"]["actor"]["presence"], "interactive");
}

/// No process check can tell it from a person, and none claims to.
/// REQ: SA-7
#[test]
fn a_terminal_of_a_programs_own_making_is_recorded_as_what_it_looks_like() {
    let world = world();
    let _hub = world.hub();
    let id = irreversible(&world);
    let ran = script(&world, &[], &format!("answer {id} Drop"));
    assert_eq!(ran.code, 0, "{ran:?}");
    let actor = json!({ "by": "ann", "via": "cli", "presence": "interactive" });
    assert_eq!(world.show(&id)["state"]["outcome"]["actor"], actor);
    // Unless it runs below an agent: then it is the agent's terminal.
    let id = irreversible(&world);
    let ran = script(&world, &[("CLAUDECODE", "1")], &format!("answer {id} Drop"));
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stdout.contains("Claude Code set CLAUDECODE"), "{ran:?}");
    assert_eq!(world.show(&id)["status"], "pending");
}

/// `script -qc 'sayso …'`, with the word typed.
pub fn script(world: &World, variables: &[(&str, &str)], line: &str) -> Ran {
    let plain = world.command(["list"]);
    let line = format!("{} {line}", env!("CARGO_BIN_EXE_sayso"));
    let mut script = Command::new("script");
    script.args(["-qec", &line, "/dev/null"]).env_clear().current_dir(world.path("home"));
    for (name, value) in plain.get_envs() {
        script.env(name, value.unwrap());
    }
    script.env("TERM", "xterm").envs(variables.iter().copied());
    script.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = script.spawn().unwrap();
    let mut keyboard = child.stdin.take().unwrap();
    // Typed ahead; the terminal buffers it until it is read.
    keyboard.write_all(b"yes\n").unwrap();
    let ran = Ran::of(child.wait_with_output().unwrap());
    drop(keyboard);
    ran
}

/// REQ: RA-7
#[test]
fn without_a_terminal_the_agents_marker_is_named_too() {
    let world = world();
    let _hub = world.hub();
    let id = irreversible(&world);
    let ran = world.run_as(&[("CLAUDECODE", "1")], &["answer", &id, "Drop"]);
    ran.fails(1, "an agent runs this command: Claude Code set CLAUDECODE");
}

/// Anyone may decline: it commits to nothing.
/// REQ: SA-7, NA-4
#[test]
fn a_program_may_say_no() {
    let world = world();
    let _hub = world.hub();
    let question = json!({
        "title": "Drop the table?", "prompt": "It holds 14,000 rows that nothing else has.",
        "selection_mode": "single", "irreversible": true,
        "options": [{"id": "drop", "label": "Drop it"}, {"id": "keep", "label": "Keep it", "safe": true, "recommended": true}],
    });
    let ask = || {
        let ran = world.run_with(&["ask", "--no-wait"], question.to_string().as_bytes());
        assert_eq!(ran.code, 75, "{ran:?}");
        ran.stdout.trim().to_owned()
    };
    let id = ask();
    world.run(&["answer", &id, "Drop it"]).fails(1, "only a person may say yes");
    world.run(&["answer", &id, "Keep it"]).ok();
    assert_eq!(world.show(&id)["status"], "submitted");
    world.run(&["cancel", &ask()]).ok();
    world.run(&["reject", &ask()]).ok();
}

/// A hub started by a bare agent knows the account's name.
/// REQ: SA-7
#[test]
fn the_persons_name_is_that_of_their_account() {
    let world = World::new();
    let mut command = world.command(["hub", "run"]);
    command.env_remove("SAYSO_TEST_USER").env_remove("USER").stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut line = [0; 5];
    child.stdout.as_mut().unwrap().read_exact(&mut line).unwrap();
    let _hub = crate::harness::Running::of(child);
    let id = world.ask(&["Which?", "-o", "a", "-o", "b"]);
    world.run(&["answer", &id, "a"]).ok();
    let own = Command::new("id").arg("-un").output().unwrap();
    let own = String::from_utf8(own.stdout).unwrap().trim().to_owned();
    assert_eq!(world.show(&id)["state"]["outcome"]["actor"]["by"], own);
}

/// REQ: RA-7
#[test]
fn a_label_counts_before_a_number() {
    let world = world();
    let _hub = world.hub();
    let id = world.ask(&["How many?", "-o", "2", "-o", "1", "-o", "many"]);
    world.run(&["answer", &id, "1"]).ok();
    assert_eq!(world.run(&["wait", &id]).ok().stdout, "1\n");
    let id = world.ask(&["How many?", "-o", "2", "-o", "1", "-o", "many"]);
    world.run(&["answer", &id, "3"]).ok();
    assert_eq!(world.run(&["wait", &id]).ok().stdout, "many\n");
}
