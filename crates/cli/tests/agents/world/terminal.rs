//! An agent on a terminal, led by keys.

use std::process::{Child, ChildStdin, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use super::{World, eventually};
use crate::agent::Launch;

impl World {
    /// Starts the agent on a terminal; returns its keyboard.
    pub fn start_on_terminal(&self, launch: &Launch) -> ChildStdin {
        for (name, value) in &launch.files {
            self.put(name, value);
        }
        let mut command = self.login("script");
        let quoted = launch.arguments.iter().map(|word| format!(" '{word}'"));
        let line = format!("stty rows 40 cols 120; exec {}", self.agent.program());
        let line = line + &quoted.collect::<String>();
        command.args(["-qfec", &line, "/dev/null"]).stdin(Stdio::piped());
        self.run(command, launch);
        self.running.borrow_mut().as_mut().and_then(|script| script.stdin.take()).unwrap()
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
