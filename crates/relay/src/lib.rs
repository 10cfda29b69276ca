//! Conversations between people and an agent's process: what people say goes to it, what it writes
//! goes back, and the questions in its text go to the desk.
//!
//! [`Relay`] leads any number of them, each in a task and with a process of its own. Where a
//! conversation is shown is behind [`Conversation`]; which of a chat, a terminal or a test that is, is
//! not known here. What must survive is in the store before it counts.

mod agent;
mod conversation;
mod memory;
mod relay;
mod session;

pub use agent::{Program, Prompt, Protocol};
pub use conversation::{Conversation, Flow, Notice, Status};
pub use relay::{Limits, Relay, Said, Setup, Whose};
