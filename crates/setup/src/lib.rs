//! Connects agents to sayso: where each keeps its configuration, what has to be in it, and how to
//! take it out again.
//!
//! The heart is pure: `(text before, edits) -> text after`. An edit is checked twice: the changed
//! text is parsed again, and must have exactly the values that the edits mean. What doesn't pass is
//! not written. Files are touched in `files.rs` only.

mod change;
mod checkup;
mod diff;
mod edit;
mod edits;
mod entry;
mod file;
mod files;
mod format;
mod hook;
mod layers;
mod look;
mod mask;
mod origin;
mod perform;
mod place;
mod plugin;
#[cfg(test)]
mod plugins_tests;
mod proposal;
mod rules;
mod server;
mod state;
mod undo;
mod work;

pub use change::{Op, at};
pub use checkup::Checkup;
pub use diff::{Line, diff};
pub use edit::{Edit, Extras, Hooks};
pub use entry::{Connection, Entry};
pub use file::{AgentFile, files_of};
pub use files::{Original, read, real, write};
pub use format::{Format, invalid_toml, rewrite};
pub use hook::HookFault;
pub use look::{Found, Look, Obstacle, Whose};
pub use origin::ProgramOrigin;
pub use perform::propose_undo;
pub use place::{Place, Platform};
pub use proposal::{Change, LeftAlone, Proposal, propose};
pub use server::{Server, quoted};
pub use state::{Record, State, fingerprint};
pub use work::{connecting, disconnecting};
