//! What agents send to `sayso hook` before they use a tool, what a person is asked about it, and what
//! the agent is told.

mod format;
mod proposal;
mod question;
mod verdict;

pub use format::HookFormat;
pub use proposal::ToolProposal;
pub use question::arguments;
pub use verdict::{Decision, Verdict};
