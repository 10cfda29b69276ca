//! Configuration files of every agent as people have them: comments, other servers, odd indentation
//! and line ends. Each is connected and disconnected on disk.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use sayso_agents::{AGENTS, Agent};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::*;
use crate::diff::diff;
use crate::file::files_of;
use crate::{Line, SetupState, propose_undo};

/// A file of an agent, in its own directory.
struct Case {
    agent: &'static Agent,
    file: AgentFile,
    before: String,
    dir: TempDir,
}

/// All files of all agents, with hooks and everything else.
fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for agent in AGENTS {
        for (number, file) in files_of(agent).enumerate() {
            let ending = match file.format {
                Format::Json => "json",
                Format::Toml => "toml",
                Format::Yaml => "yaml",
            };
            let name = format!("fixtures/{}-{number}.{ending}", agent.id);
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
            let before = read(&path);
            cases.push(Case { agent, file, before, dir: tempfile::tempdir().unwrap() });
        }
    }
    assert_eq!((AGENTS.len(), cases.len()), (13, 17));
    cases
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"))
}

impl Case {
    fn file(&self) -> PathBuf {
        let path = self.dir.path().join("settings");
        std::fs::write(&path, &self.before).unwrap();
        path
    }

    fn state(&self) -> SetupState {
        SetupState::load(&self.dir.path().join("data")).unwrap()
    }

    fn place(&self) -> AgentHome {
        AgentHome::bare(self.dir.path())
    }

    fn propose(&self, path: &Path) -> Proposal {
        let server = ServerCommand::new(Path::new("/opt/sayso"), None);
        let extras = Extras { hooks: Hooks::Add, questions: false, foreground: true };
        propose(self.file, &files::real(path), &self.place(), &server, extras).unwrap()
    }

    fn connect(&self, path: &Path) {
        let proposal = self.propose(path);
        proposal.connect(self.agent.id, &mut self.state()).unwrap();
    }

    fn undo(&self, path: &Path) {
        let mut state = self.state();
        let path = files::real(path);
        let record = state.of(&path).unwrap().clone();
        propose_undo(&path, self.file.format, &record).disconnect(&mut state).unwrap();
    }

    fn values(&self, text: &str) -> Value {
        self.file.format.read(text).unwrap_or_else(|why| panic!("{}: {why}: {text}", self.agent.id))
    }

    /// What people wrote for people.
    fn comments(&self) -> Vec<&str> {
        let marks: &[&str] = match self.file.format {
            Format::Json => &["// ", "/* "],
            Format::Toml | Format::Yaml => &["# "],
        };
        let comment = |line| marks.iter().find_map(|mark| Some(&line[str::find(line, mark)?..]));
        // What is in quotes only looks like one.
        self.before.lines().filter_map(comment).filter(|text| !text.contains('"')).collect()
    }
}

/// Whether everything that was there still is: more fields and more elements are allowed.
fn is_within(old: &Value, new: &Value) -> bool {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            old.iter().all(|(key, old)| new.get(key).is_some_and(|new| is_within(old, new)))
        }
        (Value::Array(old), Value::Array(new)) => new.starts_with(old),
        (old, new) => old == new,
    }
}

/// REQ: IN-1
#[test]
fn everything_that_was_there_stays() {
    for case in cases() {
        let path = case.file();
        case.connect(&path);
        let after = read(&path);
        let id = case.agent.id;
        assert!(after.contains("sayso"), "{id}: {after}");
        assert!(is_within(&case.values(&case.before), &case.values(&after)), "{id}: {after}");
        for comment in case.comments() {
            assert!(after.contains(comment), "{id}: `{comment}` is lost: {after}");
        }
        // A line can get a comma, or the element of a list; the rest is as it was written.
        let lines = diff(&case.before, &after);
        let removed = lines.iter().filter(|line| matches!(line, Line::Removed(_))).count();
        assert!(removed <= 4, "{id}: {lines:#?}");
        let is_crlf = |text: &str| text.matches("\r\n").count() == text.matches('\n').count();
        assert_eq!(is_crlf(&after), is_crlf(&case.before), "{id}");
    }
}

/// REQ: IN-1
#[test]
fn a_second_time_changes_nothing() {
    for case in cases() {
        let path = case.file();
        case.connect(&path);
        let after = read(&path);
        let again = case.propose(&path).change;
        assert!(matches!(again, FileChange::Nothing), "{}: {again:?}", case.agent.id);
        case.connect(&path);
        assert_eq!(read(&path), after, "{}", case.agent.id);
    }
}

/// REQ: IN-1
#[test]
fn taken_back_it_is_the_same_to_the_byte() {
    for case in cases() {
        let path = case.file();
        case.connect(&path);
        assert_ne!(read(&path), case.before, "{}", case.agent.id);
        case.undo(&path);
        assert_eq!(read(&path), case.before, "{}", case.agent.id);
    }
}

/// REQ: IN-1
#[test]
fn if_it_has_changed_since_only_our_entry_goes() {
    for case in cases() {
        let path = case.file();
        case.connect(&path);
        let after = read(&path);
        let changed = match case.file.format {
            Format::Json => after.replacen('{', "{ \"zzz\": [1], ", 1),
            Format::Toml => format!("zzz = [1]\n{after}"),
            Format::Yaml => format!("zzz: [1]\n{after}"),
        };
        std::fs::write(&path, changed).unwrap();
        case.undo(&path);
        let left = read(&path);
        let mut expected = case.values(&case.before);
        expected["zzz"] = json!([1]);
        assert_eq!(case.values(&left), expected, "{}", case.agent.id);
        for comment in case.comments() {
            assert!(left.contains(comment), "{}: `{comment}` is lost: {left}", case.agent.id);
        }
        assert!(!left.contains("sayso"), "{}: {left}", case.agent.id);
    }
}

/// REQ: IN-1
#[test]
fn links_stay_links() {
    for case in cases() {
        let target = case.file();
        let (near, far) = (case.dir.path().join("near"), case.dir.path().join("far"));
        symlink("settings", &far).unwrap();
        symlink("far", &near).unwrap();
        case.connect(&near);
        assert!(near.is_symlink() && far.is_symlink() && !target.is_symlink());
        assert!(read(&target).contains("sayso"), "{}", case.agent.id);
        case.undo(&near);
        assert!(near.is_symlink() && far.is_symlink());
        assert_eq!(read(&target), case.before, "{}", case.agent.id);
    }
}

/// REQ: IN-1
#[test]
fn a_link_to_a_file_that_is_missing_leads_to_a_new_one() {
    let case = &cases()[0];
    let (near, far) = (case.dir.path().join("near"), case.dir.path().join("far"));
    symlink("new/settings", &far).unwrap();
    symlink("far", &near).unwrap();
    case.connect(&near);
    assert!(near.is_symlink() && far.is_symlink());
    assert!(read(&case.dir.path().join("new/settings")).contains("/opt/sayso"));
    case.undo(&near);
    assert!(near.is_symlink() && far.is_symlink() && !near.exists());
}

/// REQ: IN-1
#[test]
fn what_is_read_only_stays_and_the_snippet_is_shown() {
    for case in cases() {
        let path = case.file();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o400)).unwrap();
        let FileChange::LeftAlone(left) = case.propose(&path).change else {
            panic!("{}", case.agent.id)
        };
        assert_eq!(left.why, "it is read-only");
        // What is only added to an existing file has no text by itself.
        let is_joined = case.file.path(&case.nowhere()).is_none();
        assert!(is_joined || left.snippet.contains("sayso"), "{}: {left:?}", case.agent.id);
        assert_eq!(read(&path), case.before);
    }
}

/// REQ: IN-1
#[test]
fn a_file_that_is_missing_is_made_and_removed() {
    for case in cases() {
        let path = case.dir.path().join("a/b/settings");
        case.connect(&path);
        if case.agent.id == "cursor" && !path.exists() {
            // A list there would replace the one in its settings.
            continue;
        }
        assert!(read(&path).contains("sayso"), "{}", case.agent.id);
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        case.undo(&path);
        assert!(!path.exists(), "{}", case.agent.id);
    }
}

impl Case {
    /// A home directory without any file.
    fn nowhere(&self) -> crate::AgentHome {
        crate::AgentHome {
            home: self.dir.path().join("nowhere"),
            platform: crate::Platform::Linux,
            project: Vec::new(),
            variable: Box::new(|_| None),
        }
    }
}
