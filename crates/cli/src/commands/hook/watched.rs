//! A hub that stops responding while a hook waits.

use std::sync::Arc;

use sayso_api::RemoteDesk;
use sayso_desk::{DeskError, Unresponsive};
use tokio::sync::watch;

use crate::config::Settings;
use crate::wiring;

/// The desk, and word of a hub that stops responding.
pub(super) fn watched_desk(
    settings: &Settings,
) -> Result<(Arc<RemoteDesk>, watch::Receiver<Option<Unresponsive>>), DeskError> {
    let desk = Arc::new(wiring::deciding_desk(settings)?);
    let (tell, unresponsive) = watch::channel(None);
    desk.on_unresponsive(move |unresponsive| {
        tell.send_replace(unresponsive.cloned());
    });
    Ok((desk, unresponsive))
}

/// Resolves when the hub stops responding.
pub(super) async fn fallen(
    mut unresponsive: watch::Receiver<Option<Unresponsive>>,
) -> Unresponsive {
    match unresponsive.wait_for(Option::is_some).await {
        Ok(unresponsive) => unresponsive.clone().unwrap_or(Unresponsive::UNKNOWN),
        Err(_) => std::future::pending().await,
    }
}
