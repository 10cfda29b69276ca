//! Guards against accidents: sending an incomplete form, and irreversible answers.

use crossterm::event::{KeyCode, KeyEvent};

use super::typing::edit_of;
use crate::editor::Edit;
use crate::state::card::{Anyway, Card, Complaint, Focus, Page, Phase};
use crate::state::{Over, State, Tone};

impl State {
    /// Questions are unanswered: back to them, or send anyway. The cursor begins on 'back'.
    pub(super) fn anyway_key(&mut self, key: KeyEvent) {
        let Some(card) = &mut self.card else { return };
        let Phase::Incomplete(cursor) = &mut card.phase else { return };
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => *cursor = Anyway::Back,
            KeyCode::Down | KeyCode::Char('j') => *cursor = Anyway::Send,
            KeyCode::Enter if *cursor == Anyway::Send => self.send(),
            KeyCode::Enter | KeyCode::Esc => card.back_to_what_is_open(),
            _ => {}
        }
    }

    /// It is irreversible: the word, letter by letter, and enter.
    pub(super) fn confirm_key(&mut self, key: KeyEvent) {
        let word = self.texts().say("confirm-word").to_lowercase();
        let Some(card) = &mut self.card else { return };
        let Phase::Confirming(typed) = &mut card.phase else { return };
        card.complaint = None;
        match key.code {
            KeyCode::Esc => card.phase = Phase::Open,
            // A word that was begun unseen confirms nothing, even if the window has grown since.
            _ if !self.drawn.confirmable => card.complaint = Some(Complaint::OutOfSight),
            KeyCode::Enter if typed.text().trim().to_lowercase() == word => self.send(),
            KeyCode::Enter => card.complaint = Some(Complaint::OtherWord),
            _ => {
                let edit = edit_of(key).filter(|edit| *edit != Edit::Insert("\n".to_owned()));
                if let Some(edit) = edit {
                    typed.edit(edit);
                }
            }
        }
    }

    /// Starts cancelling, from any state. Returns whether there was something to cancel.
    pub(super) fn begin_farewell(&mut self) -> bool {
        let Some(card) = self.card.as_mut().filter(|card| card.is_open()) else { return false };
        if card.phase == Phase::Sending {
            return false;
        }
        if !matches!(card.focus, Focus::Farewell(_)) {
            card.begin_farewell();
        }
        card.phase = Phase::Open;
        self.over = Over::Nothing;
        true
    }

    /// This form's questions can't be skipped: says so, and what is typed as the reason does
    /// nothing.
    pub(super) fn refuse_to_skip(&mut self) {
        self.remark("cannot-skip", Tone::Warn);
        self.fingers.hold(self.now.running);
    }
}

impl Card {
    fn back_to_what_is_open(&mut self) {
        self.phase = Phase::Open;
        if matches!(self.page, Page::Review { .. }) {
            self.open_review();
        }
    }
}
