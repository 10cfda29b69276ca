//! `sayso token create`: the token on stdout, once; everything else on stderr.

use clap::Args;

use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::{output, wiring};

/// Create a token and print it; it is not shown again
#[derive(Args)]
pub struct Create {
    /// Name shown in lists [default: its id]
    #[arg(long)]
    name: Option<String>,
    /// Print id, name and token as JSON
    #[arg(long)]
    json: bool,
}

impl Create {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let created = wiring::desk(settings)?.create_token(self.name).await?;
        if self.json {
            output::json(&created)?;
            return Ok(ANSWERED);
        }
        output::line(&created.token)?;
        output::aside(format!(
            "created `{}`; keep the token, it is not shown again; `sayso token revoke {}` ends it",
            created.name, created.id
        ))?;
        Ok(ANSWERED)
    }
}
