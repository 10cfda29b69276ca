//! `sayso mcp`: the MCP server that an agent starts, on standard input and output.

use std::sync::Arc;

use clap::Args;
use sayso_desk::Asker;
use sayso_mcp::{Server, Setup, serve};

use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::wiring;

/// Serve an agent over stdio (MCP)
#[derive(Args)]
#[command(before_help = "Examples, for Claude Code:
  claude mcp add sayso -- sayso mcp               in this project
  claude mcp add -s user sayso -- sayso mcp       in all of them
  sayso setup                                     does it for you, for every agent")]
pub(crate) struct Mcp {}

impl Mcp {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let server = Server::new(setup(settings)?);
        serve(server, tokio::io::stdin(), tokio::io::stdout()).await?;
        Ok(ANSWERED)
    }
}

/// The setup of a server in this process.
pub(crate) fn setup(settings: &Settings) -> anyhow::Result<Setup> {
    // Connects when the first tool is called.
    let desk = Arc::new(wiring::desk(settings)?);
    desk.on_silence(|silence| match silence {
        Some(silence) => tracing::warn!("{silence}"),
        None => tracing::info!("the hub answers again"),
    });
    let asker = Asker {
        directory: std::env::current_dir().ok().map(|dir| dir.display().to_string()),
        environment: settings.environment.clone(),
        ..Asker::default()
    };
    Ok(wiring::mcp(settings, desk, asker))
}
