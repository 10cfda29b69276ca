//! A plan that waits for approval: Claude Code's `ExitPlanMode` (AD-1).

use serde_json::Value;

use super::permission::{alone, choice, chosen};
use crate::control::Choice;
use crate::dialect::read::Fields;
use crate::dialect::{Asking, DialectLimits};
use crate::interaction::Outcome;
use crate::limits;
use crate::policy::{TimeoutWish, Wishes};
use crate::problem::Problem;
use crate::text::cut;

const EDIT: &str = "edit";
const ASK: &str = "ask";
const KEEP: &str = "keep";

/// The whole plan is shown; one that is too long is approved in the terminal.
pub(super) fn parse(arguments: &Value, _: &DialectLimits) -> Result<Asking, Vec<Problem>> {
    let mut problems = Vec::new();
    let plan = Fields::of(arguments, "", &mut problems)
        .and_then(|mut fields| fields.required("plan", limits::PROMPT));
    let Some(plan) = plan.filter(|_| problems.is_empty()) else { return Err(problems) };
    let options = vec![
        choice(EDIT, "Approve, and accept edits"),
        choice(ASK, "Approve, and ask before each edit"),
        Choice { safe: true, ..choice(KEEP, "Keep planning") },
    ];
    let first = plan.lines().map(|line| line.trim_start_matches('#').trim());
    let title = first.into_iter().find(|line| !line.is_empty()).unwrap_or("a plan");
    let title = format!("Plan: {}", cut(title, LONGEST));
    let form = alone(title, plan, options, "Keep planning, and say what to change");
    let wishes = Wishes { timeout: TimeoutWish::Dialect(None), ..Wishes::default() };
    Ok(Asking { form, wishes, warnings: Vec::new() })
}

/// A line of a list.
const LONGEST: usize = 100;

/// What a person decided about a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlanReply {
    /// `accepts_edits`: without asking about each of them.
    Approve {
        accepts_edits: bool,
    },
    KeepPlanning {
        remarks: Vec<String>,
    },
}

impl PlanReply {
    pub(super) fn of(outcome: &Outcome) -> Option<PlanReply> {
        match outcome {
            Outcome::Answered { answers, .. } => Some(match chosen(answers) {
                Some(EDIT) => PlanReply::Approve { accepts_edits: true },
                Some(ASK) => PlanReply::Approve { accepts_edits: false },
                Some(_) | None => PlanReply::KeepPlanning {
                    remarks: answers.texts().map(str::to_owned).collect(),
                },
            }),
            Outcome::Cancelled { note: said, .. } | Outcome::Rejected { reason: said, .. } => {
                Some(PlanReply::KeepPlanning { remarks: said.iter().cloned().collect() })
            }
            Outcome::TimedOut { .. } | Outcome::Withdrawn { .. } => None,
        }
    }
}
