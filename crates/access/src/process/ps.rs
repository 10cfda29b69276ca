//! macOS, and other systems without `/proc`: the output of `ps`.
//!
//! A process in the foreground of a terminal counts as reading from it, and one with the same id as
//! the same: there is no more information.

use std::collections::HashMap;
use std::process::Command;

use super::Stat;

/// With the first words of each command line.
pub(super) struct Listed(HashMap<u32, (Stat, Vec<String>)>);

impl Listed {
    pub(super) fn read() -> Listed {
        let output = Command::new("ps").args(["-axo", "pid=,ppid=,stat=,tty=,args="]).output();
        let text = output.map(|output| output.stdout).unwrap_or_default();
        Listed::of(&String::from_utf8_lossy(&text))
    }

    fn of(text: &str) -> Listed {
        let lines = text.lines().filter_map(|line| {
            let mut words = line.split_whitespace();
            let (id, parent) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
            let (state, terminal) = (words.next()?, words.next()?);
            let attended = state.contains('+') && terminal.chars().any(char::is_alphanumeric);
            let stat = Stat { name: String::new(), parent, began: 0, terminal: attended.into() };
            Some((id, (stat, words.take(2).map(str::to_owned).collect())))
        });
        Listed(lines.collect())
    }

    pub(super) fn stat(&self, id: u32) -> Option<Stat> {
        self.0.get(&id).map(|(stat, _)| stat.clone())
    }

    pub(super) fn words(&self, id: u32) -> Vec<String> {
        self.0.get(&id).map(|(_, words)| words.clone()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As macOS prints it.
    /// REQ: RA-7
    #[test]
    fn a_process_in_the_foreground_has_its_terminal() {
        let listed = Listed::of(
            "    1     0 Ss   ??       /sbin/launchd\n\
             \x20 501     1 S+   ttys001  node /opt/lib/gemini.js -p x\n\
             \x20 502   501 S    ttys001  sayso mcp\n\
             \x20 503   501 Z+   ??       (defunct)\n\
             broken\n",
        );
        let has_terminal = |id| listed.stat(id).map(|stat| (stat.parent, stat.terminal != 0));
        assert_eq!(has_terminal(1), Some((0, false)));
        assert_eq!(has_terminal(501), Some((1, true)));
        assert_eq!(has_terminal(502), Some((501, false)), "in the background");
        assert_eq!(has_terminal(503), Some((501, false)), "no terminal");
        assert_eq!(has_terminal(504), None);
        assert_eq!(listed.words(501), ["node", "/opt/lib/gemini.js"]);
    }
}
