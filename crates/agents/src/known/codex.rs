//! Codex.

use crate::Location::{Home, Variable};
use crate::{
    Agent, At, Bridge, ClientClock, ConfigFile, ConfigLine, ConfigPart, DialogBeside, DialogServer,
    Gives, Hook, HookEvent, HookReply, HookTrust, Limit, Merge, Projects, Says, ServerPlace, Soft,
    Terminal, Wants,
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
        bridge: Some(Bridge {
            dialog: DialogBeside::Waits,
            waits: &["PermissionRequest"],
            reports: &[],
            tried: "0.166.0",
            modes: &[(
                "without its daemon (an editor, `codex exec --approve-for-me`)",
                "commands and edits; its own dialog, or its reviewer, waits for you",
            )],
        }),
        trust: Some(HookTrust::HashIn("config.toml")),
        ..Hook::LIKE_CLAUDE_CODE
    }),
    dialog_server: Some(DialogServer {
        setting: "bridges.codex",
        at: ServerPlace::Home { socket: "app-server-control/app-server-control.sock" },
        tried: "0.166.0",
        modes: &[
            ("codex", "questions, commands and edits; other dialogs are shown as waiting there"),
            (
                "codex exec",
                "nothing without `--approve-for-me`: it asks nobody; the hook guards it",
            ),
        ],
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
