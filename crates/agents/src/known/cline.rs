//! Cline, on the command line and in VS Code.

use crate::Location::{Application, Home, Variable};
use crate::{
    Agent, At, ClientClock, ConfigFile, ConfigLine, Limit, Says, Soft, Terminal, Wants, When,
};

pub(super) static AGENT: Agent = Agent {
    id: "cline",
    name: "Cline",
    programs: &["cline"],
    folders: &[Home(".cline"), Application("Code/User/globalStorage/saoudrizwan.claude-dev")],
    files: &[
        ConfigFile::new(
            &[
                Variable("CLINE_MCP_SETTINGS_PATH", ""),
                Variable("CLINE_DATA_DIR", "settings/cline_mcp_settings.json"),
                Variable("CLINE_DIR", "data/settings/cline_mcp_settings.json"),
                Home(".cline/data/settings/cline_mcp_settings.json"),
            ],
            LINES,
        )
        .with_servers("mcpServers"),
        ConfigFile {
            when: When::InUse,
            ..ConfigFile::new(
                &[Application(
                    "Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
                )],
                LINES,
            )
            .with_servers("mcpServers")
        },
    ],
    client: ClientClock::waits(&["cline"], Soft::Seconds(50)).at_most(60),
    limit: Some(Limit { field: "timeout", per_second: 1 }),
    terminal: Terminal { variables: &["CLINE_ACTIVE"], programs: &["cline"] },
    ..Agent::BLANK
};

const LINES: &[ConfigLine] = &[
    ConfigLine::Command,
    ConfigLine::entry("disabled", Says::Bool(false)),
    ConfigLine::allow(At::Entry("autoApprove"), Wants::Is(Says::Tools)),
    ConfigLine::Hour("env"),
];
