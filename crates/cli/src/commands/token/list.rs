//! `sayso token list`: lists tokens; the secrets themselves are not stored.

use clap::Args;
use sayso_wire::Time;

use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::output::time;
use crate::{output, wiring};

/// List tokens: id, name, created, last used
#[derive(Args)]
pub struct List {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl List {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let tokens = wiring::desk(settings)?.tokens().await?;
        if self.json {
            output::json(&tokens)?;
            return Ok(ANSWERED);
        }
        if tokens.is_empty() {
            output::aside("there are no tokens; `sayso token create` makes one")?;
        }
        let now = time::now();
        for token in tokens {
            let used = token.used_at.map_or_else(
                || "never used".to_owned(),
                |Time(at)| format!("last used {}", time::clock(at, now)),
            );
            let created = time::clock(token.created_at.0, now);
            output::line(format!("{}  {}  created {created}  {used}", token.id, token.name))?;
        }
        Ok(ANSWERED)
    }
}
