//! Gemini CLI.

use crate::Location::{Home, Variable};
use crate::{
    Agent, At, ClientClock, ConfigFile, ConfigLine, Hook, HookEvent, HookReply, Installed, Limit,
    Plugin, Says, Soft, Terminal, Wants,
};

pub(super) static AGENT: Agent = Agent {
    id: "gemini",
    name: "Gemini CLI",
    programs: &["gemini"],
    folders: &[Home(".gemini")],
    files: &[ConfigFile::new(
        &[Variable("GEMINI_CLI_HOME", ".gemini/settings.json"), Home(".gemini/settings.json")],
        &[
            ConfigLine::Command,
            ConfigLine::allow(At::Entry("trust"), Wants::Is(Says::Bool(true))),
            ConfigLine::Hour("env"),
            ConfigLine::Hook,
        ],
    )
    .with_servers("mcpServers")
    .in_project(&[".gemini/settings.json"])],
    plugin: Some(Plugin {
        installed: Installed::In("extensions/sayso"),
        file: "gemini-extension.json",
        root: "extensionPath",
    }),
    client: ClientClock::waits(&["gemini"], Soft::Seconds(580)).at_most(600),
    limit: Some(Limit { field: "timeout", per_second: 1000 }),
    terminal: Terminal { variables: &["GEMINI_CLI"], programs: &["gemini"] },
    hook: Some(Hook {
        about: "Gemini CLI",
        events: &[HookEvent::named("BeforeTool")],
        reports: "AfterAgent AfterModel AfterTool BeforeAgent BeforeModel BeforeToolSelection \
            Notification PreCompress SessionEnd SessionStart",
        limit: 60,
        per_second: 1000,
        reply: HookReply::Plain,
        bridge: None,
        trust: None,
    }),
    stays_there: Some(
        "its questions and permission prompts stay in its terminal: its hook can only deny a tool \
         use before it asks",
    ),
    guarded: &["/.gemini/settings.json"],
    ..Agent::BLANK
};
