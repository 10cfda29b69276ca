//! Drafts: text typed here that has to be saved, and text typed elsewhere that comes in.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use sayso_core::{DraftField, Question};

use super::card::{Arming, Card, Complaint, Focus, Page, Phase};
use super::sheet::{Aside, AsideKind, Sheet};
use crate::editor::Editor;

/// Delay after the last change: short enough to survive a crash, long enough not to disturb typing.
pub(crate) const PAUSE: Duration = Duration::from_millis(250);

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Drafts {
    /// By key; not yet sent to the desk.
    changed: BTreeMap<String, DraftField>,
    due: Option<Duration>,
    /// Keys of what was changed here, and not elsewhere since.
    touched: BTreeSet<String>,
    /// Sent fields; each comes back once as an event, and is outdated then.
    echoes: Vec<DraftField>,
}

impl Drafts {
    pub(crate) fn change(&mut self, field: DraftField, now: Duration) {
        self.touched.insert(field.key());
        self.changed.insert(field.key(), field);
        self.due = Some(now + PAUSE);
    }

    pub(crate) fn is_touched(&self) -> bool {
        !self.touched.is_empty()
    }

    /// Whether its options were chosen here: the saved draft and other surfaces choose too.
    pub(crate) fn has_chosen(&self, question: &Question) -> bool {
        let options = DraftField::Options { question: question.id.clone(), options: Vec::new() };
        self.touched.contains(&options.key())
    }

    pub(crate) fn due(&self) -> Option<Duration> {
        self.due
    }

    /// What has to be saved now.
    pub(crate) fn take(&mut self) -> Vec<DraftField> {
        self.due = None;
        let fields: Vec<DraftField> = std::mem::take(&mut self.changed).into_values().collect();
        self.echoes.extend(fields.iter().cloned());
        fields
    }

    /// The stream was restarted: nothing comes back any more.
    pub(crate) fn forget_echoes(&mut self) {
        self.echoes.clear();
    }

    fn is_echo(&mut self, field: &DraftField) -> bool {
        let place = self.echoes.iter().position(|echo| echo == field);
        place.map(|place| self.echoes.remove(place)).is_some()
    }

    /// A change made here since is newer than anything from elsewhere.
    fn is_ours(&self, field: &DraftField) -> bool {
        let key = field.key();
        self.changed.contains_key(&key) || self.echoes.iter().any(|echo| echo.key() == key)
    }
}

impl Card {
    /// A field from elsewhere. Never changes what is being typed here.
    pub(crate) fn receive(&mut self, field: DraftField) {
        if self.drafts.is_echo(&field) || self.drafts.is_ours(&field) || self.is_edited(&field) {
            return;
        }
        self.drafts.touched.remove(&field.key());
        let confirmed = matches!(self.phase, Phase::Confirming(_)).then(|| self.submission());
        self.apply(&field, Keep::Nothing);
        if confirmed.is_some_and(|before| before != self.submission()) {
            self.confirm_anew();
        }
    }

    /// The word was meant for another answer. This one has to be seen first, as a new question has.
    fn confirm_anew(&mut self) {
        self.phase = Phase::Confirming(Editor::default());
        self.complaint = Some(Complaint::ChangedElsewhere);
        self.arming = Arming::Unseen;
    }

    /// Applies a field.
    pub(crate) fn apply(&mut self, field: &DraftField, keep: Keep) {
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

/// What happens to a text that is being typed here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keep {
    /// It is replaced.
    Nothing,
    /// It is kept, with its cursor.
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

    /// With a remark it is put aside; without one it no longer is.
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
