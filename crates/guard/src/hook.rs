//! `sayso hook`: the proposal of an agent, the question to a person, and the decision for the
//! agent.

mod bridge;
mod format;
mod marks;
mod proposal;
mod question;
mod title;
mod verdict;

pub use bridge::{AnsweredBy, BridgeEvent, BridgedCall, BridgedKind, BridgedNote, reply, sender};
pub use format::HookFormat;
pub use proposal::ToolProposal;
pub use question::{Details, arguments};
pub use verdict::{Decision, Verdict};
