//! An answer for a script: what was chosen or written, one per line; everything else is a remark.

use crate::answer::{Answer, Answers};
use crate::interaction::{Interaction, Outcome};

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Plain {
    /// Empty without an answer.
    pub answer: String,
    pub warnings: Vec<String>,
    /// Notes, and why there is no answer; empty while it is pending.
    pub remarks: Vec<String>,
}

impl Plain {
    pub(super) fn of(interaction: &Interaction) -> Plain {
        let answers = interaction.outcome().and_then(Outcome::answers);
        let answer = answers.map(chosen).unwrap_or_default();
        let remarks = interaction.outcome().map(remarks).unwrap_or_default();
        Plain { answer, warnings: interaction.warnings.clone(), remarks }
    }
}

fn remarks(outcome: &Outcome) -> Vec<String> {
    match outcome {
        Outcome::Answered { answers, .. } => notes(answers),
        Outcome::Cancelled { note, .. } => vec![with("cancelled", note.as_deref())],
        Outcome::Rejected { reason, .. } => vec![with("rejected", reason.as_deref())],
        Outcome::TimedOut { sent: Some(_), .. } => {
            vec!["nobody answered in time; the default was sent".to_owned()]
        }
        Outcome::TimedOut { sent: None, .. } => vec!["nobody answered in time".to_owned()],
        Outcome::Withdrawn { why } => vec![with("withdrawn", Some(why))],
    }
}

fn chosen(answers: &Answers) -> String {
    let lines = answers.questions.values().flat_map(|answer| match answer {
        Answer::Given { options, text, .. } => {
            options.iter().map(ToString::to_string).chain(text.clone()).collect::<Vec<_>>()
        }
        Answer::Elaborate { .. } | Answer::Skipped { .. } => Vec::new(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Notes and requests to explain: what isn't part of the answer itself.
fn notes(answers: &Answers) -> Vec<String> {
    let each = answers.questions.values().flat_map(|answer| match answer {
        Answer::Given { notes, .. } => {
            notes.iter().map(|(option, note)| format!("note on {option}: {note}")).collect()
        }
        Answer::Elaborate { note } => vec![with("please explain", note.as_deref())],
        Answer::Skipped { reason } => vec![with("skipped", reason.as_deref())],
    });
    each.chain(answers.note.iter().map(|note| format!("note: {note}"))).collect()
}

fn with(word: &str, note: Option<&str>) -> String {
    note.map_or_else(|| word.to_owned(), |note| format!("{word}: {note}"))
}
