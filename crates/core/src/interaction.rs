//! One ask of an agent, from creation to its single outcome.

mod status;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::answer::Answers;
use crate::dialect::{Dialect, ParsedAsk};
use crate::form::Form;
use crate::id::InteractionId;
use crate::policy::{Policy, Presentation, TimeoutAction, resolve};
use crate::problem::Problem;
use crate::race::Race;
use crate::settings::{Language, Preferences};
use crate::surface::Actor;

pub use status::Status;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interaction {
    pub id: InteractionId,
    #[serde(default, skip_serializing_if = "Purpose::is_decision")]
    pub purpose: Purpose,
    /// Increases with every change except drafts; used for compare-and-set.
    pub revision: u64,
    pub origin: Origin,
    pub form: Form,
    pub policy: Policy,
    pub presentation: Presentation,
    /// Sent to the agent with its reply.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    pub created_at: Timestamp,
    pub state: State,
    /// When the reply was handed to the agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivered_at: Option<Timestamp>,
    /// The last call that waited for it was given up before there was a reply. While another waits, this
    /// says nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub given_up: bool,
    /// The agent asks in its own dialog too; absent if it asks only here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub race: Option<Race>,
}

impl Interaction {
    /// Its initial state: resolved against the person's settings, pending from now on.
    pub fn begin(
        id: InteractionId,
        origin: Origin,
        asking: ParsedAsk,
        preferences: &Preferences,
        now: Timestamp,
    ) -> Interaction {
        let ParsedAsk { form, wishes, mut warnings } = asking;
        let (policy, presentation) = resolve(&wishes, preferences, &form, &mut warnings);
        let deadline = policy.timeout_seconds.map(|seconds| {
            now + SignedDuration::from_secs(i64::try_from(seconds).expect("timeouts are in range"))
        });
        let mut interaction = Interaction {
            id,
            purpose: Purpose::Decision,
            revision: 1,
            origin,
            form,
            policy,
            presentation,
            warnings,
            created_at: now,
            state: State::Pending { deadline },
            delivered_at: None,
            given_up: false,
            race: None,
        };
        interaction.drop_notes_if_off();
        interaction
    }

    /// With notes switched off, those that the agent proposes are neither shown nor returned as the
    /// person's.
    pub(crate) fn drop_notes_if_off(&mut self) {
        if !self.presentation.annotations && self.form.drop_notes() {
            self.warnings.push(NOTES_DROPPED.to_owned());
        }
    }

    /// The same for a program that tries out whether asking works: no person is shown it, it ends soon,
    /// and every reply says what it was.
    pub fn for_test(mut self, now: Timestamp) -> Result<Interaction, Problem> {
        if self.policy.irreversible {
            let rule = "a test cannot be irreversible";
            let hint = "ask it without `purpose`, so that a person decides";
            return Err(Problem::new("purpose", rule, hint));
        }
        let latest = now + TEST_LASTS;
        let deadline = self.deadline().map_or(latest, |deadline| deadline.min(latest));
        self.state = State::Pending { deadline: Some(deadline) };
        self.warnings.push(TEST_WARNING.to_owned());
        self.purpose = Purpose::Test;
        Ok(self)
    }

    pub fn is_test(&self) -> bool {
        self.purpose == Purpose::Test
    }

    /// Whether a line in a chat can decide it: not what cannot be undone, and no permission.
    pub fn takes_words(&self) -> bool {
        !self.policy.irreversible && self.origin.dialect != Dialect::Permission
    }

    /// Whether only a person may consent to it: what cannot be undone, and what an agent asks permission
    /// for, which must not be able to give it.
    pub fn is_for_people(&self) -> bool {
        self.policy.irreversible || self.origin.dialect.asks_for_consent()
    }

    pub fn is_pending(&self) -> bool {
        matches!(self.state, State::Pending { .. })
    }

    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.state {
            State::Pending { .. } => None,
            State::Settled { outcome, .. } => Some(outcome),
        }
    }

    pub fn settled_at(&self) -> Option<Timestamp> {
        match &self.state {
            State::Pending { .. } => None,
            State::Settled { at, .. } => Some(*at),
        }
    }

    pub fn deadline(&self) -> Option<Timestamp> {
        match &self.state {
            State::Pending { deadline } => *deadline,
            State::Settled { .. } => None,
        }
    }

    /// The latest possible deadline, if limited.
    pub fn latest(&self) -> Option<Timestamp> {
        let more = i64::try_from(self.policy.extensible_ms?).ok()?;
        Some(self.deadline()? + SignedDuration::from_millis(more))
    }

    pub fn status(&self) -> Status {
        match self.outcome() {
            None => Status::Pending,
            Some(_) if self.race == Some(Race::Given) => Status::Given,
            Some(Outcome::Answered { .. }) => Status::Submitted,
            Some(Outcome::Cancelled { .. }) => Status::Cancelled,
            Some(Outcome::Rejected { .. }) => Status::Rejected,
            Some(Outcome::TimedOut { sent: Some(_), .. }) => Status::AutoSubmitted,
            Some(Outcome::TimedOut { sent: None, .. }) => Status::Timeout,
            Some(Outcome::Withdrawn { .. }) => Status::Withdrawn,
        }
    }
}

/// What an interaction is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// A person decides.
    #[default]
    Decision,
    /// A program tries out whether asking works. It is in no list, count, notice or event, and is reached
    /// by its whole id alone; its outcome never counts as a person's.
    Test,
}

impl Purpose {
    pub const fn is_decision(&self) -> bool {
        matches!(self, Purpose::Decision)
    }
}

/// A program that tries something out has its answer by then.
const TEST_LASTS: SignedDuration = SignedDuration::from_mins(10);

const NOTES_DROPPED: &str =
    "notes: the user has switched notes off; yours are neither shown nor returned";

/// Told to the agent with every reply.
pub const TEST_WARNING: &str = "purpose: this was a test question; no person was asked, and the outcome is not a person's decision";

/// Who asks, from where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    pub dialect: Dialect,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// Shown instead of the name, if the agent has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent_title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent_version: Option<String>,
    /// Working directory; its last part is the project name shown to people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<String>,
    /// The agent's own name for its session: what belongs together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Unique per call, for the logs of both sides.
    pub call_id: String,
    /// The id of the agent's token, if it has one: the question belongs to that agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// The language of the asking process's environment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
}

impl Origin {
    /// A call without further information.
    pub fn new(dialect: Dialect, call_id: impl Into<String>) -> Origin {
        Origin {
            dialect,
            agent: None,
            agent_title: None,
            agent_version: None,
            directory: None,
            session: None,
            call_id: call_id.into(),
            token: None,
            language: None,
        }
    }

    /// The agent's name for people.
    pub fn agent_shown(&self) -> Option<&str> {
        self.agent_title.as_deref().or(self.agent.as_deref())
    }

    pub fn project(&self) -> Option<&str> {
        project(self.directory.as_deref()?)
    }
}

/// The last part of a directory.
pub(crate) fn project(directory: &str) -> Option<&str> {
    directory.rsplit(['/', '\\']).find(|part| !part.is_empty())
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "phase", rename_all = "snake_case")]
pub enum State {
    Pending {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deadline: Option<Timestamp>,
    },
    Settled {
        at: Timestamp,
        outcome: Outcome,
    },
}

/// How it ended; exactly one, permanently.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Outcome {
    Answered {
        answers: Answers,
        actor: Actor,
    },
    Cancelled {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
        actor: Actor,
    },
    Rejected {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        actor: Actor,
    },
    TimedOut {
        /// What was done, which may be less than what was requested.
        action: TimeoutAction,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sent: Option<Answers>,
    },
    Withdrawn {
        why: String,
    },
}

impl Outcome {
    /// The person who did it, if any.
    pub fn actor(&self) -> Option<&Actor> {
        match self {
            Outcome::Answered { actor, .. }
            | Outcome::Cancelled { actor, .. }
            | Outcome::Rejected { actor, .. } => Some(actor),
            Outcome::TimedOut { .. } | Outcome::Withdrawn { .. } => None,
        }
    }

    /// What was said at the end without an answer: a note, a reason, why it was withdrawn.
    pub fn remark(&self) -> Option<&str> {
        match self {
            Outcome::Cancelled { note: said, .. } | Outcome::Rejected { reason: said, .. } => {
                said.as_deref()
            }
            Outcome::Withdrawn { why } => Some(why),
            Outcome::Answered { .. } | Outcome::TimedOut { .. } => None,
        }
    }

    /// What was sent, by a person or by the timeout.
    pub fn answers(&self) -> Option<&Answers> {
        match self {
            Outcome::Answered { answers, .. } | Outcome::TimedOut { sent: Some(answers), .. } => {
                Some(answers)
            }
            Outcome::Cancelled { .. }
            | Outcome::Rejected { .. }
            | Outcome::TimedOut { sent: None, .. }
            | Outcome::Withdrawn { .. } => None,
        }
    }
}
