//! Ends: at once if by a key of this person, otherwise only after they have paused, so that the
//! rest of what they type reaches neither another question nor the shell.

use sayso_core::InteractionId;
use sayso_core::interaction::Outcome;
use sayso_core::text::clean_line;

use crate::message::Effect;
use crate::state::card::{Card, Phase};
use crate::state::{Over, PromptEnd, Purpose, State, Unsent};
use crate::words;

impl State {
    /// Records that somebody types. Returns whether the key may act.
    pub(super) fn takes_typing(&mut self) -> bool {
        let holding = self.fingers.is_holding();
        self.fingers.typed(self.open_id(), self.now.running);
        !holding && self.ended.is_none()
    }

    /// The person has paused: keys act again, or the terminal is released.
    pub(super) fn let_go(&mut self) {
        if !self.fingers.let_go(self.now.running) {
            return;
        }
        if let Some(ending) = self.ending.take() {
            self.ended = Some(ending);
        }
        self.effects.push(Effect::Flush);
    }

    /// Open questions keep waiting; what was typed is saved.
    pub(super) fn leave(&mut self, how: PromptEnd) {
        if let Some(ending) = self.ending.take() {
            self.ended = Some(ending);
            return self.effects.push(Effect::Flush);
        }
        self.effects.extend(self.card.as_mut().and_then(Card::save));
        self.ended = Some(how);
    }

    pub(super) fn fail(&mut self, error: &sayso_desk::DeskError) {
        self.end(PromptEnd::Failed(error.to_string()));
    }

    /// The open question has ended elsewhere, by a timeout, or because its agent withdrew it.
    pub(super) fn ends_under_fingers(&mut self, id: InteractionId, outcome: Option<&Outcome>) {
        if self.ending.is_some() {
            return;
        }
        let texts = self.texts();
        let Some(card) = self.card.as_mut().filter(|card| card.view.interaction.id == id) else {
            return;
        };
        card.phase = Phase::Open;
        let lines = if card.has_unsent(outcome) { words::unsent(texts, card) } else { Vec::new() };
        let title = clean_line(&card.view.interaction.form.title);
        // There is nothing left to save it for.
        drop(card.drafts.take());
        self.unsent.retain(|known| known.id != id);
        if !lines.is_empty() {
            self.unsent.push(Unsent { id, title, lines });
        }
        self.over = Over::Nothing;
        self.fingers.ended(self.now.running);
    }

    /// The view has ended, not by a key.
    pub(super) fn end(&mut self, ended: PromptEnd) {
        if self.ending.is_none() {
            self.fingers.ended(self.now.running);
            self.finish(ended);
        }
    }

    /// The view has ended; at once, unless keys are held back.
    pub(super) fn finish(&mut self, ended: PromptEnd) {
        if self.ending.is_some() || self.ended.is_some() {
            return;
        }
        if self.fingers.is_holding() {
            self.ending = Some(ended);
        } else {
            self.ended = Some(ended);
        }
    }

    /// The question was removed. In the inbox it stays on the screen, with what was typed, until it
    /// is dismissed.
    pub(super) fn removed(&mut self, id: InteractionId) {
        let open = self.card.as_ref().is_some_and(|card| card.view.interaction.id == id);
        if !open {
            return;
        }
        self.ends_under_fingers(id, None);
        if let Some(card) = &mut self.card {
            card.removed = true;
        }
        if self.purpose == Purpose::Prompt {
            let text = self.texts().say("forgotten").into_owned();
            self.end(PromptEnd::Failed(text));
        }
    }
}
