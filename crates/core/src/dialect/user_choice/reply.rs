//! From the state of an interaction to the message for the model (SL-5).

use serde::Serialize;

use crate::answer::{Answer, Answers};
use crate::dialect::Reply;
use crate::form::Question;
use crate::interaction::{Interaction, Outcome, Purpose, TEST_WARNING};

const DO_NOT_GUESS: &str = "Do not choose by yourself.";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum ChoiceStatus {
    Pending,
    Answered,
    Cancelled,
    Rejected,
    TimedOut,
    Withdrawn,
}

#[derive(Debug, Serialize)]
struct Body<'a> {
    session_id: String,
    #[serde(skip_serializing_if = "Purpose::is_decision")]
    purpose: Purpose,
    call_id: &'a str,
    status: ChoiceStatus,
    /// The message, as the model gets it.
    text: &'a str,
    answers: Vec<Answered<'a>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    warnings: &'a [String],
}

#[derive(Debug, Serialize)]
struct Answered<'a> {
    id: &'a str,
    question: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    choice_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    own_answer: Option<&'a str>,
}

/// The text is exactly what the model gets as the user's message, with nothing around it.
pub fn reply(interaction: &Interaction) -> Reply {
    let (status, text) = match interaction.outcome() {
        None => (
            ChoiceStatus::Pending,
            format!("The user has not answered yet; the question stays open. {DO_NOT_GUESS}"),
        ),
        Some(Outcome::Answered { answers, .. }) => {
            (ChoiceStatus::Answered, answered(interaction, answers))
        }
        Some(Outcome::Cancelled { note, .. }) => {
            (ChoiceStatus::Cancelled, stopped("cancelled the question", note.as_deref()))
        }
        Some(Outcome::Rejected { reason, .. }) => {
            (ChoiceStatus::Rejected, stopped("rejected the question", reason.as_deref()))
        }
        // Whatever the timeout may have sent: in this dialect it doesn't answer.
        Some(Outcome::TimedOut { .. }) => (
            ChoiceStatus::TimedOut,
            format!(
                "Nobody answered the question in time. {DO_NOT_GUESS} Ask again if the choice is \
                 still needed."
            ),
        ),
        Some(Outcome::Withdrawn { why }) => (
            ChoiceStatus::Withdrawn,
            format!("The question was withdrawn before anybody answered it: {why}. {DO_NOT_GUESS}"),
        ),
    };
    let text = if interaction.is_test() { format!("({TEST_WARNING}) {text}") } else { text };
    let answers = match interaction.outcome() {
        Some(Outcome::Answered { answers, .. }) => each(interaction, answers),
        Some(
            Outcome::Cancelled { .. }
            | Outcome::Rejected { .. }
            | Outcome::TimedOut { .. }
            | Outcome::Withdrawn { .. },
        )
        | None => Vec::new(),
    };
    let body = Body {
        session_id: interaction.id.to_string(),
        purpose: interaction.purpose,
        call_id: &interaction.origin.call_id,
        status,
        text: &text,
        answers,
        warnings: &interaction.warnings,
    };
    let structured = serde_json::to_value(&body).expect("texts make valid JSON");
    Reply { structured, text, is_error: false }
}

/// The id, or the text, or a line for each question. Notes follow, because a person typed them.
fn answered(interaction: &Interaction, answers: &Answers) -> String {
    let language = interaction.presentation.language.or(interaction.origin.language);
    let marker = language.unwrap_or_default().own_answer();
    let mut lines = Vec::new();
    match &interaction.form.questions[..] {
        [only] => lines.push(only_answer(answers.get(&only.id))),
        several => lines.extend(
            several.iter().map(|question| line(question, answers.get(&question.id), marker)),
        ),
    }
    for question in &interaction.form.questions {
        if let Some(Answer::Given { notes, .. }) = answers.get(&question.id) {
            let options = question.control.options().iter();
            lines.extend(options.filter_map(|option| {
                let note = notes.get(&option.id)?;
                Some(format!("(note on {}: {note})", flat(&option.label)))
            }));
        }
    }
    lines.extend(answers.note.as_ref().map(|note| format!("(note: {note})")));
    lines.join("\n")
}

fn only_answer(answer: Option<&Answer>) -> String {
    match answer {
        Some(Answer::Given { text: Some(text), .. }) => text.clone(),
        Some(Answer::Given { options, text: None, .. }) => {
            options.first().map(ToString::to_string).unwrap_or_default()
        }
        Some(Answer::Elaborate { note }) => {
            let wish = note.as_ref().map(|note| format!(": {note}")).unwrap_or_default();
            format!("Please explain more before I choose{wish}\nThen ask the question again.")
        }
        Some(Answer::Skipped { .. }) | None => format!("The user left it open. {DO_NOT_GUESS}"),
    }
}

fn line(question: &Question, answer: Option<&Answer>, marker: &str) -> String {
    let said = match answer {
        Some(Answer::Given { text: Some(text), .. }) => format!("{marker} {text}"),
        Some(Answer::Given { options, text: None, .. }) => {
            let chosen = options.first().and_then(|id| question.control.option(id));
            chosen
                .map(|option| format!("{}. {}", option.id, flat(&option.label)))
                .unwrap_or_default()
        }
        Some(Answer::Elaborate { note }) => {
            let wish = note.as_deref().unwrap_or_default();
            format!("(please explain, then ask again) {wish}").trim_end().to_owned()
        }
        Some(Answer::Skipped { .. }) | None => "(left open)".to_owned(),
    };
    format!("{}: {said}", flat(&question.prompt))
}

/// On one line.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn stopped(what: &str, note: Option<&str>) -> String {
    let note = note.map(|note| format!("\n(note: {note})")).unwrap_or_default();
    format!("The user {what}. Stop what needs the answer. {DO_NOT_GUESS}{note}")
}

fn each<'a>(interaction: &'a Interaction, answers: &'a Answers) -> Vec<Answered<'a>> {
    let questions = interaction.form.questions.iter();
    let given = questions.filter_map(|question| {
        let (choice_id, own_answer) = match answers.get(&question.id)? {
            Answer::Given { options, text, .. } => {
                (options.first().map(|id| id.as_str()), text.as_deref())
            }
            Answer::Elaborate { .. } | Answer::Skipped { .. } => (None, None),
        };
        Some(Answered {
            id: question.id.as_str(),
            question: &question.prompt,
            choice_id,
            own_answer,
        })
    });
    given.collect()
}
