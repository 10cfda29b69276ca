//! The `ask_user_questions` dialect: a few questions at once, each with its own answer.

mod fetch;
mod instructions;
mod parse;
mod reply;
mod text;

use super::DialectSpec;
use super::late::prompts;

pub use fetch::Fetch;
pub use instructions::follow_up;
pub use parse::{is_non_blocking, parse};
pub use reply::reply;
use reply::{fetched_reply, submitted_reply};

pub(super) const SPEC: DialectSpec = DialectSpec {
    parse,
    reply,
    submitted: submitted_reply,
    fetched: fetched_reply,
    tool: "ask_user_questions",
    fetched_with: Some("get_answered_questions"),
    follow_up,
    is_tool: true,
    rejects: true,
    timeout_actions: false,
    keeps_language: false,
    looks_like: Some(|arguments| arguments.get("questions").is_some()),
    decided: None,
    late: |interaction, reply| (prompts(interaction), "status", reply.text.clone()),
};

#[cfg(test)]
#[path = "ask_user_questions/parse_tests.rs"]
mod parse_tests;
#[cfg(test)]
#[path = "ask_user_questions/reply_tests.rs"]
mod reply_tests;
