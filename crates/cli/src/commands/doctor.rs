//! `sayso doctor`: proves that agents can ask. Starts what each is configured with, as that agent
//! does, and asks and answers a test question, which nobody sees and which counts as nothing.

mod agents;
mod call;
mod here;
mod http;
mod questions;
mod show;

use clap::Args;
use sayso_agents::AGENTS;
use sayso_setup::SetupState;
use serde::Serialize;

use super::setup::{Fault, Ground, ids};
use crate::config::Settings;
use crate::exit::{ANSWERED, Code, FAILED, even_if_unread};
use crate::{output, wiring};

/// Check that agents can ask: starts each as configured, asks and answers a test question
#[derive(Args)]
#[command(before_help = "Examples:
  sayso doctor             every connected agent, the hub, browser and notifications
  sayso doctor codex       one agent")]
pub(crate) struct Doctor {
    /// Agents to check [default: all that are found; only connected ones can fail]
    #[arg(value_name = "AGENT", value_parser = ids())]
    agents: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// One thing besides agents, such as the hub.
#[derive(Debug, Serialize)]
pub(crate) struct Part {
    pub name: &'static str,
    /// `None`: not in use here.
    pub works: Option<bool>,
    pub says: String,
    pub fault: Option<Fault>,
    /// People can answer without it.
    pub is_extra: bool,
}

impl Part {
    pub(crate) fn works(name: &'static str, says: impl Into<String>) -> Part {
        Part { name, works: Some(true), says: says.into(), fault: None, is_extra: false }
    }

    pub(crate) fn unused(name: &'static str, says: impl Into<String>) -> Part {
        Part { name, works: None, says: says.into(), fault: None, is_extra: false }
    }

    pub(crate) fn broken(name: &'static str, fault: Fault) -> Part {
        let says = fault.what.clone();
        Part { name, works: Some(false), says, fault: Some(fault), is_extra: false }
    }

    /// Something is missing without which everything still works.
    pub(crate) fn lacking(name: &'static str, fault: Fault) -> Part {
        Part { is_extra: true, ..Part::broken(name, fault) }
    }
}

/// Everything that was found out.
#[derive(Debug, Serialize)]
pub(crate) struct Diagnosis {
    pub works: bool,
    pub agents: Vec<agents::Checked>,
    pub parts: Vec<Part>,
}

impl Doctor {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let ground = Ground::new(settings)?;
        let desk = wiring::quiet_desk(settings)?;
        let mut parts = here::parts(settings, &desk, &ground).await;
        let can_ask = parts
            .iter()
            .all(|part| ![here::HUB, here::DATA].contains(&part.name) || part.works == Some(true));
        // What setup has connected is meant to be; a record that can't be read says nothing.
        let state = SetupState::load(&settings.paths.data_dir).unwrap_or_default();
        let mut checked = Vec::new();
        for agent in AGENTS.iter().copied() {
            let named = self.agents.iter().any(|id| id == agent.id);
            let is_expected = named || !state.changed_for(agent.id).is_empty();
            let is_found = || is_expected || ground.place.has(agent);
            if named || (self.agents.is_empty() && is_found()) {
                let hub = can_ask.then_some(&desk);
                checked.push(agents::check(agent, &ground, settings, is_expected, hub).await);
                parts.extend(questions::parts(agent, &ground, settings).await);
            }
        }
        if checked.iter().all(|agent| !agent.connected && agent.faults.is_empty()) {
            let fault = Fault::command("no agent is connected", "sayso setup");
            parts.insert(0, Part::broken("agents", fault));
        }
        let faults = checked.iter().any(|agent| !agent.faults.is_empty());
        let works = !faults && parts.iter().all(|part| part.works != Some(false) || part.is_extra);
        let diagnosis = Diagnosis { works, agents: checked, parts };
        let printed = match self.json {
            true => output::json(&diagnosis),
            false => show::show(&diagnosis, &ground.command()).map_err(Into::into),
        };
        even_if_unread(printed, if works { ANSWERED } else { FAILED })
    }
}
