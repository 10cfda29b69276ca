//! Access: tokens of agents and pages, pairing, proofs, and the layer around all routes.
//!
//! The connection decides who a caller is, never a body. There are no rules about questions here.
//!
//! # Security
//! `docs/security.md` has the threat model and what remains. Unix socket 0600 in the data
//! directory, which must be the user's own, 0700 and no link (`crates/hub/src/private.rs`, checked
//! before every connect); who is at the other end of a connection, unix or TCP, is asked of the
//! system in one place (`crates/hub/src/peers.rs`), and another user is refused. Over TCP `Host`
//! and `Origin` are checked on everything and a token on all but the open routes
//! (`crates/access/src/middleware.rs`) before anything is parsed; bodies are JSON, capped and
//! timed; connections have places by kind (`crates/access/src/connection_limits.rs`), MCP sessions a bounded
//! table (`crates/mcp/src/http/table.rs`). An HTTP agent has a token that may only ask. A page
//! exchanges a one-time code for a token that counts at one origin, is stored hashed and never
//! travels again (`crates/access/src/page_tokens.rs`): on its socket the hub proves itself first,
//! then the page (`crates/api/src/routes/socket/introduction.rs`), and requests carry a session
//! that ends with the hub process. There are no cookies. Presence is judged by the process of the
//! connection (`crates/access/src/presence.rs`), and `irreversible.surfaces` says where irreversible
//! questions may be decided. Agent text is text: control, format and direction characters are shown
//! by name on every surface (`crates/core/src/text/shown.rs`, mirrored by
//! `crates/web/portal/rendering/shown.js`).

mod agent_desk;
mod agent_tokens;
pub mod caller;
mod compressed;
mod connection_limits;
pub mod keys;
mod kind;
pub mod middleware;
mod page_tokens;
mod pairing;
pub mod presence;
pub mod problem;
pub mod process;
mod secret;
mod tokens;

pub use agent_desk::{AgentDesk, ONLY_ASKS, only_asks};
pub use agent_tokens::{AgentToken, AgentTokens};
pub use caller::{Caller, CameFrom, Lasts, Via};
pub use compressed::takes_gzip;
pub use connection_limits::{Connected, ConnectionSlot, Connections};
pub use keys::{Keys, Outside};
pub use kind::{ConnectionKind, Full};
pub use middleware::{Access, Routes, SocketRoutes};
pub use page_tokens::{
    Arrival, CODE_LASTS, Exchanged, OpenPage, PageTokens, StoredPageToken, proof,
};
pub use pairing::{PAIRING_LASTS, Pairing};
pub use problem::ProblemDocument;
