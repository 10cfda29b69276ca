//! The report of a setup, for people and as JSON.

use std::path::PathBuf;

use sayso_setup::{FileChange, Proposal};
use serde_json::{Value, json};

use super::{Ground, Work, screen};
use crate::output;

/// What came of a proposal.
pub(crate) enum Done {
    Nothing,
    /// Not asked to, or not possible.
    Would,
    Changed {
        copy: Option<PathBuf>,
    },
    LeftAlone,
    Failed(String),
}

impl Done {
    pub(crate) fn would(proposal: &Proposal) -> Done {
        match proposal.change {
            FileChange::Nothing => Done::Nothing,
            FileChange::Write { .. } | FileChange::Remove { .. } => Done::Would,
            FileChange::LeftAlone(_) => Done::LeftAlone,
        }
    }

    fn word(&self) -> &'static str {
        match self {
            Done::Nothing => "unchanged",
            Done::Would => "would_change",
            Done::Changed { .. } => "changed",
            Done::LeftAlone => "left_alone",
            Done::Failed(_) => "failed",
        }
    }
}

pub(crate) struct Report {
    goes: bool,
    undo: bool,
    /// As JSON; a person has seen the differences already.
    json: bool,
    /// By agent: its id, and its files.
    files: Vec<(&'static str, Value)>,
    failures: Vec<String>,
    left_alone: usize,
    changed: usize,
    /// Agents with a file that could not be changed.
    incomplete: Vec<&'static str>,
}

impl Report {
    pub(crate) fn new(goes: bool, undo: bool, json: bool) -> Report {
        Report {
            goes,
            undo,
            json,
            files: Vec::new(),
            failures: Vec::new(),
            left_alone: 0,
            changed: 0,
            incomplete: Vec::new(),
        }
    }

    pub(crate) fn add(&mut self, work: &Work, proposal: &Proposal, done: Done, ground: &Ground) {
        let path = ground.place.short(&proposal.path);
        let mut file =
            json!({ "path": proposal.path, "status": done.word(), "why": proposal.whys });
        file["leaves"] = json!(proposal.leaves);
        file["needs_confirming"] = proposal.needs_confirming.into();
        let changes =
            matches!(proposal.change, FileChange::Write { .. } | FileChange::Remove { .. });
        if changes && self.json {
            let lines = proposal.lines().into_iter().map(|line| format!("{line}\n"));
            file["diff"] = lines.collect::<String>().into();
        }
        if let FileChange::LeftAlone(left) = &proposal.change {
            file["reason"] = left.why.as_str().into();
            file["snippet"] = left.snippet.as_str().into();
            self.left_alone += 1;
        }
        if matches!(done, Done::LeftAlone | Done::Failed(_)) {
            self.incomplete.push(work.agent.id);
        }
        match done {
            Done::Changed { copy } => {
                file["copy"] = json!(copy);
                self.changed += 1;
            }
            Done::Failed(why) => {
                file["reason"] = why.as_str().into();
                self.failures.push(format!("{path}: {why}"));
            }
            Done::Nothing | Done::Would | Done::LeftAlone => {}
        }
        self.files.push((work.agent.id, file));
    }

    /// Whether something could not be done.
    pub(crate) fn failed(&self) -> bool {
        self.left_alone > 0 || !self.failures.is_empty()
    }

    pub(crate) fn print(&self, works: &[Work], ground: &Ground) -> anyhow::Result<()> {
        if self.json {
            return output::json(&self.value(works));
        }
        for failure in &self.failures {
            output::warn(failure);
        }
        if self.goes {
            let is_incomplete = |work: &&Work| self.incomplete.contains(&work.agent.id);
            let (failed, done): (Vec<&Work>, Vec<&Work>) = works.iter().partition(is_incomplete);
            screen::done(&done, &failed, self.undo, &ground.command())?;
        }
        Ok(())
    }

    fn value(&self, works: &[Work]) -> Value {
        let agents = works.iter().map(|work| {
            let its = self.files.iter().filter(|(id, _)| *id == work.agent.id);
            json!({
                "id": work.agent.id,
                "name": work.agent.name,
                "found": work.found,
                "files": its.map(|(_, file)| file).collect::<Vec<_>>(),
                "remark": work.agent.remark,
                "obstacles": work.obstacles,
            })
        });
        json!({ "changed": self.changed, "agents": agents.collect::<Vec<_>>() })
    }
}
