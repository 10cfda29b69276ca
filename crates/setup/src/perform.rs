//! Does what was proposed, or takes it back, to the file as it is by then: what others have saved
//! while a person looked at the proposal stays.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::diff::{self, Line};
use crate::edit::{self, ConfigEdit};
use crate::files::{self, Changed, Original};
use crate::format::{Format, rewrite};
use crate::mask::{Shown, masked};
use crate::proposal::{FileChange, LeftAlone, Made, Proposal, Task};
use crate::state::{BackupCopy, Before, Record, SetupState, fingerprint};
use crate::{change::Op, undo};

/// What has to change to take back everything that was done to this file.
pub fn propose_undo(path: &Path, format: Format, record: &Record) -> Proposal {
    let change = match files::settled(path, format) {
        Ok(Original::Missing) => FileChange::Nothing,
        Ok(Original::Text(text)) => taken_back(path, format, record, text),
        Err(why) => left_alone(why),
    };
    Proposal {
        path: path.to_owned(),
        change,
        whys: Vec::new(),
        leaves: None,
        needs_confirming: false,
        format,
        task: Task::TakeBack(record.clone()),
    }
}

fn taken_back(path: &Path, format: Format, record: &Record, text: String) -> FileChange {
    if let Some(why) = files::is_protected(path) {
        return left_alone(why);
    }
    let unchanged = fingerprint(&text) == record.after;
    match &record.before {
        Some(Before::Missing) if unchanged => return FileChange::Remove { before: text },
        Some(Before::Copy(copy)) if unchanged => {
            if let Some(after) = content(copy) {
                return FileChange::Write { before: Original::Text(text), after };
            }
        }
        Some(_) | None => {}
    }
    let changed = format.read(&text).and_then(|now| {
        let after = rewrite(format, &text, &undo::of(record, &now))?;
        Ok((format.read(&after)?, after))
    });
    match changed {
        Ok((_, after)) if after == text => FileChange::Nothing,
        Ok((value, _))
            if record.before == Some(Before::Missing)
                && is_blank(&value)
                && !format.may_have_comments(&text) =>
        {
            FileChange::Remove { before: text }
        }
        Ok((_, after)) => FileChange::Write { before: Original::Text(text), after },
        Err(why) => left_alone(why),
    }
}

fn left_alone(why: String) -> FileChange {
    FileChange::LeftAlone(LeftAlone { why, snippet: String::new() })
}

/// What is in a copy, if nobody has changed it.
fn content(copy: &BackupCopy) -> Option<String> {
    match files::read(&copy.path) {
        Ok(Original::Text(text)) if fingerprint(&text) == copy.content => Some(text),
        Ok(_) | Err(_) => None,
    }
}

/// Nothing but empty containers.
fn is_blank(value: &Value) -> bool {
    match value {
        Value::Object(fields) => fields.values().all(is_blank),
        Value::Array(items) => items.iter().all(is_blank),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

impl Proposal {
    /// Connects: keeps a copy, remembers what is done, and does it. Returns the copy.
    pub fn connect(&self, agent: &str, state: &mut SetupState) -> Result<Option<PathBuf>, String> {
        let (FileChange::Write { .. }, Task::Connect(edits)) = (&self.change, &self.task) else {
            return Ok(None);
        };
        let earlier = state.of(&self.path).cloned();
        let first = files::settled(&self.path, self.format)?;
        let (record, copy) = self.record(agent, edits, &first, earlier.as_ref())?;
        let make = |there: &Original| {
            Made::from(self.format, edits, there).map(|made| Original::Text(made.after))
        };
        let done = state
            .remember(&self.path, record)
            .and_then(|()| files::change(&self.path, self.format, make));
        let discard = |copy: Option<(PathBuf, bool)>| {
            if let Some((copy, true)) = copy {
                // It is only a copy.
                let _ = files::remove(&copy);
            }
        };
        match done {
            Ok(Changed { before, .. }) if before == first => Ok(copy.map(|(path, _)| path)),
            Ok(Changed { before, .. }) => {
                // Another program was faster: what it saved is what was there before us.
                let (record, later) = self.record(agent, edits, &before, earlier.as_ref())?;
                if later != copy {
                    discard(copy);
                }
                state.remember(&self.path, record)?;
                Ok(later.map(|(path, _)| path))
            }
            Err(why) => {
                // As if it had not been tried. The first reason counts.
                let _ = state.restore(&self.path, earlier);
                discard(copy);
                Err(why)
            }
        }
    }

    /// What is remembered if the file is changed from this; and its copy, with whether that is new.
    fn record(
        &self,
        agent: &str,
        edits: &[ConfigEdit],
        before: &Original,
        earlier: Option<&Record>,
    ) -> Result<(Record, Option<(PathBuf, bool)>), String> {
        let made = Made::from(self.format, edits, before)?;
        let copy = match before {
            Original::Missing => None,
            Original::Text(text) => Some(files::back_up(&self.path, text)?),
        };
        let kept = copy.as_ref().map(|(path, _)| BackupCopy {
            path: path.clone(),
            content: fingerprint(before.text()),
        });
        let mut record = Record {
            agent: agent.to_owned(),
            after: fingerprint(&made.after),
            before: Some(kept.clone().map_or(Before::Missing, Before::Copy)),
            undo: made.undo,
            wrote: made.wrote,
            copies: kept.into_iter().collect(),
        };
        if let Some(earlier) = earlier {
            record.undo = edit::together(&earlier.undo, &record.undo);
            let again = |op: &&Op| record.wrote.iter().all(|new| new.path() != op.path());
            let others: Vec<Op> = earlier.wrote.iter().filter(again).cloned().collect();
            record.wrote.extend(others);
            // What was there before us is what was there the first time.
            let untouched = earlier.after == fingerprint(before.text());
            record.before = earlier.before.clone().filter(|_| untouched);
            let new = |copy: &&BackupCopy| !record.copies.contains(copy);
            let others: Vec<BackupCopy> = earlier.copies.iter().filter(new).cloned().collect();
            record.copies.extend(others);
        }
        Ok((record, copy))
    }

    /// Takes back, and forgets. The copies go if nothing of ours is left for which they are needed.
    pub fn disconnect(&self, state: &mut SetupState) -> Result<(), String> {
        if let FileChange::LeftAlone(left) = &self.change {
            return Err(left.why.clone());
        }
        let Task::TakeBack(record) = &self.task else { return Ok(()) };
        let make = |there: &Original| match there {
            Original::Missing => Ok(Original::Missing),
            Original::Text(text) => {
                match taken_back(&self.path, self.format, record, text.clone()) {
                    FileChange::Nothing => Ok(there.clone()),
                    FileChange::Write { after, .. } => Ok(Original::Text(after)),
                    FileChange::Remove { .. } => Ok(Original::Missing),
                    FileChange::LeftAlone(left) => Err(left.why),
                }
            }
        };
        let Changed { before, .. } = files::change(&self.path, self.format, make)?;
        let was_whole = match &before {
            Original::Missing => false,
            Original::Text(text) => {
                self.format.read(text).is_ok_and(|now| undo::is_whole(record, &now))
            }
        };
        if was_whole {
            for copy in record.copies.iter().filter(|copy| content(copy).is_some()) {
                // A copy too many does no harm.
                let _ = files::remove(&copy.path);
            }
        }
        state.forget(&self.path)
    }

    /// What changes, without the values of others.
    pub fn lines(&self) -> Vec<Line> {
        let (before, after) = match &self.change {
            FileChange::Write { before, after } => (before.text(), after.as_str()),
            FileChange::Remove { before } => (before.as_str(), ""),
            FileChange::Nothing | FileChange::LeftAlone(_) => return Vec::new(),
        };
        let shown = match &self.task {
            Task::Connect(edits) => {
                let before = Original::Text(before.to_owned());
                Made::from(self.format, edits, &before)
                    .map(|made| Shown::of(made.wrote.iter().chain(&made.undo)))
                    .unwrap_or_default()
            }
            Task::TakeBack(record) => Shown::of(record.wrote.iter().chain(&record.undo)),
        };
        let masked = |text| masked(self.format, text, &shown);
        diff::diff(&masked(before), &masked(after))
    }
}
