//! Crush.

use crate::Location::{Config, Variable};
use crate::{Agent, At, ClientClock, ConfigFile, ConfigLine, Merge, Says, Soft, Terminal, Wants};

pub(super) static AGENT: Agent = Agent {
    id: "crush",
    name: "Crush",
    programs: &["crush"],
    folders: &[Config("crush"), Variable("CRUSH_GLOBAL_CONFIG", "")],
    files: &[ConfigFile::new(
        &[Variable("CRUSH_GLOBAL_CONFIG", "crush.json"), Config("crush/crush.json")],
        &[
            ConfigLine::entry("type", Says::Text("stdio")),
            ConfigLine::Command,
            ConfigLine::allow(
                At::File(&["permissions", "allowed_tools"]),
                Wants::Has { element: "mcp_sayso_{tool}", or: &[] },
            ),
        ],
    )
    .with_servers("mcp")
    .in_project(&["crush.json", ".crush.json"])],
    merge: Merge::Fields,
    client: ClientClock::waits(&["crush"], Soft::Seconds(50)),
    terminal: Terminal { variables: &["CRUSH"], programs: &["crush"] },
    ..Agent::BLANK
};
