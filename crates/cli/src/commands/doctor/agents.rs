//! One agent: what its files say, and whether what they start works.

use std::time::Duration;

use sayso_agents::Agent;
use sayso_api::RemoteDesk;
use sayso_core::text::clean_line;
use sayso_mcp::{CallPatience, ClientRules, ProgressNotices};
use sayso_setup::{AgentHome, Checkup, EntryOwner, EntryTransport, FoundEntry, ServerCommand};
use serde::Serialize;

use super::call::{self, Failure};
use super::{Fault, Ground};
use crate::config::{Settings, variables};

/// A server that takes longer never answers.
const WITHIN: Duration = Duration::from_secs(20);

/// What was found out about an agent; `None` is not known.
#[derive(Debug, Serialize)]
pub(crate) struct Checked {
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
pub(crate) async fn check(
    agent: &'static Agent,
    ground: &Ground,
    settings: &Settings,
    is_expected: bool,
    hub: Option<&RemoteDesk>,
) -> Checked {
    let Ground { place, server, .. } = ground;
    let checkup = Checkup::of(agent, place, server, is_expected);
    let mut checked = Checked {
        id: agent.id,
        name: agent.name,
        found: checkup.is_found,
        connected: checkup.connection().is_some(),
        file: checkup.entry.as_ref().map(|found| place.short(&found.path)),
        permitted: checkup.is_permitted(),
        answers: None,
        waits: None,
        faults: checkup.obstacles.iter().map(|one| Fault::of(one, agent, place)).collect(),
    };
    if checkup.is_missing {
        let fault = Fault::command("it is not connected", format!("sayso setup {}", agent.id));
        checked.faults.insert(0, fault);
    }
    let Some(found) = checkup.connection() else { return checked };
    let wrong = |what: String| Fault::in_entry(what, found, agent, place);
    if checkup.lacks_permission() {
        let what = "it has no permission for the tools: it prompts each time, or refuses";
        // Also if the entry itself is not setup's: the permission is elsewhere, or beside it.
        let fix = format!("sayso setup {}", agent.id);
        let fault = match found.whose {
            EntryOwner::Person | EntryOwner::Plugin => Fault::command(what, fix),
            EntryOwner::Local | EntryOwner::Project => wrong(what.to_owned()),
        };
        checked.faults.push(fault);
    }
    let own: Vec<(String, String)> = variables().collect();
    let environment = checkup.environment(agent, &own, server);
    let too_short = limits(agent, found, &environment, settings, &mut checked);
    checked.faults.extend(too_short.map(wrong));
    if !checkup.may_be_tried(server) {
        checked.faults.push(wrong(not_tried(found, place)));
        return checked;
    }
    if found.whose == EntryOwner::Project {
        checked.faults.extend(without_variables(found, server, place).map(wrong));
    }
    let Some(desk) = hub else { return checked };
    let tried =
        call::round_trip(agent.id, &found.entry.connection, &environment, &place.home, desk);
    let tried = match tokio::time::timeout(WITHIN, tried).await {
        Ok(tried) => tried,
        Err(_) => Err(Failure::Broken("what it starts does not answer".to_owned())),
    };
    checked.answers = Some(tried.is_ok());
    let starts_ours = match &found.entry.connection {
        EntryTransport::Starts(words) => words.first() == Some(&server.command),
        EntryTransport::Calls { .. } => false,
    };
    if tried.is_ok() && starts_ours && ground.copy_differs() {
        checked.faults.push(Fault::by_hand(
            format!("{} is another build than this program", place.short(&ground.copy())),
            format!("to replace it, run `{} setup` in a terminal", place.short(&ground.binary)),
        ));
    }
    checked.faults.extend(tried.err().map(|failure| match &failure {
        // The entry is right, but nothing can be asked.
        Failure::Refused(_) => Fault::by_hand(failure.to_string(), "fix that, then check again"),
        Failure::Start { .. } | Failure::Version(_) | Failure::OtherHub | Failure::Broken(_) => {
            wrong(failure.to_string())
        }
    }));
    checked
}

fn not_tried(found: &FoundEntry, place: &AgentHome) -> String {
    let FoundEntry { key, path, entry, .. } = found;
    let what = match &entry.connection {
        EntryTransport::Starts(words) => format!("starts `{}`", words.join(" ")),
        EntryTransport::Calls { url, .. } => format!("calls {url}"),
    };
    let path = place.short(path);
    clean_line(&format!(
        "in this project, `{key}` in {path} {what}, which is not what setup writes; it was not tried"
    ))
}

/// What a project sets for our program that setup doesn't: it could lead it anywhere.
fn without_variables(
    found: &FoundEntry,
    server: &ServerCommand,
    place: &AgentHome,
) -> Option<String> {
    let FoundEntry { key, path, entry, .. } = found;
    let is_ours = |variable: &(String, String)| {
        variable.0 == "SAYSO_MCP_PATIENCE" || server.variables.contains(variable)
    };
    let others = entry.variables.iter().filter(|variable| !is_ours(variable));
    let names: Vec<&str> = others.map(|(name, _)| name.as_str()).collect();
    let path = place.short(path);
    let what = format!(
        "in this project, `{key}` in {path} sets {} for it, which setup does not write; it was tried without",
        names.join(", ")
    );
    (!names.is_empty()).then(|| clean_line(&what))
}

/// Whether the agent gives up before we do, if so.
fn limits(
    agent: &Agent,
    found: &FoundEntry,
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
    let patience = rules.patience(Some(agent.id), ProgressNotices::Wanted);
    checked.waits = match patience {
        CallPatience::For(time) => Some(time.as_secs()),
        CallPatience::Endless => None,
    };
    let limit = found.entry.limit?;
    let is_too_short = checked.waits.is_none_or(|ours| limit <= ours);
    let ours = checked.waits.map_or_else(|| "forever".to_owned(), |time| format!("{time} s"));
    is_too_short.then(|| {
        format!("its time limit is too short: it gives up after {limit} s, sayso waits {ours}")
    })
}
