//! `sayso cancel` and `sayso reject`: end a question without an answer.

use clap::Args;
use clap_complete::ArgValueCandidates;
use sayso_core::{Command, IdPrefix};

use super::answer::act;
use super::completions::offers;
use crate::config::Settings;
use crate::exit::Code;

/// Cancel a question; the agent is asked to stop
#[derive(Args)]
#[command(before_help = "Examples:
  sayso cancel 3f2a
  sayso cancel 3f2a --note 'wait for the release'")]
pub(crate) struct Cancel {
    /// Id, or its first characters
    #[arg(add = ArgValueCandidates::new(offers::waiting))]
    id: IdPrefix,
    /// Note for the agent
    #[arg(short, long)]
    note: Option<String>,
    /// Print the question as JSON
    #[arg(long)]
    json: bool,
}

/// Reject a question or a set of questions, with a reason
#[derive(Args)]
#[command(before_help = "Example:
  sayso reject 3f2a --reason 'we do not delete production data'")]
pub(crate) struct Reject {
    /// Id, or its first characters
    #[arg(add = ArgValueCandidates::new(offers::waiting))]
    id: IdPrefix,
    /// Reason for the agent
    #[arg(long)]
    reason: Option<String>,
    /// Print the question as JSON
    #[arg(long)]
    json: bool,
}

impl Cancel {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        act(settings, &self.id, Command::Cancel { note: self.note }, self.json).await
    }
}

impl Reject {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        act(settings, &self.id, Command::Reject { reason: self.reason }, self.json).await
    }
}
