//! From the arguments to a form, or to all of their problems (AU-2, AU-3).

use serde_json::Value;

use crate::control::{Bounds, Choice, Control, Empty, OwnText};
use crate::dialect::lookalike;
use crate::dialect::quality::{self, Finding, is_marked};
use crate::dialect::read::{Fields, MISSING, Type};
use crate::dialect::refusal::NO_QUESTIONS;
use crate::dialect::title;
use crate::dialect::{DialectLimits, ParsedAsk};
use crate::form::{Completeness, Form, Question};
use crate::id::{OptionId, QuestionId};
use crate::limits;
use crate::policy::{TimeoutWish, Wishes};
use crate::problem::Problem;
use crate::text::{filled, filled_owned};

/// Parses what an agent sent to the tool.
pub fn parse(arguments: &Value, limits: &DialectLimits) -> Result<ParsedAsk, Vec<Problem>> {
    let mut problems = Vec::new();
    let mut findings = Vec::new();
    let questions = read(arguments, limits, &mut problems, &mut findings);
    if !problems.is_empty() {
        return Err(problems);
    }
    for (at, question) in questions.iter().enumerate() {
        let prefix = format!("questions[{at}].");
        findings.extend(quality::of_options(&prefix, question));
        findings.extend(quality::of_recommendation(&prefix, question));
        findings.extend(quality::of_context(&prefix, question, "context"));
        findings.extend(quality::of_header(
            format!("{prefix}title"),
            &question.header,
            title::LONGEST_HEADER,
        ));
    }
    let form = Form {
        title: title::of(&questions),
        context: None,
        questions,
        completeness: Completeness::Partial,
        note: None,
        marked: Vec::new(),
        says_all: false,
    };
    let timeout = TimeoutWish::Dialect(limits.questions_timeout);
    let wishes = Wishes { timeout, ..Wishes::default() };
    Ok(ParsedAsk { form, wishes, warnings: quality::warnings(findings) })
}

/// Whether the agent wants only the id now and the answers later.
pub fn is_non_blocking(arguments: &Value) -> bool {
    arguments.get("nonBlocking").and_then(Value::as_bool).unwrap_or(false)
}

fn read(
    arguments: &Value,
    limits: &DialectLimits,
    problems: &mut Vec<Problem>,
    findings: &mut Vec<Finding>,
) -> Vec<Question> {
    let Some(mut fields) = Fields::of(arguments, "", problems) else {
        return Vec::new();
    };
    fields.flag("nonBlocking");
    let missing = fields.value("questions", Type::List).is_none();
    let items = fields.list("questions");
    let most = limits.most_questions();
    if missing || items.is_some_and(<[Value]>::is_empty) {
        fields.refuse("questions", NO_QUESTIONS, "give a list of 1 or more questions");
    }
    let items = items.unwrap_or_default();
    if items.len() > most {
        let rule = format!("{} questions, at most {most} are allowed in one call", items.len());
        fields.refuse("questions", rule, "ask the most important ones first");
    }
    let mut questions = Vec::new();
    for (at, item) in items.iter().take(most).enumerate() {
        let path = format!("questions[{at}]");
        if let Some(question) = Fields::of(item, &path, fields.problems) {
            questions.extend(read_question(question, at, limits, findings));
        }
    }
    fields.finish();
    questions
}

/// `None`: it has a problem, which has been recorded.
fn read_question(
    mut fields: Fields<'_, '_>,
    at: usize,
    limits: &DialectLimits,
    findings: &mut Vec<Finding>,
) -> Option<Question> {
    let prompt = named_twice(&mut fields, "prompt", "question", limits::PROMPT);
    let untitled =
        fields.value("title", Type::Text).is_none() && fields.value("header", Type::Text).is_none();
    let header = match untitled {
        true => None,
        false => named_twice(&mut fields, "title", "header", limits::TITLE),
    };
    let context = filled_owned(fields.text("context", limits::PROMPT));
    let multi = fields.flag("multiSelect").unwrap_or(false);
    let options = read_options(&mut fields, limits.most_options());
    if untitled {
        let field = fields.path("title");
        let advice =
            "missing, so the beginning of the prompt is shown; give a label of a word or two";
        findings.push(Finding { field, advice: advice.to_owned() });
    }
    fields.finish();
    let prompt = prompt?;
    let header = if untitled { title::header(&prompt) } else { header? };
    let own_text = OwnText::Allowed;
    let control = if multi {
        let bounds = Bounds { min: 0, max: options.len() };
        Control::Many { options, own_text, bounds, empty: Empty::Allowed }
    } else {
        Control::One { options, own_text }
    };
    Some(Question {
        id: QuestionId::new(format!("q{}", at + 1)),
        header,
        prompt,
        context,
        control,
        defaults: Vec::new(),
        placeholder: None,
        notes: Default::default(),
    })
}

/// A required text with two names; the second is the one in a well-known agent's own tool.
fn named_twice(
    fields: &mut Fields<'_, '_>,
    name: &'static str,
    other: &'static str,
    most: usize,
) -> Option<String> {
    let first = fields.value(name, Type::Text);
    let second = fields.value(other, Type::Text);
    let text = match (first, second) {
        (None, Some(_)) => fields.required(other, most),
        (Some(first), Some(second)) if first != second => {
            fields.refuse(
                other,
                format!("means the same as `{name}`, but differs from it"),
                format!("remove `{other}`"),
            );
            fields.required(name, most)
        }
        (None, None) | (Some(_), None) | (Some(_), Some(_)) => fields.required(name, most),
    };
    text.as_deref().and_then(filled).map(str::to_owned)
}

fn read_options(fields: &mut Fields<'_, '_>, most: usize) -> Vec<Choice> {
    if fields.value("options", Type::List).is_none() {
        fields.refuse("options", MISSING, format!("give 2 to {most} options"));
        return Vec::new();
    }
    let Some(items) = fields.list("options") else {
        return Vec::new();
    };
    if !(2..=most).contains(&items.len()) {
        let rule = format!("must have 2 to {most} options, not {}", items.len());
        let hint = "the user can always type their own answer; that needs no option";
        fields.refuse("options", rule, hint);
    }
    let mut options = Vec::new();
    let mut places = Vec::new();
    for (at, item) in items.iter().take(most).enumerate() {
        let path = fields.path(&format!("options[{at}]"));
        let Some(mut option) = Fields::of(item, &path, fields.problems) else {
            continue;
        };
        let label = option.required("label", limits::LABEL).unwrap_or_default();
        let description = filled_owned(option.text("description", limits::DESCRIPTION));
        let recommended = option.flag("recommended").unwrap_or(false) || is_marked(&label);
        option.finish();
        places.push(at);
        options.push(Choice {
            id: OptionId::new((at + 1).to_string()),
            label: label.trim().to_owned(),
            description,
            recommended,
            safe: false,
        });
    }
    let labels = options.iter().map(|option| option.label.as_str());
    let labels: Vec<_> =
        places.into_iter().zip(labels).filter(|(_, label)| !label.is_empty()).collect();
    fields.problems.extend(lookalike::labels(&fields.path(""), &labels));
    options
}
