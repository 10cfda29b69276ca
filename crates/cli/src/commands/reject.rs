//! `sayso reject`: ends a question with a reason why it is wrong.

use clap::Args;
use sayso_core::{Command, IdPrefix};

use super::answer::act;
use crate::config::Settings;
use crate::exit::Code;

/// Reject a question or a set of questions, with a reason for the agent
#[derive(Args)]
#[command(before_help = "Example:
  sayso reject 3f2a --reason 'we do not delete production data'")]
pub struct Reject {
    /// Id, or its first characters
    id: IdPrefix,
    /// Reason for the agent
    #[arg(short, long)]
    reason: Option<String>,
    /// Print the interaction as JSON
    #[arg(long)]
    json: bool,
}

impl Reject {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        act(settings, &self.id, Command::Reject { reason: self.reason }, self.json).await
    }
}
