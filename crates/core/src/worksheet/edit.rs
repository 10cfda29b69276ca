//! Edits of a question, as the fields that change in the draft.

use super::{AnswerState, Fault, Worksheet};
use crate::draft::{Draft, DraftField};
use crate::form::Question;
use crate::id::OptionId;

/// One change to one question.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Edit {
    /// This option: instead of any other if one is asked for, otherwise in addition.
    Choose(OptionId),
    /// Chooses an option, or deselects it if several may be chosen.
    Toggle(OptionId),
    /// Exactly these options, as [`crate::Ranking`] orders them if they are ranked.
    Mark(Vec<OptionId>),
    /// What is marked now is the answer, even if nothing is.
    Keep,
    /// Replaces the one option; is in addition to several. [`crate::NumberRange`] has the next number.
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
                if !question.control.is_one() {
                    left.retain(|chosen| *chosen != option);
                }
                marked(question, left)
            }
            Edit::Toggle(option) => self.chosen_with(question, option)?,
            Edit::Mark(options) => marked(question, options),
            Edit::Keep => marked(question, self.chosen(question).to_vec()),
            Edit::Write(text) => {
                let mut fields = vec![DraftField::Text { question: id(), text: text.clone() }];
                if question.control.is_one() && !text.trim().is_empty() {
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

    /// The recommended options, only for open questions.
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

    /// Empty if nothing is recommended, or if that alone isn't a valid answer.
    fn recommended(&self, question: &Question) -> Vec<DraftField> {
        let max = question.control.bounds().max;
        let options: Vec<OptionId> = question.recommended().take(max).cloned().collect();
        let fields = match question.control.default_text() {
            Some(text) => vec![DraftField::Text { question: question.id.clone(), text }],
            None if options.is_empty() => return Vec::new(),
            None => marked(question, options),
        };
        let draft: Draft = fields.iter().cloned().collect();
        match Worksheet::new(self.form, &draft, false).standing(question) {
            AnswerState::Answered(_) => fields,
            AnswerState::Open | AnswerState::Wrong(_) => Vec::new(),
        }
    }

    /// Every field is a write, so unchanged ones are left out.
    fn changes(&self, question: &Question, field: &DraftField) -> bool {
        match (self.draft.get(&field.key()), field) {
            (Some(saved), _) => saved != field,
            (None, DraftField::Options { .. }) => true,
            (None, DraftField::OptionNote { option, text, .. }) => {
                question.notes.get(option).map_or("", String::as_str) != text
            }
            (None, DraftField::Text { text, .. }) => {
                *text != question.control.default_text().unwrap_or_default()
            }
            (None, DraftField::Note { text }) => !text.is_empty(),
            (None, DraftField::Skip { text, .. } | DraftField::Elaborate { text, .. }) => {
                text.is_some()
            }
        }
    }
}

fn marked(question: &Question, options: Vec<OptionId>) -> Vec<DraftField> {
    let options = question.control.arranged(options);
    let mut fields = Vec::new();
    if question.control.is_one() && !options.is_empty() {
        fields.push(DraftField::Text { question: question.id.clone(), text: String::new() });
    }
    if !question.control.is_field() {
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
