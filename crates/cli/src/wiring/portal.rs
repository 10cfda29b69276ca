//! Where the portal is, and the way in.

use sayso_api::RemoteDesk;
use sayso_core::InteractionId;
use sayso_desk::DeskError;

use crate::config::Settings;

/// A page's address. The code in it works once; the address without it is no secret.
pub struct Link {
    pub page: String,
    code: String,
}

impl Link {
    pub fn with_code(&self) -> String {
        format!("{}#code={}", self.page, self.code)
    }

    /// Of a hub on this machine.
    pub fn port(&self) -> Option<u16> {
        let (host, _) = self.page.strip_prefix("http://localhost:")?.split_once('/')?;
        host.parse().ok()
    }
}

/// To the page of this question, or to the list of all.
pub async fn link(
    settings: &Settings,
    desk: &RemoteDesk,
    id: Option<InteractionId>,
) -> Result<Link, DeskError> {
    let base = match &settings.remote {
        // It may call itself something else than what leads there from here.
        Some((url, _)) => url.trim_end_matches('/').to_owned(),
        None => desk.status().await?.portal.ok_or_else(|| {
            DeskError::Unreachable("the hub has no portal; start another one".to_owned())
        })?,
    };
    let path = id.map(|id| format!("choice/{id}")).unwrap_or_default();
    let code = desk.code().await?.code;
    Ok(Link { page: format!("{base}/{path}"), code })
}
