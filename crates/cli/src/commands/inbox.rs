//! `sayso inbox`, and plain `sayso`: everything that is waiting, full-screen.

use std::sync::Arc;

use clap::Args;
use sayso_tui::PromptEnd;

use crate::config::Settings;
use crate::exit::{self, ANSWERED, Code};
use crate::wiring;

/// Answer questions from all agents in one place (same as `sayso` without a command)
#[derive(Args)]
#[command(before_help = "Example:
  sayso")]
pub(crate) struct Inbox {
    /// List and answer line by line, without drawing (for screen readers; also SAYSO_PLAIN=1)
    #[arg(long)]
    pub(crate) plain: bool,
}

impl Inbox {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        wiring::usable_terminal().map_err(wiring::cannot_ask)?;
        let desk = Arc::new(wiring::terminal_desk(settings)?);
        match sayso_tui::inbox(wiring::session_in(settings, desk, self.plain)).await? {
            PromptEnd::Failed(why) => anyhow::bail!(why),
            PromptEnd::Interrupted(how) => Ok(exit::interrupted(how)),
            PromptEnd::Left | PromptEnd::Settled { .. } | PromptEnd::HandedToWeb { .. } => {
                Ok(ANSWERED)
            }
        }
    }
}
