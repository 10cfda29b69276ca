//! A home directory per cell: with the person's login session, and the agent connected as in the
//! guide or by `sayso setup`, with the environment that this agent gives its server.

mod processes;
mod terminal;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs::File;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::Value;
use tempfile::TempDir;

use crate::agent::{Agent, Launch};
use crate::guide::{Snippet, snippets};
use crate::sandbox;

/// The limit of every wait: what hasn't happened by then never will. Agents start slowly.
pub const PATIENCE: Duration = Duration::from_secs(90);

pub struct World {
    dir: TempDir,
    path: String,
    agent: Agent,
    /// The running agent, with all its child processes.
    running: RefCell<Option<Child>>,
    /// Questions that the person has seen.
    seen: RefCell<BTreeSet<String>>,
}

impl World {
    /// With these settings of sayso; the agent isn't connected yet.
    pub fn new(agent: Agent, installed: &Path, settings: &str) -> World {
        let dir = tempfile::Builder::new().prefix("sayso-agents-").tempdir().unwrap();
        for name in ["bin", "home", "run", "work", "home/.config/sayso"] {
            std::fs::create_dir_all(dir.path().join(name)).unwrap();
        }
        // On the path, for the guide's snippets.
        let sayso = dir.path().join("bin/sayso");
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_sayso"), sayso).unwrap();
        let node = std::fs::read_dir(installed.parent().unwrap()).unwrap();
        let node = node.map(|entry| entry.unwrap().path());
        let node = node.filter(|path| path.to_string_lossy().contains("/node-")).max().unwrap();
        let path = [dir.path().join("bin"), installed.join("node_modules/.bin"), node.join("bin")];
        let path = path.map(|path| path.display().to_string()).join(":");
        let path = format!("{path}:/usr/local/bin:/usr/bin:/bin");
        let world =
            World { dir, path, agent, running: RefCell::default(), seen: RefCell::default() };
        world.write(".config/sayso/config.toml", settings);
        world
    }

    /// Connects the agent as in the guide.
    pub fn connect(&self) {
        for snippet in snippets(self.agent, "By hand") {
            match snippet {
                Snippet::File { path, text } => {
                    self.write(path.strip_prefix("~/").expect("below the home directory"), &text);
                }
                Snippet::Command(line) => self.shell(&line),
            }
        }
    }

    /// Runs these commands in the person's shell.
    #[track_caller]
    pub fn shell(&self, lines: &str) {
        let mut command = self.login("sh");
        self.offline(&mut command);
        let done = command.args(["-ec", lines]).output().unwrap();
        assert!(done.status.success(), "{lines}: {done:?}");
    }

    /// Connects the agents that are found here: just this one.
    pub fn set_up(&self, more: &[&str]) {
        let said = self.person(&[&["setup", "--yes", "--json"], more].concat());
        let said: Value = serde_json::from_str(&said).unwrap();
        let ids: Vec<&str> = said["agents"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|one| one["id"].as_str())
            .collect();
        assert_eq!(ids, [self.agent.family()], "{said}");
    }

    pub fn home(&self) -> PathBuf {
        self.dir.path().join("home")
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.home().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// What is first on the search path.
    pub fn bin(&self) -> PathBuf {
        self.dir.path().join("bin")
    }

    /// The agent's working directory.
    pub fn work(&self) -> PathBuf {
        self.dir.path().join("work")
    }

    /// Sets these fields in a JSON file below the home directory.
    pub fn put(&self, name: &str, value: &Value) {
        match self.home().join(name).exists() {
            true => self.change(name, |there| {
                let fields = value.as_object().unwrap().clone();
                there.as_object_mut().unwrap().extend(fields);
            }),
            false => self.write(name, &value.to_string()),
        }
    }

    /// Changes a JSON file below the home directory.
    pub fn change(&self, name: &str, change: impl FnOnce(&mut Value)) {
        let path = self.home().join(name);
        let mut value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        change(&mut value);
        std::fs::write(path, value.to_string()).unwrap();
    }

    /// A program in the person's login session.
    fn login(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .env_clear()
            .env("PATH", &self.path)
            .env("HOME", self.home())
            .env("USER", "ann")
            .env("LOGNAME", "ann")
            .env("SHELL", "/bin/sh")
            .env("LANG", "C.UTF-8")
            .env("TERM", "xterm-256color")
            .env("XDG_RUNTIME_DIR", self.dir.path().join("run"))
            .current_dir(self.dir.path().join("work"))
            .stdin(Stdio::null());
        command
    }

    /// If there is a network after all, keeps other machines unreachable.
    fn offline(&self, command: &mut Command) {
        if sandbox::is_alone() {
            return;
        }
        for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] {
            command.env(name, "http://127.0.0.1:9").env(name.to_lowercase(), "http://127.0.0.1:9");
        }
        command.env("NO_PROXY", "127.0.0.1,localhost").env("no_proxy", "127.0.0.1,localhost");
    }

    /// Starts the agent in the project's directory.
    pub fn start(&self, launch: &Launch) {
        for (name, value) in &launch.files {
            self.put(name, value);
        }
        let mut command = self.login(self.agent.program());
        command.args(&launch.arguments);
        self.run(command, launch);
    }

    fn run(&self, mut command: Command, launch: &Launch) {
        let log = File::options().create(true).append(true).open(self.log()).unwrap();
        self.offline(&mut command);
        let home = self.home().display().to_string();
        for (name, value) in &launch.variables {
            command.env(name, value.replace("$HOME", &home));
        }
        command.stdout(log.try_clone().unwrap()).stderr(log);
        *self.running.borrow_mut() = Some(command.process_group(0).spawn().unwrap());
    }

    fn log(&self) -> PathBuf {
        self.dir.path().join("agent.log")
    }

    /// The output of the agent and of our processes.
    pub fn logs(&self) -> String {
        let read = |path: PathBuf| std::fs::read_to_string(path).unwrap_or_default();
        let hub = read(self.data().join("hub.log"));
        format!("agent:\n{}\nhub:\n{hub}", read(self.log()))
    }

    pub fn data(&self) -> PathBuf {
        self.home().join(".local/share/sayso")
    }

    /// Runs sayso as the person does.
    #[track_caller]
    pub fn person(&self, arguments: &[&str]) -> String {
        let output = self.sayso(arguments);
        assert!(output.status.success(), "sayso {arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// The same at a terminal: only a person may consent.
    #[track_caller]
    pub fn at_terminal(&self, arguments: &[&str]) {
        let output = self.command_at_terminal(arguments).output().unwrap();
        assert!(output.status.success(), "sayso {arguments:?}: {output:?}");
    }

    pub fn command_at_terminal(&self, arguments: &[&str]) -> Command {
        let words = arguments.iter().map(|word| format!(" '{word}'"));
        let line = format!("exec sayso{}", words.collect::<String>());
        let mut command = self.login("script");
        command.args(["-qec", &line, "/dev/null"]);
        command
    }

    /// The same, if it may fail.
    pub fn sayso(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// The same, not started yet.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.login("sayso");
        command.args(arguments);
        command
    }

    pub fn status(&self, id: &str) -> String {
        let shown: Value = serde_json::from_str(&self.person(&["show", id, "--json"])).unwrap();
        shown["status"].as_str().unwrap_or_default().to_owned()
    }

    fn rows(&self, arguments: &[&str]) -> Vec<Value> {
        let page: Value = serde_json::from_str(&self.person(arguments)).unwrap();
        page["rows"].as_array().unwrap().clone()
    }

    /// The number of questions asked so far.
    pub fn asked(&self) -> usize {
        self.rows(&["list", "--all", "--json"]).len()
    }

    /// The id of the next question that the person has not seen yet and that an agent waits for.
    /// The person doesn't look before there is one, so that the agent can be the one who starts the
    /// hub.
    #[track_caller]
    pub fn question(&self) -> String {
        let lock = self.data().join("hub.lock");
        eventually("a hub is there", || {
            let before = self.ended();
            assert!(lock.exists() || !before, "the agent ended and has not asked");
            lock.exists()
        });
        let mut id = String::new();
        eventually("the person is asked", || {
            let before = self.ended();
            let waits = |row: &&Value| row["listening"] == true && !self.knows(row);
            id = self.rows(&["list", "--json"]).iter().find(waits).map(id_of).unwrap_or_default();
            assert!(!id.is_empty() || !before, "the agent ended and has not asked");
            !id.is_empty()
        });
        self.seen.borrow_mut().insert(id.clone());
        id
    }

    fn knows(&self, row: &Value) -> bool {
        self.seen.borrow().contains(&id_of(row))
    }

    /// Waits until no agent waits for this question.
    #[track_caller]
    pub fn is_left(&self, id: &str) {
        eventually("no agent listens", || !self.listens(id));
    }

    /// Waits until an agent waits for this question and keeps waiting: a leftover of an earlier
    /// call would go away.
    #[track_caller]
    pub fn is_waited_for(&self, id: &str) {
        let mut times = 0;
        eventually("an agent listens", || {
            times = if self.listens(id) { times + 1 } else { 0 };
            times == 10
        });
    }

    fn listens(&self, id: &str) -> bool {
        let rows = self.rows(&["list", "--json"]);
        rows.iter().any(|row| id_of(row) == id && row["listening"] == true)
    }
}

fn id_of(row: &Value) -> String {
    row["id"].as_str().unwrap_or_default().to_owned()
}

/// The agent's end.
impl World {
    fn ended(&self) -> bool {
        let mut running = self.running.borrow_mut();
        running.as_mut().is_none_or(|agent| agent.try_wait().unwrap().is_some())
    }

    /// Kills it with all its child processes.
    pub fn kill(&self) {
        if let Some(mut agent) = self.running.take() {
            if let Some(group) = i32::try_from(agent.id()).ok().and_then(Pid::from_raw) {
                let _ = kill_process_group(group, Signal::KILL);
            }
            let _ = agent.wait();
        }
    }

    /// Waits until it ends, which must be successful.
    #[track_caller]
    pub fn finish(&self) {
        eventually("the agent ends by itself", || self.ended());
        let status = self.running.take().map(|mut agent| agent.wait().unwrap());
        assert!(status.is_some_and(|status| status.success()), "the agent failed: {status:?}");
    }
}

/// Waits until the condition holds, checking it periodically; fails the cell if it never does.
#[track_caller]
pub fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "never happened: {what}");
        std::thread::park_timeout(Duration::from_millis(50));
    }
}
