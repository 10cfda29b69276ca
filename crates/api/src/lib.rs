//! The hub's API, `/api/v1`, over HTTP and WebSocket: the server and the client.
//!
//! Both sides are in one crate so that they stay in sync. There is no HTML and there are no rules
//! about questions here.

pub mod access;
mod browser;
mod by_agent;
pub mod caller;
pub mod desktop;
mod keys;
mod problem;
pub mod process;
pub mod remote;
mod routes;
pub mod seat;
mod serve;

pub use access::{Access, Routes};
pub use by_agent::{MakeRoutes, by_agent};
pub use caller::Caller;
pub use keys::{Keys, Outside};
pub use problem::ProblemDocument;
pub use remote::{Connect, Deadline, Dialled, Pace, RemoteDesk, RemoteHub};
pub use routes::{Operations, Service, routes};
pub use serve::{Admits, Connections, Ending, Server};
