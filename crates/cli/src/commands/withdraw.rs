//! `sayso withdraw`: ends what its agents stopped waiting for.

use clap::Args;
use sayso_core::InteractionId;
use sayso_core::text::clean_line;
use sayso_desk::store::LONGEST_PAGE;
use sayso_desk::{Asking, Desk, DeskError, Query, Scope};

use crate::config::Settings;
use crate::exit::{ANSWERED, BadInput, Code};
use crate::{confirmation, output, wiring};

/// Withdraw the questions whose agents stopped waiting
#[derive(Args)]
#[command(before_help = "Examples:
  sayso withdraw --stopped           lists them, and asks first
  sayso withdraw --stopped --yes     lists them, without asking")]
pub(crate) struct Withdraw {
    /// All questions whose agent stopped waiting by itself: its call was cancelled, or its connection ended
    #[arg(long, required = true)]
    stopped: bool,
    /// Withdraw them without asking
    #[arg(short, long)]
    yes: bool,
}

impl Withdraw {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let desk = wiring::desk(settings)?;
        let named = stopped(&desk).await?;
        if named.is_empty() {
            output::aside("No agent has stopped waiting.");
            return Ok(ANSWERED);
        }
        if !self.yes {
            confirm(&named).await?;
        }
        for (id, title) in named {
            // An agent may have come back for it since.
            let withdrawn = match desk.show(&id.into()).await {
                Ok(view) if view.live.stopped => {
                    let why = Some(WHY.to_owned());
                    desk.withdraw(id, why, wiring::actor()).await.map(drop)
                }
                Ok(_) | Err(DeskError::NotFound { .. }) => continue,
                Err(error) => Err(error),
            };
            match withdrawn {
                Ok(()) => output::line(format!("withdrawn: {} {title}", id.short()))?,
                // Answered in this moment.
                Err(DeskError::Refused(_) | DeskError::NotFound { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(ANSWERED)
    }
}

/// What history says of them.
const WHY: &str = "its agent stopped waiting";

async fn stopped(desk: &dyn Desk) -> anyhow::Result<Vec<(InteractionId, String)>> {
    let mut query = Query { scope: Scope::Active, limit: LONGEST_PAGE, ..Query::default() };
    let mut found = Vec::new();
    loop {
        let page = desk.list(query.clone()).await?;
        let stopped = page.rows.into_iter().filter(|row| row.live.stopped);
        found.extend(stopped.map(|row| (row.id, clean_line(&row.title))));
        match page.next {
            Some(next) => query.after = Some(next),
            None => return Ok(found),
        }
    }
}

async fn confirm(named: &[(InteractionId, String)]) -> anyhow::Result<()> {
    let mut list = String::new();
    for (id, title) in named {
        list.push_str(&format!("  {} {title}\n", id.short()));
    }
    let terminal = wiring::controlling_terminal().map_err(|_| {
        BadInput(format!(
            "nothing was withdrawn; to withdraw these, use --yes:\n{}",
            list.trim_end()
        ))
    })?;
    let question = format!("Their agents stopped waiting:\n{list}Withdraw?");
    match confirmation::is_confirmed(terminal, &question).await? {
        true => Ok(()),
        false => Err(BadInput("nothing was withdrawn".to_owned()).into()),
    }
}
