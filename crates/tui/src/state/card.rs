//! One interaction as it is being answered.

use std::time::Duration;

use sayso_core::interaction::Outcome;
use sayso_core::worksheet::{Fault, Worksheet, check};
use sayso_core::{Draft, DraftField, OptionId, Question, QuestionId, Submission};
use sayso_desk::View;

use super::draft::{Drafts, Keep};
use super::sheet::Sheet;
use super::{next_second, remaining};
use crate::editor::Editor;

pub(crate) struct Card {
    pub view: View,
    /// The agent gave the command that shows it and asks again when that ends: that it isn't listening
    /// now says nothing.
    pub handed_off: bool,
    /// When the desk sent the remaining time.
    pub told: Duration,
    pub arming: Arming,
    pub page: Page,
    /// One for each question.
    pub sheets: Vec<Sheet>,
    /// On the whole.
    pub note: Editor,
    pub focus: Focus,
    pub phase: Phase,
    /// What is wrong with what was about to be sent.
    pub complaint: Option<Complaint>,
    pub drafts: Drafts,
    /// The first digits of an option's number, and when the last one came.
    pub number: Option<(usize, Duration)>,
    /// The desk has deleted it.
    pub removed: bool,
}

/// Keys do nothing until nobody has typed for a moment after the question appeared, so that a
/// person who was typing something else answers nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arming {
    /// Not yet on the screen.
    Unseen,
    /// Quiet since then.
    Waiting(Duration),
    Armed,
}

/// Longer than the pause between two keys while typing, shorter than a look at the screen.
pub(crate) const QUIET: Duration = Duration::from_millis(350);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Page {
    Question(usize),
    /// On a question's row, or after the last one: on 'send'.
    Review {
        cursor: usize,
    },
}

/// Where keys go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Focus {
    List,
    Filter,
    OwnText,
    OptionNote(OptionId),
    Note,
    /// Why it is skipped, or what should be explained.
    Remark,
    /// Cancelling or rejecting, with a note.
    Farewell(Editor),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Phase {
    Open,
    /// Questions are unanswered: send anyway?
    Incomplete(Anyway),
    /// It is irreversible: a word has to be typed.
    Confirming(Editor),
    Sending,
}

/// The cursor when an incomplete form is about to be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anyway {
    Back,
    Send,
}

/// Why an answer can't be sent, for the locale.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Complaint {
    Wrong(Fault),
    /// The typed word isn't the confirmation word.
    OtherWord,
    /// What would be confirmed isn't on the screen.
    OutOfSight,
    /// What would be confirmed is no longer what it was.
    ChangedElsewhere,
    /// The desk's own message, shown as a status line.
    Refused,
}

impl Card {
    pub(crate) fn new(view: View, now: Duration) -> Card {
        let mut card = Card {
            told: now,
            arming: Arming::Unseen,
            page: Page::Question(0),
            sheets: Vec::new(),
            note: Editor::default(),
            focus: Focus::List,
            phase: Phase::Open,
            complaint: None,
            drafts: Drafts::default(),
            number: None,
            removed: false,
            handed_off: false,
            view,
        };
        card.restore();
        card.focus = card.resting_focus();
        card
    }

    /// From the agent's proposals and the saved draft.
    fn restore(&mut self) {
        let form = &self.view.interaction.form;
        let draft = self.view.draft.clone().unwrap_or_default();
        self.note = Editor::new(form.note.as_deref().unwrap_or_default());
        self.sheets = form.questions.iter().map(Sheet::new).collect();
        for field in draft.fields() {
            self.apply(field, Keep::Nothing);
        }
        let questions = &self.view.interaction.form.questions;
        for (question, sheet) in questions.iter().zip(&mut self.sheets) {
            sheet.cursor = sheet.start(question);
        }
    }

    /// A newer view of the same interaction; what was typed here stays.
    pub(crate) fn renew(&mut self, view: View, now: Duration) {
        let draft = view.draft.clone();
        self.view = view;
        self.told = now;
        for field in draft.iter().flat_map(|draft| draft.fields()) {
            self.receive(field.clone());
        }
    }

    pub(crate) fn questions(&self) -> &[Question] {
        &self.view.interaction.form.questions
    }

    pub(crate) fn has_several(&self) -> bool {
        self.questions().len() > 1
    }

    /// The question on the screen with its sheet.
    pub(crate) fn current(&self) -> Option<(&Question, &Sheet)> {
        match self.page {
            Page::Question(at) => Some((self.questions().get(at)?, self.sheets.get(at)?)),
            Page::Review { .. } => None,
        }
    }

    pub(crate) fn current_mut(&mut self) -> Option<(&Question, &mut Sheet)> {
        match self.page {
            Page::Question(at) => {
                Some((self.view.interaction.form.questions.get(at)?, self.sheets.get_mut(at)?))
            }
            Page::Review { .. } => None,
        }
    }

    /// Where keys go when nothing is being typed: a text question has only its field.
    pub(crate) fn resting_focus(&self) -> Focus {
        match self.current() {
            Some((question, sheet)) if question.control.is_field() && sheet.aside.is_none() => {
                Focus::OwnText
            }
            Some(_) | None => Focus::List,
        }
    }

    pub(crate) fn has_notes(&self) -> bool {
        self.view.interaction.presentation.annotations
    }

    pub(crate) fn is_armed(&self) -> bool {
        self.arming == Arming::Armed
    }

    /// Keys go to the question itself, not to a dialog about it.
    pub(crate) fn takes_keys(&self) -> bool {
        self.is_armed() && matches!(self.phase, Phase::Open | Phase::Sending)
    }

    pub(crate) fn remaining(&self, now: Duration) -> Option<u64> {
        remaining(self.view.live.remaining_ms, self.told, now)
    }

    /// It can still be answered.
    pub(crate) fn is_open(&self) -> bool {
        self.view.interaction.is_pending() && !self.removed
    }

    /// The questions that sending now would leave unanswered.
    pub(crate) fn unanswered(&self) -> Vec<QuestionId> {
        self.worksheet(&self.draft()).open().map(|question| question.id.clone()).collect()
    }

    /// Whether something was changed here that isn't part of the answer.
    pub(crate) fn has_unsent(&self, outcome: Option<&Outcome>) -> bool {
        let answered = match outcome {
            Some(Outcome::Answered { answers, .. }) => Some(answers),
            Some(_) | None => None,
        };
        let farewell = matches!(&self.focus, Focus::Farewell(note) if *note != self.reason());
        let form = &self.view.interaction.form;
        let same = || {
            let here = check(form, self.submission());
            answered.is_some_and(|answers| here.is_ok_and(|here| here == *answers))
        };
        farewell || (self.drafts.is_touched() && !same())
    }

    /// Where the reason for a cancel begins: the note on the whole, unless the agent wrote it.
    pub(crate) fn reason(&self) -> Editor {
        let proposed = self.view.interaction.form.note.as_deref().unwrap_or_default();
        if self.note.text() == proposed { Editor::default() } else { self.note.clone() }
    }

    /// The text being typed.
    pub(crate) fn field(&mut self) -> Option<&mut Editor> {
        let sheet = match self.page {
            Page::Question(at) => self.sheets.get_mut(at),
            Page::Review { .. } => None,
        };
        match &mut self.focus {
            Focus::List => None,
            Focus::Note => Some(&mut self.note),
            Focus::Farewell(editor) => Some(editor),
            Focus::Filter => sheet.map(|sheet| &mut sheet.filter),
            Focus::OwnText => sheet.map(|sheet| &mut sheet.text),
            Focus::OptionNote(id) => sheet.map(|sheet| sheet.notes.entry(id.clone()).or_default()),
            Focus::Remark => Some(&mut sheet?.aside.as_mut()?.remark),
        }
    }

    /// The current draft, as the desk would save it.
    pub(crate) fn draft(&self) -> Draft {
        let mut draft: Draft = self
            .questions()
            .iter()
            .zip(&self.sheets)
            .flat_map(|(question, sheet)| sheet.fields(question))
            .collect();
        if !self.note.is_blank() || self.view.interaction.form.note.is_some() {
            draft.save(DraftField::Note { text: self.note.text().to_owned() });
        }
        draft
    }

    pub(crate) fn worksheet<'a>(&'a self, draft: &'a Draft) -> Worksheet<'a> {
        Worksheet::new(&self.view.interaction.form, draft, self.has_notes())
    }

    pub(crate) fn submission(&self) -> Submission {
        self.worksheet(&self.draft()).submission()
    }

    pub(crate) fn next_tick(&self, now: Duration, quiet: Duration) -> Option<Duration> {
        let armed = match self.arming {
            Arming::Waiting(since) => Some(since + quiet),
            Arming::Unseen | Arming::Armed => None,
        };
        let second =
            next_second(self.view.live.remaining_ms, self.told, now).filter(|_| self.is_open());
        [armed, second, self.drafts.due()].into_iter().flatten().min()
    }
}
