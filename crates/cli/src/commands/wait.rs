//! `sayso wait`: fetches an answer.

use std::time::Duration;

use clap::Args;
use clap_complete::ArgValueCandidates;
use sayso_core::{Dialect, IdPrefix};
use sayso_desk::{Asking, DeskError, Patience};

use super::completions::offers;
use crate::config::Settings;
use crate::exit::Code;
use crate::output::outcome::{self, Format, Seen};
use crate::output::time;
use crate::{flag_errors, output, wiring};

/// Wait for an answer and print it
#[derive(Args)]
#[command(before_help = "Examples:
  sayso wait 3f2a              until it is answered
  sayso wait 3f2a --for 30s    stop after 30 s; exit code 75 if it is still waiting")]
pub(crate) struct Wait {
    /// Id, or its first characters
    #[arg(add = ArgValueCandidates::new(offers::all))]
    id: IdPrefix,
    /// Stop waiting after TIME (90s, 5m, 2h)
    #[arg(long = "for", value_name = "TIME", value_parser = time::seconds)]
    patience: Option<u64>,
    /// Print the reply as JSON
    #[arg(long)]
    json: bool,
}

impl Wait {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let format = if self.json { Format::Json } else { Format::Plain };
        fetch(settings, &self.id, self.patience, format, Seen::Id).await
    }
}

/// Waits for at most this many seconds, or until there is an outcome.
pub(crate) async fn fetch(
    settings: &Settings,
    id: &IdPrefix,
    seconds: Option<u64>,
    format: Format,
    seen: Seen,
) -> anyhow::Result<Code> {
    let desk = wiring::desk(settings)?;
    let id = match desk.show(id).await {
        Ok(view) => {
            // Before it waits, like the asking command.
            if format != Format::Json {
                let by_flags = view.interaction.origin.dialect == Dialect::Shell;
                for text in &view.interaction.warnings {
                    output::warn(flag_errors::warning(text, |_| by_flags));
                }
            }
            view.interaction.id
        }
        Err(DeskError::Newer { id, .. }) => id,
        Err(error) => return Err(error.into()),
    };
    let patience = match seconds {
        Some(seconds) => Patience::For(Duration::from_secs(seconds)),
        None => Patience::Forever,
    };
    outcome::print(settings, &desk, id, patience, format, seen).await
}
