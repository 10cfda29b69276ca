//! Qwen Code, a fork of Gemini CLI with the hooks of Claude Code.

use crate::Location::{Home, Variable};
use crate::{
    Agent, At, Bridge, ClientClock, ConfigFile, ConfigLine, ConfigPart, DialogBeside, Hook,
    HookEvent, HookReply, Limit, Says, Soft, Terminal, Wants,
};

/// In the environment of its hooks, in addition to the variables of the others.
const PROJECT: &[&str] = &["QWEN_PROJECT_DIR"];

pub(super) static AGENT: Agent = Agent {
    id: "qwen",
    name: "Qwen Code",
    programs: &["qwen"],
    folders: &[Home(".qwen"), Variable("QWEN_HOME", "")],
    files: &[ConfigFile::new(
        &[Variable("QWEN_HOME", "settings.json"), Home(".qwen/settings.json")],
        &[
            ConfigLine::Command,
            ConfigLine::allow(At::Entry("trust"), Wants::Is(Says::Bool(true))),
            ConfigLine::One(
                At::Entry("alwaysLoadTools"),
                Wants::Is(Says::Bool(true)),
                "offer the tools in every request",
                ConfigPart::Server,
            ),
            ConfigLine::Hour("env"),
            ConfigLine::Hook,
        ],
    )
    .with_servers("mcpServers")
    .in_project(&[".qwen/settings.json"])],
    client: ClientClock::waits(&["qwen"], Soft::Seconds(580)).at_most(600),
    limit: Some(Limit { field: "timeout", per_second: 1000 }),
    terminal: Terminal { variables: &["QWEN_CODE"], programs: &["qwen"] },
    hook: Some(Hook {
        about: "Qwen Code",
        events: &[
            HookEvent { name: "PreToolUse", fields: &["timestamp"], variables: PROJECT },
            HookEvent { variables: PROJECT, ..HookEvent::named("BeforeTool") },
        ],
        reply: HookReply::Both,
        bridge: Some(Bridge {
            dialog: DialogBeside::Waits,
            waits: &["PermissionRequest"],
            reports: &[],
            tried: "0.24.4",
            modes: &[
                (
                    "default, auto-edit, auto",
                    "permissions; its own dialog waits for you. Its questions (`ask_user_question`) \
                     and plans stay in its terminal: no hook can answer them",
                ),
                ("yolo", "nothing: it asks nobody; the hook guards it"),
                ("qwen -p", "nothing: what needs your permission is refused without asking"),
            ],
        }),
        ..Hook::LIKE_CLAUDE_CODE
    }),
    guarded: &["/.qwen/settings.json"],
    ..Agent::BLANK
};
