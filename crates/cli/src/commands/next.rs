//! `sayso next`: the question with the next deadline.

use clap::Args;
use sayso_desk::Asking;
use sayso_tui::{By, PromptEnd};

use super::answer::{NOTHING_WAITS, ended_with, prompted};
use super::list;
use crate::config::Settings;
use crate::exit::{Code, FAILED};
use crate::{output, wiring};

/// Answer the question with the next deadline
#[derive(Args)]
#[command(
    before_help = "Examples:
  sayso next
  while sayso next; do :; done      one after the other, until nothing is waiting",
    after_help = "Exit codes: 0 the question is done, also if it was answered elsewhere or ended by its time;
1 nothing is waiting, 75 still waiting."
)]
pub(crate) struct Next {
    /// Print the question as JSON
    #[arg(long)]
    json: bool,
    /// Ask line by line: numbered options, typed answers (for screen readers; also SAYSO_PLAIN=1)
    #[arg(long)]
    plain: bool,
}

impl Next {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        wiring::usable_terminal().map_err(wiring::cannot_ask)?;
        let desk = wiring::desk(settings)?;
        let waiting = list::waiting(&desk, None).await?.rows;
        let Some(first) = waiting.first() else {
            output::aside(NOTHING_WAITS);
            return Ok(FAILED);
        };
        let view = desk.show(&first.id.into()).await?;
        let ended = match prompted(settings, &desk, view, self.plain).await? {
            // This one is done, wherever: others may be waiting.
            PromptEnd::Settled { view, by: By::Elsewhere } => {
                PromptEnd::Settled { view, by: By::ThisTerminal }
            }
            ended => ended,
        };
        ended_with(ended, self.json).await
    }
}
