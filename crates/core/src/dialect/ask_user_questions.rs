//! The `ask_user_questions` dialect: a few questions at once, each with its own answer.

mod fetch;
mod instructions;
mod parse;
mod reply;
mod text;

pub use fetch::Fetch;
pub use instructions::follow_up;
pub use parse::{is_non_blocking, parse};
pub use reply::{fetched_reply, reply, submitted_reply};

#[cfg(test)]
#[path = "ask_user_questions/parse_tests.rs"]
mod parse_tests;
#[cfg(test)]
#[path = "ask_user_questions/reply_tests.rs"]
mod reply_tests;
