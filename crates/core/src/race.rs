//! The race for one question: the agent keeps its own dialog open while a person is asked here, and
//! the first answer wins.
//!
//! An answer from here is only *given* until the agent has shown by what it did that it took it.
//! Who won is never assumed. A race that is over never begins again.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::dialect::Dialect;
use crate::dialect::bridged::AgentReply;
use crate::interaction::{Interaction, Outcome, State};

/// How far the race for an interaction is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Race {
    /// Asked here and there. If it ends like this, no person has decided here.
    Open,
    /// Answered here; the agent has not confirmed it yet.
    Given,
    /// The agent did what was answered here.
    Confirmed,
    /// Answered here, but the agent did something else: it was answered there first.
    Lost,
}

impl Race {
    /// It was settled before; what follows is how the race ended.
    pub const fn is_past_given(self) -> bool {
        match self {
            Race::Open | Race::Given => false,
            Race::Confirmed | Race::Lost => true,
        }
    }
}

/// What the agent was seen to do about a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seen {
    /// It used the tool; a question tool with these answers, by question. `mode` is its permission mode
    /// after that, if known: a plan's approval sets it.
    Ran { answers: Option<Vec<(String, String)>>, mode: Option<String> },
    /// It went on without using the tool. `heard` is what its model was told about it, if known.
    Refused { heard: Option<String> },
    /// Its session is over.
    Ended,
}

/// What is to be noted about a race.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RaceNews {
    Confirmed,
    /// With what was decided there, as far as is known.
    AnsweredThere {
        why: String,
    },
}

/// What follows from it for this question; nothing if its race is over.
pub fn judge(interaction: &Interaction, seen: &Seen, agent: &str) -> Option<RaceNews> {
    let there = |what: &str| Some(RaceNews::AnsweredThere { why: format!("{what} in {agent}") });
    match (interaction.race?, &interaction.state) {
        (Race::Open, State::Pending { .. }) => match seen {
            Seen::Ran { .. } | Seen::Refused { .. } => there(&done(interaction, seen)),
            Seen::Ended => Some(RaceNews::AnsweredThere { why: format!("{agent} ended") }),
        },
        (Race::Given, State::Settled { .. }) => {
            let given = AgentReply::of(interaction)?;
            match (given.is_consent(), seen) {
                (_, Seen::Ended) => {
                    let why = format!("{agent} ended before it confirmed the answer");
                    Some(RaceNews::AnsweredThere { why })
                }
                (true, Seen::Ran { answers, mode })
                    if is_taken(&given, answers.as_deref(), mode.as_deref()) =>
                {
                    Some(RaceNews::Confirmed)
                }
                // Declined there before our answer came, or stopped while it did what was allowed.
                (true, Seen::Refused { .. }) => there("declined or interrupted"),
                (false, Seen::Refused { heard }) => match (heard, given.refusal()) {
                    (Some(heard), Some(ours)) if !heard.contains(&ours) => there("declined"),
                    (None, _) if given.has_remarks() => {
                        let why =
                            format!("declined in {agent}; it is not known which words it read");
                        Some(RaceNews::AnsweredThere { why })
                    }
                    // Without words, one no is like another.
                    (Some(_) | None, _) => Some(RaceNews::Confirmed),
                },
                (_, Seen::Ran { .. }) => there(&done(interaction, seen)),
            }
        }
        (Race::Open | Race::Given, _) | (Race::Confirmed | Race::Lost, _) => None,
    }
}

/// Whether using the tool was what was given: with these answers, or in the mode of this approval.
fn is_taken(given: &AgentReply, answers: Option<&[(String, String)]>, mode: Option<&str>) -> bool {
    match given {
        AgentReply::Permission(_) => true,
        AgentReply::Question(_) => {
            given.answers().zip(answers).is_some_and(|(given, taken)| same(given, taken))
        }
        AgentReply::Plan(plan) => plan.mode().is_some_and(|given| mode == Some(given)),
    }
}

/// What was done in the agent's own dialog.
fn done(interaction: &Interaction, seen: &Seen) -> String {
    match (interaction.origin.dialect, seen) {
        (_, Seen::Ran { answers: Some(answers), .. }) => format!("answered “{}”", line(answers)),
        (Dialect::ClaudeQuestion, Seen::Ran { .. }) => "closed without an answer".to_owned(),
        (Dialect::ClaudePlan, Seen::Ran { mode: Some(mode), .. }) => {
            format!("approved (mode {mode})")
        }
        (Dialect::ClaudePlan, Seen::Ran { mode: None, .. }) => "approved".to_owned(),
        (_, Seen::Ran { .. }) => "allowed".to_owned(),
        (_, Seen::Refused { .. } | Seen::Ended) => "declined".to_owned(),
    }
}

fn same(given: &[(String, String)], taken: &[(String, String)]) -> bool {
    given.len() == taken.len() && given.iter().all(|one| taken.contains(one))
}

fn line(answers: &[(String, String)]) -> String {
    answers.iter().map(|(_, answer)| answer.as_str()).collect::<Vec<_>>().join("; ")
}

/// An interaction after news about its race; `None`: there is nothing to note.
pub(crate) fn note(
    interaction: &Interaction,
    news: &RaceNews,
    now: Timestamp,
) -> Option<Interaction> {
    let race = interaction.race?;
    let withdrawn = |why: &str, race: Race| {
        let outcome = Outcome::Withdrawn { why: why.to_owned() };
        let state = State::Settled { at: now, outcome };
        Interaction { state, race: Some(race), given_up: false, ..interaction.clone() }
    };
    let next = match (race, &interaction.state, news) {
        // What was not given here cannot be confirmed.
        (Race::Open, State::Pending { .. }, RaceNews::Confirmed) => return None,
        (Race::Open, State::Pending { .. }, RaceNews::AnsweredThere { why }) => {
            withdrawn(why, Race::Open)
        }
        (Race::Given, State::Settled { .. }, RaceNews::Confirmed) => {
            Interaction { race: Some(Race::Confirmed), ..interaction.clone() }
        }
        (Race::Given, State::Settled { .. }, RaceNews::AnsweredThere { why }) => {
            withdrawn(why, Race::Lost)
        }
        (Race::Open | Race::Given | Race::Confirmed | Race::Lost, _, _) => return None,
    };
    Some(Interaction { revision: interaction.revision + 1, ..next })
}

#[cfg(test)]
#[path = "race_tests.rs"]
mod tests;
