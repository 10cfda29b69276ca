//! The setup of an MCP server, on standard input and output or in the hub.

use std::sync::Arc;

use sayso_access::AgentTokens;
use sayso_access::Routes;
use sayso_api::{Ending, RemoteDesk, by_agent};
use sayso_core::dialect::DialectLimits;
use sayso_desk::{Asker, Asking, Desk, SystemClock};
use sayso_hub::Mount;
use sayso_mcp::{ClientRules, McpSetup, Offered};

use super::command::CommandLine;
use super::portal::{Portal, PortalFromHub};
use crate::config::Settings;

pub(crate) fn mcp(settings: &Settings, desk: Arc<RemoteDesk>, asker: Asker) -> McpSetup {
    let (clients, limits, offered) = configured(settings);
    McpSetup {
        portal: Arc::new(Portal::new(settings, Arc::clone(&desk))),
        desk,
        clock: Arc::new(SystemClock::new()),
        asker,
        // The agent that started this process has passed on its own environment.
        clients: clients.with_environment(crate::config::variable),
        limits,
        offered,
        command: command(settings),
    }
}

/// In the hub: the client says where it works, or it is unknown. The hub's own directory and
/// environment belong to somebody else. Each token has its own sessions.
pub(super) fn over_http(settings: &Settings) -> Mount {
    let (clients, limits, offered) = configured(settings);
    let command = Arc::new(CommandLine::new(settings));
    let portal = Arc::new(PortalFromHub::new(settings));
    Box::new(move |desk: Arc<dyn Desk>, agents: Arc<AgentTokens>, ending: Ending| {
        let make = move |desk: Arc<dyn Asking>| {
            let command = Arc::clone(&command);
            let setup = McpSetup {
                desk,
                clock: Arc::new(SystemClock::new()),
                asker: Asker::default(),
                clients: clients.clone(),
                limits: limits.clone(),
                offered,
                command: Box::new(move |arguments: &[&str]| command.line(arguments)),
                portal: portal.clone(),
            };
            let mut ending = ending.clone();
            let end = async move { ending.announced().await };
            #[cfg(feature = "test-support")]
            if crate::config::variable("SAYSO_TEST_FIXTURES").is_some() {
                return sayso_mcp::http_with_fixtures(setup, end);
            }
            sayso_mcp::http(setup, end)
        };
        let waiting = by_agent("/mcp", desk, agents, Box::new(make));
        Routes { waiting, ..Routes::default() }
    })
}

/// An agent can't fix a configuration: it is served with the defaults, and the log says why.
fn configured(settings: &Settings) -> (ClientRules, DialectLimits, Offered) {
    let operational = match settings.operational() {
        Ok(operational) => operational,
        Err(error) => {
            tracing::warn!(%error, "the configuration is not used");
            let limits = DialectLimits { chats: super::CHATS, ..DialectLimits::default() };
            return (ClientRules::default(), limits, Offered::default());
        }
    };
    let clients = ClientRules::parse(&operational.mcp_patience).unwrap_or_else(|error| {
        tracing::warn!(%error, "mcp.patience is not used");
        ClientRules::default()
    });
    (clients, operational.engine.dialects, operational.mcp_tools)
}

fn command(settings: &Settings) -> sayso_mcp::CommandLine {
    let command = CommandLine::new(settings);
    Box::new(move |arguments: &[&str]| command.line(arguments))
}
