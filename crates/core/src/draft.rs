//! What has been chosen and typed so far, field by field, last write wins.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::Submission;
use crate::form::Form;
use crate::id::{OptionId, QuestionId};
use crate::limits;
use crate::problem::Problem;

/// One field as a surface saves it. A note or text that was emptied is saved as empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    /// Where it is kept: two fields with the same key replace each other.
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

    fn question(&self) -> Option<&QuestionId> {
        match self {
            DraftField::Options { question, .. }
            | DraftField::Text { question, .. }
            | DraftField::OptionNote { question, .. }
            | DraftField::Skip { question, .. }
            | DraftField::Elaborate { question, .. } => Some(question),
            DraftField::Note { .. } => None,
        }
    }

    fn text(&self) -> &str {
        match self {
            DraftField::Options { .. } => "",
            DraftField::Text { text, .. }
            | DraftField::OptionNote { text, .. }
            | DraftField::Note { text } => text,
            DraftField::Skip { text, .. } | DraftField::Elaborate { text, .. } => {
                text.as_deref().unwrap_or_default()
            }
        }
    }

    /// A draft may be incomplete, but it may not speak of what the form does not have.
    pub fn check(&self, form: &Form) -> Result<(), Problem> {
        let field = self.key();
        if let Err(excess) = limits::fits(self.text(), limits::ANSWER) {
            return Err(Problem::new(field, excess.to_string(), "shorten it"));
        }
        let Some(id) = self.question() else {
            return Ok(());
        };
        let Some(question) = form.question(id) else {
            return Err(Problem::new(field, format!("there is no question `{id}`"), ""));
        };
        let unknown = match self {
            DraftField::Options { options, .. } if options.len() > limits::OPTIONS => {
                let rule = format!("at most {} options can be chosen", limits::OPTIONS);
                return Err(Problem::new(field, rule, "choose fewer"));
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
            Some(id) => Err(Problem::new(field, format!("there is no option `{id}`"), "")),
            None => Ok(()),
        }
    }
}

/// All fields of an interaction, by key.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Draft(BTreeMap<String, DraftField>);

impl Draft {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn save(&mut self, field: DraftField) {
        self.0.insert(field.key(), field);
    }

    pub fn fields(&self) -> impl Iterator<Item = &DraftField> {
        self.0.values()
    }

    /// What a surface starts from: the agent's proposals, then whatever was saved.
    pub fn submission(&self, form: &Form) -> Submission {
        let mut submission = Submission { note: form.note.clone(), ..Submission::default() };
        for question in &form.questions {
            submission.entry(question.id.clone()).notes = question.notes.clone();
        }
        for field in self.0.values().cloned() {
            match field {
                DraftField::Options { question, options } => {
                    submission.entry(question).options = Some(options);
                }
                DraftField::Text { question, text } => submission.entry(question).text = Some(text),
                DraftField::OptionNote { question, option, text } => {
                    submission.entry(question).notes.insert(option, text);
                }
                DraftField::Skip { question, text } => submission.entry(question).skip = text,
                DraftField::Elaborate { question, text } => {
                    submission.entry(question).elaborate = text;
                }
                DraftField::Note { text } => submission.note = Some(text),
            }
        }
        submission
    }
}

impl FromIterator<DraftField> for Draft {
    fn from_iter<I: IntoIterator<Item = DraftField>>(fields: I) -> Draft {
        Draft(fields.into_iter().map(|field| (field.key(), field)).collect())
    }
}
