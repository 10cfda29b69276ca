//! The record of changed files, kept in our data directory: without it nothing could be taken back.

use std::collections::BTreeMap;
use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::change::Op;
use crate::files::{self, Original};
use crate::hook::{HookKind, has_our_hook};

/// By file.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SetupState {
    files: BTreeMap<PathBuf, Record>,
    #[serde(skip)]
    at: PathBuf,
    /// Held while something is changed.
    #[serde(skip)]
    _lock: Option<Lock>,
}

/// No other setup changes anything as long as it is there.
#[derive(Debug)]
struct Lock(#[expect(dead_code, reason = "its end is what counts")] File);

/// What was done to a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    pub agent: String,
    /// The content after our last change: whether somebody has changed it since.
    pub after: String,
    /// How to get the exact content from before; not known if others changed it in between.
    pub before: Option<Before>,
    /// How to take out our entries only.
    pub undo: Vec<Op>,
    /// The values that we set: what differs now is no longer ours.
    pub wrote: Vec<Op>,
    /// The copies that were kept beside it.
    pub copies: Vec<BackupCopy>,
}

/// A copy of a file, and what was in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupCopy {
    pub path: PathBuf,
    pub content: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Before {
    /// We made the file.
    Missing,
    /// Its content is in this copy.
    Copy(BackupCopy),
}

/// What is left to do if the record is damaged.
const UNREADABLE: &str = "move it away and run the command again (what was changed earlier then has to be taken back by hand: the files before that are beside them, named *.before-sayso)";

impl SetupState {
    /// What is known in this data directory.
    pub fn load(data_dir: &Path) -> Result<SetupState, String> {
        let at = data_dir.join("setup.json");
        let failed = |why: String| format!("cannot use {}: {why}", at.display());
        let text = files::read(&at).map_err(failed)?;
        let mut state = match text {
            Original::Missing => SetupState::default(),
            Original::Text(text) => serde_json::from_str(&text)
                .map_err(|error| failed(format!("{error}; {UNREADABLE}")))?,
        };
        state.at = at;
        Ok(state)
    }

    /// The same, to change it: waits until no other setup does.
    pub fn hold(data_dir: &Path) -> Result<SetupState, String> {
        let at = data_dir.join("setup.lock");
        let failed = |error: io::Error| format!("cannot lock {}: {error}", at.display());
        private_dir(data_dir).map_err(failed)?;
        let lock = OpenOptions::new().create(true).append(true).mode(0o600).open(&at);
        let lock = lock.map_err(failed)?;
        lock.lock().map_err(failed)?;
        Ok(SetupState { _lock: Some(Lock(lock)), ..SetupState::load(data_dir)? })
    }

    pub fn of(&self, file: &Path) -> Option<&Record> {
        self.files.get(file)
    }

    /// Whether setup put our hook into this file.
    pub fn wrote_hook(&self, file: &Path) -> bool {
        let undo = self.of(file).map(|record| record.undo.as_slice()).unwrap_or_default();
        undo.iter().any(|op| match op {
            Op::Take { value, .. } | Op::Replace { value, .. } => {
                has_our_hook(value, HookKind::Guards)
            }
            Op::Set { .. } | Op::Remove { .. } | Op::Add { .. } | Op::Prune { .. } => false,
        })
    }

    /// The files that were changed for this agent.
    pub fn changed_for(&self, agent: &str) -> Vec<PathBuf> {
        let its = self.files.iter().filter(|(_, record)| record.agent == agent);
        its.map(|(path, _)| path.clone()).collect()
    }

    /// Remembers a change before it is made.
    pub fn remember(&mut self, file: &Path, record: Record) -> Result<(), String> {
        self.files.insert(file.to_owned(), record);
        self.save()
    }

    /// The change was not made: what was known before it.
    pub(crate) fn restore(&mut self, file: &Path, earlier: Option<Record>) -> Result<(), String> {
        match earlier {
            Some(earlier) => self.remember(file, earlier),
            None => self.forget(file),
        }
    }

    /// The change was taken back.
    pub fn forget(&mut self, file: &Path) -> Result<(), String> {
        self.files.remove(file);
        self.save()
    }

    fn save(&self) -> Result<(), String> {
        let failed = |why: String| format!("cannot remember it in {}: {why}", self.at.display());
        if let Some(dir) = self.at.parent() {
            private_dir(dir).map_err(|error| failed(error.to_string()))?;
        }
        let text = serde_json::to_string_pretty(self).map_err(|error| failed(error.to_string()))?;
        files::write(&self.at, &(text + "\n")).map_err(failed)
    }
}

/// As the hub makes it: for its owner only.
fn private_dir(dir: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(dir)
}

/// Tells whether a content is the same.
pub fn fingerprint(text: &str) -> String {
    data_encoding::HEXLOWER.encode(&Sha256::digest(text.as_bytes()))
}
