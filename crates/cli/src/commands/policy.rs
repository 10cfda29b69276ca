//! `sayso policy`: which actions of agents need a person's decision.

mod check;
mod facts;
mod list;

use clap::{Args, Subcommand};
use sayso_guard::{Kind, Treatment};

use crate::config::{Policy as Rules, Settings};
use crate::exit::Code;

pub use facts::Here;

/// List and test the rules of `sayso hook`
#[derive(Args)]
#[command(before_help = "Examples:
  sayso policy check 'git push --force'
  sayso policy list")]
pub struct Policy {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Check),
    List(list::List),
}

impl Policy {
    pub fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let policy = settings.policy()?;
        match self.command {
            Command::Check(check) => check.run(&policy),
            Command::List(list) => list.run(&policy),
        }
    }
}

/// What would happen, as text.
fn consequence(kind: &Kind, policy: &Rules) -> String {
    let seconds = policy.timeout;
    match kind.treatment() {
        Treatment::AskOrDeny | Treatment::AskOrPass => {
            format!("you are asked; it is denied if you do not answer within {seconds} s")
        }
        Treatment::Deny => "it is denied, and the agent is asked to ask through sayso".to_owned(),
    }
}
