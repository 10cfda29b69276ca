//! An agent on a terminal, led by keys.

use std::fs::File;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use serde_json::Value;

use super::{World, eventually, id_of};
use crate::agent::{Agent, Launch};

impl World {
    /// Starts the agent on a terminal; returns its keyboard.
    pub fn start_on_terminal(&self, launch: &Launch) -> ChildStdin {
        for (name, value) in &launch.files {
            self.put(name, value);
        }
        self.run(self.terminal(self.agent, launch), launch);
        self.running.borrow_mut().as_mut().and_then(|script| script.stdin.take()).unwrap()
    }

    /// Has these agents, too.
    pub fn also(&mut self, others: &[Agent]) {
        let path = self.path.clone();
        let programs = path.split(':').find(|part| part.ends_with("node_modules/.bin")).unwrap();
        let cache = Path::new(programs).ancestors().nth(3).unwrap();
        for folder in std::fs::read_dir(cache).unwrap().map(|entry| entry.unwrap()) {
            let name = folder.file_name().into_string().unwrap();
            let is_one = |agent: &Agent| {
                let rest = name.strip_prefix(agent.name()).and_then(|rest| rest.strip_prefix('-'));
                rest.is_some_and(|rest| !rest.contains('-'))
            };
            if others.iter().any(is_one) {
                let programs = folder.path().join("node_modules/.bin");
                self.path = format!("{}:{}", programs.display(), self.path);
            }
        }
    }

    /// Starts another agent on a terminal; returns its keyboard.
    pub fn start_beside(&self, agent: Agent, launch: &Launch) -> ChildStdin {
        for (name, value) in &launch.files {
            self.put(name, value);
        }
        let mut command = self.terminal(agent, launch);
        self.offline(&mut command);
        let home = self.home().display().to_string();
        for (name, value) in &launch.variables {
            command.env(name, value.replace("$HOME", &home));
        }
        let log = File::create(self.dir.path().join(agent.name())).unwrap();
        command.stdout(log.try_clone().unwrap()).stderr(log);
        command.process_group(0).spawn().unwrap().stdin.take().unwrap()
    }

    /// An agent on a terminal, not started yet.
    fn terminal(&self, agent: Agent, launch: &Launch) -> Command {
        let mut command = self.login("script");
        let quoted = launch.arguments.iter().map(|word| format!(" '{word}'"));
        let line = format!("stty rows 40 cols 120; exec {}", agent.program());
        let line = line + &quoted.collect::<String>();
        command.args(["-qfec", &line, "/dev/null"]).stdin(Stdio::piped());
        command
    }

    /// Starts it, led by what is written to its input.
    pub fn start_with_stdin(&self, launch: &Launch) -> ChildStdin {
        self.start_program(self.agent.program(), launch)
    }

    /// The same with another program, which starts it.
    pub fn start_program(&self, program: &str, launch: &Launch) -> ChildStdin {
        let mut command = self.login(program);
        command.args(&launch.arguments).stdin(Stdio::piped());
        self.run(command, launch);
        self.running.borrow_mut().as_mut().and_then(|agent| agent.stdin.take()).unwrap()
    }

    /// The number of 'No' in the dialog that was drawn last.
    #[track_caller]
    pub fn place_of_no(&self) -> usize {
        let logs = self.logs();
        // Blanks are drawn by moving the cursor.
        let mut pieces = logs.split('\x1b');
        let first = pieces.next().unwrap_or_default().to_owned();
        let behind = |piece: &str| match piece.strip_prefix('[') {
            Some(rest) => {
                let end = rest.find(|letter: char| letter.is_ascii_alphabetic());
                end.map_or(String::new(), |end| rest[end + 1..].to_owned())
            }
            None => piece.to_owned(),
        };
        let text: String = std::iter::once(first).chain(pieces.map(behind)).collect();
        let text: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
        let at = text.rfind(".NoEsc").expect("the dialog ends with 'No'");
        text[..at].chars().next_back().and_then(|digit| digit.to_digit(10)).unwrap() as usize
    }

    /// The next question, if there is one now.
    pub fn new_question(&self) -> Option<String> {
        if !self.data().join("hub.lock").exists() {
            return None;
        }
        let waits = |row: &&Value| row["listening"] == true && !self.knows(row);
        let id = self.rows(&["list", "--json"]).iter().find(waits).map(id_of)?;
        self.seen.borrow_mut().insert(id.clone());
        Some(id)
    }

    /// The question about the same dialog after the hub was killed: it, or one in its place.
    #[track_caller]
    pub fn asked_again(&self) -> String {
        let mut found = String::new();
        eventually("an agent listens again", || {
            let rows = self.rows(&["list", "--json"]);
            let waits = |row: &&Value| row["listening"] == true;
            found = rows.iter().find(waits).map(id_of).unwrap_or_default();
            !found.is_empty()
        });
        self.seen.borrow_mut().insert(found.clone());
        found
    }

    /// Kills the program on the terminal, and nothing else: what it has started is left behind.
    pub fn kill_program(&self) {
        let script = self.running.borrow().as_ref().map(Child::id).unwrap();
        let children = format!("/proc/{script}/task/{script}/children");
        let children = std::fs::read_to_string(children).unwrap();
        let pid = children.split_whitespace().next().and_then(|pid| pid.parse().ok());
        kill_process(pid.and_then(Pid::from_raw).unwrap(), Signal::KILL).unwrap();
        eventually("the terminal is closed", || self.ended());
    }
}
