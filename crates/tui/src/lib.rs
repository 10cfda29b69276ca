//! The terminal: a prompt in place, and a full-screen inbox.
//!
//! There is one [`state::State`], one pure [`update::update`] from a message to effects, views as
//! pure functions of the state, and a small runtime that performs effects at a desk and feeds the
//! results back. The network never blocks drawing; time, the environment and the desk come in as
//! arguments.

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

pub use abilities::{Abilities, Aside, Depth, Drawing, Notices};
pub use keyboard::{Keyboard, Split, Typing, Wait, swallow};
pub use runtime::{Session, inbox, prompt};
pub use state::{By, Ended};
