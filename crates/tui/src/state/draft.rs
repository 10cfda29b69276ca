//! What was typed here and is to be saved; what was typed elsewhere and comes in.

use std::collections::BTreeMap;
use std::time::Duration;

use sayso_core::{DraftField, OptionId, Question, QuestionId};

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
        let place = |question: &QuestionId, card: &Card| {
            card.questions().iter().position(|asked| asked.id == *question)
        };
        let put = |card: &mut Card, question: &QuestionId, change: &dyn Fn(&mut Sheet)| {
            if let Some(at) = place(question, card)
                && let Some(sheet) = card.sheets.get_mut(at)
            {
                change(sheet);
            }
        };
        match &field {
            DraftField::Options { question, options } => {
                put(self, question, &|sheet| sheet.chosen = Some(options.clone()));
            }
            DraftField::Text { question, text } => {
                put(self, question, &|sheet| sheet.text = Editor::new(text));
            }
            DraftField::OptionNote { question, option, text } => put(self, question, &|sheet| {
                sheet.notes.insert(option.clone(), Editor::new(text));
            }),
            DraftField::Skip { question, text } => {
                put(self, question, &|sheet| sheet.put_aside(AsideKind::Skip, text.as_deref()));
            }
            DraftField::Elaborate { question, text } => {
                put(self, question, &|sheet| sheet.put_aside(AsideKind::Explain, text.as_deref()));
            }
            DraftField::Note { text } => self.note = Editor::new(text),
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

impl Sheet {
    /// With a remark it is put aside so; without one it no longer is.
    fn put_aside(&mut self, kind: AsideKind, remark: Option<&str>) {
        match remark {
            Some(remark) => self.aside = Some(Aside { kind, remark: Editor::new(remark) }),
            None if self.aside.as_ref().is_some_and(|aside| aside.kind == kind) => {
                self.aside = None
            }
            None => {}
        }
    }

    /// One field as it is saved.
    pub fn options_field(&self, question: &Question) -> DraftField {
        let options = self.chosen(question).to_vec();
        DraftField::Options { question: question.id.clone(), options }
    }

    pub fn text_field(&self, question: &Question) -> DraftField {
        DraftField::Text { question: question.id.clone(), text: self.text.text().to_owned() }
    }

    pub fn note_field(&self, question: &Question, option: &OptionId) -> DraftField {
        let text = self.notes.get(option).map(|note| note.text().to_owned()).unwrap_or_default();
        DraftField::OptionNote { question: question.id.clone(), option: option.clone(), text }
    }

    /// Both ways of putting a question aside: at most one of them holds.
    pub fn aside_fields(&self, question: &Question) -> [DraftField; 2] {
        let text = |wanted| {
            let aside = self.aside.as_ref().filter(|aside| aside.kind == wanted);
            aside.map(|aside| aside.remark.text().to_owned())
        };
        let id = || question.id.clone();
        [
            DraftField::Skip { question: id(), text: text(AsideKind::Skip) },
            DraftField::Elaborate { question: id(), text: text(AsideKind::Explain) },
        ]
    }
}
