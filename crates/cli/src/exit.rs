//! Exit codes, and error messages: what, why, what to do.

use std::io::{self, Write};
use std::process::ExitCode;

use jiff::Timestamp;
use rustix::process::{Signal, kill_current_process_group};
use sayso_core::text::clean;
use sayso_core::{Actor, Refusal, Status};
use sayso_desk::{DeskError, HubState, UnresponsiveHub};
use sayso_hub::HubError;
use sayso_tui::Interrupt;
use signal_hook::low_level::emulate_default_handler;

use crate::answerable_here;
use crate::output::wrap::{indented, terminal_width};
use crate::output::{style, time};

/// The exit code of the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Code(u8);

pub(crate) const ANSWERED: Code = Code(0);
pub(crate) const FAILED: Code = Code(1);
pub(crate) const BAD_INPUT: Code = Code(2);
/// Cancelled, rejected or withdrawn.
pub(crate) const DECLINED: Code = Code(3);
/// Also if the timeout submitted the default: nobody answered.
pub(crate) const TIMED_OUT: Code = Code(4);
/// `EX_TEMPFAIL`: ask again.
pub(crate) const PENDING: Code = Code(75);
/// `sayso confirm`: a person said no.
pub(crate) const SAID_NO: Code = Code(1);
/// Ended by SIGINT; this is what a shell calls it.
pub(crate) const INTERRUPTED: Code = Code(130);

/// The command was left by Ctrl-C. A terminal in raw mode sends no signal for that key, so it is sent to
/// the rest of this job from here: a script that runs us stops, too.
pub(crate) fn interrupted(how: Interrupt) -> Code {
    if how == Interrupt::Key
        && let Err(error) = kill_current_process_group(Signal::INT)
    {
        tracing::debug!(%error, "could not interrupt the job");
    }
    INTERRUPTED
}

impl Code {
    /// Ends the process, by the signal if it was interrupted: a shell's loop goes on after any code.
    pub(crate) fn end(self) -> ExitCode {
        if self == INTERRUPTED
            && let Err(error) = emulate_default_handler(Signal::INT.as_raw())
        {
            tracing::debug!(%error, "could not end by the signal");
        }
        ExitCode::from(self.0)
    }

    /// `None`: an outcome that only a newer version knows.
    pub(crate) fn of(status: Option<Status>) -> Code {
        match status {
            Some(Status::Pending) => PENDING,
            Some(Status::Submitted | Status::Given) => ANSWERED,
            Some(Status::Cancelled | Status::Rejected | Status::Withdrawn) => DECLINED,
            Some(Status::AutoSubmitted | Status::Timeout) => TIMED_OUT,
            None => FAILED,
        }
    }
}

/// Invalid input: prints the message and exits with 2.
#[derive(Debug)]
pub(crate) struct BadInput(pub String);

impl std::fmt::Display for BadInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadInput {}

/// The code of a command whose output is out. Nobody may have read it, which changes nothing about
/// what the code says.
pub(crate) fn even_if_unread(printed: anyhow::Result<()>, code: Code) -> anyhow::Result<Code> {
    match printed {
        Err(error) if !is_broken_pipe(&error) => Err(error),
        Ok(()) | Err(_) => Ok(code),
    }
}

/// Prints the error and returns the exit code.
pub(crate) fn report(error: &anyhow::Error) -> Code {
    if is_broken_pipe(error) {
        return ANSWERED;
    }
    let (code, lines) = explain(error);
    let width = terminal_width(&io::stderr());
    let mut lines = lines.into_iter();
    let first = format!("error: {}", clean(&lines.next().unwrap_or_default()));
    let mark = style::ERROR;
    let mut text =
        indented(&first, 0, width).replacen("error:", &format!("{mark}error:{mark:#}"), 1);
    text.extend(lines.map(|line| indented(&clean(&line), 2, width)));
    // If nobody reads stderr there is nobody to tell.
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
    code
}

fn explain(error: &anyhow::Error) -> (Code, Vec<String>) {
    if let Some(error) = error.downcast_ref::<DeskError>() {
        return explain_desk(error);
    }
    if let Some(several) = error.downcast_ref::<Several>() {
        let first = std::iter::once(several.to_string());
        let lines = first.chain(several.titles.iter().cloned()).chain([MORE.to_owned()]);
        return (BAD_INPUT, lines.collect());
    }
    match error.downcast_ref::<HubError>() {
        Some(HubError::Desk(error)) => return explain_desk(error),
        Some(HubError::Taken) => {
            let hint = "see `sayso hub status`; end it with `sayso hub stop`".to_owned();
            return (FAILED, vec![error.to_string(), hint]);
        }
        Some(HubError::Starting(_) | HubError::StillEnding { .. } | HubError::Io(_)) | None => {}
    }
    let code = if error.is::<BadInput>() { BAD_INPUT } else { FAILED };
    (code, error.chain().map(ToString::to_string).collect())
}

const MORE: &str = "give more characters of the id";

/// An id that several questions have in common, with what these are.
#[derive(Debug)]
pub(crate) struct Several {
    pub prefix: String,
    pub titles: Vec<String>,
}

impl std::fmt::Display for Several {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` is the beginning of several ids", self.prefix)
    }
}

impl std::error::Error for Several {}

fn explain_desk(error: &DeskError) -> (Code, Vec<String>) {
    let message = error.to_string();
    match error {
        DeskError::Invalid { problems } | DeskError::Refused(Refusal::Invalid { problems }) => {
            let mut lines = vec!["the input is not valid, so nothing was done".to_owned()];
            lines.extend(problems.iter().map(ToString::to_string));
            (BAD_INPUT, lines)
        }
        DeskError::NotFound { .. } => {
            (BAD_INPUT, vec![message, "`sayso list --all` shows what there is".to_owned()])
        }
        DeskError::Ambiguous { .. } => (BAD_INPUT, vec![message, MORE.to_owned()]),
        DeskError::Refused(Refusal::AlreadySettled { status, actor, at }) => {
            let message = settled(*status, actor.as_ref(), *at);
            (FAILED, vec![message, "nothing was changed".to_owned()])
        }
        DeskError::Refused(Refusal::NeedsPerson) => {
            let hint = "run `sayso answer` in your own terminal".to_owned();
            (FAILED, [message, hint].into_iter().chain(sign_of_agent()).collect())
        }
        DeskError::Refused(Refusal::AgentTerminal) => {
            (FAILED, std::iter::once(message).chain(sign_of_agent()).collect())
        }
        DeskError::Refused(Refusal::Elsewhere { .. }) => {
            let hint = "`sayso config show` says what is set".to_owned();
            (FAILED, vec![message, hint])
        }
        DeskError::Refused(Refusal::PastLimit { .. }) => {
            (FAILED, vec![message, "nothing was changed".to_owned()])
        }
        DeskError::NoAnswer { unresponsive, .. } => {
            let hint = match (&unresponsive.hub, unresponsive.state) {
                (UnresponsiveHub::At(_), _) => "check that it runs there, and SAYSO_HUB",
                (_, HubState::NoAnswer) => {
                    "`sayso hub stop` ends it, and the next command starts another one"
                }
                (_, HubState::Starting | HubState::Replaced | HubState::Ending) => {
                    "try again in a moment; if it stays like this, `sayso hub stop` ends it"
                }
            };
            (FAILED, vec![message, hint.to_owned()])
        }
        DeskError::Store(_)
        | DeskError::Occupied { .. }
        | DeskError::TicketExpired
        | DeskError::NotInteractive(_)
        | DeskError::Unreachable(_)
        | DeskError::Untrusted(_)
        | DeskError::Busy(_)
        | DeskError::Protocol(_)
        | DeskError::Newer { .. }
        | DeskError::Denied(_) => (FAILED, vec![message]),
    }
}

fn sign_of_agent() -> Option<String> {
    answerable_here::agent().map(|agent| format!("an agent runs this command: {agent}"))
}

/// Who was faster, in the vocabulary of the lists and in local time.
fn settled(status: Status, actor: Option<&Actor>, at: Timestamp) -> String {
    let how = match status {
        Status::Pending => "changed",
        Status::Submitted => "answered",
        Status::AutoSubmitted => "timed out, and the default was sent,",
        Status::Cancelled => "cancelled",
        Status::Rejected => "rejected",
        Status::Timeout => "timed out",
        Status::Withdrawn => "withdrawn",
        Status::Given => "answered",
    };
    let by = actor.map(|actor| format!(" by {actor}")).unwrap_or_default();
    format!("already {how}{by} at {}", time::clock(at, time::now()))
}

/// `sayso list | head` has seen enough, which isn't a failure.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
