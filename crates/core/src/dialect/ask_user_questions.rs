//! The `ask_user_questions` dialect: a few questions at once, each with an answer of its own.

mod parse;
mod reply;
mod text;

pub use parse::{is_non_blocking, parse};
pub use reply::{fetched_reply, pending_reply, reply, still_pending_reply};

#[cfg(test)]
#[path = "ask_user_questions/parse_tests.rs"]
mod parse_tests;
#[cfg(test)]
#[path = "ask_user_questions/reply_tests.rs"]
mod reply_tests;
