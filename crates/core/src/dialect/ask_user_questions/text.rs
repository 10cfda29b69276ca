//! The reply as text, in the numbered format its users know.

use crate::answer::{Answer, Answers};
use crate::dialect::{ReplyContext, pending};
use crate::form::Question;
use crate::interaction::Interaction;

/// A block per question, separated by blank lines; every question is listed, with any outcome.
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

pub(super) fn rejected(interaction: &Interaction, reason: Option<&str>) -> String {
    let reason = match reason {
        Some(reason) => format!("Rejection reason: \"{}\"", reason.replace('"', "\\\"")),
        None => "No reason provided.".to_owned(),
    };
    let status = status_line(interaction, "rejected");
    format!("{status}\n\nUser rejected this question set.\n\n{reason}")
}

pub(super) fn cancelled(interaction: &Interaction, note: Option<&str>) -> String {
    let mut text = status_line(interaction, "cancelled");
    text.push_str("\n\nUser cancelled this question set.");
    if let Some(note) = note {
        text.push_str(&format!("\n\nUser note: {note}"));
    }
    text
}

pub(super) fn timed_out(interaction: &Interaction) -> String {
    let status = status_line(interaction, "timed_out");
    format!("{status}\n\nThe questions timed out: nobody answered in time.")
}

pub(super) fn withdrawn(interaction: &Interaction, why: &str) -> String {
    let status = status_line(interaction, "withdrawn");
    format!("{status}\n\nThis question set was withdrawn before anybody answered it: {why}.")
}

/// `nonBlocking`: the agent continues and comes back.
pub(super) fn submitted(interaction: &Interaction, standing: &ReplyContext<'_>) -> String {
    let status = counted_pending(interaction);
    let open = pending::in_words(interaction, standing);
    format!("{status}\n\nThe questions were submitted to the user. {open}")
}

/// The agent waited for as long as its client allows.
pub(super) fn still_pending(interaction: &Interaction, standing: &ReplyContext<'_>) -> String {
    let status = counted_pending(interaction);
    let open = pending::in_words(interaction, standing);
    format!("{status}\n\nThe user has not answered yet. {open}")
}

pub(super) fn no_answers_yet(interaction: &Interaction, standing: &ReplyContext<'_>) -> String {
    let status = status_line(interaction, "pending");
    let open = pending::in_words(interaction, standing);
    format!("{status}\n\nNo answers yet.\n\n{open}")
}

/// After everything else, so that the answers stay where they have always been.
pub(super) fn warnings(warnings: &[String]) -> String {
    let lines: Vec<String> = warnings.iter().map(|warning| format!("Warning: {warning}")).collect();
    if lines.is_empty() { String::new() } else { format!("\n\n{}", lines.join("\n")) }
}

fn status_line(interaction: &Interaction, status: &str) -> String {
    format!("[Session: {} | Status: {status}]", interaction.id.short())
}

fn counted_pending(interaction: &Interaction) -> String {
    let count = interaction.form.questions.len();
    format!("[Session: {} | Questions: {count} | Status: pending]", interaction.id.short())
}
