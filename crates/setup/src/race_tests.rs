//! Setup against agents that save their settings at the same moment, and against itself.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::json;
use tempfile::TempDir;

use super::*;
use crate::file::file_of;
use crate::files::WITHOUT_EXCHANGE;
use crate::{AgentHome, SetupState, propose_undo};

/// In memory if possible: a thousand rounds would wait for the disk otherwise.
fn folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// An agent that keeps its settings in memory and saves them often.
struct Busy<'a> {
    path: &'a Path,
    format: Format,
    saves: u64,
    way: Way,
}

/// How it saves.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// As `fs.writeFileSync` does: the file is empty, and then it is not.
    InPlace,
    /// And in turns by another file that takes its place.
    Both,
}

impl Busy<'_> {
    /// What others have put into the file stays in it, as far as it was there when it was read.
    fn save(&mut self) {
        self.saves += 1;
        let ops = [Op::Set { path: vec!["saves".to_owned()], value: self.saves.into() }];
        let there = std::fs::read_to_string(self.path).unwrap_or_default();
        let text = match self.format {
            Format::Json | Format::Toml => rewrite(self.format, &there, &ops).unwrap(),
            // Of YAML we can change only our own entry.
            Format::Yaml => {
                let others = there.lines().filter(|line| !line.starts_with("saves:"));
                let saves = format!("saves: {}", self.saves);
                others.chain([saves.as_str()]).map(|line| format!("{line}\n")).collect()
            }
        };
        match self.way == Way::InPlace || self.saves.is_multiple_of(2) {
            true => std::fs::write(self.path, text).unwrap(),
            false => {
                let new = self.path.with_extension("new");
                std::fs::write(&new, text).unwrap();
                std::fs::rename(new, self.path).unwrap();
            }
        }
    }

    #[track_caller]
    fn has_all(&self, round: usize) {
        let text = std::fs::read_to_string(self.path).unwrap();
        let value = self.format.read(&text).unwrap_or_else(|why| panic!("{why}: {text}"));
        assert_eq!(value["saves"], self.saves, "round {round}: {text}");
        assert_eq!(value["theme"], "dark", "round {round}: {text}");
    }
}

fn set_up(file: AgentFile, path: &Path, dir: &Path) -> Result<(), String> {
    let mut state = SetupState::hold(&dir.join("data"))?;
    let server = ServerCommand::new(Path::new("/opt/sayso"), None);
    let place = AgentHome::bare(dir);
    let proposal = propose(file, path, &place, &server, Extras::default()).expect("it is needed");
    if let FileChange::LeftAlone(left) = &proposal.change {
        return Err(left.why.clone());
    }
    proposal.connect("any", &mut state).map(drop)
}

fn undo(path: &Path, format: Format, dir: &Path) -> Result<(), String> {
    let mut state = SetupState::hold(&dir.join("data"))?;
    let Some(record) = state.of(path).cloned() else { return Ok(()) };
    propose_undo(path, format, &record).disconnect(&mut state)
}

#[track_caller]
fn race(agent: &str, start: &str, way: Way, rounds: usize, pace: std::ops::Range<u64>) {
    let dir = folder();
    let file = file_of(agent, 0);
    let format = file.format;
    let path = dir.path().join("settings");
    std::fs::write(&path, start).unwrap();
    let mut busy = Busy { path: &path, format, saves: 0, way };
    busy.save();
    for round in 0..rounds {
        let ends = AtomicBool::new(false);
        let seed = u64::try_from(round).unwrap();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut wait = seed;
                while !ends.load(Ordering::Relaxed) {
                    busy.save();
                    wait = wait.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    std::thread::park_timeout(Duration::from_micros(
                        pace.start + (wait >> 33) % (pace.end - pace.start),
                    ));
                }
            });
            let done =
                set_up(file, &path, dir.path()).and_then(|()| undo(&path, format, dir.path()));
            ends.store(true, Ordering::Relaxed);
            assert_eq!(done, Ok(()), "round {round}");
        });
        busy.has_all(round);
    }
    // In peace: it is there, and it goes. What the agent has put back of ours, which it had read and
    // we took out, is none of ours by now.
    std::fs::write(&path, start).unwrap();
    busy.save();
    set_up(file, &path, dir.path()).unwrap();
    assert!(std::fs::read_to_string(&path).unwrap().contains("/opt/sayso"));
    undo(&path, format, dir.path()).unwrap();
    busy.has_all(rounds);
    assert!(!std::fs::read_to_string(&path).unwrap().contains("/opt/sayso"));
}

/// REQ: IN-1
#[test]
fn nothing_that_a_busy_agent_saves_is_lost() {
    // A hundred times as often as real ones, which save every 5 to 50 ms when they are busy.
    race("gemini", "{ \"theme\": \"dark\" }\n", Way::Both, 1000, 50..500);
}

/// There a file that takes the old one's place in the last moment would be lost (security.md).
/// REQ: IN-1
#[test]
fn nor_on_a_file_system_that_cannot_exchange_two_files() {
    WITHOUT_EXCHANGE.set(true);
    race("gemini", "{ \"theme\": \"dark\" }\n", Way::InPlace, 1000, 50..500);
}

/// A part of such a file can look like the whole of it.
/// REQ: IN-1
#[test]
fn nothing_that_a_busy_agent_saves_in_toml_is_lost() {
    race("codex", "theme = \"dark\"\n", Way::Both, 1000, 1000..10_000);
}

/// REQ: IN-1
#[test]
fn nothing_that_a_busy_agent_saves_in_yaml_is_lost() {
    race("goose", "theme: dark\n", Way::Both, 100, 1000..10_000);
}

/// A file caught while it is empty is not a new one.
/// REQ: IN-1
#[test]
fn a_file_that_is_empty_at_this_moment_keeps_what_comes() {
    let dir = folder();
    let path = dir.path().join("settings.json");
    let file = file_of("gemini", 0);
    let mine = std::fs::File::create(&path).unwrap();
    let begun = std::sync::Barrier::new(2);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            use std::io::Write;
            begun.wait();
            std::thread::park_timeout(Duration::from_millis(50));
            (&mine).write_all(b"{ \"theme\": \"dark\" }").unwrap();
        });
        begun.wait();
        set_up(file, &path, dir.path()).unwrap();
    });
    let value = Format::Json.read(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!((&value["theme"], value["mcpServers"].is_object()), (&json!("dark"), true));
}

/// REQ: IN-1
#[test]
fn four_setups_at_once_are_taken_back_to_the_byte() {
    let file = file_of("gemini", 0);
    for round in 0..25 {
        let dir = folder();
        let path = dir.path().join("settings.json");
        let odd = "{\n   // mine\n      \"a\" :1 }";
        std::fs::write(&path, odd).unwrap();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| set_up(file, &path, dir.path()).unwrap());
            }
        });
        assert!(std::fs::read_to_string(&path).unwrap().contains("/opt/sayso"));
        undo(&path, Format::Json, dir.path()).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), odd, "round {round}");
        let left = std::fs::read_dir(dir.path()).unwrap().count();
        assert_eq!(left, 2, "the file, and our data: round {round}");
    }
}
