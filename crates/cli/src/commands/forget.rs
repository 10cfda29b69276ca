//! `sayso forget`: deletes questions permanently.

use clap::Args;
use clap_complete::ArgValueCandidates;
use sayso_core::IdPrefix;
use sayso_core::text::clean_line;
use sayso_desk::{Desk, DeskError, StoreError};

use super::completions::offers;
use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::{output, wiring};

/// Delete questions and their answers permanently
#[derive(Args)]
#[command(before_help = "Example:
  sayso forget 3f2a 91bc")]
pub struct Forget {
    /// Ids, or their first characters
    #[arg(required = true, add = ArgValueCandidates::new(offers::all))]
    ids: Vec<IdPrefix>,
}

impl Forget {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let desk = wiring::desk(settings)?;
        // All of them are looked up before the first is deleted.
        let mut found = Vec::new();
        for id in &self.ids {
            found.push(match desk.show(id).await {
                Ok(view) => (view.interaction.id, clean_line(&view.interaction.form.title)),
                Err(DeskError::Store(StoreError::Unreadable { id, .. })) => {
                    (id, "(could not be read)".to_owned())
                }
                Err(error) => return Err(error.into()),
            });
        }
        for (id, title) in found {
            desk.forget(id).await?;
            output::line(format!("forgotten: {} {title}", id.short()))?;
        }
        Ok(ANSWERED)
    }
}
