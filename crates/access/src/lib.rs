//! Access: tokens of agents and pages, pairing, proofs, and the layer around all routes.
//!
//! The connection decides who a caller is, never a body. There are no rules about questions here.

mod agent_desk;
mod agent_tokens;
pub mod caller;
pub mod keys;
mod kind;
pub mod middleware;
mod page_tokens;
mod pairing;
mod places;
pub mod problem;
pub mod process;
pub mod seat;
mod secret;
mod tokens;

pub use agent_desk::{AgentDesk, ONLY_ASKS, only_asks};
pub use agent_tokens::{AgentToken, AgentTokens};
pub use caller::{Caller, CameFrom, Lasts, Via};
pub use keys::{Keys, Outside};
pub use kind::{Full, Kind};
pub use middleware::{Access, Routes, SocketRoutes};
pub use page_tokens::{Arrival, CODE_LASTS, Exchanged, OpenPage, PageToken, PageTokens, proof};
pub use pairing::{PAIRING_LASTS, Pairing};
pub use places::{Connected, Connections, Place};
pub use problem::ProblemDocument;
