//! `sayso token`: tokens of agents that connect over HTTP.

mod create;
mod list;
mod revoke;

use clap::{Args, Subcommand};

use crate::config::Settings;
use crate::exit::Code;

/// Manage tokens for agents that connect over HTTP (they can ask, and nothing else)
#[derive(Args)]
#[command(before_help = "Examples:
  sayso token create --name claude      prints the token, once
  sayso token list
  sayso token revoke claude")]
pub struct Token {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Create(create::Create),
    List(list::List),
    Revoke(revoke::Revoke),
}

impl Token {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        match self.command {
            Command::Create(create) => create.run(settings).await,
            Command::List(list) => list.run(settings).await,
            Command::Revoke(revoke) => revoke.run(settings).await,
        }
    }
}
