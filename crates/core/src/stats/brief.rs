//! The brief of an interaction for statistics, read from its JSON without reading all of it: there
//! may be a hundred thousand.

use jiff::Timestamp;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::interaction::{Status, project};
use crate::surface::Presence;

#[derive(Debug, Clone, Deserialize)]
pub struct Brief {
    origin: BriefOrigin,
    form: BriefForm,
    created_at: Timestamp,
    state: BriefState,
}

#[derive(Debug, Clone, Deserialize)]
struct BriefOrigin {
    #[serde(default)]
    agent: Option<String>,
    #[serde(default)]
    agent_title: Option<String>,
    #[serde(default)]
    directory: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
struct BriefForm {
    title: String,
    questions: Vec<BriefQuestion>,
}

#[derive(Debug, Clone, Deserialize)]
struct BriefQuestion {
    prompt: String,
}

#[derive(Debug, Clone, Deserialize)]
struct BriefState {
    #[serde(default)]
    at: Option<Timestamp>,
    #[serde(default)]
    outcome: Option<BriefOutcome>,
}

#[derive(Debug, Clone, Deserialize)]
struct BriefOutcome {
    kind: Kind,
    #[serde(default)]
    actor: Option<BriefActor>,
    #[serde(default)]
    sent: Option<IgnoredAny>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Answered,
    Cancelled,
    Rejected,
    TimedOut,
    Withdrawn,
}

#[derive(Debug, Clone, Deserialize)]
struct BriefActor {
    presence: Presence,
}

impl Brief {
    pub fn created_at(&self) -> Timestamp {
        self.created_at
    }

    /// Milliseconds from the question to its outcome.
    pub fn took_ms(&self) -> Option<u64> {
        let took = self.state.at?.duration_since(self.created_at).as_millis();
        Some(u64::try_from(took).unwrap_or(0))
    }

    pub fn status(&self) -> Status {
        let Some(outcome) = &self.state.outcome else { return Status::Pending };
        match outcome.kind {
            Kind::Answered => Status::Submitted,
            Kind::Cancelled => Status::Cancelled,
            Kind::Rejected => Status::Rejected,
            Kind::TimedOut if outcome.sent.is_some() => Status::AutoSubmitted,
            Kind::TimedOut => Status::Timeout,
            Kind::Withdrawn => Status::Withdrawn,
        }
    }

    /// Whether a person ended it, and not a program or the agent itself.
    pub fn is_by_person(&self) -> bool {
        let actor = self.state.outcome.as_ref().and_then(|outcome| outcome.actor.as_ref());
        actor.is_some_and(|actor| actor.presence.is_person())
    }

    pub fn agent(&self) -> Option<&str> {
        self.origin.agent_title.as_deref().or(self.origin.agent.as_deref())
    }

    pub fn project(&self) -> Option<&str> {
        project(self.origin.directory.as_deref()?)
    }

    pub fn title(&self) -> &str {
        &self.form.title
    }

    /// The words of the question: two with the same words are the same question.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let prompts = self.form.questions.iter().map(|question| question.prompt.as_str());
        std::iter::once(self.title()).chain(prompts)
    }
}
