//! From the state of an interaction to what `ask_user_questions` returns.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::Serialize;

use super::instructions::{self, Caller};
use super::text;
use crate::answer::{Answer, Answers};
use crate::control::Choice;
use crate::dialect::{Reply, ReplyContext, pending};
use crate::form::Question;
use crate::interaction::{Interaction, Outcome, Purpose};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum SetStatus {
    Answered,
    Pending,
    Rejected,
    Cancelled,
    TimedOut,
    Withdrawn,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum QuestionState {
    Answered,
    Elaborate,
    Skipped,
    NotAnswered,
}

#[derive(Debug, Serialize)]
struct Body<'a> {
    session_id: String,
    #[serde(skip_serializing_if = "Purpose::is_decision")]
    purpose: Purpose,
    call_id: &'a str,
    status: SetStatus,
    questions: Vec<QuestionBody<'a>>,
    /// On the whole, by the person who answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    /// Why there are no answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    remaining_seconds: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deadline: Option<Timestamp>,
    /// While it is pending: whether a surface shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    shown: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    warnings: &'a [String],
}

#[derive(Debug, Serialize)]
struct QuestionBody<'a> {
    title: &'a str,
    prompt: &'a str,
    state: QuestionState,
    selected: Vec<Selected<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<&'a str>,
    /// What the person wants explained, or why the question was skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    /// Notes on options, by label.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    notes: BTreeMap<&'a str, &'a str>,
}

#[derive(Debug, Serialize)]
struct Selected<'a> {
    label: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
}

/// The reply to a call that waited.
pub fn reply(interaction: &Interaction, standing: &ReplyContext<'_>) -> Reply {
    let text = match interaction.outcome() {
        None => text::still_pending(interaction, standing),
        Some(Outcome::Answered { answers, .. }) => text::answered(interaction, answers),
        Some(Outcome::Rejected { reason, .. }) => text::rejected(interaction, reason.as_deref()),
        Some(Outcome::Cancelled { note, .. }) => text::cancelled(interaction, note.as_deref()),
        Some(Outcome::TimedOut { .. }) => text::timed_out(interaction),
        Some(Outcome::Withdrawn { why }) => text::withdrawn(interaction, why),
    };
    finish(interaction, text, Caller::Waits, standing)
}

/// The immediate reply to a call with `nonBlocking`.
pub(crate) fn submitted_reply(interaction: &Interaction, standing: &ReplyContext<'_>) -> Reply {
    let text = text::submitted(interaction, standing);
    finish(interaction, text, Caller::ComesBack, standing)
}

/// The reply of `get_answered_questions`: once settled, the same as for the call that waited.
pub(crate) fn fetched_reply(interaction: &Interaction, standing: &ReplyContext<'_>) -> Reply {
    if !interaction.is_pending() {
        return reply(interaction, standing);
    }
    let text = text::no_answers_yet(interaction, standing);
    finish(interaction, text, Caller::Waits, standing)
}

fn finish(
    interaction: &Interaction,
    mut text: String,
    caller: Caller,
    standing: &ReplyContext<'_>,
) -> Reply {
    let instructions = instructions::next_step(interaction, caller, standing);
    if let Some(instructions) = &instructions {
        text.push_str(&format!("\n\n{instructions}"));
    }
    text.push_str(&text::warnings(&interaction.warnings));
    let nothing = Answers::default();
    let (status, answers, reason) = match interaction.outcome() {
        None => (SetStatus::Pending, &nothing, None),
        Some(Outcome::Answered { answers, .. }) => (SetStatus::Answered, answers, None),
        Some(Outcome::Rejected { reason, .. }) => {
            (SetStatus::Rejected, &nothing, reason.as_deref())
        }
        Some(Outcome::Cancelled { note, .. }) => (SetStatus::Cancelled, &nothing, note.as_deref()),
        // Whatever the timeout may have sent: in this dialect it doesn't answer (AU-6).
        Some(Outcome::TimedOut { .. }) => (SetStatus::TimedOut, &nothing, None),
        Some(Outcome::Withdrawn { why }) => (SetStatus::Withdrawn, &nothing, Some(why.as_str())),
    };
    let questions = interaction.form.questions.iter();
    let body = Body {
        session_id: interaction.id.to_string(),
        purpose: interaction.purpose,
        call_id: &interaction.origin.call_id,
        status,
        questions: questions.map(|q| QuestionBody::new(q, answers.get(&q.id))).collect(),
        note: answers.note.as_deref(),
        reason,
        remaining_seconds: pending::remaining_seconds(standing)
            .filter(|_| status == SetStatus::Pending),
        deadline: interaction.deadline(),
        shown: (status == SetStatus::Pending).then_some(standing.shown),
        instructions: instructions.as_deref(),
        warnings: &interaction.warnings,
    };
    Reply {
        structured: serde_json::to_value(&body).expect("texts make valid JSON"),
        text,
        is_error: status == SetStatus::TimedOut,
    }
}

impl<'a> QuestionBody<'a> {
    fn new(question: &'a Question, answer: Option<&'a Answer>) -> QuestionBody<'a> {
        let mut body = QuestionBody {
            title: &question.header,
            prompt: &question.prompt,
            state: QuestionState::NotAnswered,
            selected: Vec::new(),
            other: None,
            note: None,
            notes: BTreeMap::new(),
        };
        match answer {
            None => {}
            Some(Answer::Elaborate { note }) => {
                body.state = QuestionState::Elaborate;
                body.note = note.as_deref();
            }
            Some(Answer::Skipped { reason }) => {
                body.state = QuestionState::Skipped;
                body.note = reason.as_deref();
            }
            Some(Answer::Given { options, text, notes }) => {
                body.state = QuestionState::Answered;
                body.other = text.as_deref();
                let offered = question.control.options();
                let chosen = offered.iter().filter(|option| options.contains(&option.id));
                body.selected = chosen.map(Selected::new).collect();
                body.notes = offered
                    .iter()
                    .filter_map(|option| {
                        Some((option.label.as_str(), notes.get(&option.id)?.as_str()))
                    })
                    .collect();
            }
        }
        body
    }
}

impl<'a> Selected<'a> {
    fn new(option: &'a Choice) -> Selected<'a> {
        Selected { label: &option.label, description: option.description.as_deref() }
    }
}
