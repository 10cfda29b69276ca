//! The desk as an MCP server: agents ask through tools, however long the person takes.
//!
//! It knows a `Desk`, not where it is, and touches it only when a tool is called: `initialize` and
//! `tools/list` are answered before anything else is there.

mod ask;
mod clients;
mod delivery;
mod envelope;
mod fetch;
#[cfg(feature = "test-support")]
mod fixtures;
mod http;
mod keep_alive;
mod late_answers;
mod policy;
mod roots;
mod server;
mod stdio;
mod tools;

pub use clients::{ClientRules, Patience};
pub use http::http;
#[cfg(feature = "test-support")]
pub use http::http_with_fixtures;
pub use server::{CommandLine, Server, Setup};
pub use stdio::{McpError, serve};
