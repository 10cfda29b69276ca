//! The desk as an MCP server: agents ask through tools, and the person may take any time to answer.
//!
//! It can only ask (`Asking`), without knowing where the desk is, and does so only when a tool is
//! called: `initialize` and `tools/list` don't need the hub.
//!
//! # Agents that do not wait
//! Over standard input and output (`crates/mcp/src/stdio.rs`) or Streamable HTTP at the hub's
//! `/mcp` (`crates/mcp/src/http.rs`), both protocol generations. Every MCP client has its own
//! clock, said in its agent's file (`crates/agents/src/client.rs`). `crates/mcp/src/keep_alive.rs`
//! sends progress where it helps and ends the call in time where it does not, with the id. A
//! cancelled or dropped call is not an answer. `crates/mcp/src/delivery.rs` decides, per
//! connection, what has been delivered: what was flushed, whatever is cancelled later.
//! `crates/mcp/src/delivery/questions.rs` knows what is outstanding,
//! `crates/mcp/src/delivery/unsure.rs` which call may be stored late;
//! `crates/mcp/src/late_answers.rs` adds late answers to the next reply
//! (`crates/core/src/dialect/late.rs`). Every reply is complete in its structure and in its text.

mod ask;
mod away;
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
pub use clients::{CallPatience, ClientRules, ProgressNotices};
pub use http::http;
#[cfg(feature = "test-support")]
pub use http::http_with_fixtures;
pub use server::{CommandLine, McpServer, McpSetup};
pub use stdio::{McpError, serve};
pub use tools::Offered;
