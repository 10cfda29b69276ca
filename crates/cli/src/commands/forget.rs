//! `sayso forget`: deletes questions permanently.

use clap::Args;
use clap_complete::ArgValueCandidates;
use sayso_core::IdPrefix;
use sayso_core::text::clean_line;
use sayso_desk::{Answering, Asking, DeskError, StoreError};

use super::completions::offers;
use crate::config::Settings;
use crate::exit::{ANSWERED, BadInput, Code};
use crate::{confirmation, output, wiring};

/// Delete questions and their answers permanently
#[derive(Args)]
#[command(before_help = "Examples:
  sayso forget 3f2a 91bc
  sayso forget 3f2a --yes      even if it is waiting, without asking")]
pub(crate) struct Forget {
    /// Ids, or their first characters
    #[arg(required = true, add = ArgValueCandidates::new(offers::all))]
    ids: Vec<IdPrefix>,
    /// Delete waiting questions too, without asking
    #[arg(short, long)]
    yes: bool,
}

impl Forget {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let desk = wiring::desk(settings)?;
        // All of them are looked up before the first is deleted.
        let (mut found, mut waiting) = (Vec::new(), Vec::new());
        for id in &self.ids {
            found.push(match desk.show(id).await {
                Ok(view) => {
                    let named = (view.interaction.id, clean_line(&view.interaction.form.title));
                    if view.interaction.is_pending() {
                        waiting.push(format!("{} {}", named.0.short(), named.1));
                    }
                    named
                }
                Err(DeskError::Store(StoreError::Unreadable { id, .. })) => {
                    (id, "(could not be read)".to_owned())
                }
                Err(error) => return Err(error.into()),
            });
        }
        if !waiting.is_empty() && !self.yes {
            confirm(&waiting).await?;
        }
        for (id, title) in found {
            desk.forget(id).await?;
            output::line(format!("deleted: {} {title}", id.short()))?;
        }
        Ok(ANSWERED)
    }
}

/// The agent still waits for an answer, so a person confirms it.
async fn confirm(waiting: &[String]) -> anyhow::Result<()> {
    let listed = waiting.join(", ");
    let are = if waiting.len() == 1 { "is" } else { "are" };
    let terminal = wiring::controlling_terminal().map_err(|_| {
        BadInput(format!(
            "nothing was deleted: {listed} {are} still waiting for an answer; cancel it first, or \
             use --yes"
        ))
    })?;
    let question = format!("{listed} {are} still waiting for an answer. Delete anyway?");
    match confirmation::is_confirmed(terminal, &question).await? {
        true => Ok(()),
        false => Err(BadInput("nothing was deleted".to_owned()).into()),
    }
}
