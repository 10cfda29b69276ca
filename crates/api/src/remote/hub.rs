//! A client's calls about the hub itself: its status, and who has access to it.

use std::time::Duration;

use sayso_desk::DeskError;
use sayso_wire as wire;

use super::RemoteDesk;
use super::requests::percent;
use crate::desktop::DesktopSession;

impl RemoteDesk {
    /// The URL of the hub in use, if it was given by one.
    pub fn url(&self) -> Option<&str> {
        self.timer.connect.url()
    }

    pub async fn status(&self) -> Result<wire::HubStatus, DeskError> {
        Ok(self.socket.get("/status".to_owned()).await?)
    }

    /// A one-time code for the portal's address on the hub's machine, or for a link that leads
    /// elsewhere.
    pub async fn code(&self, at: Option<wire::CodeAt>) -> Result<wire::Code, DeskError> {
        Ok(self.socket.post("/codes".to_owned(), &at).await?)
    }

    /// Pages with access.
    pub async fn pages(&self) -> Result<Vec<wire::PageLine>, DeskError> {
        Ok(self.socket.get("/pages".to_owned()).await?)
    }

    /// Revokes a page's access, by its complete id.
    pub async fn revoke(&self, page: &str) -> Result<wire::Revoked, DeskError> {
        Ok(self.socket.delete(format!("/pages/{page}")).await?)
    }

    /// Revokes all pages, and invalidates unused links.
    pub async fn revoke_all(&self) -> Result<wire::Revoked, DeskError> {
        Ok(self.socket.delete("/pages".to_owned()).await?)
    }

    /// A code for a page on another device.
    pub async fn pair(&self) -> Result<wire::PairingCode, DeskError> {
        Ok(self.socket.post("/pairing".to_owned(), &()).await?)
    }

    /// A token for an agent; it is shown only here.
    pub async fn create_token(
        &self,
        name: Option<String>,
    ) -> Result<wire::CreatedToken, DeskError> {
        let create = wire::CreateToken { name };
        Ok(self.socket.post("/agent-tokens".to_owned(), &create).await?)
    }

    pub async fn tokens(&self) -> Result<Vec<wire::TokenRow>, DeskError> {
        Ok(self.socket.get("/agent-tokens".to_owned()).await?)
    }

    /// By id or name.
    pub async fn revoke_token(&self, named: &str) -> Result<wire::TokenRow, DeskError> {
        let path = format!("/agent-tokens/{}", percent(named));
        Ok(self.socket.delete(path).await?)
    }

    /// The desktop session that a hub on this machine would use; if a time is given, only one that a
    /// client of the hub was in within it.
    pub async fn desktop(
        &self,
        used_within: Option<Duration>,
    ) -> Result<DesktopSession, DeskError> {
        let limit = used_within.map(|time| format!("?used_within={}", time.as_secs()));
        Ok(self.socket.get(format!("/desktop{}", limit.unwrap_or_default())).await?)
    }

    pub async fn stop(&self, stop: wire::StopRequest) -> Result<(), DeskError> {
        Ok(self.socket.post("/stop".to_owned(), &stop).await?)
    }
}
