//! A prompt in a real pane of tmux, which wraps rows to a new width and has a history.

use std::process::Command;

use super::ask;
use crate::harness::{World, eventually};

/// A server of this test's own; it ends with it.
struct Tmux<'w>(&'w World, &'static str);

impl Tmux<'_> {
    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.0.program("tmux");
        let (name, folder) =
            (format!("sayso-{}{}", std::process::id(), self.1), self.0.path("run"));
        command.env("TMUX_TMPDIR", folder).env("TERM", "xterm-256color").env("LC_ALL", "C.UTF-8");
        command.args(["-f", "/dev/null", "-L", &name]).args(args);
        command
    }

    fn does(&self, args: &[&str]) -> String {
        let ran = self.command(args).output().expect("tmux is installed by `scripts/test`");
        assert!(ran.status.success(), "{args:?}: {}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8(ran.stdout).unwrap()
    }

    /// The screen, below its whole history.
    fn all(&self) -> String {
        self.does(&["capture-pane", "-p", "-S", "-"])
    }
}

impl Drop for Tmux<'_> {
    fn drop(&mut self) {
        let _ = self.command(&["kill-server"]).output();
    }
}

/// REQ: TE-1
#[test]
fn a_resized_pane_has_the_prompt_once_and_what_was_above_it() {
    let world = World::new();
    std::fs::create_dir_all(world.path("run")).unwrap();
    for typed in ["", "o"] {
        let tmux = Tmux(&world, typed);
        let line = "seq -f 'above %g.' 12; exec \"$@\"";
        let shell = ["/bin/sh", "-c", line, "sh", env!("CARGO_BIN_EXE_sayso")];
        let new = ["new-session", "-d", "-x", "80", "-y", "24"];
        tmux.does(&[&new[..], &shell, &ask(&["--text"])].concat());
        eventually("a key works", || tmux.all().contains("› "));
        if !typed.is_empty() {
            tmux.does(&["send-keys", "-l", typed]);
            eventually("a text can be typed", || !tmux.all().contains("› 1"));
            tmux.does(&["send-keys", "-l", "many words that are typed here"]);
            eventually("it is typed", || tmux.all().contains("typed here"));
        }
        for width in ["40", "80", "30", "80"] {
            tmux.does(&["resize-window", "-x", width]);
            let columns: usize = width.parse().unwrap();
            let wanted: Vec<String> = (1..=12).map(|number| format!("above {number}.")).collect();
            eventually(&format!("it is drawn once, {width} wide, below what was there"), || {
                let all = tmux.all();
                let right_aligned = all.lines().find(|line| line.contains(" left"));
                let above = all.lines().filter(|line| line.starts_with("above "));
                right_aligned.is_some_and(|line| line.trim_end().chars().count() == columns - 2)
                    && all.matches(" left").count() == 1
                    && all.matches("Which database?").count() == 1
                    && above.collect::<Vec<_>>() == wanted
            });
        }
    }
}
