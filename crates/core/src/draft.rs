//! A draft: choices and texts so far, field by field; the last write wins.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::form::Form;
use crate::id::{OptionId, QuestionId};
use crate::limits;
use crate::problem::Problem;
use crate::worksheet::{Fault, too_long, unknown_option, unknown_question};

/// One field as saved by a surface. A cleared note or text is saved as empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "field", rename_all = "snake_case", deny_unknown_fields)]
pub enum DraftField {
    Options { question: QuestionId, options: Vec<OptionId> },
    Text { question: QuestionId, text: String },
    OptionNote { question: QuestionId, option: OptionId, text: String },
    Skip { question: QuestionId, text: Option<String> },
    Elaborate { question: QuestionId, text: Option<String> },
    Note { text: String },
}

impl DraftField {
    /// Two fields with the same key replace each other.
    pub fn key(&self) -> String {
        match self {
            DraftField::Options { question, .. } => format!("options/{question}"),
            DraftField::Text { question, .. } => format!("text/{question}"),
            DraftField::OptionNote { question, option, .. } => {
                format!("note/{question}/{option}")
            }
            DraftField::Skip { question, .. } => format!("skip/{question}"),
            DraftField::Elaborate { question, .. } => format!("elaborate/{question}"),
            DraftField::Note { .. } => "note".to_owned(),
        }
    }

    pub fn question(&self) -> Option<&QuestionId> {
        match self {
            DraftField::Options { question, .. }
            | DraftField::Text { question, .. }
            | DraftField::OptionNote { question, .. }
            | DraftField::Skip { question, .. }
            | DraftField::Elaborate { question, .. } => Some(question),
            DraftField::Note { .. } => None,
        }
    }

    /// The text, if it is a text field; `None` if it was removed.
    pub fn text(&self) -> Option<&str> {
        match self {
            DraftField::Options { .. } => None,
            DraftField::Text { text, .. }
            | DraftField::OptionNote { text, .. }
            | DraftField::Note { text } => Some(text),
            DraftField::Skip { text, .. } | DraftField::Elaborate { text, .. } => text.as_deref(),
        }
    }

    /// A draft may be incomplete, but must not refer to anything that the form doesn't have.
    pub fn check(&self, form: &Form) -> Result<(), Problem> {
        let field = self.key();
        if let Some(fault) = self.text().and_then(too_long) {
            return Err(fault.at(field));
        }
        let Some(id) = self.question() else {
            return Ok(());
        };
        let Some(question) = form.question(id) else {
            return Err(unknown_question(form, id).at(field));
        };
        let unknown = match self {
            DraftField::Options { options, .. } if options.len() > limits::OPTIONS => {
                let fault = Fault::TooMany { max: limits::OPTIONS, chosen: options.len() };
                return Err(fault.at(field));
            }
            DraftField::Options { options, .. } => {
                options.iter().find(|id| question.control.option(id).is_none())
            }
            DraftField::OptionNote { option, .. } => {
                Some(option).filter(|id| question.control.option(id).is_none())
            }
            DraftField::Text { .. }
            | DraftField::Skip { .. }
            | DraftField::Elaborate { .. }
            | DraftField::Note { .. } => None,
        };
        match unknown {
            Some(id) => Err(unknown_option(&question.control, id).at(field)),
            None => Ok(()),
        }
    }
}

/// All fields of an interaction, by key.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Draft(BTreeMap<String, DraftField>);

impl Draft {
    /// Nothing has been chosen or typed.
    pub const EMPTY: Draft = Draft(BTreeMap::new());

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn save(&mut self, field: DraftField) {
        self.0.insert(field.key(), field);
    }

    pub fn fields(&self) -> impl Iterator<Item = &DraftField> {
        self.0.values()
    }

    pub fn get(&self, key: &str) -> Option<&DraftField> {
        self.0.get(key)
    }

    /// The note on the whole, if it was changed.
    pub fn note(&self) -> Option<&str> {
        self.get("note").and_then(DraftField::text)
    }
}

impl FromIterator<DraftField> for Draft {
    fn from_iter<I: IntoIterator<Item = DraftField>>(fields: I) -> Draft {
        Draft(fields.into_iter().map(|field| (field.key(), field)).collect())
    }
}
