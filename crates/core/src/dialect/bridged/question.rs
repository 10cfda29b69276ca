//! The questions of Claude Code's `AskUserQuestion`, and their answers in its own words (AD-1).

use serde_json::Value;

use super::REMARK;
use crate::answer::{Answer, Answers};
use crate::control::{Bounds, Choice, Control, Empty, OwnText};
use crate::dialect::read::{Fields, MISSING};
use crate::dialect::{DialectLimits, ParsedAsk, lookalike, title};
use crate::form::{Completeness, Form, Question};
use crate::id::{OptionId, QuestionId};
use crate::interaction::{Interaction, Outcome};
use crate::limits;
use crate::policy::{TimeoutWish, Wishes};
use crate::problem::Problem;
use crate::text::{fenced, filled_owned};

/// It offers at most 4; a later version may offer more.
const MOST: usize = 10;
/// Of a preview, which is shown as text.
const PREVIEW: usize = 4_000;

/// The input of the tool. What it adds besides the questions is ignored.
pub(super) fn parse(arguments: &Value, _: &DialectLimits) -> Result<ParsedAsk, Vec<Problem>> {
    let mut problems = Vec::new();
    let mut questions = Vec::new();
    let mut context = None;
    if let Some(mut fields) = Fields::of(arguments, "", &mut problems) {
        context = filled_owned(fields.text(REMARK, limits::DESCRIPTION));
        let items = fields.list("questions").unwrap_or_default();
        if !(1..=MOST).contains(&items.len()) {
            let rule = format!("must have 1 to {MOST} questions, not {}", items.len());
            fields.refuse("questions", rule, "");
        }
        for (at, item) in items.iter().take(MOST).enumerate() {
            let path = format!("questions[{at}]");
            let item = Fields::of(item, &path, fields.problems);
            questions.extend(item.and_then(|item| question(item, at)));
        }
    }
    // Answers are told apart by the question's text.
    for (at, question) in questions.iter().enumerate() {
        if questions[..at].iter().any(|earlier| earlier.prompt == question.prompt) {
            let rule = "two questions have the same text";
            problems.push(Problem::new(format!("questions[{at}].question"), rule, ""));
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let title = title::of(&questions);
    let completeness = Completeness::Whole;
    let (note, marked, says_all) = Default::default();
    let form = Form { title, context, questions, completeness, note, marked, says_all };
    let wishes = Wishes { timeout: TimeoutWish::Dialect(None), ..Wishes::default() };
    Ok(ParsedAsk { form, wishes, warnings: Vec::new() })
}

fn question(mut fields: Fields<'_, '_>, at: usize) -> Option<Question> {
    let prompt = fields.required("question", limits::PROMPT)?;
    let header = filled_owned(fields.text("header", limits::TITLE));
    let many = fields.flag("multiSelect").unwrap_or(false);
    let items = fields.list("options").unwrap_or_default();
    if items.is_empty() {
        fields.refuse("options", MISSING, "");
    }
    let mut options: Vec<Choice> = Vec::new();
    for (at, item) in items.iter().take(limits::OPTIONS).enumerate() {
        let path = fields.path(&format!("options[{at}]"));
        let item = Fields::of(item, &path, fields.problems);
        options.extend(item.and_then(|item| option(item, at)));
    }
    let labels = options.iter().enumerate().map(|(at, option)| (at, option.label.as_str()));
    let alike = lookalike::labels(&fields.path(""), &labels.collect::<Vec<_>>());
    fields.problems.extend(alike);
    let own_text = match fields.flag("custom") {
        Some(false) => OwnText::Refused,
        Some(true) | None => OwnText::Allowed,
    };
    let control = match many {
        true => {
            let bounds = Bounds { min: 0, max: options.len() };
            Control::Many { options, own_text, bounds, empty: Empty::Refused }
        }
        false => Control::One { options, own_text },
    };
    Some(Question {
        id: QuestionId::new(format!("q{}", at + 1)),
        header: header.unwrap_or_else(|| title::header(&prompt)),
        prompt,
        context: None,
        control,
        defaults: Vec::new(),
        placeholder: None,
        notes: Default::default(),
    })
}

fn option(mut fields: Fields<'_, '_>, at: usize) -> Option<Choice> {
    let label = fields.required("label", limits::LABEL)?;
    let description = filled_owned(fields.text("description", limits::DESCRIPTION));
    let preview = filled_owned(fields.text("preview", limits::PROMPT));
    let preview = preview.map(|preview| fenced(&preview, PREVIEW));
    let description: Vec<String> = description.into_iter().chain(preview).collect();
    Some(Choice {
        id: OptionId::new((at + 1).to_string()),
        label,
        description: (!description.is_empty()).then(|| description.join("\n\n")),
        recommended: false,
        safe: false,
    })
}

/// What a person made of the questions. There is no consent without answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QuestionReply {
    Answers(QuestionAnswers),
    Decline { remarks: Vec<String> },
}

/// An answer to every question, by the question's text. Only a person's whole answer makes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionAnswers {
    joined: Vec<(String, String)>,
    parts: Vec<AnswerParts>,
}

/// What was chosen and what was typed, for agents that keep them apart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AnswerParts {
    pub labels: Vec<String>,
    pub text: Option<String>,
}

impl AnswerParts {
    /// Labels joined by `, `, and what was typed; `None`: neither.
    fn joined(&self) -> Option<String> {
        let all: Vec<&str> = self.labels.iter().chain(&self.text).map(String::as_str).collect();
        (!all.is_empty()).then(|| all.join(", "))
    }
}

impl QuestionAnswers {
    fn of(interaction: &Interaction, answers: &Answers) -> Option<QuestionAnswers> {
        let questions = &interaction.form.questions;
        let parts = questions.iter().map(|question| parts(question, answers.get(&question.id)?));
        let parts = parts.collect::<Option<Vec<_>>>()?;
        let joined = questions.iter().zip(&parts);
        let joined =
            joined.map(|(question, parts)| Some((question.prompt.clone(), parts.joined()?)));
        let joined = joined.collect::<Option<Vec<_>>>()?;
        (!joined.is_empty()).then_some(QuestionAnswers { joined, parts })
    }

    /// Labels joined by `, `, or what was typed.
    pub fn each(&self) -> &[(String, String)] {
        &self.joined
    }

    /// In the order of the questions.
    pub fn parts(&self) -> &[AnswerParts] {
        &self.parts
    }
}

fn parts(question: &Question, answer: &Answer) -> Option<AnswerParts> {
    match answer {
        Answer::Given { options, text, .. } => {
            let labels = options.iter().filter_map(|id| question.control.option(id));
            let labels = labels.map(|option| option.label.clone()).collect();
            Some(AnswerParts { labels, text: text.clone() })
        }
        Answer::Elaborate { note } => {
            let wish = note.as_ref().map(|note| format!(": {note}")).unwrap_or_default();
            let text = Some(format!("Please explain more before I choose{wish}"));
            Some(AnswerParts { labels: Vec::new(), text })
        }
        Answer::Skipped { .. } => None,
    }
}

impl QuestionReply {
    pub(super) fn of(interaction: &Interaction, outcome: &Outcome) -> Option<QuestionReply> {
        match outcome {
            Outcome::Answered { answers, .. } => {
                let remarks = || answers.texts().map(str::to_owned).collect();
                Some(match QuestionAnswers::of(interaction, answers) {
                    Some(answers) => QuestionReply::Answers(answers),
                    None => QuestionReply::Decline { remarks: remarks() },
                })
            }
            Outcome::Cancelled { note: said, .. } | Outcome::Rejected { reason: said, .. } => {
                Some(QuestionReply::Decline { remarks: said.iter().cloned().collect() })
            }
            Outcome::TimedOut { .. } | Outcome::Withdrawn { .. } => None,
        }
    }
}
