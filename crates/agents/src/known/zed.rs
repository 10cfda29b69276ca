//! Zed.

use crate::Location::Config;
use crate::{Agent, At, ClientClock, ConfigFile, ConfigLine, Says, Soft, Wants};

pub(super) static AGENT: Agent = Agent {
    id: "zed",
    name: "Zed",
    programs: &["zed", "zeditor"],
    folders: &[Config("zed")],
    files: &[ConfigFile::new(
        &[Config("zed/settings.json")],
        &[
            ConfigLine::Command,
            ConfigLine::allow(
                At::File(&["agent", "tool_permissions", "tools", "mcp:sayso:{tool}", "default"]),
                Wants::Is(Says::Text("allow")),
            ),
        ],
    )
    .with_servers("context_servers")
    .in_project(&[".zed/settings.json"])],
    // The unit of its `timeout` differs by version, so that is left alone: we return in time.
    client: ClientClock::waits(&["zed"], Soft::Seconds(50)).at_most(60),
    ..Agent::BLANK
};
