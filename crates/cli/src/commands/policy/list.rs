//! `sayso policy list`: every rule, its source, and whether it is enabled.

use clap::Args;
use serde_json::json;

use crate::config::Policy;
use crate::exit::{ANSWERED, Code};
use crate::output;
use crate::output::style::{BOLD, DIM};
use crate::output::table::{Give, Table, cell};

/// List all rules
#[derive(Args)]
pub struct List {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl List {
    pub fn run(self, policy: &Policy) -> anyhow::Result<Code> {
        if self.json {
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
            return Ok(ANSWERED);
        }
        if !policy.enabled {
            output::warn("the policy is switched off (policy.enabled): no rule counts")?;
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
        table.print()?;
        Ok(ANSWERED)
    }
}
