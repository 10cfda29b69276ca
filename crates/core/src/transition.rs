//! Every change of an interaction: one pure function from its state and a command to its new state.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::answer::Submission;
use crate::dialect::bridged::is_elsewhere;
use crate::interaction::{Interaction, Outcome, State, Status};
use crate::policy::{PresentationChange, TIMEOUT_RANGE, TimeoutAction};
use crate::problem::Problem;
use crate::race::{self, Race, RaceNews};
use crate::surface::{Actor, Preferred, Presence, Surface};
use crate::text::filled_owned;
use crate::worksheet::{Fault, check, needs_confirmation, needs_person, too_long};

/// What to do with an interaction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    Answer {
        submission: Submission,
    },
    Cancel {
        #[serde(default)]
        note: Option<String>,
    },
    Reject {
        #[serde(default)]
        reason: Option<String>,
    },
    /// The agent withdraws it.
    Withdraw {
        #[serde(default)]
        why: Option<String>,
    },
    /// The agent did what was answered here.
    Confirm,
    /// The agent did something else, or goes on without an answer: it was answered in its own dialog.
    AnsweredThere {
        why: String,
    },
    /// Sets the remaining seconds.
    SetRemaining {
        seconds: u64,
    },
    /// Change how this one is shown.
    Present(PresentationChange),
}

/// Why nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, Deserialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum Refusal {
    #[error("already {}{} at {at}", status.as_str(), by(actor.as_ref()))]
    AlreadySettled { status: Status, actor: Option<Actor>, at: Timestamp },
    #[error("{}", list(problems))]
    Invalid { problems: Vec<Problem> },
    #[error(
        "only a person may say yes to this question, at a terminal, on a page or in a chat; anyone may say no"
    )]
    NeedsPerson,
    #[error(
        "only a person may say yes to this question, and this terminal is the agent's: answer it in your own terminal, on the page or in a chat"
    )]
    AgentTerminal,
    #[error(
        "this question is irreversible, and the setting irreversible.surfaces lets you answer it only {}; you can still say no here",
        places(surfaces)
    )]
    Elsewhere { surfaces: Vec<Surface> },
    #[error("the agent stops waiting in {seconds} s; the time cannot be set past that")]
    PastLimit { seconds: u64 },
}

fn by(actor: Option<&Actor>) -> String {
    actor.map(|actor| format!(" by {actor}")).unwrap_or_default()
}

fn list(problems: &[Problem]) -> String {
    problems.iter().map(Problem::to_string).collect::<Vec<_>>().join("; ")
}

fn places(surfaces: &[Surface]) -> String {
    let place = |surface: &Surface| match surface {
        Surface::Web => "on a page paired from another device (`sayso open --pair`)".to_owned(),
        Surface::Chat(chat) => format!("in {chat}"),
        Surface::Terminal | Surface::Cli | Surface::Api => "in a terminal".to_owned(),
    };
    surfaces.iter().map(place).collect::<Vec<_>>().join(" or ")
}

/// The new state of the interaction, or why it was refused.
pub fn decide(
    interaction: &Interaction,
    command: Command,
    actor: &Actor,
    now: Timestamp,
) -> Result<Interaction, Refusal> {
    if let Some(news) = race_news(&command)? {
        return match race::note(interaction, &news, now) {
            Some(next) => Ok(next),
            None => Err(refuse_if_settled(interaction).err().unwrap_or_else(not_given)),
        };
    }
    refuse_if_settled(interaction)?;
    let mut actor = actor.clone();
    if interaction.is_test() {
        actor.presence = Presence::Unattended;
    }
    let outcome = match command {
        Command::Answer { submission } => {
            // Anyone may decline.
            if needs_confirmation(interaction, &submission) {
                refuse_elsewhere(interaction, &actor)?;
            }
            if needs_person(interaction, &submission) {
                refuse_unless_person(interaction, actor.presence)?;
            }
            refuse_notes_if_off(interaction, &submission)?;
            let answers = check(&interaction.form, submission)
                .map_err(|problems| Refusal::Invalid { problems })?;
            Outcome::Answered { answers, actor }
        }
        Command::Cancel { note } => {
            let note = remark("note", interaction.form.reason(note))?;
            Outcome::Cancelled { note, actor }
        }
        Command::Reject { reason } => {
            let reason = remark("reason", interaction.form.reason(reason))?;
            Outcome::Rejected { reason, actor }
        }
        Command::Withdraw { why } => Outcome::Withdrawn {
            why: remark("why", why)?.unwrap_or_else(|| format!("taken back by {actor}")),
        },
        Command::Confirm | Command::AnsweredThere { .. } => return Err(not_given()),
        Command::SetRemaining { seconds } => return set_remaining(interaction, seconds, now),
        Command::Present(change) => {
            let mut next = changed(interaction);
            next.presentation.change(&change);
            next.drop_notes_if_off();
            if let Some(action) = change.timeout_action
                && interaction.origin.dialect.has_timeout_actions()
            {
                next.policy.timeout_action = action;
            }
            return Ok(next);
        }
    };
    let outcome = match outcome.actor() {
        // Nothing was decided here.
        Some(actor) if is_elsewhere(interaction) => Outcome::Withdrawn {
            why: format!("put away by {actor}; it still waits in the agent's terminal"),
        },
        Some(_) | None => outcome,
    };
    Ok(settled(interaction, outcome, now))
}

/// What the timeout does once the deadline has passed; `typed` is when a person last changed the
/// draft. `None`: there is nothing to do, or not yet.
pub fn expire(
    interaction: &Interaction,
    typed: Option<Timestamp>,
    now: Timestamp,
) -> Option<Interaction> {
    if interaction.deadline()? > now {
        return None;
    }
    if let Some(waiting) = typed.and_then(|typed| wait_for_typing(interaction, typed, now)) {
        return Some(waiting);
    }
    let wished = interaction.policy.timeout_action;
    let sent = (wished == TimeoutAction::Submit && !interaction.policy.irreversible)
        .then(|| interaction.form.proposed())
        .flatten();
    let action = match (wished, &sent) {
        (TimeoutAction::Submit, None) => TimeoutAction::Reinvoke,
        (TimeoutAction::Submit | TimeoutAction::Cancel | TimeoutAction::Reinvoke, _) => wished,
    };
    Some(settled(interaction, Outcome::TimedOut { action, sent }, now))
}

/// A person who changed the draft this recently is still typing.
pub const TYPING: SignedDuration = SignedDuration::from_secs(10);
/// Enough to finish a sentence and send it.
const GRACE: SignedDuration = SignedDuration::from_secs(30);
/// An agent that asks with fewer seconds than this can't wait.
const PATIENT: u64 = 60;

/// The deadline comes while a person types: moved, once.
fn wait_for_typing(
    interaction: &Interaction,
    typed: Timestamp,
    now: Timestamp,
) -> Option<Interaction> {
    let deadline = interaction.deadline()?;
    let policy = &interaction.policy;
    let impatient = policy.timeout_seconds.is_some_and(|seconds| seconds < PATIENT);
    if policy.waited || impatient || deadline.duration_since(typed) > TYPING {
        return None;
    }
    let later = deadline + GRACE;
    let later = interaction.latest().map_or(later, |latest| later.min(latest));
    if later <= now {
        return None;
    }
    let mut next = moved(interaction, later).ok()?;
    next.policy.waited = true;
    Some(next)
}

/// A pending interaction that a terminal will take over.
pub fn hand_off(interaction: &Interaction) -> Result<Interaction, Refusal> {
    refuse_if_settled(interaction)?;
    let mut next = changed(interaction);
    next.presentation.surface = Preferred::Terminal;
    Ok(next)
}

/// The last call that waited for it was given up, or got the reply that it is pending. `None`: that is
/// known, or doesn't matter any more.
pub fn give_up(interaction: &Interaction, given_up: bool) -> Option<Interaction> {
    // A permission is withdrawn with its call.
    let concerns = interaction.is_pending() && !interaction.policy.ends_with_call;
    (concerns && interaction.given_up != given_up)
        .then(|| Interaction { given_up, ..changed(interaction) })
}

fn refuse_if_settled(interaction: &Interaction) -> Result<(), Refusal> {
    match &interaction.state {
        State::Pending { .. } => Ok(()),
        State::Settled { at, outcome } => Err(Refusal::AlreadySettled {
            status: interaction.status(),
            actor: outcome.actor().cloned(),
            at: *at,
        }),
    }
}

/// Some questions are for people only: both answering, and taking one over to answer it.
pub fn refuse_unless_person(interaction: &Interaction, presence: Presence) -> Result<(), Refusal> {
    match presence {
        Presence::AgentTerminal if interaction.is_for_people() => Err(Refusal::AgentTerminal),
        Presence::Unattended if interaction.is_for_people() => Err(Refusal::NeedsPerson),
        Presence::Interactive
        | Presence::Paired
        | Presence::AgentTerminal
        | Presence::Unattended => Ok(()),
    }
}

/// Only on the surfaces that the person has set for such decisions.
pub fn refuse_elsewhere(interaction: &Interaction, actor: &Actor) -> Result<(), Refusal> {
    let policy = &interaction.policy;
    if !policy.irreversible || policy.counts(actor.via, actor.presence) {
        return Ok(());
    }
    Err(Refusal::Elsewhere { surfaces: policy.surfaces.clone() })
}

fn refuse_notes_if_off(interaction: &Interaction, submission: &Submission) -> Result<(), Refusal> {
    if interaction.presentation.annotations || !submission.has_notes() {
        return Ok(());
    }
    let problem = Problem::new("note", NOTES_OFF, "answer without one, or switch them on");
    Err(Refusal::Invalid { problems: vec![problem] })
}

/// Why a note is refused.
pub const NOTES_OFF: &str = "notes are switched off";

/// A text with a command; blank counts as none.
fn remark(field: &str, text: Option<String>) -> Result<Option<String>, Refusal> {
    let text = filled_owned(text);
    match text.as_deref().and_then(too_long) {
        Some(fault) => Err(Refusal::Invalid { problems: vec![fault.at(field)] }),
        None => Ok(text),
    }
}

fn set_remaining(
    interaction: &Interaction,
    seconds: u64,
    now: Timestamp,
) -> Result<Interaction, Refusal> {
    if !TIMEOUT_RANGE.contains(&seconds) {
        let fault = Fault::OutOfRange { min: *TIMEOUT_RANGE.start(), max: *TIMEOUT_RANGE.end() };
        return Err(Refusal::Invalid { problems: vec![fault.at("seconds")] });
    }
    let left =
        SignedDuration::from_secs(i64::try_from(seconds).expect("checked against the range"));
    moved(interaction, now + left).map_err(|latest| {
        let left = latest.duration_since(now).as_secs();
        Refusal::PastLimit { seconds: u64::try_from(left).unwrap_or(0) }
    })
}

/// With another deadline, limited by the agent's own limit.
fn moved(interaction: &Interaction, deadline: Timestamp) -> Result<Interaction, Timestamp> {
    let mut next = changed(interaction);
    if let Some(latest) = interaction.latest() {
        let more = latest.duration_since(deadline).as_millis();
        let more = u64::try_from(more).map_err(|_| latest)?;
        next.policy.extensible_ms = Some(more);
    }
    next.state = State::Pending { deadline: Some(deadline) };
    Ok(next)
}

fn settled(interaction: &Interaction, outcome: Outcome, now: Timestamp) -> Interaction {
    // In a race a person's decision counts once the agent has confirmed it.
    let race = match (interaction.race, outcome.actor()) {
        (Some(Race::Open), Some(_)) => Some(Race::Given),
        (race, _) => race,
    };
    let state = State::Settled { at: now, outcome };
    Interaction { state, race, given_up: false, ..changed(interaction) }
}

fn not_given() -> Refusal {
    let rule = "there is no answer here that an agent could confirm";
    Refusal::Invalid { problems: vec![Problem::new("command", rule, "answer it first")] }
}

fn race_news(command: &Command) -> Result<Option<RaceNews>, Refusal> {
    Ok(match command {
        Command::Confirm => Some(RaceNews::Confirmed),
        Command::AnsweredThere { why } => {
            let why = remark("why", Some(why.clone()))?.unwrap_or_default();
            Some(RaceNews::AnsweredThere { why })
        }
        Command::Answer { .. }
        | Command::Cancel { .. }
        | Command::Reject { .. }
        | Command::Withdraw { .. }
        | Command::SetRemaining { .. }
        | Command::Present(_) => None,
    })
}

fn changed(interaction: &Interaction) -> Interaction {
    Interaction { revision: interaction.revision + 1, ..interaction.clone() }
}

#[cfg(test)]
#[path = "transition_tests.rs"]
mod tests;
