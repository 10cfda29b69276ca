//! Finding the hub by the data directory alone, regardless of who starts it and with which
//! variables.

mod bare;
mod desktop;
mod strangers;

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use sayso_hub::{HubInfo, Paths};
use tempfile::TempDir;

use crate::harness::Ran;
use crate::until;
use crate::watch;

/// A person's home directory: the only thing that two processes have in common. Hubs started in it
/// end with the test.
struct Home {
    dir: TempDir,
    /// Below the directory; the value of `HOME`.
    name: String,
}

impl Home {
    fn new() -> Home {
        Home::named("home")
    }

    fn named(name: &str) -> Home {
        let dir = tempfile::Builder::new().prefix("sayso-test-").tempdir().unwrap();
        let home = Home { dir, name: name.to_owned() };
        for name in ["bin", "run"] {
            std::fs::create_dir(home.dir.path().join(name)).unwrap();
        }
        let config = home.home().join(".config/sayso");
        std::fs::create_dir_all(&config).unwrap();
        std::fs::write(config.join("config.toml"), "[hub]\nport = 0\n").unwrap();
        // The session manager of the user who runs the tests must not interfere.
        home.program("systemctl", "exit 1");
        home
    }

    fn home(&self) -> PathBuf {
        self.dir.path().join(&self.name)
    }

    fn paths(&self) -> Paths {
        Paths::new(&self.home().join(".local/share/sayso"))
    }

    fn info(&self) -> HubInfo {
        HubInfo::read(&self.paths().lock()).expect("there was a hub")
    }

    /// A program with this name, first on the path.
    fn program(&self, name: &str, script: &str) {
        let path = self.dir.path().join("bin").join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
    }

    /// As an agent starts it: `env -i HOME=… PATH=… sayso …`.
    fn bare(&self, args: &[&str]) -> Command {
        let path = std::env::var("PATH").unwrap_or_default();
        let mut command = Command::new(env!("CARGO_BIN_EXE_sayso"));
        command
            .args(args)
            .env_clear()
            .env("HOME", self.home())
            .env("PATH", format!("{}:{path}", self.dir.path().join("bin").display()))
            .current_dir("/")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// As in a person's login shell.
    fn login(&self, args: &[&str]) -> Command {
        let mut command = self.bare(args);
        command
            .env("USER", "ann")
            .env("LOGNAME", "ann")
            .env("LANG", "en_US.UTF-8")
            .env("XDG_RUNTIME_DIR", self.dir.path().join("run"))
            .env("TERM", "xterm-256color");
        command
    }

    fn hub_pid(&self) -> u64 {
        run(self.login(&["hub", "status", "--json"])).ok().json()["pid"].as_u64().unwrap()
    }

    /// Every running hub of this home.
    fn hubs(&self) -> Vec<u32> {
        let home = format!("HOME={}", self.home().display());
        let processes = std::fs::read_dir("/proc").unwrap().filter_map(Result::ok);
        let hubs = processes.filter_map(|process| {
            let pid: u32 = process.file_name().to_str()?.parse().ok()?;
            let read = |name: &str| std::fs::read(process.path().join(name)).ok();
            let has = |bytes: &[u8], text: &str| {
                bytes.split(|b| *b == 0).any(|part| part == text.as_bytes())
            };
            let (command, environment) = (read("cmdline")?, read("environ")?);
            (has(&command, "hub") && has(&environment, &home)).then_some(pid)
        });
        hubs.collect()
    }

    fn kill_hub(&self) {
        let pid = self.info().pid;
        kill(pid);
        watch::ends("the hub", pid);
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        self.hubs().into_iter().for_each(kill);
    }
}

fn kill(pid: u32) {
    if let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
        // It may have ended by itself.
        let _ = kill_process(pid, Signal::KILL);
    }
}

fn run(mut command: Command) -> Ran {
    Ran::of(command.output().unwrap())
}

/// With a log that shows how often it connected.
fn counted(mut command: Command, log: &Path) -> Command {
    command.env("SAYSO_LOG_LEVEL", "debug").env("SAYSO_LOG_FILE", log);
    command
}

fn connects(log: &Path) -> usize {
    std::fs::read_to_string(log).unwrap().matches("connecting socket=").count()
}

/// REQ: RA-1
#[test]
fn many_bare_clients_at_once_find_one_hub_each_by_two_connects_at_most() {
    let home = Home::new();
    let mut round = 0;
    let mut all_find_one = || {
        round += 1;
        let logs: Vec<PathBuf> =
            (0..10).map(|n| home.dir.path().join(format!("{round}-{n}.log"))).collect();
        let started = logs.iter().map(|log| counted(home.bare(&["list", "--json"]), log).spawn());
        let started: Vec<_> = started.map(Result::unwrap).collect();
        for client in started {
            let ran = Ran::of(client.wait_with_output().unwrap()).ok();
            assert_eq!(ran.json()["rows"], serde_json::json!([]));
        }
        assert_eq!(home.hubs(), [home.info().pid]);
        for log in &logs {
            assert!((1..=2).contains(&connects(log)), "{}", std::fs::read_to_string(log).unwrap());
        }
        home.info().pid
    };
    let first = all_find_one();
    // It leaves a socket without a listener, and a lock file that names it.
    home.kill_hub();
    assert!(home.paths().socket().unwrap().exists());
    let second = all_find_one();
    assert_ne!(first, second);
    assert_eq!(all_find_one(), second);
}

/// REQ: RA-1
#[test]
fn a_hub_without_its_socket_is_named_at_once() {
    let home = Home::new();
    run(home.bare(&["list"])).ok();
    let pid = home.info().pid;
    // It binds a removed socket again, unless it is frozen.
    let frozen = Pid::from_raw(pid.try_into().unwrap()).unwrap();
    kill_process(frozen, Signal::STOP).unwrap();
    std::fs::remove_file(home.paths().socket().unwrap()).unwrap();
    let log = home.dir.path().join("log");
    let told = run(counted(home.bare(&["list"]), &log));
    told.fails(1, &format!("the hub (pid {pid}) is running, but its socket"));
    assert!(connects(&log) <= 3);
    kill_process(frozen, Signal::CONT).unwrap();
    let socket = home.paths().socket().unwrap();
    until::files("it listens again", &[&home.paths().data_dir], || socket.exists());
    run(home.bare(&["list"])).ok();
    assert_eq!(home.info().pid, pid);
}

/// REQ: RA-1, SA-1
#[test]
fn a_data_directory_too_long_for_a_socket_has_a_private_place_that_the_lock_file_names() {
    let home = Home::named(&["d"; 100].join("/"));
    run(home.bare(&["list"])).ok();
    assert!(home.paths().data_dir.as_os_str().len() > 200);
    let socket = PathBuf::from(home.info().socket);
    let place = socket.parent().unwrap().to_owned();
    assert_eq!(place.parent(), Some(Path::new("/tmp")));
    assert_eq!(std::fs::metadata(&place).unwrap().permissions().mode() & 0o777, 0o700);
    let pid = home.hub_pid();
    assert_eq!((pid, home.hubs().len()), (home.info().pid.into(), 1));

    // It is reused after a crash, and removed when the hub has ended.
    home.kill_hub();
    run(home.login(&["list"])).ok();
    assert_eq!(home.info().socket, socket.display().to_string());
    // A folder that others can enter is not used.
    std::fs::set_permissions(&place, PermissionsExt::from_mode(0o755)).unwrap();
    run(home.bare(&["list"])).fails(1, "is open to other users (mode 755)");
    std::fs::set_permissions(&place, PermissionsExt::from_mode(0o700)).unwrap();
    run(home.bare(&["hub", "stop"])).ok();
    until::processes("the hub ends", || home.hubs(), <[u32]>::is_empty);
    assert!(!place.exists(), "nothing is left");
}
