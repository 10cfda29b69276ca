//! A person's answer: on its way in, as a draft, and as an outcome.

use std::collections::BTreeMap;

use sayso_core::interaction::Outcome;
use sayso_core::policy::{PresentationChange, TIMEOUT_RANGE};
use sayso_core::{Actor, Answer, Answers, Command, Draft, DraftField, Entry, State, Submission};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::declare::{both_ways, record, variants};
use crate::translate::{NotKnown, Time, Wire};
use crate::words::{LanguageName, PreferredName, PresenceWord, SurfaceName, TimeoutActionWord};

/// What somebody wants done with an interaction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "command", rename_all = "snake_case", deny_unknown_fields)]
pub enum ActRequest {
    Answer {
        submission: SubmissionRequest,
    },
    Cancel {
        #[serde(default)]
        note: Option<String>,
    },
    Reject {
        #[serde(default)]
        reason: Option<String>,
    },
    /// The asker takes it back.
    Withdraw {
        #[serde(default)]
        why: Option<String>,
    },
    /// The agent did what was answered here, not in its own dialog.
    Confirm,
    /// It was answered in the agent's own dialog.
    AnsweredThere {
        why: String,
    },
    /// How many seconds are left from now on.
    SetRemaining {
        #[serde(deserialize_with = "crate::whole::number")]
        #[schemars(range(min = *TIMEOUT_RANGE.start(), max = *TIMEOUT_RANGE.end()))]
        seconds: u64,
    },
    Present(PresentRequest),
}

impl Wire<Command> for ActRequest {
    fn of(command: Command) -> ActRequest {
        match command {
            Command::Answer { submission } => ActRequest::Answer { submission: submission.into() },
            Command::Cancel { note } => ActRequest::Cancel { note },
            Command::Reject { reason } => ActRequest::Reject { reason },
            Command::Withdraw { why } => ActRequest::Withdraw { why },
            Command::Confirm => ActRequest::Confirm,
            Command::AnsweredThere { why } => ActRequest::AnsweredThere { why },
            Command::SetRemaining { seconds } => ActRequest::SetRemaining { seconds },
            Command::Present(change) => ActRequest::Present(change.into()),
        }
    }

    fn read(self) -> Result<Command, NotKnown> {
        Ok(match self {
            ActRequest::Answer { submission } => {
                Command::Answer { submission: submission.try_into()? }
            }
            ActRequest::Cancel { note } => Command::Cancel { note },
            ActRequest::Reject { reason } => Command::Reject { reason },
            ActRequest::Withdraw { why } => Command::Withdraw { why },
            ActRequest::Confirm => Command::Confirm,
            ActRequest::AnsweredThere { why } => Command::AnsweredThere { why },
            ActRequest::SetRemaining { seconds } => Command::SetRemaining { seconds },
            ActRequest::Present(change) => Command::Present(change.try_into()?),
        })
    }
}

both_ways!(ActRequest = Command);

record! {
    /// Changes how an interaction is shown.
    #[serde(deny_unknown_fields)]
    PresentRequest = PresentationChange {} maybe {
        surface: PreferredName,
        single_submit: bool,
        annotations: bool,
        placeholder: bool,
        language: LanguageName,
        timeout_action: TimeoutActionWord,
    }
}

record! {
    /// An answer as a surface hands it in.
    #[derive(Default)]
    #[serde(deny_unknown_fields)]
    SubmissionRequest = Submission {
        /// By question; `""` names the only one of a form.
        #[serde(default)]
        questions: BTreeMap<String, EntryRequest>,
    } maybe {
        /// A note on the whole; left out, the one that the agent proposed stands. Empty clears it.
        note: String,
    }
}

record! {
    /// What is handed in for one question.
    #[derive(Default)]
    #[serde(deny_unknown_fields)]
    EntryRequest = Entry {
        /// Notes on options; left out, those that the agent proposed stand. Empty clears one.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        notes: BTreeMap<String, String>,
    } maybe {
        /// Chosen options; left out, the question's defaults stand.
        options: Vec<String>,
        text: String,
        /// Skip the question; the text is the reason and may be empty.
        skip: String,
        /// Ask the agent to explain; the text is a note to it and may be empty.
        elaborate: String,
    }
}

macro_rules! draft_field {
    ($mode:ident $name:ident) => {
        variants! { $mode
            /// One field of a draft. A note or text that was emptied is saved as empty.
            $name = DraftField, by "field", called "draft field" {
                Options { question: String, options: Vec<String>, },
                Text { question: String, text: String, },
                OptionNote { question: String, option: String, text: String, },
                Skip { question: String, text: Option<String>, },
                Elaborate { question: String, text: Option<String>, },
                Note { text: String, },
            }
        }
    };
}

draft_field!(strict DraftFieldRequest);
draft_field!(lenient DraftFieldView);

/// What has been chosen and typed so far, by field.
pub type DraftView = BTreeMap<String, DraftFieldView>;

impl Wire<Draft> for DraftView {
    fn of(draft: Draft) -> DraftView {
        draft.fields().map(|field| (field.key(), field.clone().into())).collect()
    }

    /// A field that is not known here is nothing that this version could show or change.
    fn read(self) -> Result<Draft, NotKnown> {
        Ok(self.into_values().filter_map(|field| DraftField::try_from(field).ok()).collect())
    }
}

variants! { lenient
    StateView = State, by "phase", called "state" {
        Pending {} maybe { deadline: Time, },
        Settled { at: Time, outcome: OutcomeView, },
    }
}

variants! { lenient
    /// How it ended; exactly one, for good.
    OutcomeView = Outcome, by "kind", called "outcome" {
        Answered { answers: AnswersView, actor: ActorView, },
        Cancelled { actor: ActorView, } maybe { note: String, },
        Rejected { actor: ActorView, } maybe { reason: String, },
        TimedOut {
            /// What was done, which may be less than what was wished.
            action: TimeoutActionWord,
        } maybe { sent: AnswersView, },
        Withdrawn { why: String, },
    }
}

record! {
    /// Answers that fit their form. A question that is not in the map was left open.
    AnswersView = Answers {
        questions: BTreeMap<String, AnswerView>,
    } maybe {
        note: String,
    }
}

variants! { lenient
    /// What became of one question.
    AnswerView = Answer, by "kind", called "answer" {
        Given {
            options: Vec<String>,
            #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
            notes: BTreeMap<String, String>,
        } maybe { text: String, },
        Elaborate {} maybe { note: String, },
        Skipped {} maybe { reason: String, },
    }
}

record! {
    /// Who acted.
    ActorView = Actor {
        via: SurfaceName,
        presence: PresenceWord,
    } maybe {
        /// The person's name on that surface, where it is known.
        by: String,
    }
}
