//! Cursor.

use crate::Location::Home;
use crate::{Agent, At, ClientClock, ConfigFile, ConfigLine, Says, Soft, Terminal, Wants, When};

pub(super) static AGENT: Agent = Agent {
    id: "cursor",
    name: "Cursor",
    programs: &["cursor", "cursor-agent"],
    folders: &[Home(".cursor")],
    files: &[
        ConfigFile::new(
            &[Home(".cursor/mcp.json")],
            &[ConfigLine::entry("type", Says::Text("stdio")), ConfigLine::Command],
        )
        .with_servers("mcpServers")
        .in_project(&[".cursor/mcp.json"]),
        // A list in this file replaces the one in its settings, so it is never started here.
        ConfigFile {
            when: When::Exists,
            ..ConfigFile::new(
                &[Home(".cursor/permissions.json")],
                &[ConfigLine::allow(At::File(&["mcpAllowlist"]), Wants::Joins("sayso:*"))],
            )
        },
    ],
    // Undocumented; reports range from one minute to five.
    client: ClientClock::waits(&["cursor"], Soft::Seconds(50)),
    terminal: Terminal { variables: &["CURSOR_AGENT"], programs: &["cursor-agent"] },
    remark: Some("Cursor asks before the first call: choose to always allow it."),
    guarded: &["/.cursor/hooks.json"],
    ..Agent::BLANK
};
