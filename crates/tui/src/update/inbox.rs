//! Keys on the list: moving, opening, searching, the history.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use sayso_core::InteractionId;
use sayso_core::settings::Key;

use super::stepped;
use super::typing::edit_of;
use crate::editor::{Edit, Edited};
use crate::message::{Effect, Listing};
use crate::state::inbox::{History, Place};
use crate::state::settings::Settings;
use crate::state::{Over, PromptEnd, State};

/// A page of the list, at any screen height.
const PAGE: isize = 10;
/// This close to its end the history loads more.
const NEAR: usize = 20;

impl State {
    pub(super) fn inbox_key(&mut self, key: KeyEvent) {
        if self.inbox.search.typing {
            return self.search_key(key);
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('d') => self.leave(PromptEnd::Left),
                KeyCode::Char('p') => self.select(-1),
                KeyCode::Char('n') => self.select(1),
                _ => self.does_nothing(key),
            };
        }
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.select(-1),
            KeyCode::Down | KeyCode::Char('j') => self.select(1),
            KeyCode::PageUp => self.select(-PAGE),
            KeyCode::PageDown => self.select(PAGE),
            KeyCode::Home | KeyCode::Char('g') => self.select(isize::MIN),
            KeyCode::End | KeyCode::Char('G') => self.select(isize::MAX),
            KeyCode::Enter | KeyCode::Right | KeyCode::Char('l') => {
                let shown = self.inbox.shown();
                let place = self.inbox.place_of_selected(&shown);
                if let Some(id) = shown.id(place) {
                    self.open(id);
                }
            }
            KeyCode::Char('/') => self.inbox.search.typing = true,
            KeyCode::Char('h') => self.toggle_history(),
            KeyCode::Char('s') => {
                self.over = Over::Settings(Settings::default());
                self.fingers.opened(self.now.running);
            }
            KeyCode::Char('?') => self.over = Over::Help { top: 0 },
            KeyCode::Char('m') => self.toggle_mouse(),
            KeyCode::Char('W') => self.name_stopped(),
            KeyCode::Char('A') => self.name_permissions(),
            KeyCode::Char('q') => self.leave(PromptEnd::Left),
            KeyCode::Esc => {
                if !self.inbox.search.text.text().is_empty() {
                    self.inbox.search.text.clear();
                    return self.search_changed();
                }
                if matches!(self.inbox.place, Place::History(_)) {
                    self.toggle_history()
                }
            }
            _ => self.does_nothing(key),
        }
    }

    /// After an answer from here: the question that ends first, if the person wants it. Keys do
    /// nothing there until they have paused.
    pub(super) fn go_on(&mut self, answered: InteractionId) {
        if self.preference(Key::AfterSending) != "next" {
            return;
        }
        let next =
            self.inbox.shown().waiting.iter().map(|known| known.id).find(|id| *id != answered);
        if let Some(next) = next {
            self.open(next);
        }
    }

    pub(super) fn open(&mut self, id: InteractionId) {
        self.inbox.selected = Some(id);
        self.inbox.opening = Some(id);
        self.effects.push(Effect::Load(id));
    }

    /// Next to the list: the question under the cursor.
    pub(super) fn look_ahead(&mut self) {
        if !self.is_side_by_side() || self.card.is_some() {
            self.inbox.peek = None;
            self.inbox.peeking = None;
            return;
        }
        let shown = self.inbox.shown();
        let wanted = shown.id(self.inbox.place_of_selected(&shown));
        let there = self.inbox.peek.as_ref().map(|card| card.view.interaction.id);
        if there != wanted {
            self.inbox.peek = None;
        }
        if wanted == there || wanted == self.inbox.peeking {
            return;
        }
        self.inbox.peeking = wanted;
        self.effects.extend(wanted.map(Effect::Load));
    }

    /// One step further goes round at the ends; a longer way stops there.
    fn select(&mut self, steps: isize) {
        let shown = self.inbox.shown();
        let count = shown.count();
        let place = stepped(self.inbox.place_of_selected(&shown), steps, count);
        self.inbox.selected = shown.id(place);
        if place + NEAR >= count {
            self.more_history();
        }
    }

    fn more_history(&mut self) {
        let search = self.inbox.search.text.text().to_owned();
        let Place::History(history) = &mut self.inbox.place else { return };
        if let (Some(next), false) = (&history.next, history.loading) {
            let after = Some(next.clone());
            history.loading = true;
            self.effects.push(Effect::LoadDone(Listing::History { search, after }));
        }
    }

    /// The history, with this in the search field.
    pub(crate) fn begin_with_history(&mut self, search: &str) {
        self.inbox.search.text.edit(Edit::Insert(search.to_owned()));
        self.inbox.search.typing = true;
        self.toggle_history();
    }

    fn toggle_history(&mut self) {
        self.inbox.selected = None;
        match self.inbox.place {
            Place::Waiting => {
                self.inbox.place = Place::History(History { loading: true, ..History::default() });
                self.search_changed()
            }
            Place::History(_) => self.inbox.place = Place::Waiting,
        }
    }

    fn search_key(&mut self, key: KeyEvent) {
        match key.code {
            KeyCode::Enter | KeyCode::Down | KeyCode::Up => {
                self.inbox.search.typing = false;
                return;
            }
            KeyCode::Esc => {
                self.inbox.search.typing = false;
                self.inbox.search.text.clear();
                return self.search_changed();
            }
            _ => {}
        }
        let Some(edit) = edit_of(key) else { return };
        match self.inbox.search.text.edit(edit) {
            Edited::Changed => self.search_changed(),
            Edited::Moved | Edited::Stuck | Edited::Full(_) => {}
        }
    }

    pub(super) fn paste_into_search(&mut self, text: String) {
        if !self.inbox.search.typing {
            return;
        }
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.inbox.search.text.edit(Edit::Insert(line));
        self.search_changed()
    }

    /// Waiting questions are searched here, the history by the desk.
    fn search_changed(&mut self) {
        self.inbox.search_again();
        let search = self.inbox.search.text.text().to_owned();
        match &mut self.inbox.place {
            Place::Waiting => {}
            Place::History(history) => {
                history.loading = true;
                self.effects.push(Effect::LoadDone(Listing::History { search, after: None }));
            }
        }
    }
}
