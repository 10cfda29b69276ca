//! The right to be the hub of a data directory: the turn to start one, and its lock.

use crate::error::HubError;
use crate::lock::{HubInfo, HubLock, Stage};
use crate::paths::Paths;
use crate::run::ENDS_WITHIN;
use crate::spawn::{StartNote, Starting};
use crate::version::Version;

pub(super) struct Claimed {
    pub(super) lock: HubLock,
    /// What the lock file says.
    pub(super) info: HubInfo,
    /// Nobody else starts one, until this is dropped.
    pub(super) starting: Starting,
}

impl Claimed {
    /// Takes both, and says that a hub is starting.
    pub(super) async fn take(
        paths: &Paths,
        starting: Option<Starting>,
    ) -> Result<Claimed, HubError> {
        paths.create()?;
        let starting = match starting {
            Some(starting) => starting,
            None => match tokio::time::timeout(ENDS_WITHIN, Starting::take(paths)).await {
                Ok(starting) => starting?,
                Err(_) => {
                    return Err(HubError::Starting(StartNote::read(paths).map(StartNote::pid)));
                }
            },
        };
        let Some(mut lock) = HubLock::take(&paths.lock(), ENDS_WITHIN).await? else {
            return Err(match HubInfo::read(&paths.lock()) {
                Some(HubInfo { stage: Stage::Ending, pid, .. }) => HubError::StillEnding { pid },
                Some(_) | None => HubError::Taken,
            });
        };
        let info = HubInfo {
            pid: std::process::id(),
            version: Version::own().to_string(),
            socket: lock.last().map(|last| last.socket.clone()).unwrap_or_default(),
            port: lock.last().map_or(0, |last| last.port),
            stage: Stage::Starting,
        };
        lock.write(&info)?;
        Ok(Claimed { lock, info, starting })
    }
}
