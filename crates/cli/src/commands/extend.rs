//! `sayso extend`: changes the time left.

use clap::Args;
use clap_complete::ArgValueCandidates;
use sayso_core::policy::TIMEOUT_RANGE;
use sayso_core::{Command, IdPrefix};
use sayso_desk::{Answering, Asking};
use sayso_wire::InteractionView;

use super::completions::offers;
use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::output::{self, time};
use crate::wiring;

/// Give a question more time, or set the time left
#[derive(Args)]
#[command(before_help = "Examples:
  sayso extend 3f2a          five more minutes
  sayso extend 3f2a +1h      one more hour
  sayso extend 3f2a 30s      thirty seconds from now")]
pub(crate) struct Extend {
    /// Id, or its first characters
    #[arg(add = ArgValueCandidates::new(offers::waiting))]
    id: IdPrefix,
    /// Time to add (`+5m`), or the new time left (`10m`)
    #[arg(default_value = "+5m", value_parser = parse_change)]
    time: Change,
    /// Print the question as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone, Copy)]
enum Change {
    Add(u64),
    Set(u64),
}

fn parse_change(text: &str) -> Result<Change, String> {
    match text.strip_prefix('+') {
        Some(more) => time::seconds(more).map(Change::Add),
        None => time::seconds_within(text, TIMEOUT_RANGE).map(Change::Set),
    }
}

impl Extend {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let desk = wiring::desk(settings)?;
        let view = desk.show(&self.id).await?;
        let seconds = match self.time {
            Change::Set(seconds) => seconds,
            Change::Add(more) => {
                let left = view.live.remaining_ms.unwrap_or(0).div_ceil(1_000);
                // A person who wants more time doesn't need an error about the limit.
                left.saturating_add(more).min(*TIMEOUT_RANGE.end())
            }
        };
        let command = Command::SetRemaining { seconds };
        let view = desk.act(view.interaction.id, command, wiring::actor()).await?;
        if self.json {
            output::json(&InteractionView::from(view))?;
        } else {
            let left = time::left(view.live.remaining_ms.unwrap_or(0));
            output::line(format!("{left} left"))?;
        }
        Ok(ANSWERED)
    }
}
