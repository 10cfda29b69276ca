//! Questions that agents ask by themselves, brought here: permissions, their question tool, and
//! their plans. The agent gets the reply in its own format.

pub mod codex;
mod permission;
mod plan;
mod question;
mod reply;

use super::DialectSpec;

pub use permission::{Consent, allow_once, is_elsewhere};
pub use plan::PlanReply;
pub use question::{AnswerParts, QuestionAnswers, QuestionReply};
pub use reply::AgentReply;

const BASE: DialectSpec = DialectSpec {
    parse: permission::parse,
    reply: |interaction, _| reply::reply(interaction),
    submitted: |interaction, _| reply::reply(interaction),
    fetched: |interaction, _| reply::reply(interaction),
    tool: "permission",
    fetched_with: None,
    follow_up: |_| "the agent waits for it".to_owned(),
    is_tool: false,
    rejects: false,
    timeout_actions: false,
    keeps_language: false,
    looks_like: None,
    decided: Some(|_, outcome| Consent::of(outcome).map(AgentReply::Permission)),
    late: |interaction, reply| (interaction.form.title.clone(), "status", reply.text.clone()),
};

pub(super) const PERMISSION: DialectSpec = BASE;
pub(super) const CLAUDE_QUESTION: DialectSpec = DialectSpec {
    parse: question::parse,
    tool: "AskUserQuestion",
    decided: Some(|asked, outcome| QuestionReply::of(asked, outcome).map(AgentReply::Question)),
    ..BASE
};
pub(super) const CLAUDE_PLAN: DialectSpec = DialectSpec {
    parse: plan::parse,
    tool: "ExitPlanMode",
    decided: Some(|_, outcome| PlanReply::of(outcome).map(AgentReply::Plan)),
    ..BASE
};

/// What holds for this question alone, beside the input of the agent's tool.
pub const REMARK: &str = "sayso_remark";

/// The only question of a permission or a plan.
const QUESTION: &str = "q1";

#[cfg(test)]
#[path = "bridged/bridged_tests.rs"]
mod tests;
