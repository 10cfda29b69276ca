//! A submission, and the answers it becomes if it is valid.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::control::Notes;
use crate::form::Question;
use crate::id::{OptionId, QuestionId};
use crate::text::filled;

/// What a surface submits: untrusted, unordered, possibly incomplete. See [`crate::worksheet`].
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Submission {
    /// By question; a form with only one question may use `""` instead of its id.
    #[serde(default)]
    pub questions: BTreeMap<QuestionId, Entry>,
    /// A note on the whole; if absent, the agent's proposal is used. Empty clears it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl Submission {
    pub fn choose(&mut self, question: QuestionId, options: Vec<OptionId>) {
        self.entry(question).options = Some(options);
    }

    pub fn write(&mut self, question: QuestionId, text: String) {
        self.entry(question).text = Some(text);
    }

    /// Whether it says anything in a note; what is left blank doesn't.
    pub fn has_notes(&self) -> bool {
        let on_options = self.questions.values().flat_map(|entry| entry.notes.values());
        on_options.chain(&self.note).any(|note| filled(note).is_some())
    }

    pub fn entry(&mut self, question: QuestionId) -> &mut Entry {
        self.questions.entry(question).or_default()
    }
}

/// The submission for one question.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Chosen options; if absent, the question's defaults are used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<OptionId>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Notes on options; if absent, the agent's proposals are used. Empty clears one.
    #[serde(default, skip_serializing_if = "Notes::is_empty")]
    pub notes: Notes,
    /// Skip the question; the text is the reason and may be empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skip: Option<String>,
    /// Ask the agent to explain; the text is a note to it and may be empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elaborate: Option<String>,
}

/// Answers that fit their form. A question that is not in the map was left open.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Answers {
    pub questions: BTreeMap<QuestionId, Answer>,
    /// A note on the whole; never blank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl Answers {
    pub fn get(&self, question: &QuestionId) -> Option<&Answer> {
        self.questions.get(question)
    }

    /// Everything the person typed.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let typed = self.questions.values().flat_map(|answer| match answer {
            Answer::Given { text, notes, .. } => {
                text.iter().chain(notes.values()).collect::<Vec<_>>()
            }
            Answer::Elaborate { note: text } | Answer::Skipped { reason: text } => {
                text.iter().collect()
            }
        });
        typed.chain(&self.note).map(String::as_str)
    }
}

/// The result for one question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Answer {
    Given {
        /// Each at most once, in the order of the question's options; for a ranking in the person's
        /// order.
        options: Vec<OptionId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        /// Never blank; may be on options that were not chosen.
        #[serde(default, skip_serializing_if = "Notes::is_empty")]
        notes: Notes,
    },
    Elaborate {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
    Skipped {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
}

impl Answer {
    /// What was chosen and typed, part by part; empty if it was skipped or asked back.
    pub fn said<'a>(&'a self, question: &'a Question) -> Vec<AnswerPart<'a>> {
        let Answer::Given { options, text, .. } = self else { return Vec::new() };
        let ranked = question.control.is_ordered();
        let chosen = options.iter().filter_map(|id| question.control.option(id)).enumerate();
        let chosen = chosen.map(|(at, option)| AnswerPart::Option {
            place: ranked.then_some(at + 1),
            label: &option.label,
        });
        chosen.chain(text.as_ref().map(|text| question.control.said(text))).collect()
    }

    /// Why there is nothing to quote, if there is not.
    pub fn instead(&self) -> Option<Instead> {
        match self {
            Answer::Given { options, text: None, .. } if options.is_empty() => {
                Some(Instead::NothingChosen)
            }
            Answer::Given { .. } => None,
            Answer::Elaborate { .. } => Some(Instead::PleaseExplain),
            Answer::Skipped { .. } => Some(Instead::Skipped),
        }
    }
}

/// A part of an answer as a person reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnswerPart<'a> {
    /// With its place in a ranking, from 1.
    Option { place: Option<usize>, label: &'a str },
    /// A number with its unit.
    Value(String),
    /// What the person wrote.
    Text(&'a str),
}

impl AnswerPart<'_> {
    /// `2. SQLite`: its label or text as this marks it.
    pub fn marked(&self, label: impl Fn(&str) -> String, text: impl Fn(&str) -> String) -> String {
        match self {
            AnswerPart::Option { place: Some(place), label: words } => {
                format!("{place}. {}", label(words))
            }
            AnswerPart::Option { place: None, label: words } => label(words),
            AnswerPart::Value(value) => label(value),
            AnswerPart::Text(words) => text(words),
        }
    }
}

/// What stands in a list where there is nothing to quote: data, so that each reader gets it in their
/// language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Instead {
    PleaseExplain,
    Skipped,
    NothingChosen,
}
