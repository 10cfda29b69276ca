//! `sayso doctor`: proves that agents can ask. Starts what each is configured with, as that agent
//! does, and asks and answers a test question, which nobody sees and which counts as nothing.

mod agents;
mod call;
mod here;
mod show;

use clap::Args;
use serde::Serialize;

use super::setup::{Ground, ids};
use crate::config::Settings;
use crate::exit::{ANSWERED, Code, FAILED};
use crate::{output, wiring};

/// Check that agents can ask: starts each as configured, asks and answers a test question
#[derive(Args)]
#[command(before_help = "Examples:
  sayso doctor             every connected agent, the hub, browser and notifications
  sayso doctor codex       one agent")]
pub struct Doctor {
    /// Agents to check [default: all that are found]
    #[arg(value_name = "AGENT", value_parser = ids())]
    agents: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Something that has to be fixed, and the command for it.
#[derive(Debug, Clone, Serialize)]
pub struct Fault {
    pub what: String,
    pub fix: String,
}

impl Fault {
    pub fn new(what: impl Into<String>, fix: impl Into<String>) -> Fault {
        Fault { what: what.into(), fix: fix.into() }
    }
}

/// One thing besides agents, such as the hub.
#[derive(Debug, Serialize)]
pub struct Part {
    pub name: &'static str,
    /// `None`: not in use here.
    pub works: Option<bool>,
    pub says: String,
    pub fault: Option<Fault>,
}

impl Part {
    pub fn works(name: &'static str, says: impl Into<String>) -> Part {
        Part { name, works: Some(true), says: says.into(), fault: None }
    }

    pub fn unused(name: &'static str, says: impl Into<String>) -> Part {
        Part { name, works: None, says: says.into(), fault: None }
    }

    pub fn broken(name: &'static str, fault: Fault) -> Part {
        Part { name, works: Some(false), says: fault.what.clone(), fault: Some(fault) }
    }
}

/// Everything that was found out.
#[derive(Debug, Serialize)]
pub struct Diagnosis {
    pub works: bool,
    pub agents: Vec<agents::Checked>,
    pub parts: Vec<Part>,
}

impl Doctor {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let ground = Ground::new(settings)?;
        let desk = wiring::quiet_desk(settings)?;
        let parts = here::parts(settings, &desk, &ground).await;
        let hub_works = parts.iter().all(|part| part.name != here::HUB || part.works == Some(true));
        let mut checked = Vec::new();
        for agent in sayso_setup::AGENTS {
            let named = self.agents.iter().any(|id| id == agent.id);
            if named || (self.agents.is_empty() && agent.is_found(&ground.place)) {
                let hub = hub_works.then_some(&desk);
                checked.push(agents::check(agent, &ground, settings, hub).await);
            }
        }
        let faults = checked.iter().any(|agent| !agent.faults.is_empty());
        let works = !faults && parts.iter().all(|part| part.works != Some(false));
        let diagnosis = Diagnosis { works, agents: checked, parts };
        match self.json {
            true => output::json(&diagnosis)?,
            false => show::show(&diagnosis)?,
        }
        Ok(if works { ANSWERED } else { FAILED })
    }
}
