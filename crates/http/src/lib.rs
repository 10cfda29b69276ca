//! The one HTTP client: where a URL points, a stream to it, and exchanges over a connection.
//!
//! It has no pool, no retries and no timers: when a call is repeated and how long it may take is for the
//! caller to say, with one deadline around all of it. Any stream will do, a unix socket too.

mod address;
mod connection;

pub use address::{Address, BadUrl, Connector};
pub use connection::{Chunks, Connection};

use tokio::io::{AsyncRead, AsyncWrite};

/// Bytes to and from a server.
pub trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}
