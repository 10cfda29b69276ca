//! The `user_choice` dialect: questions that a model writes as JSON in its text.
//!
//! There are three input formats and two normal forms: a question, or a form of several.

mod parse;
mod read;
mod reply;
mod request;
mod skill;
mod terms;

use super::DialectSpec;
use super::late::prompts;

pub use parse::parse;
pub use read::{Reading, kind_of, read};
pub use reply::reply;
pub use request::{ChoiceOption, ChoiceQuestion, TYPES, UserChoice};
pub use skill::SKILL;

pub(super) const SPEC: DialectSpec = DialectSpec {
    parse,
    reply: |interaction, _| reply(interaction),
    submitted: |interaction, _| reply(interaction),
    fetched: |interaction, _| reply(interaction),
    tool: "user_choice",
    fetched_with: None,
    follow_up: |_| "the answer comes as a message".to_owned(),
    is_tool: false,
    rejects: false,
    timeout_actions: false,
    keeps_language: true,
    looks_like: Some(|arguments| !matches!(read(arguments), Reading::Other)),
    decided: None,
    late: |interaction, reply| (prompts(interaction), "status", reply.text.clone()),
};

/// The only question of a single choice.
const QUESTION: &str = "q1";

#[cfg(test)]
#[path = "user_choice/parse_tests.rs"]
mod parse_tests;
#[cfg(test)]
#[path = "user_choice/read_tests.rs"]
mod read_tests;
#[cfg(test)]
#[path = "user_choice/reply_tests.rs"]
mod reply_tests;
