//! Conversations between people and an agent's process: people's messages go to it, its text goes
//! back, and the questions in its text go to the desk.
//!
//! [`Relay`] leads any number of them. Each is a value that decides (`conversation.rs`) and a task
//! that performs (`driver.rs`), with its own agent process. It is shown through [`Venue`], which
//! may be a chat, a terminal or a test. What must survive is stored before it takes effect.

mod agent;
mod asking;
mod conversation;
mod driver;
mod memory;
mod relay;
mod venue;

pub use agent::{Program, Prompt, Protocol};
pub use relay::{Limits, Relay, Said, Setup, Whose};
pub use venue::{Flow, Notice, Piece, Status, Venue};
