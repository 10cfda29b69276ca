//! The reply as text, in the numbered form its users know.

use crate::answer::{Answer, Answers};
use crate::form::Question;
use crate::interaction::Interaction;

const DO_NOT_GUESS: &str = "Do not answer the questions by yourself.";

/// A block per question, a blank line between them; every question is told, whatever became of it.
pub(super) fn answered(interaction: &Interaction, answers: &Answers) -> String {
    let count = interaction.form.questions.len();
    let mut blocks = vec![
        format!("[Session: {} | Questions: {count}]", interaction.id.short()),
        "Here are the user's answers:".to_owned(),
    ];
    for (at, question) in interaction.form.questions.iter().enumerate() {
        let mut lines = vec![format!("{}. {}", at + 1, question.prompt)];
        lines.extend(answer_lines(question, answers.get(&question.id)));
        blocks.push(lines.join("\n"));
    }
    blocks.extend(answers.note.as_ref().map(|note| format!("User note on the whole: {note}")));
    blocks.join("\n\n")
}

fn answer_lines(question: &Question, answer: Option<&Answer>) -> Vec<String> {
    match answer {
        None => vec!["→ (Not answered)".to_owned()],
        Some(Answer::Skipped { reason: None }) => vec!["→ (Skipped)".to_owned()],
        Some(Answer::Skipped { reason: Some(reason) }) => vec![format!("→ (Skipped: {reason})")],
        Some(Answer::Elaborate { note }) => {
            let mut lines = vec![format!(
                "[ELABORATE_REQUEST] The user needs more context on \"{}\" before answering. \
                 Explain it, then ask this question again.",
                question.header
            )];
            lines.extend(note.as_ref().map(|note| format!("User note: {note}")));
            lines
        }
        Some(Answer::Given { options, text, notes }) => {
            let mut lines = Vec::new();
            let mut remarks = Vec::new();
            for option in question.control.options() {
                let note = notes.get(&option.id);
                let remark = note.map(|note| format!("  (Note on {}: {note})", option.label));
                if options.contains(&option.id) {
                    let description = option.description.as_ref();
                    let described =
                        description.map(|text| format!(" — {text}")).unwrap_or_default();
                    lines.push(format!("→ {}{described}", option.label));
                    lines.extend(remark);
                } else {
                    remarks.extend(remark);
                }
            }
            lines.extend(
                text.as_ref().map(|text| format!("→ Other: '{}'", text.replace('\'', "\\'"))),
            );
            if options.is_empty() && text.is_none() {
                lines.push("→ (No selection)".to_owned());
            }
            lines.extend(remarks);
            lines
        }
    }
}

pub(super) fn rejected(reason: Option<&str>) -> String {
    let reason = match reason {
        Some(reason) => format!("Rejection reason: \"{reason}\""),
        None => "No reason provided.".to_owned(),
    };
    format!("User rejected this question set.\n\n{reason}")
}

pub(super) fn fetched_rejection(interaction: &Interaction, reason: Option<&str>) -> String {
    format!("{}\n\n{}", status_line(interaction, "rejected"), rejected(reason))
}

pub(super) fn cancelled(interaction: &Interaction, note: Option<&str>) -> String {
    let mut text = format!(
        "{}\n\nUser cancelled this question set. Stop what needs the answers. {DO_NOT_GUESS}",
        status_line(interaction, "cancelled")
    );
    if let Some(note) = note {
        text.push_str(&format!("\n\nUser note: {note}"));
    }
    text
}

pub(super) fn timed_out(interaction: &Interaction) -> String {
    format!(
        "{}\n\nThe questions timed out: nobody answered in time. {DO_NOT_GUESS} \
         Ask again if the answers are still needed.",
        status_line(interaction, "timed_out")
    )
}

pub(super) fn withdrawn(interaction: &Interaction, why: &str) -> String {
    format!(
        "{}\n\nThis question set was withdrawn before anybody answered it: {why}. {DO_NOT_GUESS}",
        status_line(interaction, "withdrawn")
    )
}

/// `nonBlocking`: the caller goes on and comes back.
pub(super) fn submitted(interaction: &Interaction) -> String {
    format!(
        "{}\n\nThe questions were submitted to the user. Go on with what does not depend on the \
         answers, then fetch them with {}.",
        counted_pending(interaction),
        fetch(interaction)
    )
}

/// The caller waited as long as its client lets it.
pub(super) fn still_pending(interaction: &Interaction) -> String {
    format!(
        "{}\n\nThe user has not answered yet; the questions stay open. To go on waiting, call {}. \
         {DO_NOT_GUESS}",
        counted_pending(interaction),
        fetch(interaction)
    )
}

pub(super) fn directed(mut text: String, directions: &str) -> String {
    if !directions.is_empty() {
        text.push_str(&format!("\n\nTo answer in a browser: {directions}."));
    }
    text
}

pub(super) fn no_answers_yet(interaction: &Interaction) -> String {
    format!("{}\n\nNo answers yet.", status_line(interaction, "pending"))
}

/// After everything else, so that the answers stay where they have always been.
pub(super) fn warnings(warnings: &[String]) -> String {
    let lines: Vec<String> = warnings.iter().map(|warning| format!("Note: {warning}")).collect();
    if lines.is_empty() { String::new() } else { format!("\n\n{}", lines.join("\n")) }
}

fn status_line(interaction: &Interaction, status: &str) -> String {
    format!("[Session: {} | Status: {status}]", interaction.id.short())
}

fn counted_pending(interaction: &Interaction) -> String {
    let count = interaction.form.questions.len();
    format!("[Session: {} | Questions: {count} | Status: pending]", interaction.id.short())
}

fn fetch(interaction: &Interaction) -> String {
    format!("get_answered_questions (session_id: \"{}\", blocking: true)", interaction.id.short())
}
