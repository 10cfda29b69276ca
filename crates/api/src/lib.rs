//! The hub's API, `/api/v1`, over HTTP and WebSocket: the server and the client.
//!
//! Both sides are in one crate so that they stay in sync. There is no HTML and there are no rules
//! about questions here.

mod browser;
mod by_agent;
pub mod desktop;
pub mod remote;
mod routes;
mod serve;

pub use by_agent::{MakeRoutes, by_agent};
pub use remote::{Connect, Deadline, Dialled, Pace, RemoteDesk, RemoteHub};
pub use routes::{Operations, Service, routes};
pub use serve::{Admits, ApiServer, Ending};
