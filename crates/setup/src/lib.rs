//! Connects agents to sayso: where each keeps its configuration, what has to be in it, and how to
//! take it out again.
//!
//! The heart is pure: `(text before, edits) -> text after`. An edit is checked twice: the changed
//! text is parsed again, and must have exactly the values that the edits mean. What doesn't pass is
//! not written. Files are touched in `files.rs` only.

mod agent_home;
mod change;
mod checkup;
mod connect;
mod diff;
mod edit;
mod edits;
mod entry;
mod file;
mod files;
mod format;
mod hook;
mod inspect;
mod layers;
mod mask;
mod origin;
mod perform;
mod plugin;
#[cfg(test)]
mod plugins_tests;
mod proposal;
mod rules;
mod server;
mod state;
mod undo;

pub use agent_home::{AgentHome, Platform};
pub use change::{Op, at};
pub use checkup::Checkup;
pub use connect::{connecting, disconnecting};
pub use diff::{Line, diff};
pub use edit::{ConfigEdit, Extras, Hooks};
pub use entry::{EntryTransport, ServerEntry};
pub use file::{AgentFile, files_of};
pub use files::{Original, read, real, write};
pub use format::{Format, invalid_toml, rewrite};
pub use hook::HookFault;
pub use inspect::{EntryOwner, FoundEntry, Inspection, Obstacle};
pub use origin::ProgramOrigin;
pub use perform::propose_undo;
pub use proposal::{FileChange, LeftAlone, Proposal, propose};
pub use server::{ServerCommand, quoted};
pub use state::{Record, SetupState, fingerprint};
