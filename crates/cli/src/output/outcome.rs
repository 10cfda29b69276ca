//! What the asking process gets: the reply in its dialect, or plain lines, and the exit code.

use std::io::{self, IsTerminal, Write};

use clap::ValueEnum;
use sayso_core::dialect::{self, Dialect};
use sayso_core::interaction::Outcome;
use sayso_core::{Answer, Answers};
use sayso_desk::{Desk, DeskError, View};

use crate::exit::Code;

/// How an outcome is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// What was chosen or written, one per line.
    Plain,
    /// In the format of the agent's dialect.
    Json,
}

/// What the person at this terminal has already seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    Nothing,
    /// Its id: a script that waits for an answer must not mistake the id for one.
    Id,
    /// The prompt left a line with the outcome.
    Summary,
}

/// Prints the outcome, or that there is none yet. Then it reports the delivery to the desk.
pub async fn print(
    desk: &dyn Desk,
    view: &View,
    format: Format,
    seen: Seen,
) -> anyhow::Result<Code> {
    let interaction = &view.interaction;
    let reply = dialect::reply(interaction, &view.live.standing());
    let is_shell = interaction.origin.dialect == Dialect::Shell;
    let text = match format {
        Format::Json => reply.structured.to_string(),
        Format::Plain if is_shell => plain(view, seen),
        Format::Plain => reply.text,
    };
    let mut out = io::stdout().lock();
    // Repeating it is only useful if somebody else reads stdout.
    let said = seen == Seen::Summary && format == Format::Plain && out.is_terminal();
    if !text.is_empty() && !said {
        out.write_all(text.as_bytes())?;
        out.write_all(b"\n")?;
    }
    out.flush()?;
    drop(out);
    if format == Format::Plain && is_shell {
        explain(view, seen)?;
    }
    if !interaction.is_pending() {
        match desk.delivered(interaction.id).await {
            // It is printed: no reason to fail if the desk doesn't know.
            Ok(()) | Err(DeskError::NotFound { .. }) => {}
            Err(error) => tracing::warn!(%error, "could not note the delivery"),
        }
    }
    Ok(Code::of(interaction))
}

fn plain(view: &View, seen: Seen) -> String {
    match view.interaction.outcome() {
        Some(Outcome::Answered { answers, .. } | Outcome::TimedOut { sent: Some(answers), .. }) => {
            chosen(answers)
        }
        Some(_) => String::new(),
        None if seen == Seen::Id => String::new(),
        None => view.interaction.id.to_string(),
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

/// What a plain answer can't express goes to stderr.
fn explain(view: &View, seen: Seen) -> io::Result<()> {
    let mut notes = view.interaction.warnings.clone();
    match view.interaction.outcome() {
        _ if seen == Seen::Summary => {}
        None => {
            let id = view.interaction.id.short();
            notes.push(format!("waiting for an answer: sayso answer {id}"));
        }
        Some(Outcome::Answered { answers, .. }) => notes.extend(remarks(answers)),
        Some(Outcome::Cancelled { note, .. }) => notes.push(with("cancelled", note.as_deref())),
        Some(Outcome::Rejected { reason, .. }) => notes.push(with("rejected", reason.as_deref())),
        Some(Outcome::TimedOut { sent: Some(_), .. }) => {
            notes.push("nobody answered in time; the default was sent".to_owned());
        }
        Some(Outcome::TimedOut { sent: None, .. }) => {
            notes.push("nobody answered in time".to_owned());
        }
        Some(Outcome::Withdrawn { why }) => notes.push(with("withdrawn", Some(why))),
    }
    let mut out = anstream::stderr().lock();
    for note in notes {
        writeln!(out, "{}", sayso_core::text::clean(&note))?;
    }
    Ok(())
}

/// Notes and requests to explain: what isn't part of the answer itself.
fn remarks(answers: &Answers) -> Vec<String> {
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
