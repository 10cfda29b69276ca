//! The `provide_choice` dialect: one question, one choice. `sayso ask` uses it too.

mod legacy;
mod mode;
mod parse;
mod reply;
mod request;
mod rules;
mod session;

use super::DialectSpec;

pub use parse::{parse, parse_shell};
pub use reply::{follow_up, hand_off_reply, reply};
pub use session::{ignored_beside_session_id, session_id, wants_terminal};

pub(super) const SPEC: DialectSpec = DialectSpec {
    parse,
    reply,
    submitted: reply,
    fetched: reply,
    tool: "provide_choice",
    fetched_with: Some("provide_choice"),
    follow_up,
    is_tool: true,
    rejects: false,
    timeout_actions: true,
    keeps_language: false,
    looks_like: Some(|_| true),
    decided: None,
    late: |interaction, reply| {
        let summary = reply.structured["selection"]["summary"].as_str();
        let answer = summary.unwrap_or(&reply.text).to_owned();
        (interaction.form.title.clone(), "action_status", answer)
    },
};

pub(super) const SHELL: DialectSpec = DialectSpec {
    parse: parse_shell,
    tool: "the question",
    looks_like: None,
    is_tool: false,
    ..SPEC
};

/// The form's only question.
const QUESTION: &str = "q1";

#[cfg(test)]
#[path = "provide_choice/parse_tests.rs"]
mod parse_tests;
#[cfg(test)]
#[path = "provide_choice/reply_tests.rs"]
mod reply_tests;
#[cfg(test)]
#[path = "provide_choice/rules_tests.rs"]
mod rules_tests;
