//! Reports of what the agent did about its dialogs, for the desk: who won is read from that.

use std::path::Path;
use std::sync::Arc;

use sayso_bridges::{RaceSign, Told};
use sayso_core::InteractionId;
use sayso_core::race::Seen;
use sayso_core::text::cut;
use sayso_desk::{Asking, DeskError};
use sayso_guard::hook::{BridgeEvent, BridgedNote};
use sayso_hub::ProcessMark;

use super::notes::{Noted, Notes};
use super::observed::Observation;
use super::uses::Uses;
use super::{HUB, observed};
use crate::config::Settings;
use crate::wiring;

pub(super) async fn report(event: &BridgeEvent, notes: &Notes, settings: &Settings, agent: &str) {
    let seen = match event {
        BridgeEvent::Started { .. } => return sweep(settings, agent).await,
        event => seen(event, notes),
    };
    if seen.is_empty() {
        return;
    }
    let Ok(desk) = wiring::deciding_desk(settings) else { return };
    desk.on_unresponsive(|_| {});
    let desk: Arc<dyn Asking> = Arc::new(desk);
    let told = async {
        for (id, seen) in seen {
            match tell(desk.as_ref(), id, &seen, agent).await {
                Ok(told) => {
                    if told == Told::Confirmed {
                        observed::note(&settings.paths.data_dir, Observation::Confirmed);
                    }
                    if told != Told::Open {
                        notes.remove(id);
                    }
                }
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
    match event {
        BridgeEvent::Asks(_)
        | BridgeEvent::Begins { .. }
        | BridgeEvent::Waits { .. }
        | BridgeEvent::Started { .. } => Vec::new(),
        BridgeEvent::Ran { note, answers, mode, .. } => {
            let Some((id, mut noted)) = found(all, note) else { return Vec::new() };
            noted.ran = Some(answers.clone().unwrap_or_default());
            noted.mode.clone_from(mode);
            notes.save(id, &noted);
            vec![(id, known(&noted))]
        }
        BridgeEvent::WentOn { subagent, heard, .. } => {
            let mut its: Vec<_> =
                all.into_iter().filter(|(_, noted)| noted.note.agent == *subagent).collect();
            for (note, text) in heard {
                let Some(place) = place(&its, note) else { continue };
                let (id, noted) = &mut its[place];
                noted.heard = Some(cut(text, HEARD));
                notes.save(*id, noted);
            }
            its.into_iter().map(|(id, noted)| (id, known(&noted))).collect()
        }
        BridgeEvent::Ended { .. } => {
            all.into_iter().map(|(id, noted)| (id, known_at_end(&noted))).collect()
        }
    }
}

/// Longer than any words of a person.
const HEARD: usize = 16_000;

/// What the agent was seen to do, now that it goes on.
fn known(noted: &Noted) -> Seen {
    match &noted.ran {
        Some(answers) => {
            let answers = Some(answers.clone()).filter(|answers| !answers.is_empty());
            Seen::Ran { answers, mode: noted.mode.clone() }
        }
        None => Seen::Refused { heard: noted.heard.clone() },
    }
}

/// The same when nothing more will be seen.
fn known_at_end(noted: &Noted) -> Seen {
    match (&noted.ran, &noted.heard) {
        (None, None) => Seen::Ended,
        (Some(_), _) | (_, Some(_)) => known(noted),
    }
}

fn found(
    mut all: Vec<(InteractionId, Noted)>,
    note: &BridgedNote,
) -> Option<(InteractionId, Noted)> {
    place(&all, note).map(|place| all.swap_remove(place))
}

/// By its id. Where the dialog got none: the oldest of the same use, else the only question or plan that
/// waits, whose input the dialog may have changed.
fn place(all: &[(InteractionId, Noted)], note: &BridgedNote) -> Option<usize> {
    let waits = |noted: &Noted| {
        let BridgedNote { tool, agent, use_id, .. } = &noted.note;
        let is_another = use_id.is_some() && note.use_id.is_some() && *use_id != note.use_id;
        noted.ran.is_none() && *tool == note.tool && *agent == note.agent && !is_another
    };
    let waiting: Vec<usize> = (0..all.len()).filter(|at| waits(&all[*at].1)).collect();
    let of = |at: &usize| &all[*at].1.note;
    let same = |at: &&usize| of(at).use_id.is_some() && of(at).use_id == note.use_id;
    let like = |at: &&usize| of(at).is_like(note);
    let only = || match &waiting[..] {
        [only] if !note.is_permission() => Some(only),
        _ => None,
    };
    let found = waiting.iter().find(same).or_else(|| waiting.iter().find(like));
    found.or_else(only).copied()
}

/// Sessions that ended without a word, while no hub was there to see it.
async fn sweep(settings: &Settings, agent: &str) {
    let data_dir = &settings.paths.data_dir;
    Uses::sweep(data_dir);
    Notes::sweep(data_dir);
    let all = Notes::everywhere(data_dir).into_iter();
    let mut all = all.flat_map(|notes| notes.all()).filter_map(|(_, noted)| noted.process);
    if !all.any(|process| process.is_over()) {
        return;
    }
    let Ok(desk) = wiring::deciding_desk(settings) else { return };
    desk.on_unresponsive(|_| {});
    let over = |noted: &Noted| noted.process.as_ref().is_some_and(ProcessMark::is_over);
    let told = close(&desk, data_dir, agent, over);
    if tokio::time::timeout(HUB, told).await.is_err() {
        tracing::warn!("the hub does not answer; the next session says it");
    }
}

/// Nothing more will be reported of these.
pub(super) async fn close(
    desk: &dyn Asking,
    data_dir: &Path,
    agent: &str,
    is_over: impl Fn(&Noted) -> bool,
) {
    for notes in Notes::everywhere(data_dir) {
        for (id, noted) in notes.all().into_iter().filter(|(_, noted)| is_over(noted)) {
            match tell(desk, id, &known_at_end(&noted), agent).await {
                Ok(Told::Open) => {}
                Ok(Told::Over | Told::Confirmed) => notes.remove(id),
                Err(error) => tracing::warn!(%error, session_id = %id, "not reported"),
            }
        }
    }
}

async fn tell(
    desk: &dyn Asking,
    id: InteractionId,
    seen: &Seen,
    agent: &str,
) -> Result<Told, DeskError> {
    let sign = RaceSign::Seen(seen.clone());
    sayso_bridges::tell(desk, id, &sign, agent, &wiring::actor()).await
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn note(tool: &str, command: &str, id: Option<&str>) -> BridgedNote {
        let (tool, input) = (tool.to_owned(), json!({ "command": command }));
        BridgedNote { tool, input, agent: None, use_id: id.map(str::to_owned) }
    }

    fn waits(note: BridgedNote) -> (InteractionId, Noted) {
        let id = "e0537fd0-1111-4222-8333-944455556666".parse().unwrap();
        let (ran, mode, heard, process) = Default::default();
        (id, Noted { note, ran, mode, heard, process })
    }

    /// Another command that ran says nothing about a permission that waits.
    /// REQ: AD-3
    #[test]
    fn a_report_about_another_use_is_not_taken() {
        let asks = [waits(note("Bash", "touch one", None))];
        assert_eq!(place(&asks, &note("Bash", "ls", Some("toolu_2"))), None);
        assert_eq!(place(&asks, &note("Bash", "touch one", Some("toolu_1"))), Some(0));
        let named = [waits(note("Bash", "touch one", Some("toolu_1")))];
        assert_eq!(place(&named, &note("Bash", "ls", Some("toolu_1"))), Some(0), "it was changed");
        assert_eq!(place(&named, &note("Bash", "touch one", Some("toolu_2"))), None);
        // Its dialog adds to the input of a plan.
        let plan = [waits(note("ExitPlanMode", "# Tidy", None))];
        assert_eq!(place(&plan, &note("ExitPlanMode", "", Some("toolu_3"))), Some(0));
    }
}
