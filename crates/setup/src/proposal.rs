//! What would be done to a file, for a person to look at, and doing it.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::agent::ConfigFile;
use crate::change::{Op, at};
use crate::edit::{self, Edit, Extras, Hooks, NAME, Part, Wanted};
use crate::entry::URLS;
use crate::files::{self, Original};
use crate::format::{Format, rewrite};
use crate::hook::{OurHook, has_our_hook, still_guards};
use crate::place::Place;
use crate::server::Server;
use crate::state::{Before, Record, State, fingerprint};
use crate::undo;

/// One file, and what would change in it.
#[derive(Debug, Clone)]
pub struct Proposal {
    pub path: PathBuf,
    pub change: Change,
    /// Why, for each kind of change.
    pub whys: Vec<&'static str>,
    /// What is left as it is, for a person to know.
    pub leaves: Option<&'static str>,
    /// The agent skips our hook from then on, until the person confirms it.
    pub needs_confirming: bool,
}

#[derive(Debug, Clone)]
pub enum Change {
    /// Nothing: it says all that already, or nothing of ours is in it.
    Nothing,
    Write {
        before: Original,
        after: String,
        undo: Vec<Op>,
        /// The values that are set.
        wrote: Vec<Op>,
    },
    /// The file goes: we made it.
    Remove {
        before: String,
    },
    LeftAlone(LeftAlone),
}

/// A file that must be changed by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftAlone {
    pub why: String,
    /// What to put into it.
    pub snippet: String,
}

/// What has to change in this file to connect its agent; `None` if the file isn't needed.
pub fn propose(
    file: &ConfigFile,
    path: &Path,
    place: &Place,
    server: &Server,
    extras: Extras,
) -> Option<Proposal> {
    let mut edits = (file.edits)(server);
    let leaves = leaves(file, path, place, &edits, extras.hooks);
    let stays = leaves.is_some();
    edits.retain(|edit| extras.include(edit.part) && !(stays && edit.part == Part::Hook));
    if extras.hooks == Hooks::Keep && !has_hook(file, path, &edits) {
        edits.retain(|edit| edit.part != Part::Hook);
    }
    if edits.is_empty() && !stays {
        return None;
    }
    let mut whys = Vec::new();
    let change = match changes(file.format, path, edits, &mut whys) {
        Ok(change) => change,
        Err((why, edits)) => {
            let ops = edit::plan(&Value::Object(serde_json::Map::new()), &edits).ops;
            let snippet = rewrite(file.format, "", &ops).unwrap_or_default();
            Change::LeftAlone(LeftAlone { why, snippet })
        }
    };
    let is_written = matches!(change, Change::Write { .. });
    let needs_confirming = is_written && file.confirmed_in.is_some();
    Some(Proposal { path: path.to_owned(), change, whys, leaves, needs_confirming })
}

/// Why our hook in this file stays as it is, though setup would write it in another way.
fn leaves(
    file: &ConfigFile,
    path: &Path,
    place: &Place,
    edits: &[Edit],
    hooks: Hooks,
) -> Option<&'static str> {
    let (ours, groups) = our_groups(file, path, edits)?;
    if groups.iter().all(|group| ours.renewed(group) == *group) {
        return None;
    }
    if hooks == Hooks::Leave {
        return Some("its hook was not written by setup, and stays as it is; `--hooks` renews it");
    }
    let guards = groups.iter().all(|group| still_guards(&ours, group, place));
    (guards && file.confirmed_in.is_some()).then_some(
        "its hook starts another sayso, and stays as it is: a change would have to be confirmed",
    )
}

fn has_hook(file: &ConfigFile, path: &Path, edits: &[Edit]) -> bool {
    our_groups(file, path, edits).is_some()
}

/// The groups with our hook that are in the file now, if there are any.
fn our_groups(file: &ConfigFile, path: &Path, edits: &[Edit]) -> Option<(OurHook, Vec<Value>)> {
    let (ours, list) = edits.iter().find_map(|edit| match &edit.wanted {
        Wanted::Hook(ours) => Some((ours.clone(), &edit.path)),
        _ => None,
    })?;
    let value = files::read(path).and_then(|text| file.format.read(text.text())).ok()?;
    let groups = at(&value, list)?.as_array()?.iter().filter(|group| has_our_hook(group));
    let groups: Vec<Value> = groups.cloned().collect();
    (!groups.is_empty()).then_some((ours, groups))
}

fn changes(
    format: Format,
    path: &Path,
    mut edits: Vec<Edit>,
    whys: &mut Vec<&'static str>,
) -> Result<Change, (String, Vec<Edit>)> {
    let read = files::read(path).and_then(|before| {
        let value = format.read(before.text())?;
        Ok((before, value))
    });
    let (before, value) = match read {
        Ok(read) => read,
        Err(why) => return Err((why, edits)),
    };
    edits.retain(|edit| edit.part != Part::Server || !is_remote(&value, edit));
    let plan = edit::plan(&value, &edits);
    if plan.ops.is_empty() {
        return Ok(Change::Nothing);
    }
    for edit in &edits {
        let one = edit::plan(&value, std::slice::from_ref(edit));
        if !one.ops.is_empty() && !whys.contains(&edit.why) {
            whys.push(edit.why);
        }
    }
    if let Some(why) = files::is_protected(path) {
        return Err((why, edits));
    }
    match rewrite(format, before.text(), &plan.ops) {
        Ok(after) => {
            let mut wrote = plan.ops;
            wrote.retain(|op| matches!(op, Op::Set { .. }));
            Ok(Change::Write { before, after: ended(after), undo: plan.undo, wrote })
        }
        Err(why) => Err((why, edits)),
    }
}

/// Every text ends with a line break.
fn ended(text: String) -> String {
    match (text.ends_with('\n'), text.contains("\r\n")) {
        (true, _) => text,
        (false, true) => text + "\r\n",
        (false, false) => text + "\n",
    }
}

/// The person has connected it over HTTP, which stays.
fn is_remote(value: &Value, edit: &Edit) -> bool {
    let place = edit.path.iter().position(|key| key == NAME);
    let entry = place.and_then(|place| at(value, &edit.path[..=place]));
    let is_set = |name| entry.is_some_and(|entry| entry.get(name).is_some());
    URLS.into_iter().any(is_set)
}

/// What has to change to take back everything that was done to this file.
pub fn propose_undo(path: &Path, format: Format, record: &Record) -> Proposal {
    let change = match files::read(path) {
        Ok(Original::Missing) => Change::Nothing,
        Ok(Original::Text(text)) => taken_back(path, format, record, text),
        Err(why) => Change::LeftAlone(LeftAlone { why, snippet: String::new() }),
    };
    let (whys, leaves) = (Vec::new(), None);
    Proposal { path: path.to_owned(), change, whys, leaves, needs_confirming: false }
}

fn taken_back(path: &Path, format: Format, record: &Record, text: String) -> Change {
    if let Some(why) = files::is_protected(path) {
        return Change::LeftAlone(LeftAlone { why, snippet: String::new() });
    }
    let unchanged = fingerprint(&text) == record.after;
    match &record.before {
        Some(Before::Missing) if unchanged => return Change::Remove { before: text },
        Some(Before::Copy { path, content }) if unchanged => {
            if let Ok(Original::Text(after)) = files::read(path)
                && fingerprint(&after) == *content
            {
                return replaced(text, after);
            }
        }
        Some(_) | None => {}
    }
    let changed = format.read(&text).and_then(|now| {
        let after = rewrite(format, &text, &undo::of(record, &now))?;
        Ok((format.read(&after)?, after))
    });
    match changed {
        Ok((_, after)) if after == text => Change::Nothing,
        Ok((value, _))
            if record.before == Some(Before::Missing)
                && is_blank(&value)
                && !format.may_have_comments(&text) =>
        {
            Change::Remove { before: text }
        }
        Ok((_, after)) => replaced(text, after),
        Err(why) => Change::LeftAlone(LeftAlone { why, snippet: String::new() }),
    }
}

fn replaced(text: String, after: String) -> Change {
    let before = Original::Text(text);
    Change::Write { before, after, undo: Vec::new(), wrote: Vec::new() }
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
    pub fn connect(&self, agent: &str, state: &mut State) -> Result<Option<PathBuf>, String> {
        let Change::Write { before, after, undo, wrote } = &self.change else { return Ok(None) };
        self.is_still(before.text())?;
        let (copy, is_new) = match before {
            Original::Missing => (None, false),
            Original::Text(text) => {
                let (copy, is_new) = files::back_up(&self.path, text)?;
                (Some(copy), is_new)
            }
        };
        let mut record = Record {
            agent: agent.to_owned(),
            after: fingerprint(after),
            before: Some(match (&copy, before) {
                (Some(path), Original::Text(text)) => {
                    Before::Copy { path: path.clone(), content: fingerprint(text) }
                }
                (None, _) | (Some(_), Original::Missing) => Before::Missing,
            }),
            undo: undo.clone(),
            wrote: wrote.clone(),
        };
        let earlier = state.of(&self.path).cloned();
        if let Some(earlier) = &earlier {
            record.undo = edit::together(&earlier.undo, &record.undo);
            let again = |op: &&Op| wrote.iter().all(|new| new.path() != op.path());
            record.wrote.extend(earlier.wrote.iter().filter(again).cloned());
            // What was there before us is what was there the first time.
            let untouched = earlier.after == fingerprint(before.text());
            record.before = earlier.before.clone().filter(|_| untouched);
        }
        let done =
            state.remember(&self.path, record).and_then(|()| files::write(&self.path, after));
        if let Err(why) = done {
            // As if it had not been tried. The first reason counts.
            let _ = state.restore(&self.path, earlier);
            if let Some(copy) = copy.filter(|_| is_new) {
                let _ = files::remove(&copy);
            }
            return Err(why);
        }
        Ok(copy)
    }

    /// Takes back, and forgets.
    pub fn disconnect(&self, state: &mut State) -> Result<(), String> {
        match &self.change {
            Change::Nothing => {}
            Change::Write { before, after, .. } => {
                self.is_still(before.text())?;
                files::write(&self.path, after)?;
            }
            Change::Remove { before } => {
                self.is_still(before)?;
                files::remove(&self.path)?;
            }
            Change::LeftAlone(left) => return Err(left.why.clone()),
        }
        state.forget(&self.path)
    }

    /// Nobody has changed it while a person looked at the proposal.
    fn is_still(&self, before: &str) -> Result<(), String> {
        match files::read(&self.path)?.text() == before {
            true => Ok(()),
            false => Err("it has changed in the meantime; run the command again".to_owned()),
        }
    }
}

#[cfg(test)]
#[path = "proposal_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "hook_upkeep_tests.rs"]
mod hook_upkeep;

#[cfg(test)]
#[path = "real_files_tests.rs"]
mod real_files;
