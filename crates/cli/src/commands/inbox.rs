//! `sayso inbox`, and plain `sayso`: everything that is waiting, full-screen.

use std::sync::Arc;

use clap::Args;
use sayso_tui::Ended;

use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::wiring;

/// Answer questions from all agents in one place (same as `sayso` without a command)
#[derive(Args)]
#[command(before_help = "Example:
  sayso")]
pub struct Inbox {}

impl Inbox {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        wiring::seat(settings).map_err(wiring::cannot_draw)?;
        let desk = Arc::new(wiring::terminal_desk(settings)?);
        match sayso_tui::inbox(wiring::session(settings, desk)).await? {
            Ended::Failed(why) => anyhow::bail!(why),
            Ended::Left | Ended::Settled { .. } | Ended::HandedToWeb { .. } => Ok(ANSWERED),
        }
    }
}
