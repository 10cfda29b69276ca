//! `sayso hook`: the proposal of an agent, the question to a person, and the decision that the
//! agent is told.

mod format;
mod proposal;
mod question;
mod verdict;

pub use format::HookFormat;
pub use proposal::ToolProposal;
pub use question::arguments;
pub use verdict::{Decision, Verdict};
