//! The table of agents: one file each, in `known`.
//!
//! Types and data. An agent is found and connected by `setup`, recognised by `mcp` (its client), by
//! the terminal it runs commands in, and by what it sends to its hook; each of these reads the same
//! [`Agent`]. They take the list of agents, so that a test can add one.

mod agent;
mod client;
mod file;
mod hook;
mod known;
mod terminal;

pub use agent::{Agent, DialogServer, Gives, Installed, Limit, Merge, Plugin, ServerPlace, by_id};
pub use client::{ClientClock, Soft, by_client};
pub use file::{At, ConfigFile, ConfigLine, ConfigPart, Location, Projects, Says, Wants, When};
pub use hook::{Bridge, DialogBeside, Hook, HookEvent, HookReply, HookTrust, by_hook};
pub use known::AGENTS;
pub use terminal::{Terminal, by_programs, by_variables};
