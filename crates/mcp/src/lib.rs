//! The desk as an MCP server: agents ask through tools, and the person may take any time to answer.
//!
//! It can only ask (`Asking`), without knowing where the desk is, and does so only when a tool is
//! called: `initialize` and `tools/list` don't need the hub.

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

pub use ask::PURPOSE;
pub use clients::{ClientRules, Patience, Progress};
pub use http::http;
#[cfg(feature = "test-support")]
pub use http::http_with_fixtures;
pub use server::{CommandLine, Server, Setup};
pub use stdio::{McpError, serve};
pub use tools::Offered;
