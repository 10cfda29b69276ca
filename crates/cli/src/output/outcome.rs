//! The asker's result: the reply in its dialect, or plain lines, and the exit code. Both come from
//! the hub.

use std::io::{self, IsTerminal, Write};

use sayso_core::dialect::ReplyWanted;
use sayso_core::dialect::plain::Plain;
use sayso_core::{InteractionId, Status};
use sayso_desk::{Desk, DeskError, Patience, Replied};

use crate::config::Settings;
use crate::exit::{ANSWERED, BAD_INPUT, Code, DECLINED, SAID_NO, even_if_unread};
use crate::{output, wiring};

/// How an outcome is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// What was chosen or written, one per line.
    Plain,
    /// In the format of the agent's dialect.
    Json,
    /// Nothing: the exit code says yes or no.
    Confirmation,
}

/// The ids of the options of a confirmation.
pub(crate) const YES: &str = "yes";
pub(crate) const NO: &str = "no";

/// What the caller or the person at this terminal knows already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seen {
    Nothing,
    /// Its id: a script that waits for an answer must not mistake anything else for one.
    Id,
    /// Its id, in a call of the dialect: the reply says that it is pending.
    Call,
    /// The prompt left a line with the outcome.
    Summary,
}

/// Waits, and prints the outcome or that there is none yet. Once it is out, the desk knows that it was
/// delivered. If nobody reads it any more, it is not, but the exit code is the same.
pub(crate) async fn print(
    settings: &Settings,
    desk: &dyn Desk,
    id: InteractionId,
    patience: Patience,
    format: Format,
    seen: Seen,
) -> anyhow::Result<Code> {
    let replied = match desk.wait_for_reply(id, patience, ReplyWanted::default()).await {
        // It was there when the wait began.
        Err(DeskError::NotFound { .. }) => {
            output::warn(format!("{} was deleted before anybody answered it", id.short()));
            return Ok(DECLINED);
        }
        replied => replied?,
    };
    let pending = replied.is_pending();
    let Replied { status, reply, plain, .. } = replied;
    let plain = plain.filter(|_| format != Format::Json);
    let code = match (format, &plain) {
        (Format::Confirmation, Some(said)) if status == Some(Status::Submitted) => {
            match said.answer.as_str() {
                YES => ANSWERED,
                NO => SAID_NO,
                // Neither: it is to be explained first.
                _ => DECLINED,
            }
        }
        // Code 1 is a no.
        (Format::Confirmation, _) if status.is_none() => BAD_INPUT,
        _ => Code::of(status),
    };
    let text = match (format, &plain) {
        (Format::Json, _) => reply.structured.to_string(),
        (Format::Plain | Format::Confirmation, _) if pending && seen == Seen::Nothing => {
            id.to_string()
        }
        (Format::Confirmation, _) => String::new(),
        (Format::Plain, _) if pending && seen == Seen::Id => String::new(),
        (Format::Plain, Some(plain)) => plain.answer.clone(),
        (Format::Plain, None) => reply.text,
    };
    // The same once more is for whatever reads stdout, and that is not the person.
    let said = seen == Seen::Summary && format == Format::Plain && io::stdout().is_terminal();
    let printed = if text.is_empty() || said { Ok(()) } else { line(&text) };
    if format != Format::Json {
        let waits = (pending && seen != Seen::Call).then(|| wiring::to_answer(settings, id));
        explain(plain.unwrap_or_default(), waits, seen);
    }
    if let Err(error) = printed {
        return even_if_unread(Err(error.into()), code);
    }
    if !pending {
        match desk.delivered(id).await {
            // It is printed: that the desk does not know is no reason to fail.
            Ok(()) | Err(DeskError::NotFound { .. }) => {}
            Err(error) => tracing::warn!(%error, "could not note the delivery"),
        }
    }
    Ok(code)
}

fn line(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.write_all(b"\n")?;
    out.flush()
}

/// What a plain answer cannot say goes to stderr.
fn explain(plain: Plain, waits: Option<String>, seen: Seen) {
    let mut notes = Vec::new();
    if seen != Seen::Summary {
        notes.extend(plain.remarks);
        notes.extend(waits.map(|command| format!("waiting for an answer: {command}")));
    }
    let mut out = anstream::stderr().lock();
    for note in notes {
        // If nobody reads stderr there is nobody to tell.
        let _ = writeln!(out, "{}", sayso_core::text::clean(&note));
    }
}
