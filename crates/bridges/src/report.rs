//! Telling the desk what became of a race.

use sayso_core::interaction::Interaction;
use sayso_core::race::{RaceNews, Seen, judge};
use sayso_core::surface::Actor;
use sayso_core::{InteractionId, Race};
use sayso_desk::{Asking, DeskError};

/// What is known about a dialog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RaceSign {
    /// By what the agent did.
    Seen(Seen),
    /// By what it said.
    Said(RaceNews),
}

/// What is left to be said about a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    Open,
    Over,
    /// Over, and it did what was answered here.
    Confirmed,
}

/// `agent`: its name, for people.
pub async fn tell(
    desk: &(impl Asking + ?Sized),
    id: InteractionId,
    sign: &RaceSign,
    agent: &str,
    actor: &Actor,
) -> Result<Told, DeskError> {
    let mut view = match desk.show(&id.into()).await {
        Ok(view) => view,
        Err(DeskError::NotFound { .. }) => return Ok(Told::Over),
        Err(error) => return Err(error),
    };
    // Once more, if it was answered here in the meantime.
    for last in [false, true] {
        let news = match sign {
            RaceSign::Seen(seen) => judge(&view.interaction, seen, agent),
            RaceSign::Said(news) => (!is_over(&view.interaction)).then(|| news.clone()),
        };
        let Some(news) = news else { break };
        let told = if news == RaceNews::Confirmed { Told::Confirmed } else { Told::Over };
        match desk.race(id, news, actor.clone()).await {
            Ok(_) => return Ok(told),
            Err(DeskError::Refused(_)) if !last => view = desk.show(&id.into()).await?,
            Err(DeskError::Refused(_)) => return Ok(Told::Over),
            Err(error) => return Err(error),
        }
    }
    Ok(if is_over(&view.interaction) { Told::Over } else { Told::Open })
}

/// Settled, and not only given.
pub fn is_over(interaction: &Interaction) -> bool {
    !interaction.is_pending() && interaction.race != Some(Race::Given)
}
