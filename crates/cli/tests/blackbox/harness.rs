//! A separate world for each test: data, runtime and configuration directories, a unique port, and
//! a leash that ends every hub started in it with the test.

mod process;

pub use process::{Ran, Running};

use std::ffi::OsStr;
use std::fs::{DirBuilder, File};
use std::io::Write;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use rustix::fs::{CWD, FileType, Mode, mknodat};
use sayso_api::{Connect, Deadline, Dialled, Pace, RemoteDesk};
use sayso_core::Surface;
use sayso_core::settings::Key;
use sayso_core::surface::{Actor, Presence};
use sayso_desk::{Answering, DeskError};
use sayso_hub::{HubInfo, Paths};
use sayso_store::test_postgres::TestSchema;
use serde_json::Value;
use tempfile::TempDir;
use tokio::net::UnixStream;
use tokio::sync::Semaphore;

use crate::watch::{self, Changes, WatchFlags};

/// The system allows a user 128 watches, and a storm has more desks than that.
static WATCHERS: Semaphore = Semaphore::const_new(16);

/// The limit of every wait: what hasn't happened by then never will.
pub const PATIENCE: Duration = Duration::from_secs(30);

pub struct World {
    dir: TempDir,
    /// Open while the test runs; hubs read the other end.
    _leash: File,
    extra: Vec<(String, String)>,
    /// Where its hubs keep everything, if this is a run over PostgreSQL.
    _schema: Option<TestSchema>,
}

impl World {
    pub fn new() -> World {
        let dir = tempfile::Builder::new().prefix("sayso-test-").tempdir().unwrap();
        let fifo = dir.path().join("leash");
        mknodat(CWD, &fifo, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
        // Opened for both, so that opening doesn't block.
        let leash = File::options().read(true).write(true).open(&fifo).unwrap();
        for name in ["data", "run", "home"] {
            // As the hub would create them: a looser mode causes a warning.
            DirBuilder::new().mode(0o700).create(dir.path().join(name)).unwrap();
        }
        let world = World { dir, _leash: leash, extra: Vec::new(), _schema: None };
        match std::env::var("SAYSO_TEST_STORE").as_deref() {
            Ok("postgres") => world.over(TestSchema::new().expect("asked for by name")),
            Ok(other) => panic!("SAYSO_TEST_STORE: there is no store `{other}`"),
            Err(_) => world,
        }
    }

    /// Hubs of this world keep everything there.
    pub fn over(self, schema: TestSchema) -> World {
        let world = self.with("SAYSO_DATABASE", &schema.url());
        World { _schema: Some(schema), ..world }
    }

    /// Sets a variable for everything that is run from now on.
    pub fn with(mut self, name: &str, value: &str) -> World {
        self.extra.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub fn paths(&self) -> Paths {
        Paths::new(&self.path("data"))
    }

    /// What the lock file says about the hub that runs or ran last.
    pub fn hub_info(&self) -> HubInfo {
        HubInfo::read(&self.paths().lock()).expect("there was a hub")
    }

    pub fn command<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Command {
        let mut command = self.program(env!("CARGO_BIN_EXE_sayso"));
        command.args(args);
        command
    }

    /// Another program, in the same environment.
    pub fn program(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.path("home"))
            .env("USER", "ann")
            .env("SAYSO_TEST_USER", "ann")
            .env("SAYSO_TEST_PERSON", std::process::id().to_string())
            .env("TZ", "UTC")
            .env("XDG_RUNTIME_DIR", self.path("run"))
            .env("SAYSO_DATA_DIR", self.path("data"))
            .env("SAYSO_CONFIG", self.path("config.toml"))
            .env("SAYSO_PORT", "0")
            .env("SAYSO_TEST_LEASH", self.path("leash"))
            .env("SAYSO_TEST_ANCESTORS", "")
            .current_dir(self.dir.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        for (name, value) in &self.extra {
            command.env(name, value);
        }
        command
    }

    /// A line in the shell of a person elsewhere who has configured nothing.
    pub fn shell(&self, line: &str) -> Command {
        let mut command = Command::new("/bin/sh");
        command
            .args(["-c", line])
            .env_clear()
            .env("HOME", self.path("home"))
            .env("USER", "ann")
            .env("XDG_RUNTIME_DIR", self.path("run"))
            .env("SAYSO_TEST_ANCESTORS", "")
            .current_dir("/")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// This program where `npx` puts it.
    pub fn through_npx(&self) -> PathBuf {
        let folder = self.path("home/.npm/_npx/0f3a/node_modules/sayso-mcp-linux-x64/bin");
        std::fs::create_dir_all(&folder).unwrap();
        let (binary, there) = (env!("CARGO_BIN_EXE_sayso"), folder.join("sayso"));
        let linked = std::fs::hard_link(binary, &there);
        linked.or_else(|_| std::fs::copy(binary, &there).map(drop)).unwrap();
        there
    }

    /// Runs it to completion.
    pub fn run(&self, args: &[&str]) -> Ran {
        Ran::of(self.command(args).output().unwrap())
    }

    pub fn run_with(&self, args: &[&str], stdin: &[u8]) -> Ran {
        Ran::fed(&mut self.command(args), stdin)
    }

    /// Where the hub of this world listens.
    pub fn socket(&self) -> PathBuf {
        self.paths().socket().expect("a short path")
    }

    /// Asks a question and returns its id.
    pub fn ask(&self, args: &[&str]) -> String {
        let all: Vec<&str> = ["ask"].iter().chain(args).chain(&["--no-wait"]).copied().collect();
        let ran = self.run(&all);
        assert_eq!(ran.code, 75, "{ran:?}");
        ran.stdout.trim().to_owned()
    }

    pub fn show(&self, id: &str) -> Value {
        self.run(&["show", id, "--json"]).ok().json()
    }

    /// Runs in the background; killed if the test ends first.
    pub fn spawn(&self, args: &[&str]) -> Running {
        Running::of(self.command(args).spawn().unwrap())
    }

    /// A hub in the foreground, ready. Killing it kills the hub process itself.
    pub fn hub(&self) -> Running {
        // To a file: nobody reads its log, and a full pipe would block it.
        let said = self.path("said");
        let stderr = File::create(&said).unwrap();
        let mut child = self.command(["hub", "run"]).stderr(stderr).spawn().unwrap();
        let line = first_line(&mut child);
        assert!(line.starts_with("ready"), "{line}{}", std::fs::read_to_string(said).unwrap());
        Running::of(child)
    }

    /// A client in this process, acting as a person at a terminal.
    pub fn desk(&self) -> RemoteDesk {
        desk(self.paths())
    }
}

/// What a hub in the foreground says first: it is ready.
pub fn first_line(hub: &mut Child) -> String {
    let mut line = String::new();
    let mut stdout = std::io::BufReader::new(hub.stdout.take().unwrap());
    std::io::BufRead::read_line(&mut stdout, &mut line).unwrap();
    line
}

/// A client of the hub in this place.
pub fn desk(paths: Paths) -> RemoteDesk {
    RemoteDesk::paced(Arc::new(ThisHub(paths)), Surface::Terminal, PATIENT)
}

/// For a client that waits for the next hub, until there has been none for too long.
const PATIENT: Pace = Pace {
    mention: Duration::from_secs(60),
    end: Duration::from_secs(60),
    starting: Duration::from_secs(60),
    silence: Duration::from_secs(15),
};

/// Connects to the running hub, or to the next one.
struct ThisHub(Paths);

#[async_trait]
impl Connect for ThisHub {
    async fn connect(&self, _: Deadline) -> Result<Dialled, DeskError> {
        let socket = self.0.socket().expect("a short path");
        if let Ok(stream) = UnixStream::connect(&socket).await {
            return Ok(Dialled::new(stream, "localhost"));
        }
        let connected = tokio::time::timeout(PATIENCE, async {
            let _watcher = WATCHERS.acquire().await;
            // A hub writes its lock file when it listens, so every start causes a change.
            let mut changes = Changes::within(&self.0.data_dir, WatchFlags::ALL_EVENTS);
            loop {
                match UnixStream::connect(&socket).await {
                    Ok(stream) => return stream,
                    Err(_) => changes.count(1).await,
                }
            }
        });
        match connected.await {
            Ok(stream) => Ok(Dialled::new(stream, "localhost")),
            Err(_) => Err(DeskError::Unreachable("no hub has started".to_owned())),
        }
    }

    fn token(&self) -> Option<&str> {
        None
    }
}

/// Ignored by a remote desk.
pub fn nobody() -> Actor {
    Actor::new(None, Surface::Terminal, Presence::Interactive)
}

/// Waits until the condition holds, checking it periodically; fails the test if it never does. Only
/// for what neither the hub (`World::until`), files nor processes (`until`) tell.
#[track_caller]
pub fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "never happened: {what}");
        std::thread::park_timeout(Duration::from_millis(5));
    }
}

/// The memory of a process, in kB.
#[cfg(target_os = "linux")]
pub fn resident(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Whether a process with this id exists and isn't a zombie.
pub fn is_alive(pid: u32) -> bool {
    let status = Path::new("/proc").join(pid.to_string()).join("status");
    std::fs::read_to_string(status).is_ok_and(|text| !text.contains("State:\tZ"))
}

/// For tests that kill, race and count hubs.
impl World {
    /// A hub with additional variables, ready. It logs to a file.
    pub fn hub_with(&self, variables: &[(&str, &str)]) -> Running {
        let mut command = self.command(["hub", "run"]);
        command.env("SAYSO_LOG_FILE", self.path("hub.log")).envs(variables.iter().copied());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        let mut stdout = std::io::BufReader::new(child.stdout.take().unwrap());
        std::io::BufRead::read_line(&mut stdout, &mut line).unwrap();
        assert!(line.starts_with("ready"), "{line}");
        Running::of(child)
    }

    /// Runs it to completion, with additional variables.
    pub fn run_as(&self, variables: &[(&str, &str)], args: &[&str]) -> Ran {
        Ran::of(self.command(args).envs(variables.iter().copied()).output().unwrap())
    }

    /// A client in this process, acting as a person on this surface.
    pub fn desk_at(&self, surface: Surface) -> RemoteDesk {
        RemoteDesk::paced(Arc::new(ThisHub(self.paths())), surface, PATIENT)
    }

    /// Sets a personal setting, as the person.
    pub fn set(&self, key: Key, value: &str) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(self.desk().set_setting(key, Some(value.to_owned()))).unwrap();
    }

    /// Every running hub of this world, no matter who started it.
    pub fn hubs(&self) -> Vec<u32> {
        let data = format!("SAYSO_DATA_DIR={}", self.path("data").display());
        let processes = std::fs::read_dir("/proc").unwrap().filter_map(Result::ok);
        let hubs = processes.filter_map(|process| {
            let pid: u32 = process.file_name().to_str()?.parse().ok()?;
            let read = |name: &str| std::fs::read(process.path().join(name)).ok();
            let has = |bytes: &[u8], text: &str| {
                bytes.split(|b| *b == 0).any(|part| part == text.as_bytes())
            };
            let (command, environment) = (read("cmdline")?, read("environ")?);
            (has(&command, "hub") && has(&environment, &data)).then_some(pid)
        });
        hubs.collect()
    }
}
