//! OpenCode.

use crate::Location::Config;
use crate::{
    Agent, ClientClock, ConfigFile, ConfigLine, DialogServer, Merge, Says, ServerPlace, Soft,
    Terminal,
};

pub(super) static AGENT: Agent = Agent {
    id: "opencode",
    name: "OpenCode",
    programs: &["opencode"],
    folders: &[Config("opencode")],
    // If there are several, the first one overrides the others.
    files: &[ConfigFile::new(
        &[
            Config("opencode/opencode.jsonc"),
            Config("opencode/opencode.json"),
            Config("opencode/config.json"),
        ],
        &[
            ConfigLine::entry("type", Says::Text("local")),
            ConfigLine::entry("command", Says::CommandLine),
            ConfigLine::entry("enabled", Says::Bool(true)),
            ConfigLine::Variables("environment"),
        ],
    )
    .with_servers("mcp")
    .in_project(&[
        "opencode.json",
        "opencode.jsonc",
        ".opencode/opencode.json",
        ".opencode/opencode.jsonc",
    ])],
    merge: Merge::Fields,
    client: ClientClock {
        progress_resets: true,
        ..ClientClock::waits(&["opencode"], Soft::WithProgress { with: 240, without: 50 })
            .at_most(60)
    },
    terminal: Terminal { variables: &["OPENCODE"], programs: &["opencode"] },
    dialog_server: Some(DialogServer {
        setting: "bridges.opencode",
        at: ServerPlace::Port { password: "OPENCODE_SERVER_PASSWORD", usual: 4096 },
        tried: "1.18.33",
        modes: &[
            ("`opencode --port N`, `opencode serve --port N`", "questions and permissions"),
            ("without a port", "nothing: there is no way in"),
        ],
    }),
    guarded: &["/.config/opencode", "/opencode.json"],
    ..Agent::BLANK
};
