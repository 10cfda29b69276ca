//! The worksheet that a person fills in: the form, and what has been chosen and typed so far. The
//! only place for editing a draft and for what makes an answer valid. Surfaces draw it, and the
//! portal's JavaScript passes the same table of cases (`crates/core/src/worksheet/cases.json`).

mod check;
mod deliberate;
mod edit;
mod fault;

pub use check::check;
pub(crate) use check::{too_long, unknown_option, unknown_question};
pub use deliberate::{needs_confirmation, needs_person};
pub use edit::Edit;
pub use fault::{Fault, LengthUnit};

use crate::answer::{Answer, Entry, Submission};
use crate::control::Notes;
use crate::draft::{Draft, DraftField};
use crate::form::{Completeness, Form, Question};
use crate::id::{OptionId, QuestionId};

/// A form and its draft. Cheap to create: surfaces create one whenever they need it.
#[derive(Debug, Clone, Copy)]
pub struct Worksheet<'a> {
    form: &'a Form,
    draft: &'a Draft,
    /// Whether there are notes; if not, none are sent, not even those that the agent proposes.
    takes_notes: bool,
}

/// The state of one question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnswerState {
    Open,
    Answered(Answer),
    /// There is an invalid answer.
    Wrong(Fault),
}

impl<'a> Worksheet<'a> {
    pub fn new(form: &'a Form, draft: &'a Draft, takes_notes: bool) -> Worksheet<'a> {
        Worksheet { form, draft, takes_notes }
    }

    pub fn form(&self) -> &'a Form {
        self.form
    }

    /// The marked options of this question: chosen ones, otherwise the agent's defaults.
    pub fn chosen<'q>(&self, question: &'q Question) -> &'q [OptionId]
    where
        'a: 'q,
    {
        if self.is_put_aside(&question.id) {
            return &[];
        }
        let replaced = question.control.is_one()
            && self.text(&question.id).is_some_and(|text| !text.trim().is_empty());
        match self.options(&question.id) {
            Some(options) => options,
            None if replaced => &[],
            None => &question.defaults,
        }
    }

    pub fn standing(&self, question: &Question) -> AnswerState {
        match check::check_entry(self.form.completeness, question, self.entry(question)) {
            Ok(Some(answer)) => AnswerState::Answered(answer),
            Ok(None) => AnswerState::Open,
            Err(mut faults) => AnswerState::Wrong(faults.swap_remove(0).1),
        }
    }

    /// Why this can't be sent yet: the first question with an error.
    pub fn fault(&self) -> Option<(usize, Fault)> {
        let mut answered = false;
        for (at, question) in self.form.questions.iter().enumerate() {
            match self.standing(question) {
                AnswerState::Answered(_) => answered = true,
                AnswerState::Open if self.form.completeness == Completeness::Partial => {}
                AnswerState::Open => return Some((at, question.control.missing())),
                AnswerState::Wrong(fault) => return Some((at, fault)),
            }
        }
        (!answered).then_some((0, Fault::NothingAnswered))
    }

    /// The questions without an answer.
    pub fn open(&self) -> impl Iterator<Item = &'a Question> {
        let sheet = *self;
        self.form.questions.iter().filter(move |asked| sheet.standing(asked) == AnswerState::Open)
    }

    /// As it would be sent now.
    pub fn submission(&self) -> Submission {
        let questions = self.form.questions.iter();
        let entries = questions.map(|question| (question.id.clone(), self.entry(question)));
        let questions = entries.filter(|(_, entry)| *entry != Entry::default()).collect();
        Submission { questions, note: self.note().map(str::to_owned) }
    }

    /// What would be sent for this question.
    pub fn entry(&self, question: &Question) -> Entry {
        let id = &question.id;
        let owned = |text: Option<&str>| text.map(str::to_owned);
        if let Some(skip) = owned(self.skip(id)) {
            return Entry { skip: Some(skip), ..Entry::default() };
        }
        if let Some(elaborate) = owned(self.elaborate(id)) {
            return Entry { elaborate: Some(elaborate), ..Entry::default() };
        }
        // A default text that the person cleared is sent as empty: if absent, it would be used.
        let filled_in = question.control.default_text().is_some();
        let text = Some(self.typed(question)).filter(|text| filled_in || !text.trim().is_empty());
        // Sending a whole form means that unmarked options are not wanted.
        let nothing =
            question.control.takes_nothing() && self.form.completeness == Completeness::Whole;
        let chosen = self.chosen(question);
        let says_options = !question.control.is_field()
            && (!chosen.is_empty() || self.options(id).is_some() || nothing || text.is_some());
        if !says_options && text.is_none() {
            return Entry::default();
        }
        let options = says_options.then(|| chosen.to_vec());
        Entry { options, text, notes: self.notes(question), ..Entry::default() }
    }

    fn is_put_aside(&self, question: &QuestionId) -> bool {
        self.skip(question).is_some() || self.elaborate(question).is_some()
    }

    pub fn options(&self, question: &QuestionId) -> Option<&'a [OptionId]> {
        match self.draft.get(&format!("options/{question}"))? {
            DraftField::Options { options, .. } => Some(options),
            _ => None,
        }
    }

    /// What was typed as an answer.
    pub fn text(&self, question: &QuestionId) -> Option<&'a str> {
        self.draft.get(&format!("text/{question}")).and_then(DraftField::text)
    }

    /// The content of its field: what was typed, otherwise the agent's default.
    pub fn typed(&self, question: &Question) -> String {
        let typed = self.text(&question.id).map(str::to_owned);
        typed.or_else(|| question.control.default_text()).unwrap_or_default()
    }

    /// Why it is skipped, if it is.
    pub fn skip(&self, question: &QuestionId) -> Option<&'a str> {
        self.draft.get(&format!("skip/{question}")).and_then(DraftField::text)
    }

    /// What is asked back, if anything.
    pub fn elaborate(&self, question: &QuestionId) -> Option<&'a str> {
        self.draft.get(&format!("elaborate/{question}")).and_then(DraftField::text)
    }

    /// Notes on its options: the agent's proposals, as changed by the person.
    pub fn notes(&self, question: &Question) -> Notes {
        if !self.takes_notes {
            return Notes::new();
        }
        let mut notes = question.notes.clone();
        for option in question.control.options() {
            let field = self.draft.get(&format!("note/{}/{}", question.id, option.id));
            let Some(note) = field.and_then(DraftField::text) else { continue };
            // A proposed note that was cleared is sent as empty: if absent, it would be used.
            if !note.trim().is_empty() || notes.contains_key(&option.id) {
                notes.insert(option.id.clone(), note.to_owned());
            }
        }
        notes
    }

    /// On the whole.
    pub fn note(&self) -> Option<&'a str> {
        if !self.takes_notes {
            return None;
        }
        let proposed = self.form.note.as_deref();
        let drafted = self.draft.note().map(str::trim);
        drafted.filter(|note| !note.is_empty() || proposed.is_some()).or(proposed)
    }
}

#[cfg(test)]
#[path = "worksheet/worksheet_tests.rs"]
mod tests;
