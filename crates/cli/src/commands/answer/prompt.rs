//! Answering in this terminal: one question, or one of those that are waiting.

use std::sync::Arc;

use sayso_api::RemoteDesk;
use sayso_desk::{Asking, View};
use sayso_tui::{By, PromptEnd};
use sayso_wire::InteractionView;

use super::super::list;
use super::Answer;
use crate::config::Settings;
use crate::exit::{self, ANSWERED, BadInput, Code, FAILED, PENDING};
use crate::{answerable_here, output, typed_ahead, wiring};

impl Answer {
    /// Without an id: the only question that is waiting, or the list of them to choose from.
    pub(super) async fn offer(
        &self,
        settings: &Settings,
        desk: &RemoteDesk,
    ) -> anyhow::Result<Code> {
        if !self.says_nothing() || self.note.is_some() || !self.option_note.is_empty() {
            return Err(BadInput(
                "which question is this the answer to? Give its id; `sayso list` shows them"
                    .to_owned(),
            )
            .into());
        }
        let waiting = list::waiting(desk, None).await?.rows;
        let only = match &waiting[..] {
            [] => {
                output::aside(NOTHING_WAITS);
                return Ok(FAILED);
            }
            [only] => Some(only.id),
            _ => None,
        };
        wiring::usable_terminal().map_err(wiring::cannot_ask)?;
        if let Some(id) = only {
            let view = desk.show(&id.into()).await?;
            return prompt(settings, desk, view, self.json, self.plain).await;
        }
        let terminal = screen_desk(settings, desk)?;
        let ended = sayso_tui::pick(wiring::session_in(settings, terminal, self.plain)).await?;
        ended_with(ended, self.json).await
    }
}

pub(crate) const NOTHING_WAITS: &str = "Nothing is waiting.";

/// Asks in this terminal.
pub(crate) async fn prompt(
    settings: &Settings,
    asked: &RemoteDesk,
    view: View,
    json: bool,
    plain: bool,
) -> anyhow::Result<Code> {
    ended_with(prompted(settings, asked, view, plain).await?, json).await
}

/// The same; how it ended is left to the caller.
pub(crate) async fn prompted(
    settings: &Settings,
    asked: &RemoteDesk,
    view: View,
    plain: bool,
) -> anyhow::Result<PromptEnd> {
    if let Some(lines) = answerable_here::refusal(&view) {
        anyhow::bail!(lines.join("; "));
    }
    let desk = screen_desk(settings, asked)?;
    let looking = wiring::looking_at(view.interaction.id);
    let session = wiring::session_in(settings, desk, plain);
    Ok(sayso_tui::prompt(session, view, Some(looking)).await?)
}

/// For the screen, which shows from now on whether the hub responds: this one would print it there.
fn screen_desk(settings: &Settings, asked: &RemoteDesk) -> anyhow::Result<Arc<RemoteDesk>> {
    asked.on_unresponsive(|_| {});
    Ok(Arc::new(wiring::terminal_desk(settings)?))
}

/// The terminal shows the outcome; only JSON is printed in addition.
pub(crate) async fn ended_with(ended: PromptEnd, json: bool) -> anyhow::Result<Code> {
    match ended {
        PromptEnd::Settled { view, by: By::ThisTerminal } => {
            if json {
                output::json(&InteractionView::from(*view))?;
            }
            Ok(ANSWERED)
        }
        // The line that stays says who was faster.
        PromptEnd::Settled { by: By::Elsewhere, .. } => Ok(FAILED),
        PromptEnd::HandedToWeb { view, .. } => {
            typed_ahead::pause().await;
            Ok(Code::of(Some(view.status)))
        }
        PromptEnd::Left => Ok(PENDING),
        PromptEnd::Interrupted(how) => Ok(exit::interrupted(how)),
        PromptEnd::Failed(why) => anyhow::bail!(as_error(&why)),
    }
}

/// A sentence of the screen, as the errors of commands are written.
fn as_error(sentence: &str) -> String {
    let sentence = sentence.strip_suffix('.').unwrap_or(sentence);
    match sentence.split_at_checked(1) {
        Some((first, rest)) if rest.starts_with(char::is_lowercase) => first.to_lowercase() + rest,
        Some(_) | None => sentence.to_owned(),
    }
}
