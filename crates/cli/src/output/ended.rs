//! The end of a question, in a few words. Only an answer follows an arrow.

use sayso_core::Status;
use sayso_core::settings::Language;
use sayso_core::text::clean_line;
use sayso_desk::Row;
use sayso_locale::{Texts, words};

/// `Drop it? → yes`, `Drop it? · rejected: not today`.
pub(crate) fn line(row: &Row) -> String {
    let title = clean_line(&row.title);
    match (answer(row), row.status) {
        (Some(answer), Status::AutoSubmitted) => {
            format!("{title} → {answer} ({})", status(row.status))
        }
        (Some(answer), _) => format!("{title} → {answer}"),
        (None, Status::Pending) => title,
        (None, _) => format!("{title} · {}", remarked(row)),
    }
}

/// After a title in a list, which has the status in its own column.
pub(crate) fn title(row: &Row) -> String {
    let title = &row.title;
    match (answer(row), &row.remark) {
        (Some(answer), _) => format!("{title} → {answer}"),
        (None, Some(remark)) => {
            let kind = if row.status == Status::Cancelled { "note" } else { "reason" };
            format!("{title} · {kind}: {remark}")
        }
        (None, None) => title.clone(),
    }
}

fn answer(row: &Row) -> Option<String> {
    words::brief(Texts::of(Language::default()), row.answer.as_deref(), &row.instead)
}

fn remarked(row: &Row) -> String {
    match &row.remark {
        Some(remark) => format!("{}: {}", status(row.status), clean_line(remark)),
        None => status(row.status).to_owned(),
    }
}

/// The word for lists. Who answered is shown separately.
pub(crate) fn status(status: Status) -> &'static str {
    match status {
        Status::Pending => "waiting",
        Status::Submitted => "answered",
        Status::AutoSubmitted => "answered for you",
        Status::Cancelled => "cancelled",
        Status::Rejected => "rejected",
        Status::Timeout => "timed out",
        Status::Withdrawn => "withdrawn",
        Status::Given => "given; not confirmed yet",
    }
}
