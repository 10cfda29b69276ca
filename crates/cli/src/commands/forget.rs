//! `sayso forget`: as if it had never been asked.

use clap::Args;
use sayso_core::IdPrefix;
use sayso_core::text::clean_line;
use sayso_desk::Desk;

use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::{output, wiring};

/// Remove questions and their answers for good
#[derive(Args)]
#[command(before_help = "Example:
  sayso forget 3f2a 91bc")]
pub struct Forget {
    /// Ids, or their first characters
    #[arg(required = true)]
    ids: Vec<IdPrefix>,
}

impl Forget {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let desk = wiring::desk(settings)?;
        // All of them are looked up before the first is removed.
        let mut views = Vec::new();
        for id in &self.ids {
            views.push(desk.show(id).await?);
        }
        for view in views {
            let interaction = view.interaction;
            desk.forget(interaction.id).await?;
            let title = clean_line(&interaction.form.title);
            output::line(format!("forgotten: {} {title}", interaction.id.short()))?;
        }
        Ok(ANSWERED)
    }
}
