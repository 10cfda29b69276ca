//! Codex.

use crate::Location::{Home, Variable};
use crate::{
    Agent, At, ClientClock, ConfigFile, ConfigLine, ConfigPart, Gives, Hook, HookEvent, HookReply,
    HookTrust, Limit, Merge, Projects, Says, Soft, Terminal, Wants,
};

pub(super) static AGENT: Agent = Agent {
    id: "codex",
    name: "Codex",
    programs: &["codex"],
    folders: &[Home(".codex"), Variable("CODEX_HOME", "")],
    files: &[
        ConfigFile {
            projects: Projects::Trusted,
            ..ConfigFile::new(
                &[Variable("CODEX_HOME", "config.toml"), Home(".codex/config.toml")],
                &[
                    ConfigLine::entry("command", Says::Program),
                    ConfigLine::entry("args", Says::Arguments),
                    ConfigLine::allow(
                        At::Entry("default_tools_approval_mode"),
                        Wants::Is(Says::Text("approve")),
                    ),
                    ConfigLine::One(
                        At::Entry("env_vars"),
                        Wants::Covers(DROPPED),
                        "pass on variables that Codex drops: desktop, browser, directories",
                        ConfigPart::Server,
                    ),
                    ConfigLine::Variables("env"),
                    ConfigLine::On,
                    ConfigLine::Hour("env"),
                ],
            )
            .with_servers("mcp_servers")
            .in_project(&[".codex/config.toml"])
        },
        ConfigFile::new(
            &[Variable("CODEX_HOME", "hooks.json"), Home(".codex/hooks.json")],
            &[ConfigLine::Hook],
        ),
    ],
    merge: Merge::Fields,
    gives: Gives::Only(&["HOME", "LANG", "LOGNAME", "PATH", "SHELL", "TERM", "USER"]),
    client: ClientClock::waits(&["codex"], Soft::Seconds(280)).at_most(300),
    limit: Some(Limit { field: "tool_timeout_sec", per_second: 1 }),
    terminal: Terminal {
        variables: &[
            "CODEX_SESSION_ID",
            "CODEX_THREAD_ID",
            "CODEX_SANDBOX",
            "CODEX_SANDBOX_NETWORK_DISABLED",
        ],
        programs: &["codex"],
    },
    hook: Some(Hook {
        about: "Codex",
        // It counts turns.
        events: &[HookEvent { fields: &["turn_id"], ..HookEvent::named("PreToolUse") }],
        limit: 600,
        reply: HookReply::SpecificDenial,
        trust: Some(HookTrust::HashIn("config.toml")),
        ..Hook::LIKE_CLAUDE_CODE
    }),
    guarded: &["/.codex/hooks.json", "/.codex/config.toml"],
    ..Agent::BLANK
};

const DROPPED: &[&str] = &[
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "DBUS_SESSION_BUS_ADDRESS",
    "XDG_RUNTIME_DIR",
    "BROWSER",
    "SSH_CONNECTION",
];
