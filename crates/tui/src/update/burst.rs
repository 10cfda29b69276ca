//! When a key acts: at once if it only moves or writes, otherwise a moment later, if it turns out
//! not to be the beginning of a text.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use sayso_core::InteractionId;
use sayso_core::settings::Key;

use super::typing::edit_of;
use crate::state::burst::is_movement;
use crate::state::card::{Card, Focus, Phase};
use crate::state::{Over, State, Tone};

impl State {
    /// A key for what is on the screen.
    pub(super) fn arrived(&mut self, key: KeyEvent) {
        let (now, open) = (self.now.running, self.open_id());
        if self.preference(Key::Bursts) == "keys" {
            return self.press(key);
        }
        if is_movement(key) {
            return match self.burst.is_waiting() {
                true => self.burst.wait(key, open, now),
                false if self.burst.is_dropping() => {}
                false => self.press(key),
            };
        }
        let (flows, takes_text) = (self.burst.arrive(key, now), self.takes_text());
        match flows {
            true if takes_text => {
                let before = self.burst.take_waiting();
                before.into_iter().chain([key]).for_each(|key| self.write(key));
            }
            true => self.burst.drop_all(),
            false if takes_text && is_edit(key) => self.press(key),
            false => self.burst.wait(key, open, now),
        }
    }

    /// Time has passed, and nothing is left to read: what waits acts if it is due.
    pub(super) fn keys_due(&mut self) {
        let now = self.now.running;
        while let Some(key) = self.burst.due(self.open_id(), now) {
            if !self.fingers.is_holding() && self.ended.is_none() && !self.is_unread() {
                self.press(key);
            }
        }
        if self.burst.has_ended(now) {
            self.remark("burst-ignored", Tone::Warn);
        }
    }

    /// A paste is a separate text; keys directly before it were part of it.
    pub(super) fn arrived_pasted(&mut self, text: String) {
        for key in self.burst.take_waiting() {
            if self.takes_text() {
                self.write(key);
            }
        }
        self.burst.pasted(self.now.running);
        self.paste(text);
    }

    /// A key of a text, where texts are taken.
    fn write(&mut self, key: KeyEvent) {
        match key.code {
            _ if is_edit(key) || is_movement(key) => self.press(key),
            KeyCode::Enter => self.paste("\n".to_owned()),
            KeyCode::Tab => self.paste("\t".to_owned()),
            _ => {}
        }
    }

    /// Whether a paste is inserted here: then a character does no harm.
    fn takes_text(&self) -> bool {
        let refuses = |card: &Card| {
            let bare = matches!(card.focus, Focus::Farewell(_)) && !card.has_notes();
            card.phase != Phase::Open || bare
        };
        let refused = self.over == Over::Nothing && self.card.as_ref().is_some_and(refuses);
        self.types_text() && !refused
    }

    pub(super) fn open_id(&self) -> Option<InteractionId> {
        self.card.as_ref().map(|card| card.view.interaction.id)
    }
}

/// Changes a text, and does nothing else in any field.
fn is_edit(key: KeyEvent) -> bool {
    let breaks = key.modifiers.intersects(KeyModifiers::ALT | KeyModifiers::SHIFT);
    (key.code != KeyCode::Enter || breaks) && edit_of(key).is_some()
}
