//! One agent: what its files say, and whether what they start works.

use std::time::Duration;

use sayso_api::RemoteDesk;
use sayso_mcp::{ClientRules, Patience, Progress};
use sayso_setup::{Agent, Entry, Gives, Reading, read, real};
use serde::Serialize;

use super::call::{self, Failure};
use super::{Fault, Ground};
use crate::config::{Environment, Settings};

/// A server that takes longer never answers.
const WITHIN: Duration = Duration::from_secs(20);

/// What was found out about an agent; `None` is not known.
#[derive(Debug, Serialize)]
pub struct Checked {
    pub id: &'static str,
    pub name: &'static str,
    pub found: bool,
    pub connected: bool,
    pub permitted: Option<bool>,
    pub answers: Option<bool>,
    /// Seconds after which a call returns without an answer; the agent then asks again.
    pub waits: Option<u64>,
    pub faults: Vec<Fault>,
}

pub async fn check(
    agent: &'static Agent,
    ground: &Ground,
    settings: &Settings,
    hub: Option<&RemoteDesk>,
) -> Checked {
    let mut checked = Checked {
        id: agent.id,
        name: agent.name,
        found: agent.is_found(&ground.place),
        connected: false,
        permitted: None,
        answers: None,
        waits: None,
        faults: Vec::new(),
    };
    let connect = format!("sayso setup {}", agent.id);
    let mut entry = None;
    let mut permitted = true;
    let mut lacks = false;
    let mut is_readable = true;
    for number in 0..agent.files.len() {
        let Some(path) = agent.files[number].path(&ground.place).map(|path| real(&path)) else {
            continue;
        };
        let text = read(&path);
        let reading = text.and_then(|text| agent.read(number, text.text(), &ground.server));
        match reading {
            Ok(Reading { entry: its, lacks_permission, denied_by, has_odd_hook }) => {
                let path = ground.place.short(&path);
                if its.as_ref().is_some_and(|its| !its.is_enabled) {
                    let what = format!("it is switched off in {path}");
                    checked.faults.push(Fault::new(what, connect.clone()));
                } else {
                    lacks |= lacks_permission;
                }
                entry = entry.or(its);
                if let Some(key) = denied_by {
                    permitted = false;
                    let what = format!("the tools are not allowed: `{key}` in {path} forbids them");
                    let fix = format!("change `{key}` in {path} so that it allows sayso");
                    checked.faults.push(Fault::new(what, fix));
                }
                if has_odd_hook {
                    let what = "its hook is written in a way that it does not understand, so it guards nothing";
                    checked.faults.push(Fault::new(what, format!("{connect} --hooks")));
                }
            }
            Err(why) => {
                is_readable = false;
                let path = ground.place.short(&path);
                let fix = format!("fix {path}, then run {connect}");
                checked.faults.push(Fault::new(format!("{path}: {why}"), fix));
            }
        }
    }
    let Some(entry) = entry else {
        if is_readable {
            checked.faults.insert(0, Fault::new("it is not connected", connect));
        }
        return checked;
    };
    if !entry.is_enabled {
        return checked;
    }
    checked.connected = true;
    checked.permitted = Some(permitted && !lacks);
    if lacks {
        let what = "it has no permission for the tools: it prompts each time, or refuses";
        checked.faults.push(Fault::new(what, connect.clone()));
    }
    limits(agent, &entry, settings, &mut checked);
    if entry.words.is_empty() {
        // Over HTTP: whether its token works, only its agent can tell.
        return checked;
    }
    let Some(desk) = hub else { return checked };
    let environment = environment(agent, &entry);
    let tried = call::round_trip(agent.id, &entry.words, &environment, desk);
    let tried = match tokio::time::timeout(WITHIN, tried).await {
        Ok(tried) => tried,
        Err(_) => Err(Failure::Broken("what it starts does not answer".to_owned())),
    };
    checked.answers = Some(tried.is_ok());
    if let Err(failure) = tried {
        checked.faults.push(Fault::new(failure.to_string(), connect));
    }
    checked
}

/// The variables that this agent gives its servers.
fn environment(agent: &Agent, entry: &Entry) -> Vec<(String, String)> {
    let own = Environment::of_process();
    let mut given: Vec<(String, String)> = match agent.gives {
        Gives::Everything => std::env::vars().collect(),
        Gives::Only(names) => {
            let passed = entry.passed.iter().map(String::as_str);
            let names = names.iter().copied().chain(passed);
            names.filter_map(|name| Some((name.to_owned(), own.first(&[name])?))).collect()
        }
    };
    given.extend(entry.variables.iter().cloned());
    given
}

/// Whether the agent waits longer than we do.
fn limits(agent: &Agent, entry: &Entry, settings: &Settings, checked: &mut Checked) {
    let set = entry.variables.iter().find(|(name, _)| name == "SAYSO_MCP_PATIENCE");
    let rules = match set {
        Some((_, text)) => text.clone(),
        None => settings.operational().map(|known| known.mcp_patience).unwrap_or_default(),
    };
    let Ok(rules) = ClientRules::parse(&rules) else { return };
    let background = std::env::var("CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS").ok();
    let rules = rules.with_claude_background(background.as_deref());
    let patience = rules.patience(Some(agent.id), Progress::Wanted);
    checked.waits = match patience {
        Patience::For(time) => Some(time.as_secs()),
        Patience::Endless => None,
    };
    let too_short = match (entry.limit, patience) {
        (Some(limit), Patience::For(time)) => limit <= time.as_secs(),
        (Some(_), Patience::Endless) => true,
        (None, _) => false,
    };
    if let (true, Some(limit)) = (too_short, entry.limit) {
        let ours = checked.waits.map_or_else(|| "forever".to_owned(), |time| format!("{time} s"));
        let what =
            format!("its time limit is too short: it gives up after {limit} s, sayso waits {ours}");
        checked.faults.push(Fault::new(what, format!("sayso setup {}", agent.id)));
    }
}
