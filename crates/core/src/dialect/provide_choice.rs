//! The `provide_choice` dialect: one question, one choice. `sayso ask` uses it too.

mod first_contract;
mod parse;
mod reply;
mod request;
mod rules;
mod session;

pub use parse::{parse, parse_shell};
pub use reply::{follow_up, hand_off_reply, reply};
pub use session::{ignored_beside_session_id, session_id, wants_terminal};

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
