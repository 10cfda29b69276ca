//! Claude Desktop.

use crate::Location::Application;
use crate::{Agent, ClientClock, ConfigFile, ConfigLine, Soft};

pub(super) static AGENT: Agent = Agent {
    id: "claude-desktop",
    name: "Claude Desktop",
    folders: &[Application("Claude")],
    files: &[ConfigFile::new(
        &[Application("Claude/claude_desktop_config.json")],
        &[ConfigLine::Command],
    )
    .with_servers("mcpServers")],
    // Older builds give up after 60 s.
    client: ClientClock::waits(&["claude-ai", "claude-desktop"], Soft::Seconds(50)).at_most(240),
    remark: Some("Restart Claude Desktop, and choose to always allow the first call."),
    ..Agent::BLANK
};
