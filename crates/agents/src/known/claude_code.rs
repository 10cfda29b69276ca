//! Claude Code.

use crate::Location::{Home, Variable};
use crate::{
    Agent, At, Bridge, ClientClock, ConfigFile, ConfigLine, ConfigPart, DialogBeside, Hook,
    HookEvent, Installed, Plugin, Says, Soft, Terminal, Wants,
};

/// After how many milliseconds it moves a call to the background, where its result no longer counts
/// as the user's answer.
const BACKGROUND: &str = "CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS";

pub(super) static AGENT: Agent = Agent {
    id: "claude-code",
    name: "Claude Code",
    programs: &["claude"],
    folders: &[Home(".claude"), Variable("CLAUDE_CONFIG_DIR", "")],
    files: &[
        ConfigFile::new(
            &[Variable("CLAUDE_CONFIG_DIR", ".claude.json"), Home(".claude.json")],
            &[ConfigLine::entry("type", Says::Text("stdio")), ConfigLine::Command],
        )
        .with_servers("mcpServers")
        .in_project(&[".mcp.json"]),
        ConfigFile::new(
            &[Variable("CLAUDE_CONFIG_DIR", "settings.json"), Home(".claude/settings.json")],
            &[
                ConfigLine::allow(
                    At::File(&["permissions", "allow"]),
                    Wants::Has { element: "mcp__sayso", or: &["mcp__sayso__*"] },
                ),
                ConfigLine::One(
                    At::File(&["env", BACKGROUND]),
                    Wants::Is(Says::Text("0")),
                    "keep waiting questions in the foreground",
                    ConfigPart::Background,
                ),
                ConfigLine::Hook,
            ],
        )
        .in_project(&[".claude/settings.json", ".claude/settings.local.json"]),
    ],
    plugin: Some(Plugin {
        installed: Installed::Listed("plugins/installed_plugins.json"),
        file: ".mcp.json",
        root: "CLAUDE_PLUGIN_ROOT",
    }),
    // Its limit is 28 hours; what matters is the background, by default after 120 s.
    client: ClientClock::waits(&["claude-code"], Soft::Variable { name: BACKGROUND, seconds: 100 }),
    terminal: Terminal { variables: &["CLAUDECODE"], programs: &["claude"] },
    hook: Some(Hook {
        about: "Claude Code, and agents with the same hooks",
        events: &[HookEvent::named("PreToolUse")],
        reports: "ConfigChange CwdChanged Elicitation ElicitationResult FileChanged \
            InstructionsLoaded Interrupt Notification PermissionDenied PermissionRequest \
            PostCompact PostToolBatch PostToolUse PostToolUseFailure PreCompact PreModelRequest \
            SessionEnd SessionStart Setup Stop StopFailure SubagentStart SubagentStop \
            TaskCompleted TeammateIdle UserPromptExpansion UserPromptSubmit",
        bridge: Some(Bridge {
            dialog: DialogBeside::Open,
            // In the mode `dontAsk`, its questions wait before the tool.
            waits: &["PermissionRequest", "Notification", "PreToolUse"],
            reports: &[
                "PostToolUse",
                "PostToolUseFailure",
                "PostToolBatch",
                "SubagentStop",
                "Stop",
                "SessionStart",
                "SessionEnd",
            ],
            tried: "2.1.325",
            modes: &[
                ("default, acceptEdits", "questions, plans and permissions"),
                (
                    "plan, auto",
                    "questions and plans; permissions only under an `ask` rule, the others are \
                     shown as waiting in the terminal",
                ),
                ("bypassPermissions", "questions; permissions only under an `ask` rule"),
                ("dontAsk", "questions; it denies everything else by itself"),
                ("claude -p", "permissions; questions only with `--permission-prompt-tool stdio`"),
            ],
        }),
        ..Hook::LIKE_CLAUDE_CODE
    }),
    guarded: &[
        "/.claude/settings.json",
        "/.claude/settings.local.json",
        "/.claude.json",
        "/.claude/hooks",
    ],
    ..Agent::BLANK
};
