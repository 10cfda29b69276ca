//! `sayso setup --questions` for agents to whose servers the hub connects: a line in our own
//! configuration, none in the agent's.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::os::unix::net::UnixListener;
use std::sync::mpsc;
use std::time::Duration;

use serde_json::Value;

use crate::harness::{PATIENCE, World};

fn world() -> World {
    World::new().with("PATH", "/nonexistent")
}

fn config(world: &World) -> String {
    std::fs::read_to_string(world.path("config.toml")).unwrap_or_default()
}

/// What `sayso doctor` says about the questions of this agent.
fn said(world: &World, agent: &str) -> String {
    let ran = world.run(&["doctor", agent, "--json"]);
    let all: Value = serde_json::from_str(&ran.stdout).unwrap();
    let parts = all["parts"].as_array().unwrap().iter().filter(|part| part["name"] == "questions");
    parts.map(|part| part["says"].as_str().unwrap_or_default().to_owned() + "\n").collect()
}

/// REQ: AD-1, SA-1
#[test]
fn opencode_is_brought_here_by_its_port_and_its_password_is_never_printed() {
    let world = world().with("OPENCODE_SERVER_PASSWORD", "hush:1");
    assert!(said(&world, "opencode").contains("asks in its own terminal only"));
    let questions = ["setup", "opencode", "--questions", "--port", "4177"];
    let dry = world.run(&[&questions[..], &["--dry-run"]].concat()).ok();
    assert!(dry.stdout.contains("bridges.opencode") && !config(&world).contains("4177"), "{dry:?}");
    let ran = world.run(&[&questions[..], &["--yes"]].concat()).ok();
    let text = config(&world);
    assert!(text.contains("http://opencode:hush%3A1@127.0.0.1:4177"), "{text}");
    let mode = std::fs::metadata(world.path("config.toml")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    for own in std::fs::read_dir(world.path("home/.config/opencode")).unwrap() {
        let text = std::fs::read_to_string(own.unwrap().path()).unwrap();
        assert!(!text.contains("4177"), "nothing in OpenCode's: {text}");
    }
    let shown = world.run(&["config", "show"]).ok();
    let doctor = said(&world, "opencode");
    for printed in [&ran.stdout, &shown.stdout, &doctor] {
        assert!(printed.contains("127.0.0.1:4177") && !printed.contains("hush"), "{printed}");
    }
    assert!(doctor.contains("doesn't listen") && doctor.contains("--port"), "{doctor}");
    world.run(&["config", "set", "bridges.opencode", "http://:x@127.0.0.1:1"]).fails(2, "password");
    world
        .run(&["config", "set", "bridges.opencode", "http://203.0.113.7:1"])
        .fails(2, "this machine");
    world.run(&["setup", "opencode", "--undo", "--yes"]).ok();
    assert!(!config(&world).contains("4177"), "{}", config(&world));
}

/// REQ: AD-1
#[test]
fn codex_is_brought_here_by_its_directory() {
    let world = world();
    let ran = world.run(&["setup", "codex", "--questions", "--yes"]).ok();
    let home = world.path("home/.codex");
    assert!(config(&world).contains(&home.display().to_string()), "{}", config(&world));
    let codex = std::fs::read_to_string(home.join("config.toml")).unwrap();
    assert!(!codex.contains("bridges.codex"), "nothing in Codex's: {codex}");
    // For its sessions without that daemon.
    let hooks = std::fs::read_to_string(home.join("hooks.json")).unwrap();
    assert!(hooks.contains("PermissionRequest") && hooks.contains("|| exit 0"), "{hooks}");
    assert!(!hooks.contains("PreToolUse"), "nothing guards: {hooks}");
    assert!(ran.stdout.contains("skips the hook until you confirm it with /hooks"), "{ran:?}");
    let doctor = world.run(&["doctor", "codex"]).stdout;
    let unconfirmed = "its hook for permission prompts is not confirmed, so it is skipped";
    assert!(doctor.contains(unconfirmed), "{doctor}");
    let doctor = said(&world, "codex");
    assert!(doctor.contains("codex exec") && doctor.contains("no daemon runs"), "{doctor}");
    let again = world.run(&["setup", "codex", "--questions", "--yes"]).ok();
    assert!(again.stdout.contains("nothing has to change"), "{again:?}");
    world.run(&["pause", "codex", "1h"]).ok();
}

/// The first line of each connection, and whether that is still there.
struct Callers(mpsc::Receiver<(String, mpsc::Receiver<()>)>);

impl Callers {
    fn of<S: Read + Send + 'static>(
        mut accept: impl FnMut() -> std::io::Result<S> + Send + 'static,
    ) -> Callers {
        let (tell, callers) = mpsc::channel();
        std::thread::spawn(move || {
            while let Ok(stream) = accept() {
                let (mut reader, mut line) = (BufReader::new(stream), String::new());
                let _ = reader.read_line(&mut line);
                let (here, gone) = mpsc::channel();
                let _ = tell.send((line, gone));
                std::thread::spawn(move || {
                    let _here = here;
                    let _ = reader.read_to_end(&mut Vec::new());
                });
            }
        });
        Callers(callers)
    }

    #[track_caller]
    fn next(&self) -> (String, mpsc::Receiver<()>) {
        self.0.recv_timeout(PATIENCE).expect("the hub connects")
    }
}

#[track_caller]
fn ends(connection: &mpsc::Receiver<()>) {
    let ended = connection.recv_timeout(PATIENCE);
    assert_eq!(ended, Err(mpsc::RecvTimeoutError::Disconnected), "the hub disconnects");
}

/// A hub that runs takes over what setup has written, also into a directory that isn't there yet.
/// REQ: AD-1
#[test]
fn a_running_hub_learns_of_a_bridge_and_of_its_end() {
    let world = world();
    let file = world.path("home/.config/sayso/config.toml");
    let world = world.with("SAYSO_CONFIG", file.to_str().unwrap());
    let _hub = world.hub();
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = server.local_addr().unwrap().port().to_string();
    let opencode = Callers::of(move || server.accept().map(|(stream, _)| stream));
    let questions = ["setup", "opencode", "--questions", "--yes", "--port", &port];
    let ran = world.run(&questions).ok();
    assert!(!ran.stdout.contains("hub stop"), "nothing is left to do: {ran:?}");
    let (line, opencode_is_there) = opencode.next();
    assert!(line.starts_with("GET /event "), "{line}");

    let home = world.path("home/.codex");
    for folder in [&home, &home.join("app-server-control")] {
        std::fs::DirBuilder::new().mode(0o700).create(folder).unwrap();
    }
    let socket = home.join("app-server-control/app-server-control.sock");
    let daemon = UnixListener::bind(socket).unwrap();
    let codex = Callers::of(move || daemon.accept().map(|(stream, _)| stream));
    world.run(&["setup", "codex", "--questions", "--yes"]).ok();
    let (line, codex_is_there) = codex.next();
    assert!(line.starts_with("GET / "), "{line}");
    let stays = opencode_is_there.recv_timeout(Duration::ZERO);
    assert_eq!(stays, Err(mpsc::RecvTimeoutError::Timeout), "the other one stays connected");

    for (agent, connection) in [("codex", &codex_is_there), ("opencode", &opencode_is_there)] {
        world.run(&["setup", agent, "--undo", "--yes"]).ok();
        ends(connection);
    }
}

/// REQ: AD-1
#[test]
fn doctor_says_why_questions_of_others_stay_in_their_terminals() {
    let world = world();
    let gemini = said(&world, "gemini");
    assert!(gemini.contains("stay in its terminal"), "{gemini}");
    let before = said(&world, "qwen");
    assert!(before.contains("`sayso setup qwen --questions`"), "{before}");
    world.run(&["setup", "qwen", "--questions", "--yes"]).ok();
    let qwen = said(&world, "qwen");
    for part in ["its own dialog waits", "`ask_user_question`", "qwen -p"] {
        assert!(qwen.contains(part), "{part}: {qwen}");
    }
}
