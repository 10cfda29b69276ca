//! Keeps hubs of a data directory from running, for a command that needs its files to itself.

use std::sync::Arc;

use sayso_api::RemoteDesk;
use sayso_core::Surface;
use sayso_wire::StopRequest;
use tokio::time::timeout;

use crate::discover::LocalHub;
use crate::error::HubError;
use crate::lock::{HubInfo, HubLock, Stage};
use crate::paths::Paths;
use crate::run::ENDS_WITHIN;
use crate::spawn::{StartNote, Starting};
use crate::version::Version;

/// While it exists, no hub runs here. Commands that need one wait, and then start it.
pub struct Exclusive {
    // In this order: the right to start one is given back last.
    _lock: HubLock,
    _starting: Starting,
}

/// What to do about a hub that is running.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IfRunning {
    /// It is an error.
    Refused,
    /// It is asked to end, and nobody starts another one.
    Stopped,
}

/// Creates the data directory if it is missing.
pub async fn exclusive(paths: &Paths, running: IfRunning) -> Result<Exclusive, HubError> {
    let starting = match timeout(ENDS_WITHIN, Starting::take(paths)).await {
        Ok(starting) => starting?,
        Err(_) => return Err(HubError::Starting(StartNote::read(paths).map(StartNote::pid))),
    };
    starting.say(StartNote::Starting { pid: std::process::id() })?;
    if running == IfRunning::Stopped && HubInfo::serving(&paths.lock())?.is_some() {
        let hub = Arc::new(LocalHub::running(paths.clone()));
        RemoteDesk::new(hub, Surface::Cli).stop(StopRequest::default()).await?;
    }
    let Some(mut lock) = HubLock::take(&paths.lock(), ENDS_WITHIN).await? else {
        return Err(HubError::Taken);
    };
    lock.write(&HubInfo {
        pid: std::process::id(),
        version: Version::own().to_string(),
        socket: lock.last().map(|last| last.socket.clone()).unwrap_or_default(),
        port: lock.last().map_or(0, |last| last.port),
        stage: Stage::Starting,
    })?;
    Ok(Exclusive { _lock: lock, _starting: starting })
}
