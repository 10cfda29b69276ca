//! Reports of what the agent did about its dialogs, for the desk: who won is read from that.

use std::sync::Arc;

use sayso_core::interaction::Interaction;
use sayso_core::race::{Seen, judge};
use sayso_core::{InteractionId, Race};
use sayso_desk::{Asking, DeskError};
use sayso_guard::hook::{BridgeEvent, BridgedNote};

use super::HUB;
use super::notes::{Noted, Notes};
use crate::config::Settings;
use crate::wiring;

pub(super) async fn report(event: &BridgeEvent, notes: &Notes, settings: &Settings, agent: &str) {
    let seen = seen(event, notes);
    if seen.is_empty() {
        return;
    }
    let Ok(desk) = wiring::deciding_desk(settings) else { return };
    desk.on_silence(|_| {});
    let desk: Arc<dyn Asking> = Arc::new(desk);
    let told = async {
        for (id, seen) in seen {
            match tell(desk.as_ref(), id, &seen, agent).await {
                Ok(true) => notes.remove(id),
                Ok(false) => {}
                Err(error) => tracing::warn!(%error, session_id = %id, "not reported"),
            }
        }
    };
    if tokio::time::timeout(HUB, told).await.is_err() {
        tracing::warn!("the hub does not answer; the next report says it");
    }
}

/// What is known now about which questions. What was used is noted first: the hub may not answer.
fn seen(event: &BridgeEvent, notes: &Notes) -> Vec<(InteractionId, Seen)> {
    let all = notes.all();
    let known = |noted: &Noted, otherwise: Seen| match &noted.ran {
        Some(answers) if answers.is_empty() => Seen::Ran { answers: None },
        Some(answers) => Seen::Ran { answers: Some(answers.clone()) },
        None => otherwise,
    };
    match event {
        BridgeEvent::Asks(_) => Vec::new(),
        BridgeEvent::Ran { note, answers, .. } => {
            let Some((id, mut noted)) = found(all, note) else { return Vec::new() };
            noted.ran = Some(answers.clone().unwrap_or_default());
            notes.save(id, &noted);
            vec![(id, known(&noted, Seen::Refused))]
        }
        BridgeEvent::WentOn { subagent, .. } => {
            let its = all.into_iter().filter(|(_, noted)| noted.note.agent == *subagent);
            its.map(|(id, noted)| (id, known(&noted, Seen::Refused))).collect()
        }
        BridgeEvent::Ended { .. } => {
            all.into_iter().map(|(id, noted)| (id, known(&noted, Seen::Ended))).collect()
        }
    }
}

/// The oldest of the same use; else the only one of this tool, whose input the agent may have changed.
fn found(all: Vec<(InteractionId, Noted)>, note: &BridgedNote) -> Option<(InteractionId, Noted)> {
    let waits = |noted: &Noted| {
        noted.ran.is_none() && noted.note.tool == note.tool && noted.note.agent == note.agent
    };
    let mut waiting: Vec<_> = all.into_iter().filter(|(_, noted)| waits(noted)).collect();
    match waiting.iter().position(|(_, noted)| noted.note.input == note.input) {
        Some(place) => Some(waiting.swap_remove(place)),
        None if waiting.len() == 1 => waiting.pop(),
        None => None,
    }
}

/// Returns whether nothing more can be said about it.
async fn tell(
    desk: &dyn Asking,
    id: InteractionId,
    seen: &Seen,
    agent: &str,
) -> Result<bool, DeskError> {
    let view = match desk.show(&id.into()).await {
        Ok(view) => view,
        Err(DeskError::NotFound { .. }) => return Ok(true),
        Err(error) => return Err(error),
    };
    if let Some(news) = judge(&view.interaction, seen, agent) {
        match desk.race(id, news, wiring::actor()).await {
            Ok(_) => return Ok(true),
            // Answered here in the meantime: judged again.
            Err(DeskError::Refused(_)) => {
                let again = desk.show(&id.into()).await?;
                if let Some(news) = judge(&again.interaction, seen, agent) {
                    desk.race(id, news, wiring::actor()).await?;
                }
                return Ok(true);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(is_over(&view.interaction))
}

fn is_over(interaction: &Interaction) -> bool {
    !interaction.is_pending() && interaction.race != Some(Race::Given)
}
