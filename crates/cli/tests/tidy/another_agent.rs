//! Another agent is one value: setup connects it, and its client, its terminal and its hook are
//! recognised. This file has all that it costs.

use std::path::Path;
use std::time::Duration;

use sayso_agents::Location::Home;
use sayso_agents::{
    AGENTS, Agent, ClientClock, ConfigFile, ConfigLine, Hook, HookEvent, HookReply, Limit, Soft,
    Terminal, by_programs, by_variables,
};
use sayso_guard::hook::{HookFormat, ToolProposal, Verdict};
use sayso_guard::{NoFacts, judge, shipped};
use sayso_mcp::{CallPatience, ClientRules, ProgressNotices};
use sayso_setup::{
    AgentHome, Checkup, Extras, Hooks, Platform, ServerCommand, SetupState, connecting,
    disconnecting,
};
use serde_json::{Value, json};

static BOSUN: Agent = Agent {
    id: "bosun",
    name: "Bosun",
    folders: &[Home(".bosun")],
    files: &[
        ConfigFile::new(
            &[Home(".bosun/agent.toml")],
            &[ConfigLine::Command, ConfigLine::Hour("env")],
        )
        .with_servers("servers"),
        ConfigFile::new(&[Home(".bosun/hooks.json")], &[ConfigLine::Hook]),
    ],
    client: ClientClock::waits(&["bosun"], Soft::Seconds(700)).at_most(720),
    limit: Some(Limit { field: "patience", per_second: 1 }),
    terminal: Terminal { variables: &["BOSUN_SHELL"], programs: &["bosun"] },
    hook: Some(Hook {
        about: "Bosun",
        events: &[HookEvent::named("AboutToUse")],
        reports: "Woke Slept",
        limit: 30,
        per_second: 1000,
        reply: HookReply::Plain,
        bridge: None,
        trust: None,
    }),
    ..Agent::BLANK
};

/// With all the others.
fn agents() -> &'static [&'static Agent] {
    Vec::leak([AGENTS, &[&BOSUN]].concat())
}

#[test]
fn it_is_connected_and_disconnected() {
    let home = tempfile::tempdir().unwrap();
    let place = AgentHome {
        home: home.path().to_owned(),
        platform: Platform::Linux,
        project: Vec::new(),
        variable: Box::new(|_| None),
    };
    let read = |name: &str| std::fs::read_to_string(home.path().join(name)).unwrap_or_default();
    assert!(!place.has(&BOSUN));
    std::fs::create_dir(home.path().join(".bosun")).unwrap();
    assert!(place.has(&BOSUN));

    let server = ServerCommand::new(Path::new("/opt/sayso"), None);
    let mut state = SetupState::hold(&home.path().join("data")).unwrap();
    let extras = Extras { hooks: Hooks::Add, questions: false, foreground: false };
    for proposal in connecting(&BOSUN, &place, &server, &state, extras) {
        proposal.connect(BOSUN.id, &mut state).unwrap();
    }
    let entry = "[servers.sayso]\ncommand = \"/opt/sayso\"\nargs = [\"mcp\"]\npatience = 3600\n";
    let config = read(".bosun/agent.toml");
    assert!(config.starts_with(entry), "{config}");
    assert!(config.contains("SAYSO_MCP_PATIENCE = \"bosun=3500\""), "{config}");
    let hooks: Value = serde_json::from_str(&read(".bosun/hooks.json")).unwrap();
    let hook = &hooks["hooks"]["AboutToUse"][0]["hooks"][0];
    assert_eq!(hook["command"], "/opt/sayso hook --limit 330 || exit 2");
    assert_eq!(hook["timeout"], 330_000);
    let checkup = Checkup::of(&BOSUN, &place, &server, true);
    assert_eq!(checkup.connection().unwrap().entry.limit, Some(3600));

    for proposal in disconnecting(&BOSUN, &state) {
        proposal.disconnect(&mut state).unwrap();
    }
    assert_eq!([".bosun/agent.toml", ".bosun/hooks.json"].map(read), ["", ""]);
}

#[test]
fn its_client_is_known_by_its_name_and_has_its_clock() {
    let waits = |rules: &ClientRules| rules.patience(Some("Bosun 3.1"), ProgressNotices::Unwanted);
    let rules = ClientRules::of(agents());
    assert_eq!(waits(&rules), CallPatience::For(Duration::from_secs(700)));
    let rules = rules.with_patience("bosun=9").unwrap();
    assert_eq!(waits(&rules), CallPatience::For(Duration::from_secs(9)));
}

#[test]
fn its_terminal_is_known_by_its_variables_and_its_program() {
    let names = |list: &[&str]| list.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let (agent, variable) = by_variables(agents(), &names(&["TERM", "BOSUN_SHELL"])).unwrap();
    assert_eq!((agent.name, variable), ("Bosun", "BOSUN_SHELL"));
    let (agent, program) = by_programs(agents(), &names(&["node", "bosun"])).unwrap();
    assert_eq!((agent.name, program), ("Bosun", "bosun"));
}

#[test]
fn its_hook_is_read_and_answered_in_its_format() {
    let read = |input: Value| {
        ToolProposal::read(agents(), input.to_string().as_bytes(), None, &|_| false).unwrap()
    };
    assert!(read(json!({ "hook_event_name": "Woke" })).is_none());
    let proposal = read(json!({
        "hook_event_name": "AboutToUse", "tool_name": "shell", "tool_input": { "command": "rm -rf /" },
    }));
    let proposal = proposal.unwrap();
    assert_eq!((proposal.format.id(), &*proposal.agent), ("bosun", "Bosun"));
    assert_eq!(proposal.format.limit(), 30);
    let rules = shipped();
    let matches = judge(&rules, &proposal.tool_use, &NoFacts);
    let verdict = Verdict::unanswered(&matches[0], "Nobody answered");
    let reply = verdict.reply(proposal.format, &proposal.event).unwrap();
    assert_eq!(reply["decision"], "deny");
    assert_eq!(reply.as_object().unwrap().len(), 2, "{reply}");
    assert!(HookFormat::by_id(agents(), "bosun").is_some());
}
