//! Conversations between people and an agent's process: what people say goes to it, what it writes
//! goes back, and the questions in its text go to the desk.
//!
//! [`Relay`] leads any number of them. Each is a value that decides (`conversation.rs`) and a task that
//! performs (`driver.rs`), with its own agent process. Where it is shown is behind [`Venue`]; whether
//! that is a chat, a terminal or a test is not known here. What must survive is in the store before it
//! counts.

mod agent;
mod asking;
mod conversation;
mod driver;
mod memory;
mod relay;
mod venue;

pub use agent::{Program, Prompt, Protocol};
pub use relay::{Limits, Relay, Said, Setup, Whose};
pub use venue::{Flow, Notice, Status, Venue, Venue as Conversation};
