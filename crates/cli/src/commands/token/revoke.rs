//! `sayso token revoke`: makes a token invalid.

use clap::Args;

use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::{output, wiring};

/// Revoke a token; calls in progress fail
#[derive(Args)]
pub struct Revoke {
    /// Id or name, as `sayso token list` shows it
    #[arg(value_name = "ID|NAME")]
    token: String,
}

impl Revoke {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let revoked = wiring::desk(settings)?.revoke_token(&self.token).await?;
        output::line(format!("revoked {} ({})", revoked.name, revoked.id))?;
        Ok(ANSWERED)
    }
}
