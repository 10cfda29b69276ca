//! `sayso mcp`: the MCP server that an agent starts, on standard input and output.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use sayso_core::InteractionId;
use sayso_desk::{Asker, SystemClock};
use sayso_mcp::{ClientRules, HandOffCommand, Server, Setup, serve};

use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::wiring;

/// Serve agents over standard input and output (MCP)
#[derive(Args)]
#[command(before_help = "Example, for Claude Code:
  claude mcp add sayso -- sayso mcp")]
pub struct Mcp {}

impl Mcp {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let server = Server::new(setup(settings)?);
        serve(server, tokio::io::stdin(), tokio::io::stdout()).await?;
        Ok(ANSWERED)
    }
}

/// What a server in this process works with.
pub fn setup(settings: &Settings) -> anyhow::Result<Setup> {
    Ok(Setup {
        // Connects when the first tool is called.
        desk: Arc::new(wiring::desk(settings)?),
        clock: Arc::new(SystemClock::new()),
        asker: Asker {
            directory: std::env::current_dir().ok().map(|dir| dir.display().to_string()),
            environment: settings.environment.clone(),
            ..Asker::default()
        },
        clients: clients(settings),
        hand_off: hand_off(settings)?,
    })
}

/// An agent cannot mend a configuration: it is served by the defaults, and the log says why.
fn clients(settings: &Settings) -> ClientRules {
    let configured = settings.operational().and_then(|operational| {
        ClientRules::parse(&operational.mcp_patience).map_err(anyhow::Error::msg)
    });
    configured.unwrap_or_else(|error| {
        tracing::warn!(%error, "mcp.patience is not used");
        ClientRules::default()
    })
}

/// An absolute path and everything else it needs: the command works from any directory.
fn hand_off(settings: &Settings) -> anyhow::Result<HandOffCommand> {
    let binary = std::env::current_exe().context("cannot tell where this binary is")?;
    let data_dir = settings.paths.data_dir.clone();
    Ok(Box::new(move |id: InteractionId, ticket: &str| {
        let (binary, data_dir) = (quoted(&binary), quoted(&data_dir));
        format!("{binary} --data-dir {data_dir} attach {id} --ticket {ticket}")
    }))
}

/// For a shell; plain where it can be.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+".contains(c);
    if text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_survive_a_shell() {
        assert_eq!(quoted(Path::new("/opt/sayso-1.0/sayso")), "/opt/sayso-1.0/sayso");
        assert_eq!(quoted(Path::new("/my apps/it's")), r"'/my apps/it'\''s'");
    }
}
