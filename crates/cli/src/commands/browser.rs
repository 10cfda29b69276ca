//! `sayso browser`: browsers with access to the portal.

mod list;
mod revoke;

use clap::{Args, Subcommand};

use crate::config::Settings;
use crate::exit::Code;

/// List browsers with access to the portal, or revoke it
#[derive(Args)]
pub struct Browser {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    List(list::List),
    Revoke(revoke::Revoke),
}

impl Browser {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        match self.command {
            Command::List(list) => list.run(settings).await,
            Command::Revoke(revoke) => revoke.run(settings).await,
        }
    }
}
