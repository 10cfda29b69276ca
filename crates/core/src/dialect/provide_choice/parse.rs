//! From the arguments to a form and wishes, or to all of their problems.

use std::collections::BTreeMap;
use std::mem::take;

use serde_json::Value;

use super::QUESTION;
use super::legacy::{self, Contract};
use super::request::{self, Request, Speaker};
use super::rules;
use crate::control::{Choice, Notes};
use crate::dialect::quality::{self, CONTEXT_HINT};
use crate::dialect::{DialectLimits, ParsedAsk, Prompts};
use crate::form::{Completeness, Form, Question};
use crate::id::{OptionId, QuestionId};
use crate::policy::{TimeoutWish, Wishes};
use crate::problem::Problem;
use crate::text::{filled, filled_owned};

/// Parses what an agent sent to the tool. A `session_id` is ignored here: see
/// [`super::session_id`].
pub fn parse(arguments: &Value, limits: &DialectLimits) -> Result<ParsedAsk, Vec<Problem>> {
    parse_as(Speaker::Agent, arguments, limits)
}

/// Parses what a shell asks: a title is enough, no recommendation is required, and there is no
/// advice.
pub fn parse_shell(arguments: &Value, limits: &DialectLimits) -> Result<ParsedAsk, Vec<Problem>> {
    parse_as(Speaker::Shell, arguments, limits)
}

fn parse_as(
    speaker: Speaker,
    arguments: &Value,
    limits: &DialectLimits,
) -> Result<ParsedAsk, Vec<Problem>> {
    let mut problems = Vec::new();
    let Some(mut request) = request::read(arguments, speaker, limits.chats, &mut problems) else {
        return Err(problems);
    };
    let bounds = rules::check(&request, speaker, &mut problems);
    let title = trimmed(request.title.as_deref());
    let prompt = trimmed(request.prompt.as_deref()).or_else(|| title.clone());
    let reason = match speaker {
        Speaker::Agent => request.prompt.as_deref().and_then(|prompt| {
            quality::lacks_context(title.as_deref().unwrap_or_default(), prompt.trim())
        }),
        Speaker::Shell => None,
    };
    if let (Some(reason), Prompts::Refuse) = (reason, limits.prompts) {
        problems.push(Problem::new("prompt", reason, CONTEXT_HINT));
    }
    let (Some(mode), Some(title), Some(prompt), true) =
        (request.mode, title, prompt, problems.is_empty())
    else {
        return Err(problems);
    };
    let question = Question {
        id: QuestionId::from(QUESTION),
        header: title.clone(),
        prompt,
        context: None,
        control: mode.control(options(&mut request), bounds, take(&mut request.own)),
        defaults: deduplicated(&request.defaults),
        placeholder: filled_owned(request.placeholder.clone()),
        notes: notes(&request.notes),
    };
    let mut warnings = legacy::warnings(request.contract, mode, request.allow_cancel);
    if speaker == Speaker::Agent {
        warnings.extend(reason.map(|reason| format!("prompt: {reason}; {CONTEXT_HINT}")));
        let mut findings = quality::of_options("", &question);
        if request.contract == Contract::Current {
            findings.extend(quality::of_recommendation("", &question));
        }
        if reason.is_none() {
            findings.extend(quality::of_context("", &question, "prompt"));
        }
        findings.extend(quality::of_header("title".to_owned(), &title, LONGEST_TITLE));
        warnings.extend(quality::warnings(findings));
    }
    let form = Form {
        title,
        context: None,
        questions: vec![question],
        completeness: Completeness::Whole,
        note: filled_owned(request.note.clone()),
        marked: Vec::new(),
        says_all: false,
    };
    Ok(ParsedAsk { form, wishes: wishes(&request), warnings })
}

/// A line of a list on a wide screen; longer ones are wrapped or cut.
const LONGEST_TITLE: usize = 80;

fn wishes(request: &Request) -> Wishes {
    Wishes {
        timeout: request.timeout.map_or(TimeoutWish::Unsaid, TimeoutWish::Seconds),
        timeout_action: request.timeout_action,
        irreversible: request.irreversible.unwrap_or(false),
        surface: request.surface,
        single_submit: request.single_submit,
        annotations: request.annotations,
        placeholder: request.show_placeholder,
        ..Wishes::default()
    }
}

fn options(request: &mut Request) -> Vec<Choice> {
    let options = take(&mut request.options).into_iter().filter_map(|option| {
        Some(Choice {
            id: OptionId::new(option.id?),
            label: filled_owned(option.label)?,
            description: filled_owned(option.description),
            recommended: option.recommended,
            safe: option.safe,
        })
    });
    options.collect()
}

fn notes(typed: &BTreeMap<String, String>) -> Notes {
    typed
        .iter()
        .filter_map(|(id, note)| Some((OptionId::new(id), filled(note)?.to_owned())))
        .collect()
}

fn trimmed(text: Option<&str>) -> Option<String> {
    text.and_then(filled).map(str::to_owned)
}

fn deduplicated(ids: &[String]) -> Vec<OptionId> {
    let mut kept: Vec<OptionId> = Vec::new();
    for id in ids {
        if kept.iter().all(|known| known.as_str() != id) {
            kept.push(OptionId::new(id));
        }
    }
    kept
}
