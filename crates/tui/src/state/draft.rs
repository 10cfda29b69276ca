//! What was typed here and is to be saved; what was typed elsewhere and comes in.

use std::collections::BTreeMap;
use std::time::Duration;

use sayso_core::DraftField;

use super::card::{Card, Focus, Page};
use super::sheet::{Aside, AsideKind, Sheet};
use crate::editor::Editor;

/// Saved so long after the last change: often enough to survive a crash, seldom enough to type.
pub const PAUSE: Duration = Duration::from_millis(250);

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Drafts {
    /// By key, not yet handed to the desk.
    changed: BTreeMap<String, DraftField>,
    due: Option<Duration>,
    /// Somebody has changed something here.
    touched: bool,
    /// Handed over; each comes back once as an event, and is old news then.
    echoes: Vec<DraftField>,
}

impl Drafts {
    pub fn change(&mut self, field: DraftField, now: Duration) {
        self.changed.insert(field.key(), field);
        self.due = Some(now + PAUSE);
        self.touched = true;
    }

    pub fn is_touched(&self) -> bool {
        self.touched
    }

    pub fn due(&self) -> Option<Duration> {
        self.due
    }

    /// What is to be saved now.
    pub fn take(&mut self) -> Vec<DraftField> {
        self.due = None;
        let fields: Vec<DraftField> = std::mem::take(&mut self.changed).into_values().collect();
        self.echoes.extend(fields.iter().cloned());
        fields
    }

    /// The stream began anew: nothing comes back any more.
    pub fn forget_echoes(&mut self) {
        self.echoes.clear();
    }

    fn is_echo(&mut self, field: &DraftField) -> bool {
        let place = self.echoes.iter().position(|echo| echo == field);
        place.map(|place| self.echoes.remove(place)).is_some()
    }

    /// What was changed here since is newer than anything from elsewhere.
    fn is_ours(&self, field: &DraftField) -> bool {
        let key = field.key();
        self.changed.contains_key(&key) || self.echoes.iter().any(|echo| echo.key() == key)
    }
}

impl Card {
    /// A field from elsewhere. Never into what is being typed here.
    pub fn receive(&mut self, field: DraftField) {
        if self.drafts.is_echo(&field) || self.drafts.is_ours(&field) || self.is_edited(&field) {
            return;
        }
        self.apply(&field, Keep::Nothing);
    }

    /// Puts a field where it belongs.
    pub fn apply(&mut self, field: &DraftField, keep: Keep) {
        if let DraftField::Note { text } = field {
            self.note = Editor::new(text);
            return;
        }
        let questions = &self.view.interaction.form.questions;
        let place = questions.iter().position(|asked| Some(&asked.id) == field.question());
        if let Some(sheet) = place.and_then(|at| self.sheets.get_mut(at)) {
            sheet.apply(field, keep);
        }
    }

    fn is_edited(&self, field: &DraftField) -> bool {
        let here = match self.page {
            Page::Question(at) => self.questions().get(at).map(|question| &question.id),
            Page::Review { .. } => None,
        };
        match (&self.focus, field) {
            (Focus::OwnText, DraftField::Text { question, .. })
            | (
                Focus::Remark,
                DraftField::Skip { question, .. } | DraftField::Elaborate { question, .. },
            ) => here == Some(question),
            (Focus::OptionNote(open), DraftField::OptionNote { question, option, .. }) => {
                here == Some(question) && open == option
            }
            (Focus::Note, DraftField::Note { .. }) => true,
            _ => false,
        }
    }
}

/// What becomes of a text that is being typed here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// It is replaced.
    Nothing,
    /// It stays at hand, with its cursor.
    Typed,
}

impl Sheet {
    fn apply(&mut self, field: &DraftField, keep: Keep) {
        match (field, keep) {
            (DraftField::Options { options, .. }, _) => self.chosen = Some(options.clone()),
            (DraftField::Text { .. }, Keep::Typed) | (DraftField::Note { .. }, _) => {}
            (DraftField::Text { text, .. }, Keep::Nothing) => self.text = Editor::new(text),
            (DraftField::OptionNote { .. }, Keep::Typed) => {}
            (DraftField::OptionNote { option, text, .. }, Keep::Nothing) => {
                self.notes.insert(option.clone(), Editor::new(text));
            }
            (DraftField::Skip { text, .. }, _) => self.put_aside(AsideKind::Skip, text.as_deref()),
            (DraftField::Elaborate { text, .. }, _) => {
                self.put_aside(AsideKind::Explain, text.as_deref());
            }
        }
    }

    /// With a remark it is put aside so; without one it no longer is.
    fn put_aside(&mut self, kind: AsideKind, remark: Option<&str>) {
        match remark {
            Some(remark) => match &mut self.aside {
                // Its cursor stays where it is.
                Some(aside) if aside.remark.text() == remark => aside.kind = kind,
                _ => self.aside = Some(Aside { kind, remark: Editor::new(remark) }),
            },
            None if self.aside.as_ref().is_some_and(|aside| aside.kind == kind) => {
                self.aside = None
            }
            None => {}
        }
    }
}
