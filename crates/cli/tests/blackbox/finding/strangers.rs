//! Other users: we don't connect to them, and they can't connect to us. Tests that need a second
//! user run only as root, and say so otherwise.

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};

use rustix::process::Signal;

use super::{Home, run};
use crate::crash::askers::send;
use crate::harness::Running;
use crate::until;

/// `nobody` on every Linux.
const OTHER: u32 = 65_534;

fn is_root() -> bool {
    let root = rustix::process::geteuid().is_root();
    if !root {
        skipped("a second user can only be had by root");
    }
    root
}

#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn skipped(why: &str) {
    eprintln!("skipped: {why}");
}

/// REQ: SA-1
#[test]
fn a_link_in_the_place_of_the_data_directory_is_refused_with_the_reason() {
    let home = Home::new();
    run(home.bare(&["list"])).ok();
    let (data, moved) = (home.paths().data_dir, home.home().join("moved"));
    std::fs::rename(&data, &moved).unwrap();
    symlink(&moved, &data).unwrap();
    for command in [["list", "--json"], ["hub", "status"], ["hub", "stop"]] {
        run(home.bare(&command))
            .fails(1, "is a symbolic link; set SAYSO_DATA_DIR to the directory");
    }
    // Not even with a trailing slash.
    let mut slash = home.bare(&["list"]);
    slash.env("SAYSO_DATA_DIR", format!("{}/", data.display()));
    run(slash).fails(1, "is a symbolic link");
    let mut itself = home.bare(&["list"]);
    itself.env("SAYSO_DATA_DIR", &moved);
    run(itself).ok();
}

/// REQ: SA-1, SA-8
#[test]
fn a_data_directory_open_to_others_is_tightened_with_a_warning() {
    let home = Home::new();
    run(home.bare(&["list"])).ok();
    let data = home.paths().data_dir;
    std::fs::set_permissions(&data, PermissionsExt::from_mode(0o775)).unwrap();
    run(home.bare(&["hub", "status"])).fails(1, "close it with `chmod 700");
    assert_eq!(std::fs::metadata(&data).unwrap().permissions().mode() & 0o777, 0o775);
    let ran = run(home.bare(&["list"])).ok();
    assert!(ran.stderr.contains("was open to other users (mode 775)"), "{ran:?}");
    assert_eq!(std::fs::metadata(&data).unwrap().permissions().mode() & 0o777, 0o700);
    let ran = run(home.bare(&["list"])).ok();
    assert!(!ran.stderr.contains("open to other users"), "{ran:?}");
}

/// A mistyped directory loses nothing, whatever is run there.
/// REQ: SA-1, SA-8
#[test]
fn a_directory_of_something_else_is_left_as_it_is() {
    let home = Home::new();
    let wrong = home.home().join("project");
    std::fs::create_dir(&wrong).unwrap();
    std::fs::write(wrong.join("run.sh"), "").unwrap();
    let script = wrong.join("run.sh");
    for path in [&wrong, &script] {
        std::fs::set_permissions(path, PermissionsExt::from_mode(0o755)).unwrap();
    }
    let wrong_dir = wrong.to_str().unwrap();
    let refusal = "is not a data directory of sayso: run.sh is in it; nothing there was changed";
    for (args, says) in [
        (&["list"][..], refusal),
        (&["hub", "run"], refusal),
        (&["ask", "Which?", "-o", "a", "-o", "b"], refusal),
        (&["pause", "claude-code"], refusal),
        (&["hub", "status"], ""),
        (&["hub", "stop"], ""),
    ] {
        let ran = run(home.bare(&[&["--data-dir", wrong_dir], args].concat()));
        assert!(ran.stderr.contains(says), "{args:?}: {ran:?}");
        assert_eq!(ran.code, i32::from(args != ["hub", "stop"]), "{args:?}: {ran:?}");
        for path in [&wrong, &script] {
            let mode = std::fs::metadata(path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o755, "{args:?}: {}", path.display());
        }
        assert_eq!(std::fs::read_dir(&wrong).unwrap().count(), 1, "{args:?}");
    }
}

/// REQ: SA-1, SA-3
#[test]
fn a_data_directory_of_another_user_is_refused_at_once() {
    if !is_root() {
        return;
    }
    let home = Home::new();
    run(home.bare(&["list"])).ok();
    chown(home.paths().data_dir, Some(OTHER), Some(OTHER)).unwrap();
    run(home.bare(&["list"])).fails(1, "belongs to another user (uid 65534, you are 0)");
    run(home.bare(&["hub", "run"])).fails(1, "belongs to another user (uid 65534, you are 0)");
}

/// A hub of another user, at our own socket's path and at its own.
/// REQ: SA-1, SA-3
#[test]
fn a_hub_of_another_user_gets_no_word_and_gives_none() {
    if !is_root() {
        return;
    }
    let (ours, theirs) = (Home::new(), Home::new());
    let mut everything = Command::new("chown");
    everything.arg("-R").arg(OTHER.to_string()).arg(theirs.dir.path());
    assert!(everything.status().unwrap().success());
    let mut hub = Command::new("setpriv");
    let plain = theirs.bare(&[]);
    hub.arg(format!("--reuid={OTHER}")).args(["--clear-groups", "--"]).arg(plain.get_program());
    hub.args(["hub", "run"]).env_clear().stdin(Stdio::null()).stdout(Stdio::piped());
    hub.envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let mut child = hub.stderr(Stdio::piped()).spawn().unwrap();
    let (stdout, stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let hub = Running::of(child);
    let mut line = String::new();
    BufReader::new(stdout).read_line(&mut line).unwrap();
    if !line.starts_with("ready") {
        let mut why = String::new();
        BufReader::new(stderr).read_to_string(&mut why).unwrap();
        assert!(why.contains("Permission denied"), "{why}");
        return skipped(&format!("the binary cannot be run by another user here: {why}"));
    }

    // Root can open its socket, but gets no further.
    let socket = theirs.paths().socket().unwrap();
    let mut stream = UnixStream::connect(&socket).unwrap();
    stream
        .write_all(b"GET /api/v1/status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .unwrap();
    let mut lines = BufReader::new(stream).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "HTTP/1.1 403 Forbidden");
    let body = lines.map_while(Result::ok).find(|line| line.contains("detail")).unwrap_or_default();
    assert!(body.contains("belongs to another user (uid 65534, you are 0)"), "{body}");

    // It is at the path where ours would be: nothing is sent to it.
    run(ours.bare(&["list"])).ok();
    ours.kill_hub();
    until::processes("ours is gone", || ours.hubs(), <[u32]>::is_empty);
    // Frozen, or it would replace this socket with a new one at its own path.
    send(hub.pid(), Signal::STOP);
    std::fs::rename(&socket, ours.paths().socket().unwrap()).unwrap();
    let told = run(ours.bare(&["ask", "A secret?", "-o", "yes", "--no-wait"]));
    told.fails(1, "belongs to another user (uid 65534, you are 0)");
    assert!(ours.hubs().is_empty(), "nothing is started beside it");
}
