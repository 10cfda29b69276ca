//! Conversations between people and an agent's process: people's messages go to it, its text goes
//! back, and the questions in its text go to the desk.
//!
//! [`Relay`] leads any number of them. Each is a value that decides (`conversation.rs`) and a task
//! that performs (`driver.rs`), with its own agent process. It is shown through [`Venue`], which
//! may be a chat, a terminal or a test. What must survive is stored before it takes effect.
//!
//! # Conversations with agents
//! `crates/relay/src/relay.rs` leads any number of them. Each is a value
//! (`crates/relay/src/conversation.rs`): `handle(event, now)` returns effects, and nothing else
//! decides. `crates/relay/src/driver.rs` performs them strictly in order, with one agent process
//! for each conversation, and hands back what came of them before anything else. What must survive
//! is the `Memory` (`crates/relay/src/memory.rs`): the agent's session, what it was not given yet,
//! what it asked. It is saved before whatever follows from it; if that fails, the conversation
//! starts over from what was saved last. A protocol turns what is said into bytes and bytes into
//! what happened (`crates/relay/src/agent/wire.rs`). Text goes through the extractor to the `Venue`
//! (`crates/relay/src/venue.rs`); choices go to the desk one after the other, with call ids saved
//! beforehand, so that a restarted relay finds its question again. A message leaves the memory when
//! the turn that took it has ended; a turn that may have begun is repeated only if a person says
//! so. `crates/relay/src/conversation/crash_tests.rs` tries any order of events with a crash at any
//! point. `crates/cli/src/commands/relay.rs` is the terminal's venue.

mod agent;
mod asking;
mod conversation;
mod driver;
mod memory;
mod relay;
mod venue;

pub use agent::{Program, Prompt, Protocol, ToolCall};
pub use relay::{Card, Limits, QuestionOwner, Relay, RelaySetup, UserMessage};
pub use venue::{AgentStatus, Flow, Notice, Piece, Venue};
