//! The form: questions under a title.

use std::mem::take;

use serde::{Deserialize, Serialize};

use crate::answer::{Answers, Submission};
use crate::control::{Control, Notes};
use crate::id::{OptionId, QuestionId};
use crate::text::filled_owned;
use crate::worksheet::check;

/// What an agent asks, in any dialect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Form {
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    pub questions: Vec<Question>,
    pub completeness: Completeness,
    /// A note on the whole that the agent proposes and the person may edit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The title in parts, of which every second one is marked: what a rule matched in a command.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marked: Vec<String>,
    /// The title is all of what would be done, so that it can be allowed where nothing else is shown.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub says_all: bool,
}

impl Form {
    pub fn question(&self, id: &QuestionId) -> Option<&Question> {
        self.questions.iter().find(|question| question.id == *id)
    }

    /// What is sent if the person changes nothing: the defaults, otherwise the recommended options.
    pub fn proposal(&self) -> Submission {
        let mut submission = Submission::default();
        for question in &self.questions {
            let ids = if question.defaults.is_empty() {
                question.recommended().cloned().collect()
            } else {
                question.defaults.clone()
            };
            submission.choose(question.id.clone(), ids);
        }
        submission
    }

    /// Drops the notes that the agent proposes; whether there were any.
    pub fn drop_notes(&mut self) -> bool {
        let on_options = self.questions.iter_mut().map(|question| take(&mut question.notes));
        let on_options = on_options.filter(|notes| !notes.is_empty()).count();
        self.note.take().is_some() || on_options > 0
    }

    /// What is sent without any action of a person, if it is a valid answer.
    pub fn proposed(&self) -> Option<Answers> {
        check(self, self.proposal()).ok()
    }

    /// What a person gave as their reason: nothing if it is empty, or a note that the agent itself
    /// proposed.
    pub fn reason(&self, words: Option<String>) -> Option<String> {
        let of_options = self.questions.iter().flat_map(|question| question.notes.values());
        let mut proposed = self.note.iter().chain(of_options);
        filled_owned(words).filter(|words| !proposed.any(|note| note.trim() == words))
    }
}

/// One question of a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    pub id: QuestionId,
    /// A word or two, for tabs and lists.
    pub header: String,
    pub prompt: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    pub control: Control,
    /// Preselected by the agent; if untouched, they are the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub defaults: Vec<OptionId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placeholder: Option<String>,
    /// Notes that the agent proposes and the person may edit.
    #[serde(default, skip_serializing_if = "Notes::is_empty")]
    pub notes: Notes,
}

impl Question {
    pub fn recommended(&self) -> impl Iterator<Item = &OptionId> {
        self.control.options().iter().filter(|option| option.recommended).map(|option| &option.id)
    }

    /// Whether the agent has preselected or filled in something.
    pub fn has_default(&self) -> bool {
        !self.defaults.is_empty() || self.control.default_text().is_some()
    }
}

/// Whether every question of a form must be answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Completeness {
    /// All of them.
    Whole,
    /// Some may be skipped or left open; the reply says which.
    Partial,
}
