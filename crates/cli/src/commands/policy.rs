//! `sayso policy`: which actions of agents need a person's decision.

mod check;
mod facts;

use clap::Subcommand;
use sayso_guard::{RuleKind, Treatment};
use serde_json::json;

use crate::config::{Policy, Settings};
use crate::exit::{ANSWERED, Code};
use crate::output;
use crate::output::style::{BOLD, DIM};
use crate::output::table::{Give, Table, cell};

pub(crate) use facts::Here;

#[derive(Subcommand)]
pub(crate) enum PolicyCommand {
    Check(check::Check),
    /// List all rules
    #[command(before_help = "Example:
  sayso policy list")]
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

impl PolicyCommand {
    pub(crate) fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let policy = settings.policy()?;
        match self {
            PolicyCommand::Check(check) => check.run(&policy)?,
            PolicyCommand::List { json } => list(&policy, json)?,
        }
        Ok(ANSWERED)
    }
}

/// Every rule, its source, and whether it is enabled.
fn list(policy: &Policy, json: bool) -> anyhow::Result<()> {
    if json {
        let rules = policy.rules.iter().map(|listed| {
            json!({
                "rule": listed.rule.name,
                "kind": listed.rule.kind.as_str(),
                "about": listed.rule.about,
                "source": listed.source,
                "enabled": policy.enabled && listed.on,
            })
        });
        output::json(&rules.collect::<Vec<_>>())?;
        return Ok(());
    }
    if !policy.enabled {
        output::warn("the policy is switched off (policy.enabled): no rule applies");
    }
    let plain = anstyle::Style::new();
    // The reason is cut first, then the source is dropped; `disable` needs the name.
    let mut table = Table::new(&[Give::Cut(4, 24), Give::Drop(4), Give::Drop(3)]);
    for listed in &policy.rules {
        let on = policy.enabled && listed.on;
        table.push(vec![
            cell(&listed.rule.name, if on { BOLD } else { DIM }),
            cell(if on { "on" } else { "off" }, plain),
            cell(listed.rule.kind.as_str(), plain),
            cell(listed.source, DIM),
            cell(&listed.rule.about, DIM),
        ]);
    }
    Ok(table.print()?)
}

/// What would happen, as text.
fn consequence(kind: &RuleKind, policy: &Policy) -> String {
    let seconds = policy.timeout;
    match kind.treatment() {
        Treatment::AskOrDeny | Treatment::AskOrPass => {
            format!("you are asked; it is denied if you do not answer within {seconds} s")
        }
        Treatment::Deny => "it is denied, and the agent is asked to ask through sayso".to_owned(),
    }
}
