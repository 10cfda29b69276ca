//! Windsurf.

use crate::Location::Home;
use crate::{Agent, ClientClock, ConfigFile, ConfigLine, Soft};

pub(super) static AGENT: Agent = Agent {
    id: "windsurf",
    name: "Windsurf",
    programs: &["windsurf"],
    folders: &[Home(".codeium/windsurf")],
    files: &[ConfigFile::new(&[Home(".codeium/windsurf/mcp_config.json")], &[ConfigLine::Command])
        .with_servers("mcpServers")],
    client: ClientClock::waits(&["windsurf"], Soft::Seconds(50)),
    remark: Some("Refresh the MCP servers in Windsurf's settings, or restart it."),
    ..Agent::BLANK
};
