//! The terminal: a prompt in place, and a full-screen inbox.
//!
//! There is one `State`, one pure `update` from a message to effects, views as
//! pure functions of the state, and a small runtime that performs effects at a desk and feeds the
//! results back. The network never blocks drawing; time, the environment and the desk come in as
//! arguments.
//!
//! # The terminal
//! `crates/tui/src/update.rs` is the only place where a screen's state changes: a message in (a
//! key, an event of the desk, time), effects out. Views return rows of styled text; a prompt needs
//! as many as it needs, the inbox fills the screen. `crates/tui/src/runtime/inline.rs` draws below
//! the cursor without asking the terminal where that is. What is typed is saved as a draft
//! (`crates/tui/src/state/draft.rs`), which is what 'switch to web' hands over. Keys are armed
//! after 350 ms of quiet; what is typed for one question acts on no other and not on the shell
//! (`crates/tui/src/state/fingers.rs`). Keys within 30 ms are text
//! (`crates/tui/src/state/burst.rs`); what the view didn't draw can't be confirmed
//! (`crates/tui/src/view/part.rs`). The prompt is drawn on the controlling terminal, whatever is
//! redirected, unless that is the agent's (`crates/access/src/presence.rs`).

mod abilities;
mod control;
mod editor;
#[cfg(test)]
pub(crate) mod fixtures;
mod keyboard;
mod message;
mod plain;
mod runtime;
mod state;
#[cfg(test)]
mod tests;
mod text;
mod update;
mod view;
mod words;

pub use abilities::{Abilities, Depth, Drawing, HiddenSequences, LongRows, Notices};
pub use keyboard::{Keyboard, Split, Typing, Wait, swallow};
pub use runtime::{Leaving, Session, history, inbox, pick, prompt};
pub use state::{By, Interrupt, PromptEnd};
