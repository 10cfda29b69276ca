//! The shapes in which agents ask and get their answers: each parses into a form, and replies.

pub mod ask_user_questions;
#[cfg(test)]
pub(crate) mod fixtures;
pub mod late;
mod lookalike;
mod pending;
pub mod provide_choice;
mod quality;
mod read;
mod refusal;
mod title;
pub mod user_choice;

pub use pending::END_TURN_AFTER;
pub use refusal::{Failure, failure, refusal};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::form::Form;
use crate::interaction::Interaction;
use crate::policy::Wishes;
use crate::problem::Problem;
use crate::surface::Chats;

/// Which shape an agent speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Dialect {
    ProvideChoice,
    AskUserQuestions,
    /// `sayso ask` with flags: as `provide_choice`, but nothing needs to be recommended.
    Shell,
    /// JSON in a model's text; `crates/extract` finds it.
    UserChoice,
}

impl Dialect {
    /// How a person puts the whole aside: by rejecting it, where the dialect knows that, else by
    /// cancelling it.
    pub const fn rejects(self) -> bool {
        match self {
            Dialect::AskUserQuestions => true,
            Dialect::ProvideChoice | Dialect::Shell | Dialect::UserChoice => false,
        }
    }

    /// What an agent calls to ask in it.
    pub const fn tool(self) -> &'static str {
        match self {
            Dialect::ProvideChoice => "provide_choice",
            Dialect::AskUserQuestions => "ask_user_questions",
            Dialect::Shell => "the question",
            Dialect::UserChoice => "user_choice",
        }
    }

    /// Whether the clock can do anything but tell the agent that nobody answered (AU-6, SL-7).
    pub const fn has_timeout_actions(self) -> bool {
        match self {
            Dialect::ProvideChoice | Dialect::Shell => true,
            Dialect::AskUserQuestions | Dialect::UserChoice => false,
        }
    }
}

/// An ask that is free of faults.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asking {
    pub form: Form,
    pub wishes: Wishes,
    pub warnings: Vec<String>,
}

/// What the operator set for dialects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DialectLimits {
    /// `ask_user_questions`: maximum number of questions, and of options in each, as configured.
    pub questions: usize,
    pub options: usize,
    /// `ask_user_questions`: seconds until it times out, if ever.
    pub questions_timeout: Option<u64>,
    pub prompts: Prompts,
    /// `provide_choice`: the chats that `interface` can name.
    pub chats: Chats,
}

/// What is done about a prompt that gives no context (PO-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prompts {
    Warn,
    Refuse,
}

impl DialectLimits {
    /// What holds, whatever was configured (AU-2).
    pub fn most_questions(&self) -> usize {
        self.questions.clamp(1, MOST_ALLOWED)
    }

    pub fn most_options(&self) -> usize {
        self.options.clamp(2, MOST_ALLOWED)
    }
}

/// The highest limit that can be configured.
const MOST_ALLOWED: usize = 10;

impl Default for DialectLimits {
    fn default() -> DialectLimits {
        DialectLimits {
            questions: 4,
            options: 4,
            questions_timeout: None,
            prompts: Prompts::Warn,
            chats: Chats::default(),
        }
    }
}

/// Everything an agent sent, understood; or everything that is wrong with it.
pub fn parse(
    dialect: Dialect,
    arguments: &Value,
    limits: &DialectLimits,
) -> Result<Asking, Vec<Problem>> {
    let parsed = match dialect {
        Dialect::ProvideChoice => provide_choice::parse(arguments, limits),
        Dialect::Shell => provide_choice::parse_shell(arguments, limits),
        Dialect::AskUserQuestions => ask_user_questions::parse(arguments, limits),
        Dialect::UserChoice => user_choice::parse(arguments),
    };
    let asking = parsed.map_err(refusal::bounded)?;
    match lookalike::options(dialect, &asking.form) {
        problems if problems.is_empty() => Ok(asking),
        problems => Err(refusal::bounded(problems)),
    }
}

/// What the agent gets: structured content, the same as text, and whether it is a failure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reply {
    pub structured: Value,
    pub text: String,
    pub is_error: bool,
}

/// What only the desk knows of an interaction at this moment, and the agent is told with its reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing<'a> {
    /// Where a person finds it.
    pub url: Option<&'a str>,
    /// By the desk's clock; `None` without a deadline.
    pub remaining_ms: Option<u64>,
    /// Whether a surface shows it right now.
    pub shown: bool,
    /// How a person gets there whom no surface shows it; empty where that is not needed.
    pub directions: &'a str,
    /// Opens it in a terminal; for one that was handed off and that no surface shows.
    pub command: Option<&'a str>,
    /// How many replies in a row, this one included, told the agent that it is pending.
    pub pending_replies: u32,
}

/// The dialect's own reply for an interaction as it stands.
pub fn reply(interaction: &Interaction, standing: &Standing<'_>) -> Reply {
    match interaction.origin.dialect {
        Dialect::ProvideChoice | Dialect::Shell => provide_choice::reply(interaction, standing),
        Dialect::AskUserQuestions => ask_user_questions::reply(interaction, standing),
        Dialect::UserChoice => user_choice::reply(interaction),
    }
}
