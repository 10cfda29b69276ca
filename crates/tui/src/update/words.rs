//! Words that are meant for something else, such as the shell below, and arrive at a question.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use sayso_core::settings::Key;

use crate::state::burst::is_movement;
use crate::state::{Over, State, Tone};

impl State {
    /// Whether a key is part of such words: then it chooses, opens and sends nothing.
    pub(super) fn is_of_words(&mut self, key: KeyEvent) -> bool {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        if self.types_text() || is_control || !self.looks_for_words() {
            return false;
        }
        match key.code {
            KeyCode::Char(' ' | 'a' | 'h' | 'l') if matches!(self.over, Over::Settings(_)) => {
                self.fingers.continues_opening()
            }
            KeyCode::Enter if self.ends_words() => {
                self.remark("enter-ends-words", Tone::Plain);
                true
            }
            KeyCode::Char(_) => self.fingers.continues_words(),
            _ => {
                if is_movement(key) {
                    self.fingers.moved();
                }
                false
            }
        }
    }

    /// Voice control and macros press keys without a pause.
    fn looks_for_words(&self) -> bool {
        self.preference(Key::Bursts) != "keys"
    }

    pub(super) fn ends_words(&mut self) -> bool {
        self.looks_for_words() && self.fingers.ends_words(self.now.running)
    }
}
