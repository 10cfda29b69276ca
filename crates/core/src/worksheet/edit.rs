//! What a person does to a question, as the fields that change in the draft.

use serde::Deserialize;

use super::{Fault, Standing, Worksheet};
use crate::control::Control;
use crate::draft::{Draft, DraftField};
use crate::form::Question;
use crate::id::OptionId;

/// One change to one question.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edit {
    /// This option: instead of any other where one is asked for, else beside the others.
    Choose(OptionId),
    /// Chooses an option, or takes it back where several may be chosen.
    Toggle(OptionId),
    /// These options and no others.
    Mark(Vec<OptionId>),
    /// What is marked now is the answer, even if nothing is.
    Keep,
    /// Replaces the one option; stands beside several.
    Write(String),
    OptionNote(OptionId, String),
    Skip(String),
    AskBack(String),
    /// Neither skipped nor asked back.
    Resume,
    TakeRecommended,
    /// Open again, without the agent's defaults.
    Clear,
}

impl Worksheet<'_> {
    /// The fields to save, only those that change; a refused edit changes nothing.
    pub fn edit(&self, question: &Question, edit: Edit) -> Result<Vec<DraftField>, Fault> {
        let id = || question.id.clone();
        let fields = match edit {
            Edit::Choose(option) => self.chosen_with(question, option)?,
            Edit::Toggle(option) if self.chosen(question).contains(&option) => {
                let mut left = self.chosen(question).to_vec();
                if !matches!(question.control, Control::One { .. }) {
                    left.retain(|chosen| *chosen != option);
                }
                marked(question, left)
            }
            Edit::Toggle(option) => self.chosen_with(question, option)?,
            Edit::Mark(options) => marked(question, options),
            Edit::Keep => marked(question, self.chosen(question).to_vec()),
            Edit::Write(text) => {
                let mut fields = vec![DraftField::Text { question: id(), text: text.clone() }];
                if matches!(question.control, Control::One { .. }) && !text.trim().is_empty() {
                    fields.push(DraftField::Options { question: id(), options: Vec::new() });
                }
                fields.extend(resumed(question));
                fields
            }
            Edit::OptionNote(option, text) => {
                vec![DraftField::OptionNote { question: id(), option, text }]
            }
            Edit::Skip(reason) => vec![
                DraftField::Skip { question: id(), text: Some(reason) },
                DraftField::Elaborate { question: id(), text: None },
            ],
            Edit::AskBack(note) => vec![
                DraftField::Skip { question: id(), text: None },
                DraftField::Elaborate { question: id(), text: Some(note) },
            ],
            Edit::Resume => resumed(question).to_vec(),
            Edit::TakeRecommended => self.recommended(question),
            Edit::Clear => {
                let mut fields = marked(question, Vec::new());
                fields.push(DraftField::Text { question: id(), text: String::new() });
                fields
            }
        };
        Ok(fields.into_iter().filter(|field| self.changes(question, field)).collect())
    }

    /// What is recommended, for the open questions alone.
    pub fn recommended_for_open(&self) -> Vec<DraftField> {
        let open = self.open().flat_map(|question| self.recommended(question));
        open.collect()
    }

    fn chosen_with(&self, question: &Question, option: OptionId) -> Result<Vec<DraftField>, Fault> {
        let mut options = self.chosen(question).to_vec();
        let max = question.control.bounds().max;
        if max == 1 {
            options = vec![option];
        } else if !options.contains(&option) {
            if options.len() >= max {
                return Err(Fault::TooMany { max, chosen: options.len() + 1 });
            }
            options.push(option);
        }
        Ok(marked(question, options))
    }

    /// Nothing if nothing is recommended, or if that alone is no valid answer.
    fn recommended(&self, question: &Question) -> Vec<DraftField> {
        let max = question.control.bounds().max;
        let options: Vec<OptionId> = question.recommended().take(max).cloned().collect();
        if options.is_empty() {
            return Vec::new();
        }
        let fields = marked(question, options);
        let draft: Draft = fields.iter().cloned().collect();
        match Worksheet::new(self.form, &draft, false).standing(question) {
            Standing::Answered(_) => fields,
            Standing::Open | Standing::Wrong(_) => Vec::new(),
        }
    }

    /// Every field is a write: what says the same as before is left out.
    fn changes(&self, question: &Question, field: &DraftField) -> bool {
        match (self.draft.get(&field.key()), field) {
            (Some(saved), _) => saved != field,
            (None, DraftField::Options { .. }) => true,
            (None, DraftField::OptionNote { option, text, .. }) => {
                question.notes.get(option).map_or("", String::as_str) != text
            }
            (None, DraftField::Text { text, .. } | DraftField::Note { text }) => !text.is_empty(),
            (None, DraftField::Skip { text, .. } | DraftField::Elaborate { text, .. }) => {
                text.is_some()
            }
        }
    }
}

/// In the order of the question, each once.
fn marked(question: &Question, mut options: Vec<OptionId>) -> Vec<DraftField> {
    let all = question.control.options();
    options.sort_by_key(|id| all.iter().position(|option| option.id == *id));
    options.dedup();
    let mut fields = Vec::new();
    let one = matches!(question.control, Control::One { .. });
    if one && !options.is_empty() {
        fields.push(DraftField::Text { question: question.id.clone(), text: String::new() });
    }
    if !question.control.options().is_empty() {
        fields.push(DraftField::Options { question: question.id.clone(), options });
    }
    fields.extend(resumed(question));
    fields
}

fn resumed(question: &Question) -> [DraftField; 2] {
    let id = || question.id.clone();
    [
        DraftField::Skip { question: id(), text: None },
        DraftField::Elaborate { question: id(), text: None },
    ]
}
