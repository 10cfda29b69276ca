//! Keys in a text field: free text, notes, remarks, the filter.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use sayso_core::{DraftField, Way};

use crate::control;
use crate::editor::{Edit, Edited, Editor, Reach};
use crate::message::Effect;
use crate::state::card::{Card, Complaint, Focus, Phase};
use crate::state::{State, Tone};

impl State {
    pub(super) fn type_key(&mut self, key: KeyEvent) {
        let option_first = self.tab_goes_to_option();
        let now = self.now.running;
        let Some(card) = &mut self.card else { return };
        card.complaint = None;
        let plain_enter = key.code == KeyCode::Enter
            && !key.modifiers.intersects(KeyModifiers::ALT | KeyModifiers::SHIFT);
        match key.code {
            _ if plain_enter => return self.enter_field(),
            KeyCode::Esc => {
                self.fingers.moved();
                match card.focus {
                    Focus::Remark => card.take_back(now),
                    Focus::Filter => {
                        if let Some((_, sheet)) = card.current_mut() {
                            sheet.filter.clear();
                        }
                        card.focus = Focus::List;
                    }
                    // From there the other keys work, also for a text question.
                    Focus::OwnText => card.focus = Focus::List,
                    Focus::List | Focus::OptionNote(_) | Focus::Note | Focus::Farewell(_) => {
                        card.focus = card.resting_focus()
                    }
                }
                return;
            }
            KeyCode::Tab if !matches!(card.focus, Focus::Farewell(_) | Focus::Remark) => {
                card.leave_field(now);
                return card.next_note(option_first);
            }
            KeyCode::BackTab if !matches!(card.focus, Focus::Farewell(_) | Focus::Remark) => {
                card.leave_field(now);
                return card.next_note(!option_first);
            }
            KeyCode::Char('g') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                let text = card.field().map(|field| field.text().to_owned());
                return self.effects.extend(text.map(|text| Effect::OpenEditor { text }));
            }
            _ => {}
        }
        if matches!(card.focus, Focus::Farewell(_)) && !card.has_notes() {
            return;
        }
        let Some(edit) = edit_of(key) else { return };
        // A filter is one line.
        if card.focus == Focus::Filter && edit == Edit::Insert("\n".to_owned()) {
            return;
        }
        card.type_in(edit, self.drawn.field, now);
    }

    /// Enter ends the field; if the field is the answer, it sends.
    fn enter_field(&mut self) {
        let now = self.now.running;
        let Some(card) = &mut self.card else { return };
        let sends = match card.focus {
            Focus::Farewell(_) => true,
            Focus::Remark => !card.has_several(),
            _ => false,
        };
        let is_written = card.field().is_some_and(|field| !field.is_blank());
        let ends_words = self.ends_words();
        if sends && is_written && ends_words {
            return self.remark("enter-ends-run", Tone::Plain);
        }
        let Some(card) = &mut self.card else { return };
        match card.focus.clone() {
            Focus::Farewell(_) => self.say_farewell(),
            Focus::Remark => {
                card.focus = card.resting_focus();
                self.advance()
            }
            Focus::OwnText => {
                let text_only =
                    card.current().is_some_and(|(question, _)| question.control.is_field());
                card.leave_field(now);
                if text_only {
                    return self.advance();
                }
                card.focus = Focus::List;
            }
            Focus::Filter => card.focus = Focus::List,
            Focus::OptionNote(_) | Focus::Note => card.focus = card.resting_focus(),
            Focus::List => {}
        }
    }

    pub(super) fn paste_into_card(&mut self, text: String) {
        let now = self.now.running;
        let Some(card) = &mut self.card else { return };
        // The confirmation word has to be typed, not pasted.
        if card.phase != Phase::Open || !card.is_open() {
            return;
        }
        if matches!(card.focus, Focus::Farewell(_)) && !card.has_notes() {
            return;
        }
        let text = match card.focus {
            Focus::Filter => text.split_whitespace().collect::<Vec<_>>().join(" "),
            _ => text,
        };
        card.type_in(Edit::Insert(text), self.drawn.field, now);
    }

    /// Back from `$EDITOR`, which adds a last line break.
    pub(super) fn edited(&mut self, text: Option<String>) {
        let now = self.now.running;
        match (text, &mut self.card) {
            (Some(text), Some(card)) => {
                if let Some(field) = card.field() {
                    *field = Editor::new(text.trim_end_matches(['\n', '\r']));
                    card.field_changed(now);
                }
            }
            (None, _) => {
                self.remark("editor-failed", Tone::Warn);
            }
            (Some(_), None) => {}
        }
        self.effects.push(Effect::Redraw);
    }
}

impl Card {
    fn type_in(&mut self, edit: Edit, width: Option<usize>, now: std::time::Duration) {
        let way = match edit {
            Edit::Move(Reach::Up) => Some(Way::Up),
            Edit::Move(Reach::Down) => Some(Way::Down),
            _ => None,
        };
        if let (Some((question, _)), Focus::OwnText, Some(way)) = (self.current(), &self.focus, way)
            && (control::of(&question.control).step)(self, way, now)
        {
            return;
        }
        let Some(field) = self.field() else { return };
        match field.edit_in(edit, width) {
            Edited::Changed => self.field_changed(now),
            Edited::Moved => {}
            Edited::Full(fault) => self.complaint = Some(Complaint::Wrong(fault)),
            // Leaves the field at its top or bottom, as if it were part of the list.
            Edited::Stuck => match way {
                Some(Way::Up) => self.walk_out(-1, now),
                Some(Way::Down) => self.walk_out(1, now),
                None => {}
            },
        }
    }

    fn walk_out(&mut self, direction: isize, now: std::time::Duration) {
        match self.focus {
            Focus::OwnText | Focus::OptionNote(_) if self.resting_focus() == Focus::List => {
                self.leave_field(now);
                self.focus = Focus::List;
                self.step(direction);
            }
            Focus::Filter => self.focus = Focus::List,
            Focus::List
            | Focus::OwnText
            | Focus::OptionNote(_)
            | Focus::Note
            | Focus::Remark
            | Focus::Farewell(_) => {}
        }
    }

    /// A free text that was written is the answer.
    fn leave_field(&mut self, now: std::time::Duration) {
        let written = self.current().is_some_and(|(_, sheet)| !sheet.text.is_blank());
        if self.focus == Focus::OwnText && written {
            self.take_own_text(now);
        }
    }

    pub(crate) fn field_changed(&mut self, now: std::time::Duration) {
        let focus = self.focus.clone();
        let note = self.note.text().to_owned();
        let Some((question, sheet)) = self.current_mut() else {
            if focus == Focus::Note {
                self.drafts.change(DraftField::Note { text: note }, now);
            }
            return;
        };
        let question = question.id.clone();
        let field = match focus {
            Focus::OwnText => {
                Some(DraftField::Text { question, text: sheet.text.text().to_owned() })
            }
            Focus::OptionNote(option) => {
                let note = sheet.notes.get(&option);
                let text = note.map(|note| note.text().to_owned()).unwrap_or_default();
                Some(DraftField::OptionNote { question, option, text })
            }
            Focus::Note => Some(DraftField::Note { text: note }),
            Focus::Remark => sheet.aside.as_ref().map(|aside| aside.field(question)),
            Focus::Filter => {
                sheet.cursor = 0;
                None
            }
            Focus::List | Focus::Farewell(_) => None,
        };
        if let Some(field) = field {
            self.drafts.change(field, now);
        }
    }
}

/// The usual keys of a text field in a shell.
pub(super) fn edit_of(key: KeyEvent) -> Option<Edit> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let alt = key.modifiers.contains(KeyModifiers::ALT);
    let word = control || alt;
    Some(match key.code {
        KeyCode::Char('j') if control => Edit::Insert("\n".to_owned()),
        KeyCode::Enter => Edit::Insert("\n".to_owned()),
        KeyCode::Char('h') if control => Edit::Erase(Reach::Left),
        KeyCode::Char('w') if control => Edit::Erase(Reach::WordLeft),
        KeyCode::Char('u') if control => Edit::Erase(Reach::LineStart),
        KeyCode::Char('k') if control => Edit::Erase(Reach::LineEnd),
        KeyCode::Char('d') if control => Edit::Erase(Reach::Right),
        KeyCode::Char('a') if control => Edit::Move(Reach::LineStart),
        KeyCode::Char('e') if control => Edit::Move(Reach::LineEnd),
        KeyCode::Char('b') if control => Edit::Move(Reach::Left),
        KeyCode::Char('f') if control => Edit::Move(Reach::Right),
        KeyCode::Char('y') if control => Edit::Yank,
        // Terminals send ctrl+_ as ctrl+7.
        KeyCode::Char('_' | '7') if control => Edit::Undo,
        KeyCode::Char('_') if alt => Edit::Redo,
        KeyCode::Char('<') if alt => Edit::Move(Reach::TextStart),
        KeyCode::Char('>') if alt => Edit::Move(Reach::TextEnd),
        KeyCode::Char('b') if alt => Edit::Move(Reach::WordLeft),
        KeyCode::Char('f') if alt => Edit::Move(Reach::WordRight),
        KeyCode::Char('d') if alt => Edit::Erase(Reach::WordRight),
        KeyCode::Char(_) if word => return None,
        KeyCode::Char(c) => Edit::Insert(c.to_string()),
        KeyCode::Backspace if word => Edit::Erase(Reach::WordLeft),
        KeyCode::Backspace => Edit::Erase(Reach::Left),
        KeyCode::Delete => Edit::Erase(Reach::Right),
        KeyCode::Left if word => Edit::Move(Reach::WordLeft),
        KeyCode::Left => Edit::Move(Reach::Left),
        KeyCode::Right if word => Edit::Move(Reach::WordRight),
        KeyCode::Right => Edit::Move(Reach::Right),
        KeyCode::Home if control => Edit::Move(Reach::TextStart),
        KeyCode::End if control => Edit::Move(Reach::TextEnd),
        KeyCode::PageUp => Edit::Move(Reach::PageUp),
        KeyCode::PageDown => Edit::Move(Reach::PageDown),
        KeyCode::Home => Edit::Move(Reach::LineStart),
        KeyCode::End => Edit::Move(Reach::LineEnd),
        KeyCode::Up => Edit::Move(Reach::Up),
        KeyCode::Down => Edit::Move(Reach::Down),
        _ => return None,
    })
}
