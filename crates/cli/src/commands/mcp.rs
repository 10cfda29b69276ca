//! `sayso mcp`: the MCP server that an agent starts, on standard input and output.

use std::path::Path;
use std::sync::Arc;

use clap::Args;
use sayso_api::RemoteDesk;
use sayso_desk::Asker;
use sayso_mcp::{McpServer, McpSetup, serve};

use crate::config::{Environment, Settings};
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
        let (desk, setup) = setup_with_desk(settings)?;
        let has_bridges = settings.operational().is_ok_and(|all| !all.bridges.is_empty());
        if settings.remote.is_none() && has_bridges {
            tokio::spawn(wiring::stay_connected(desk));
        }
        let server = McpServer::new(setup);
        serve(server, tokio::io::stdin(), tokio::io::stdout()).await?;
        Ok(ANSWERED)
    }
}

/// The setup of a server in this process.
pub(crate) fn setup(settings: &Settings) -> anyhow::Result<McpSetup> {
    setup_with_desk(settings).map(|(_, setup)| setup)
}

fn setup_with_desk(settings: &Settings) -> anyhow::Result<(Arc<RemoteDesk>, McpSetup)> {
    // Connects when the first tool is called.
    let desk = Arc::new(wiring::desk(settings)?);
    desk.on_unresponsive(|unresponsive| match unresponsive {
        Some(unresponsive) => tracing::warn!("{unresponsive}"),
        None => tracing::info!("the hub answers again"),
    });
    let asker = Asker {
        directory: directory(),
        environment: settings.environment.clone(),
        ..Asker::default()
    };
    Ok((Arc::clone(&desk), wiring::mcp(settings, desk, asker)))
}

/// The agent's. `npx` is started in `/`, where nothing of the project can get in its way, and is told
/// where that was.
fn directory() -> Option<String> {
    let here = std::env::current_dir().ok()?;
    let before = || Environment::of_process().first(&["OLDPWD"]);
    let before = Some(here.as_path()).filter(|dir| *dir == Path::new("/")).and_then(|_| before());
    Some(before.unwrap_or_else(|| here.display().to_string()))
}
