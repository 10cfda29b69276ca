//! Short names for forms and questions without one.

use crate::form::Question;
use crate::text::cut;

/// What fits a tab; the tools' descriptions recommend 12.
pub(super) const LONGEST_HEADER: usize = 30;

/// A line of a list on a wide screen.
const LONGEST_TITLE: usize = 120;

/// The beginning of a prompt.
pub(super) fn header(prompt: &str) -> String {
    cut(first_line(prompt), LONGEST_HEADER)
}

/// The prompt's first line, as a title for the whole.
pub(super) fn line(prompt: &str) -> String {
    cut(first_line(prompt), LONGEST_TITLE)
}

/// The only question's header, or `3 questions: tone, length, title`.
pub(super) fn of(questions: &[Question]) -> String {
    match questions {
        [only] => only.header.clone(),
        several => {
            let headers: Vec<&str> =
                several.iter().map(|question| question.header.as_str()).collect();
            cut(&format!("{} questions: {}", several.len(), headers.join(", ")), LONGEST_TITLE)
        }
    }
}

fn first_line(prompt: &str) -> &str {
    prompt.lines().next().unwrap_or(prompt)
}
