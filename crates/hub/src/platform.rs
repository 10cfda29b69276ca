//! Differences between operating systems, one module each. Nothing else in this crate knows which
//! one it runs on.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod other;

#[cfg(target_os = "linux")]
pub use self::linux::{Changes, ProcessMark, listens_as_us};
#[cfg(target_os = "linux")]
pub(crate) use self::linux::{SOCKET_PATH, admit_tcp};
#[cfg(not(target_os = "linux"))]
pub use self::other::{Changes, ProcessMark, listens_as_us};
#[cfg(not(target_os = "linux"))]
pub(crate) use self::other::{SOCKET_PATH, admit_tcp};

/// Whether launchd, not systemd, starts services.
pub(crate) const HAS_LAUNCHD: bool = cfg!(target_os = "macos");

/// What to be notified of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum News {
    /// Removed, renamed or replaced entries, including the folder itself. Not created or written
    /// ones: these are frequent and don't lose anything.
    Removals,
    /// Written, replaced and removed entries.
    Writes,
    /// Created entries, entries renamed to a name in the folder, and changed permissions.
    Arrivals,
}
