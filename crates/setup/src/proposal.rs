//! A proposed change of a file, for a person to look at.

use std::path::{Path, PathBuf};

use sayso_agents::ConfigPart;
use serde_json::Value;

use crate::agent_home::AgentHome;
use crate::change::{Op, at};
use crate::edit::{self, ConfigEdit, Extras, Hooks, NAME, Wanted};
use crate::edits::GUARD;
use crate::entry::URLS;
use crate::file::AgentFile;
use crate::files::{self, Original};
use crate::format::{Format, rewrite};
use crate::hook::{HookKind, OurHook, has_our_hook, still_guards};
use crate::plugin;
use crate::server::ServerCommand;
use crate::state::Record;

/// One file, and what would change in it.
#[derive(Debug, Clone)]
pub struct Proposal {
    pub path: PathBuf,
    pub change: FileChange,
    /// Why, for each kind of change.
    pub whys: Vec<&'static str>,
    /// What is left as it is, for a person to know.
    pub leaves: Option<&'static str>,
    /// The agent skips our hook from then on, until the person confirms it.
    pub needs_confirming: bool,
    pub(crate) format: Format,
    pub(crate) task: Task,
}

impl Proposal {
    /// Whether what it writes is to guard tool uses.
    pub fn is_to_guard(&self) -> bool {
        self.whys.contains(&GUARD)
    }
}

/// What is to be done, whatever the file says by then.
#[derive(Debug, Clone)]
pub(crate) enum Task {
    Connect(Vec<ConfigEdit>),
    TakeBack(Record),
}

#[derive(Debug, Clone)]
pub enum FileChange {
    /// Nothing: it says all that already, or nothing of ours is in it.
    Nothing,
    Write {
        before: Original,
        after: String,
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
    file: AgentFile,
    path: &Path,
    place: &AgentHome,
    server: &ServerCommand,
    extras: Extras,
) -> Option<Proposal> {
    let mut edits = file.edits(server);
    // If nothing is to be added to it, setup adds its own entry to replace a plugin that can't start.
    let is_added = extras.questions || extras.foreground;
    if is_added && plugin::entry(file.agent, place, server).is_some() {
        edits.retain(|edit| !edit.part.is_in_plugins());
    }
    let leaves = leaves(file, path, place, &edits, extras.hooks);
    let stays = leaves.is_some();
    edits.retain(|edit| extras.include(edit.part) && !(stays && edit.part == ConfigPart::Hook));
    if extras.hooks == Hooks::Keep && !has_hook(file, path, &edits) {
        edits.retain(|edit| edit.part != ConfigPart::Hook);
    }
    if edits.is_empty() && !stays {
        return None;
    }
    let mut whys = Vec::new();
    let change = match changes(file.format, path, &mut edits, &mut whys) {
        Ok(change) => change,
        Err(why) => {
            let ops = edit::plan(&Value::Object(serde_json::Map::new()), &edits).ops;
            let snippet = rewrite(file.format, "", &ops).unwrap_or_default();
            FileChange::LeftAlone(LeftAlone { why, snippet })
        }
    };
    let is_written = matches!(change, FileChange::Write { .. });
    let needs_confirming = is_written && file.trust().is_some();
    let (path, format) = (path.to_owned(), file.format);
    let task = Task::Connect(edits);
    Some(Proposal { path, change, whys, leaves, needs_confirming, format, task })
}

/// Why our hook in this file stays as it is, though setup would write it in another way.
fn leaves(
    file: AgentFile,
    path: &Path,
    place: &AgentHome,
    edits: &[ConfigEdit],
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
    (guards && file.trust().is_some()).then_some(
        "its hook starts another sayso, and stays as it is: a change would have to be confirmed",
    )
}

fn has_hook(file: AgentFile, path: &Path, edits: &[ConfigEdit]) -> bool {
    our_groups(file, path, edits).is_some()
}

/// The groups with our hook that are in the file now, if there are any.
fn our_groups(file: AgentFile, path: &Path, edits: &[ConfigEdit]) -> Option<(OurHook, Vec<Value>)> {
    let (ours, list) = edits.iter().find_map(|edit| match &edit.wanted {
        Wanted::Hook(ours) => Some((ours.clone(), &edit.path)),
        _ => None,
    })?;
    let value = files::read(path).and_then(|text| file.format.read(text.text())).ok()?;
    let groups = at(&value, list)?.as_array()?.iter();
    let groups = groups.filter(|group| has_our_hook(group, HookKind::Guards));
    let groups: Vec<Value> = groups.cloned().collect();
    (!groups.is_empty()).then_some((ours, groups))
}

fn changes(
    format: Format,
    path: &Path,
    edits: &mut Vec<ConfigEdit>,
    whys: &mut Vec<&'static str>,
) -> Result<FileChange, String> {
    let before = files::settled(path, format)?;
    let value = format.read(before.text())?;
    edits.retain(|edit| edit.part != ConfigPart::Server || !is_remote(&value, edit));
    for edit in edits.iter() {
        let one = edit::plan(&value, std::slice::from_ref(edit));
        if !one.ops.is_empty() && !whys.contains(&edit.why) {
            whys.push(edit.why);
        }
    }
    let made = Made::from(format, edits, &before)?;
    if made.after == before.text() {
        return Ok(FileChange::Nothing);
    }
    match files::is_protected(path) {
        Some(why) => Err(why),
        None => Ok(FileChange::Write { before, after: made.after }),
    }
}

/// What these edits make of a text, and how to take it back.
pub(crate) struct Made {
    pub after: String,
    pub undo: Vec<Op>,
    /// The values that are set.
    pub wrote: Vec<Op>,
}

impl Made {
    pub(crate) fn from(
        format: Format,
        edits: &[ConfigEdit],
        before: &Original,
    ) -> Result<Made, String> {
        let plan = edit::plan(&format.read(before.text())?, edits);
        let after = match plan.ops.is_empty() {
            true => before.text().to_owned(),
            false => ended(rewrite(format, before.text(), &plan.ops)?),
        };
        let mut wrote = plan.ops;
        wrote.retain(|op| matches!(op, Op::Set { .. }));
        Ok(Made { after, undo: plan.undo, wrote })
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
fn is_remote(value: &Value, edit: &ConfigEdit) -> bool {
    let place = edit.path.iter().position(|key| key == NAME);
    let entry = place.and_then(|place| at(value, &edit.path[..=place]));
    let is_set = |name| entry.is_some_and(|entry| entry.get(name).is_some());
    URLS.into_iter().any(is_set)
}

#[cfg(test)]
#[path = "proposal_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "hook_upkeep_tests.rs"]
mod hook_upkeep;

#[cfg(test)]
#[path = "race_tests.rs"]
mod races;

#[cfg(test)]
#[path = "real_files_tests.rs"]
mod real_files;
