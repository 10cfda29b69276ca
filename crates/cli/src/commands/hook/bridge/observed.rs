//! Observations of the agent's dialogs, so that `sayso doctor` can say whether a version that was
//! never tried behaves as the one that was. A line each, without what was asked.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::output::time::now;

/// Beyond this size only the newest lines are kept.
const LARGEST: u64 = 16 * 1024;
const KEPT: usize = 60;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub(super) enum Observation {
    /// An answer was given to a dialog.
    Given {
        /// The tool use had been reported before it.
        named: bool,
        /// Whether the agent's session file said that a dialog is open, where there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        open: Option<bool>,
    },
    /// The agent was seen to do what was given.
    Confirmed,
}

#[derive(Serialize, Deserialize)]
struct Line {
    at: Timestamp,
    #[serde(flatten)]
    seen: Observation,
}

/// What the last dialogs had in common.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Behaviour {
    pub(crate) given: usize,
    /// Without a tool use that was reported before.
    pub(crate) unnamed: usize,
    /// While there was a session file.
    pub(crate) looked: usize,
    /// While it said that no dialog is open.
    pub(crate) unseen: usize,
    pub(crate) confirmed: usize,
}

/// What cannot be written is not observed.
pub(super) fn note(data_dir: &Path, seen: Observation) {
    let path = path(data_dir);
    let Ok(mut line) = serde_json::to_vec(&Line { at: now(), seen }) else { return };
    line.push(b'\n');
    let opened = fs::OpenOptions::new().create(true).append(true).mode(0o600).open(&path);
    let Ok(mut file) = opened else { return };
    // One write: others add lines at the same moment.
    let _ = file.write_all(&line);
    if file.metadata().is_ok_and(|file| file.len() > LARGEST) {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        let kept = lines[lines.len().saturating_sub(KEPT)..].join("\n");
        let new = path.with_extension("new");
        let shut = || fs::set_permissions(&new, fs::Permissions::from_mode(0o600));
        let written = fs::write(&new, kept + "\n").and_then(|()| shut());
        let _ = written.and_then(|()| fs::rename(&new, path));
    }
}

/// Since the agent's program was replaced.
pub(crate) fn since(data_dir: &Path, replaced: SystemTime) -> Behaviour {
    let text = fs::read_to_string(path(data_dir)).unwrap_or_default();
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok());
    let newer = lines.filter(|line| SystemTime::from(line.at) > replaced);
    newer.fold(Behaviour::default(), |mut all, line| {
        match line.seen {
            Observation::Given { named, open } => {
                all.given += 1;
                all.unnamed += usize::from(!named);
                all.looked += usize::from(open.is_some());
                all.unseen += usize::from(open == Some(false));
            }
            Observation::Confirmed => all.confirmed += 1,
        }
        all
    })
}

fn path(data_dir: &Path) -> PathBuf {
    data_dir.join("dialogs.jsonl")
}
