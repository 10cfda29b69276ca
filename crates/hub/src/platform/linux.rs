//! Linux.

mod changes;
mod listens;
mod process;
mod tcp;

pub use changes::Changes;
pub use listens::listens_as_us;
pub use process::ProcessMark;
pub(crate) use tcp::admit as admit_tcp;

/// Size of a socket's path in bytes, including the terminating zero.
pub(crate) const SOCKET_PATH: usize = 108;
