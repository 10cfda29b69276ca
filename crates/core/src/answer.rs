//! What a surface hands in, and what it becomes once it fits.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::control::Notes;
use crate::id::{OptionId, QuestionId};

/// What a surface hands in: untrusted, unordered, perhaps incomplete. See [`crate::worksheet`].
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Submission {
    /// By question; a form of one question may leave its only id out and use `""`.
    #[serde(default)]
    pub questions: BTreeMap<QuestionId, Entry>,
    /// A note on the whole; left out, the one that the agent proposed stands. Empty clears it.
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

    pub fn entry(&mut self, question: QuestionId) -> &mut Entry {
        self.questions.entry(question).or_default()
    }
}

/// What is handed in for one question.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Chosen options; left out, the question's defaults stand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<OptionId>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Notes on options; left out, those that the agent proposed stand. Empty clears one.
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
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
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

/// What became of one question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Answer {
    Given {
        /// In the order of the question's options, each at most once.
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
