//! A plan that waits for approval: Claude Code's `ExitPlanMode` (AD-1).

use serde_json::Value;

use super::REMARK;
use super::permission::{alone, choice, chosen};
use crate::control::Choice;
use crate::dialect::read::Fields;
use crate::dialect::{DialectLimits, ParsedAsk};
use crate::interaction::Outcome;
use crate::limits;
use crate::policy::{TimeoutWish, Wishes};
use crate::problem::Problem;
use crate::text::{cut, filled_owned};

const EDIT: &str = "edit";
const ASK: &str = "ask";
const KEEP: &str = "keep";

/// The whole plan is shown; one that is too long is approved in the terminal.
pub(super) fn parse(arguments: &Value, _: &DialectLimits) -> Result<ParsedAsk, Vec<Problem>> {
    let mut problems = Vec::new();
    let read = Fields::of(arguments, "", &mut problems).and_then(|mut fields| {
        let remark = filled_owned(fields.text(REMARK, limits::DESCRIPTION));
        Some((fields.required("plan", limits::PROMPT)?, remark))
    });
    let Some((plan, remark)) = read.filter(|_| problems.is_empty()) else { return Err(problems) };
    let options = vec![
        choice(EDIT, "Approve, and accept edits"),
        choice(ASK, "Approve, and ask before each edit"),
        Choice { safe: true, ..choice(KEEP, "Keep planning") },
    ];
    let first = plan.lines().map(|line| line.trim_start_matches('#').trim());
    let title = first.into_iter().find(|line| !line.is_empty()).unwrap_or("a plan");
    let title = format!("Plan: {}", cut(title, LONGEST));
    let mut form = alone(title, plan, options, "Keep planning, and say what to change");
    form.context = remark;
    let wishes = Wishes { timeout: TimeoutWish::Dialect(None), ..Wishes::default() };
    Ok(ParsedAsk { form, wishes, warnings: Vec::new() })
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
    /// The agent's permission mode that follows an approval.
    pub fn mode(&self) -> Option<&'static str> {
        match self {
            PlanReply::Approve { accepts_edits: true } => Some("acceptEdits"),
            PlanReply::Approve { accepts_edits: false } => Some("default"),
            PlanReply::KeepPlanning { .. } => None,
        }
    }

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
