//! `sayso show`: one interaction in full.

use std::io::{Write, stdout};

use clap::Args;
use clap_complete::ArgValueCandidates;
use sayso_core::IdPrefix;
use sayso_desk::{Answering, Asking};
use sayso_wire::InteractionView;

use super::completions::offers;
use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::output::wrap::terminal_width;
use crate::output::{self, card};
use crate::wiring;

/// Show a question and its outcome
#[derive(Args)]
#[command(before_help = "Example:
  sayso show 3f2a")]
pub(crate) struct Show {
    /// Id, or its first characters
    #[arg(add = ArgValueCandidates::new(offers::all))]
    id: IdPrefix,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print the stored row as JSON, even if it is damaged
    #[arg(long, conflicts_with = "json")]
    raw: bool,
}

impl Show {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let desk = wiring::desk(settings)?;
        if self.raw {
            output::json(&desk.raw(&self.id).await?)?;
            return Ok(ANSWERED);
        }
        let view = desk.show(&self.id).await?;
        if self.json {
            output::json(&InteractionView::from(view))?;
        } else {
            let mut out = anstream::stdout().lock();
            let text = card::render(&view, terminal_width(&stdout()));
            out.write_all(text.as_bytes())?;
            out.flush()?;
        }
        Ok(ANSWERED)
    }
}
