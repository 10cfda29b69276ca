//! The operating system. Programs that differ (browser, notifications, service manager) are chosen
//! by it at run time, so that every choice is compiled and tested on every system.

pub(crate) const IS_MAC: bool = cfg!(target_os = "macos");

/// Whether a user's session has one.
pub(crate) const HAS_SYSTEMD: bool = cfg!(target_os = "linux");
