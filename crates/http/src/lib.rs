//! The one HTTP client: where a URL points, a stream to it, and exchanges over a connection.
//!
//! It has no timers: how long a call may take and when it is repeated is for the caller to say, with one
//! deadline around all of it. Any stream will do, a unix socket too; [`Calls`] keeps connections to one server.

mod address;
mod calls;
mod connection;

pub use address::{Address, BadUrl, Connector};
pub use calls::Calls;
pub use connection::{Chunks, Connection};

use tokio::io::{AsyncRead, AsyncWrite};

/// Bytes to and from a server.
pub trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}
