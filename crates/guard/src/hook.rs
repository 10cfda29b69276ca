//! `sayso hook`: the proposal of an agent, the question to a person, and the decision that the
//! agent is told.

mod bridge;
mod format;
mod proposal;
mod question;
mod title;
mod verdict;

pub use bridge::{BridgeEvent, BridgedCall, BridgedKind, BridgedNote, reply};
pub use format::HookFormat;
pub use proposal::ToolProposal;
pub use question::{Details, arguments};
pub use verdict::{Decision, Verdict};
