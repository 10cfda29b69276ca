//! Processes of a world, and their end with it.

use rustix::process::{Pid, Signal, kill_process};

use super::World;

/// Processes of a program, by default our own.
impl World {
    /// The processes of this world whose command line has this word.
    pub fn processes(&self, word: &str) -> Vec<Pid> {
        self.processes_of("sayso", word)
    }

    /// The same of another program.
    pub fn processes_of(&self, program: &str, word: &str) -> Vec<Pid> {
        let home = self.home().display().to_string();
        let mut found = Vec::new();
        for process in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
            let read = |name: &str| std::fs::read(process.path().join(name)).unwrap_or_default();
            let is_ours = String::from_utf8_lossy(&read("environ")).contains(&home);
            let command = read("cmdline");
            let mut words = command.split(|byte| *byte == 0);
            let is_it = words.next().is_some_and(|path| path.ends_with(program.as_bytes()));
            let pid = process.file_name().to_str().and_then(|name| name.parse().ok());
            if is_ours && is_it && words.any(|one| one == word.as_bytes()) {
                found.extend(pid.and_then(Pid::from_raw));
            }
        }
        found
    }
}

/// If processes are not ended by their namespace, they are found by their environment.
impl Drop for World {
    fn drop(&mut self) {
        self.kill();
        let home = self.home().display().to_string();
        for process in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
            let Some(pid) = process.file_name().to_str().and_then(|name| name.parse().ok()) else {
                continue;
            };
            let environment = std::fs::read(process.path().join("environ")).unwrap_or_default();
            let ours = String::from_utf8_lossy(&environment).contains(&home);
            if let Some(pid) = Pid::from_raw(pid).filter(|_| ours) {
                let _ = kill_process(pid, Signal::KILL);
            }
        }
    }
}
