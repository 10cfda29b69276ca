//! What an MCP server is made of, on standard input and output as in the hub.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use sayso_api::{Ending, RemoteDesk, Routes};
use sayso_core::InteractionId;
use sayso_desk::{Asker, Desk, SystemClock};
use sayso_hub::Mount;
use sayso_mcp::{ClientRules, HandOffCommand, Setup};

use super::portal::{Elsewhere, Portal};
use crate::config::Settings;

pub fn mcp(settings: &Settings, desk: Arc<RemoteDesk>, asker: Asker) -> anyhow::Result<Setup> {
    // The agent that started this process has handed its own environment on.
    let background = std::env::var("CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS").ok();
    Ok(Setup {
        portal: Arc::new(Portal::new(settings, Arc::clone(&desk))),
        desk,
        clock: Arc::new(SystemClock::new()),
        asker,
        clients: clients(settings).with_claude_background(background.as_deref()),
        hand_off: hand_off(settings)?,
    })
}

/// At the hub: whoever asks says where it works, or nothing is known of it. The hub's own directory
/// and environment are those of somebody else.
pub(super) fn over_http(settings: &Settings) -> anyhow::Result<Mount> {
    let (clients, hand_off) = (clients(settings), hand_off(settings)?);
    Ok(Box::new(move |desk: Arc<dyn Desk>, mut ending: Ending| {
        let clock = Arc::new(SystemClock::new());
        let (asker, portal) = (Asker::default(), Arc::new(Elsewhere));
        let setup = Setup { desk, clock, asker, clients, hand_off, portal };
        let end = async move { ending.announced().await };
        #[cfg(feature = "test-support")]
        if std::env::var_os("SAYSO_TEST_FIXTURES").is_some() {
            let guarded = sayso_mcp::http_with_fixtures(setup, end);
            return Routes { guarded, ..Routes::default() };
        }
        Routes { guarded: sayso_mcp::http(setup, end), ..Routes::default() }
    }))
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
