//! Linux.

mod changes;
mod tcp;

pub use changes::Changes;
pub(crate) use tcp::admit as admit_tcp;

/// Size of a socket's path in bytes, including the terminating zero.
pub(crate) const SOCKET_PATH: usize = 108;
