//! Ends a hub that doesn't respond. The target is the process that holds the lock.

use std::io;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tokio::time::timeout;

use crate::await_lock::released;
use crate::lock::HubInfo;
use crate::paths::Paths;

/// The result of stopping.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    /// Nobody holds the lock.
    NotRunning,
    /// It ended on SIGTERM.
    Terminated { pid: u32 },
    /// It had to be killed.
    Killed { pid: u32 },
    /// It still holds the lock.
    StillThere { pid: u32 },
}

/// Whether the hub that was asked to end has done so within this time.
pub async fn has_ended(paths: &Paths, within: Duration) -> io::Result<bool> {
    match timeout(within, released(&paths.lock())).await {
        Ok(released) => released.map(|()| true),
        Err(_) => Ok(false),
    }
}

/// SIGTERM, and after this long SIGKILL. Only while the lock is held, so that a reused pid is never
/// signalled.
pub async fn stop_by_lock(paths: &Paths, grace: Duration) -> io::Result<Stopped> {
    let lock = paths.lock();
    let Some(info) = HubInfo::holder(&lock)? else { return Ok(Stopped::NotRunning) };
    let HubInfo { pid, .. } = info;
    let raw = i32::try_from(pid).ok().and_then(Pid::from_raw);
    let process =
        raw.ok_or_else(|| io::Error::other(format!("hub.lock names no process: {pid}")))?;
    let mut stopped = Stopped::Terminated { pid };
    for signal in [Signal::TERM, Signal::KILL] {
        if signal == Signal::KILL {
            stopped = Stopped::Killed { pid };
        }
        match HubInfo::holder(&lock)? {
            Some(holder) if holder.pid == pid => {}
            // It has ended in between, and another one may have started.
            Some(_) | None => return Ok(Stopped::Terminated { pid }),
        }
        kill_process(process, signal)?;
        if timeout(grace, released(&lock)).await.is_ok() {
            return Ok(stopped);
        }
    }
    Ok(Stopped::StillThere { pid })
}
