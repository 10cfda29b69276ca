//! A hub that doesn't respond: frozen, starting forever, or something else in its place. Every
//! client has its own time limit, and requests that were given up are not carried out later.
//!
//! The worlds here run four times as fast: what takes 3, 10 and 15 s takes 0.75, 2.5 and 3.75 s.

mod agents;
mod stopping;
mod taken_back;

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::process::Child;

use rustix::process::{Pid, Signal, kill_process};
use sayso_hub::{HubInfo, Stage};
use serde_json::json;

use crate::harness::{Ran, Running, World, eventually};
use crate::pty::{INTERRUPTED, Terminal};

/// The 10 s limit is 2.5 s here.
fn quick() -> World {
    World::new().with("SAYSO_TEST_SPEED", "4")
}

fn send(pid: u32, signal: Signal) {
    kill_process(Pid::from_raw(i32::try_from(pid).unwrap()).unwrap(), signal).unwrap();
}

/// Completely stopped when this returns.
fn freeze(pid: u32) {
    send(pid, Signal::STOP);
    let status = format!("/proc/{pid}/status");
    eventually("it is stopped", || {
        std::fs::read_to_string(&status).is_ok_and(|text| text.contains("State:\tT"))
    });
}

fn thaw(pid: u32) {
    send(pid, Signal::CONT);
}

/// The hub has noticed that all who gave up are gone.
fn is_alone(world: &World) {
    eventually("nobody else is connected", || {
        world.run(&["hub", "status", "--json"]).ok().json()["connections"] == 1
    });
}

/// Something in the place of the hub: it holds the lock and accepts connections.
struct Dummy {
    _lock: File,
    listener: UnixListener,
}

impl Dummy {
    fn new(world: &World) -> Dummy {
        let info = HubInfo {
            pid: std::process::id(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            socket: world.socket().display().to_string(),
            port: 0,
            stage: Stage::Serving,
        };
        let mut lock = File::create(world.paths().lock()).unwrap();
        lock.write_all(serde_json::to_string(&info).unwrap().as_bytes()).unwrap();
        lock.try_lock().unwrap();
        Dummy { _lock: lock, listener: UnixListener::bind(world.socket()).unwrap() }
    }

    /// Sends these bytes to each connection, and nothing more.
    fn saying(&self, words: &'static [u8]) {
        let listener = self.listener.try_clone().unwrap();
        std::thread::spawn(move || {
            let mut kept: Vec<UnixStream> = Vec::new();
            for stream in listener.incoming().map_while(Result::ok) {
                let mut stream = stream;
                let mut some = [0; 16];
                let _ = stream.read(&mut some);
                let _ = stream.write_all(words);
                kept.push(stream);
            }
        });
    }
}

/// REQ: SA-3
#[test]
fn a_command_says_which_hub_does_not_answer_and_ends() {
    let world = quick();
    let hub = world.hub();
    let id = world.ask(&["Which database?", "-o", "PostgreSQL", "-o", "SQLite"]);
    freeze(hub.pid());
    let who = format!("no answer from the hub (pid {})", hub.pid());
    let commands: [&[&str]; 5] = [
        &["list"],
        &["show", &id],
        &["answer", &id, "SQLite"],
        &["wait", &id, "--for", "1s"],
        &["ask", "And now?", "-o", "yes", "-o", "no", "--no-wait"],
    ];
    for command in commands {
        let ran = world.run(command).fails(1, &format!("{who}; still waiting"));
        assert!(ran.stderr.contains(&format!("error: {who}; gave up after")), "{ran:?}");
        assert!(ran.stderr.contains("`sayso hub stop` ends it"), "{ran:?}");
    }
    // Settings of this machine are needed to fix it.
    let ran = world.run(&["config", "show"]).ok();
    assert!(ran.stderr.contains("the hub could not be read"), "{ran:?}");
    let ran = world.run(&["hub", "status", "--json"]);
    let expected = json!({ "running": true, "state": "no_answer", "pid": hub.pid() });
    assert_eq!((ran.code, ran.json()), (1, expected));
    let ran = world.run(&["hub", "run"]).fails(1, &who);
    assert!(ran.stderr.contains("`sayso hub stop` ends it"), "{ran:?}");
    // Nothing is lost, and none of the abandoned requests is carried out.
    thaw(hub.pid());
    is_alone(&world);
    let rows = world.run(&["list", "--json"]).ok().json();
    assert_eq!(rows["rows"].as_array().unwrap().len(), 1, "{rows}");
    assert_eq!(world.show(&id)["status"], "pending");
    world.run(&["answer", &id, "PostgreSQL"]).ok();
    assert_eq!(world.run(&["wait", &id]).ok().stdout, "PostgreSQL\n");
}

/// REQ: SA-3
#[test]
fn a_wait_says_so_goes_on_and_gets_its_answer() {
    let world = quick();
    let hub = world.hub();
    let id = world.ask(&["Which database?", "-o", "PostgreSQL", "-o", "SQLite"]);
    let mut child = world.command(["wait", &id]).spawn().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    world.until("it waits", || world.show(&id)["listening"] == true);
    freeze(hub.pid());
    assert_eq!(
        line(&mut stderr),
        format!("warning: no answer from the hub (pid {}); still waiting", hub.pid())
    );
    thaw(hub.pid());
    assert_eq!(line(&mut stderr), "warning: the hub answers again");
    world.run(&["answer", &id, "SQLite"]).ok();
    assert_eq!(finish(child).ok().stdout, "SQLite\n");
}

fn line(from: &mut impl BufRead) -> String {
    let mut line = String::new();
    from.read_line(&mut line).unwrap();
    line.trim_end().to_owned()
}

fn finish(child: Child) -> Ran {
    Running::of(child).finish()
}

/// REQ: SA-3
#[test]
fn a_hub_that_stays_awake_is_never_said_to_be_silent() {
    let world = quick();
    let _hub = world.hub();
    let id = world.ask(&["Which database?", "-o", "PostgreSQL", "-o", "SQLite"]);
    // Longer than the silence that would end it.
    let ran = world.run(&["wait", &id, "--for", "6s"]);
    assert_eq!(ran.code, 75, "{ran:?}");
    assert!(!ran.stderr.contains("no answer"), "{ran:?}");
}

/// REQ: SA-3
#[test]
fn what_accepts_and_says_nothing_or_half_of_it_is_no_answer() {
    let world = quick();
    let who = format!("no answer from the hub (pid {})", std::process::id());
    {
        let dummy = Dummy::new(&world);
        world.run(&["list"]).fails(1, &who);
        dummy.saying(b"HTTP/1.1 101 Switching Protocols\r\nupgrade: webso");
        world.run(&["list"]).fails(1, &who);
        let id = "3f2a3f2a-0000-4000-8000-000000000000";
        world.run(&["hub", "status"]);
        world.run(&["wait", id]).fails(1, &who);
    }
    // Both are gone: the next command starts a hub.
    std::fs::remove_file(world.socket()).unwrap();
    world.run(&["list"]).ok();
}

/// REQ: SA-3
#[test]
fn a_hub_that_starts_without_end_is_named_as_such() {
    let world = quick();
    let mut starting = File::create(world.path("data").join("hub.start")).unwrap();
    starting.lock().unwrap();
    starting.write_all(br#"{"starting":{"pid":4711}}"#).unwrap();
    let ran = world.run(&["list"]).fails(1, "the hub (pid 4711) is starting; still waiting");
    assert!(ran.stderr.contains("try again in a moment"), "{ran:?}");
    starting.set_len(0).unwrap();
    let mut starting = &starting;
    std::io::Seek::rewind(&mut starting).unwrap();
    starting.write_all(br#"{"replacing":{"pid":4712}}"#).unwrap();
    world
        .run(&["list"])
        .fails(1, "the hub (pid 4712) is being replaced by a newer version; still waiting");
}

/// REQ: SA-3
#[test]
fn what_cannot_work_fails_at_once() {
    let world = World::new();
    let at_once = |args: &[&str]| {
        let ran = world.run(args);
        assert!(!ran.stderr.contains("still waiting"), "{ran:?}");
        ran
    };
    // A socket without a listener.
    drop(UnixListener::bind(world.socket()).unwrap());
    let ran = at_once(&["hub", "status"]);
    assert_eq!((ran.code, ran.stdout.contains("not running")), (1, true), "{ran:?}");
    std::fs::remove_file(world.socket()).unwrap();
    // A listener that is not the hub.
    let listener = UnixListener::bind(world.socket()).unwrap();
    File::create(world.paths().lock()).unwrap();
    let told = format!("the process (pid {}) that listens at", std::process::id());
    let ran = at_once(&["list"]).fails(1, &told);
    assert!(ran.stderr.contains("is not the hub: nobody holds"), "{ran:?}");
    drop(listener);
    world.run(&["list"]).ok();
}

/// REQ: SA-3
#[test]
fn a_prompt_says_so_and_lets_go_at_once() {
    let world = quick();
    let hub = world.hub();
    let id = world.ask(&["Which database?", "-o", "PostgreSQL", "-o", "SQLite"]);
    let who = format!("no answer from the hub (pid {})", hub.pid());
    let mut terminal = Terminal::open(&world, 100, &["answer", &id]);
    terminal.is_armed();
    freeze(hub.pid());
    terminal.shows(&who);
    // Keys still work.
    terminal.presses("2");
    terminal.is_at("SQLite");
    terminal.presses("\r");
    terminal.shows("nothing was sent, try again");
    terminal.presses("\x03");
    assert_eq!(terminal.ends(), INTERRUPTED);
    assert!(!terminal.screen().contains("gave up after"), "{}", terminal.screen());
    thaw(hub.pid());
    is_alone(&world);
    assert_eq!(world.show(&id)["status"], "pending", "the answer was taken back");
}

/// REQ: SA-3
#[test]
fn the_inbox_says_so_and_goes_on_when_the_hub_does() {
    let world = quick();
    let hub = world.hub();
    world.ask(&["Which database?", "-o", "PostgreSQL", "-o", "SQLite"]);
    let mut terminal = Terminal::open(&world, 100, &["inbox"]);
    terminal.shows("Which database?");
    freeze(hub.pid());
    terminal.shows(&format!("no answer from the hub (pid {})", hub.pid()));
    thaw(hub.pid());
    terminal.hides("no answer");
    world.ask(&["Which cache?", "-o", "Redis", "-o", "None"]);
    terminal.shows("Which cache?");
    terminal.presses("\x03");
    assert_eq!(terminal.ends(), INTERRUPTED);
}
