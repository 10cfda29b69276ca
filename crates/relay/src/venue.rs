//! Where a conversation takes place: what the agent says is shown there.

use async_trait::async_trait;
use sayso_desk::View;
use sayso_locale::Texts;

/// One conversation with one agent, as people see it. Calls come in order, one at a time, and hold the
/// agent up until they return: a venue that shows text at its own pace keeps it and returns.
#[async_trait]
pub trait Venue: Send + Sync {
    /// All text of a turn so far, without the questions in it; never blank. A turn that is begun again has
    /// the same number and replaces what was shown of it.
    async fn text(&self, turn: u64, text: &str, flow: Flow);

    async fn status(&self, status: Status);

    async fn notice(&self, notice: Notice);

    /// A question of this conversation is at the desk. Surfaces that watch the desk know it already.
    async fn asked(&self, _view: &View) {}
}

/// Whether more text is to be expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    Streaming,
    /// For a plain agent, which never says so, it is a guess, and more may come.
    Complete,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Idle,
    /// The agent does something.
    Working,
    /// The agent waits for a person.
    Waiting,
}

/// What the user has to know beside what the agent says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// The agent's process had ended; another one goes on where it was.
    Restarted,
    /// The agent's process had ended, and what was said went with it.
    BegunAnew,
    NotStarted {
        command: String,
        why: String,
    },
    /// A question of the agent could not be asked and is part of its text. The agent gets a correction.
    Malformed {
        why: String,
    },
    /// It ended while it should have worked, or could not do it. What was not taken is kept.
    Failed {
        why: String,
    },
}

impl Notice {
    /// In words, and what to do.
    pub fn say(&self, texts: &Texts) -> String {
        match self {
            Notice::Restarted => texts.say("relay-restarted").into_owned(),
            Notice::BegunAnew => texts.say("relay-begun-anew").into_owned(),
            Notice::NotStarted { command, why } => texts.say_with(
                "relay-not-started",
                [("command", command.as_str().into()), ("why", why.as_str().into())],
            ),
            Notice::Malformed { why } => {
                texts.say_with("relay-malformed", [("why", why.as_str().into())])
            }
            Notice::Failed { why } => {
                texts.say_with("relay-failed", [("why", why.as_str().into())])
            }
        }
    }
}
