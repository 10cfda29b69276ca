//! One agent: what its files say, and whether what they start works.

use std::time::Duration;

use sayso_agents::{Agent, Gives};
use sayso_api::RemoteDesk;
use sayso_core::text::clean_line;
use sayso_mcp::{ClientRules, Patience, Progress};
use sayso_setup::{Connection, Entry, Found, Look, Obstacle, Place, Whose};
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
    /// The file with the entry that counts.
    pub file: Option<String>,
    pub permitted: Option<bool>,
    pub answers: Option<bool>,
    /// Seconds after which a call returns without an answer; the agent then asks again.
    pub waits: Option<u64>,
    pub faults: Vec<Fault>,
}

/// `is_expected`: somebody meant it to be connected. `hub` is `None` if nothing can be asked.
pub async fn check(
    agent: &'static Agent,
    ground: &Ground,
    settings: &Settings,
    is_expected: bool,
    hub: Option<&RemoteDesk>,
) -> Checked {
    let place = &ground.place;
    let mut checked = Checked {
        id: agent.id,
        name: agent.name,
        found: place.has(agent),
        connected: false,
        file: None,
        permitted: None,
        answers: None,
        waits: None,
        faults: Vec::new(),
    };
    let look = Look::of(agent, place, &ground.server);
    let is_unreadable = look.is_unreadable();
    let Look { found, lacks_permission, variables, mut obstacles } = look;
    if found.is_none() && !is_expected && !is_unreadable {
        // Nobody wants it to ask, so nothing is in its way. A hook guards all the same.
        obstacles.retain(|one| matches!(one, Obstacle::Hook(_)));
    }
    checked.faults.extend(obstacles.iter().map(|one| Fault::of(one, agent, place)));
    let Some(found) = found else {
        if is_expected && !is_unreadable {
            let fault = Fault::command("it is not connected", format!("sayso setup {}", agent.id));
            checked.faults.insert(0, fault);
        }
        return checked;
    };
    checked.file = Some(place.short(&found.path));
    if !found.entry.is_enabled {
        return checked;
    }
    checked.connected = true;
    let is_denied = obstacles.iter().any(|one| matches!(one, Obstacle::Denied { .. }));
    checked.permitted = match (is_denied || lacks_permission, found.whose) {
        (true, _) => Some(false),
        (false, Whose::Person | Whose::Local | Whose::Project) => Some(true),
        // By its hook, or by what the person has allowed in the agent.
        (false, Whose::Plugin) => None,
    };
    let wrong = |what: String| Fault::in_entry(what, &found, agent, place);
    if lacks_permission {
        let what = "it has no permission for the tools: it prompts each time, or refuses";
        // Also if the entry itself is not setup's: the permission is elsewhere, or beside it.
        let fix = format!("sayso setup {}", agent.id);
        let fault = match found.whose {
            Whose::Person | Whose::Plugin => Fault::command(what, fix),
            Whose::Local | Whose::Project => wrong(what.to_owned()),
        };
        checked.faults.push(fault);
    }
    let environment = match found.whose {
        Whose::Person | Whose::Local | Whose::Plugin => {
            environment(agent, &found.entry, &variables)
        }
        Whose::Project => ours(agent, ground, &variables),
    };
    let too_short = limits(agent, &found, &environment, settings, &mut checked);
    checked.faults.extend(too_short.map(wrong));
    if found.whose == Whose::Project && !is_what_setup_writes(&found.entry, ground) {
        checked.faults.push(wrong(not_tried(&found, place)));
        return checked;
    }
    let Some(desk) = hub else { return checked };
    let tried = call::round_trip(agent.id, &found.entry.connection, &environment, desk);
    let tried = match tokio::time::timeout(WITHIN, tried).await {
        Ok(tried) => tried,
        Err(_) => Err(Failure::Broken("what it starts does not answer".to_owned())),
    };
    checked.answers = Some(tried.is_ok());
    checked.faults.extend(tried.err().map(|failure| match &failure {
        // The entry is right, but nothing can be asked.
        Failure::Refused(_) => Fault::by_hand(failure.to_string(), "fix that, then check again"),
        Failure::Start { .. } | Failure::Version(_) | Failure::OtherHub | Failure::Broken(_) => {
            wrong(failure.to_string())
        }
    }));
    checked
}

/// Anybody may have written a project's files: only our own program is started for them.
fn is_what_setup_writes(entry: &Entry, ground: &Ground) -> bool {
    match &entry.connection {
        Connection::Starts(words) => *words == ground.server.command_line(),
        Connection::Calls { .. } => false,
    }
}

fn not_tried(found: &Found, place: &Place) -> String {
    let Found { key, path, entry, .. } = found;
    let what = match &entry.connection {
        Connection::Starts(words) => format!("starts `{}`", words.join(" ")),
        Connection::Calls { url, .. } => format!("calls {url}"),
    };
    let path = place.short(path);
    clean_line(&format!(
        "in this project, `{key}` in {path} {what}, which is not what setup writes; it was not tried"
    ))
}

/// The variables that this agent would give what setup writes.
fn ours(agent: &Agent, ground: &Ground, set: &[(String, String)]) -> Vec<(String, String)> {
    let variables = ground.server.variables.clone();
    let connection = Connection::Starts(Vec::new());
    let entry = Entry { connection, variables, passed: Vec::new(), limit: None, is_enabled: true };
    environment(agent, &entry, set)
}

/// The variables that this agent gives its servers.
fn environment(agent: &Agent, entry: &Entry, set: &[(String, String)]) -> Vec<(String, String)> {
    let own = Environment::of_process();
    let mut given: Vec<(String, String)> = match agent.gives {
        Gives::Everything => std::env::vars().chain(set.iter().cloned()).collect(),
        Gives::Only(names) => {
            let passed = entry.passed.iter().map(String::as_str);
            let names = names.iter().copied().chain(passed);
            names.filter_map(|name| Some((name.to_owned(), own.first(&[name])?))).collect()
        }
    };
    given.extend(entry.variables.iter().cloned());
    given
}

/// Whether the agent gives up before we do, if so.
fn limits(
    agent: &Agent,
    found: &Found,
    environment: &[(String, String)],
    settings: &Settings,
    checked: &mut Checked,
) -> Option<String> {
    let variable = |name: &str| {
        let set = environment.iter().rev().find(|(its, _)| its == name);
        set.map(|(_, value)| value.clone())
    };
    let rules =
        variable("SAYSO_MCP_PATIENCE").or_else(|| Some(settings.operational().ok()?.mcp_patience));
    let rules = ClientRules::parse(&rules.unwrap_or_default()).ok()?;
    let rules = rules.with_environment(variable);
    let patience = rules.patience(Some(agent.id), Progress::Wanted);
    checked.waits = match patience {
        Patience::For(time) => Some(time.as_secs()),
        Patience::Endless => None,
    };
    let limit = found.entry.limit?;
    let is_too_short = checked.waits.is_none_or(|ours| limit <= ours);
    let ours = checked.waits.map_or_else(|| "forever".to_owned(), |time| format!("{time} s"));
    is_too_short.then(|| {
        format!("its time limit is too short: it gives up after {limit} s, sayso waits {ours}")
    })
}
