//! `sayso slack`: questions in Slack.

mod setup;

use clap::{Args, Subcommand};

use crate::config::Settings;
use crate::exit::Code;

/// Answer questions in Slack
#[derive(Args)]
pub struct Slack {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Setup(setup::Setup),
}

impl Slack {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        match self.command {
            Command::Setup(setup) => setup.run(settings).await,
        }
    }
}
