//! Where a conversation takes place and the agent's text is shown.

use async_trait::async_trait;
use sayso_desk::View;
use sayso_locale::Texts;

/// One conversation with one agent, as people see it. Calls come in order, one at a time, and block
/// the agent until they return: a venue that shows text at its own pace buffers it and returns.
#[async_trait]
pub trait Venue: Send + Sync {
    /// More text of a turn, without the questions in it; empty if it is only complete now. A turn
    /// never starts blank. One that is started again has the same number and replaces what was
    /// shown of it.
    async fn text(&self, turn: u64, piece: Piece<'_>, flow: Flow);

    async fn status(&self, status: AgentStatus);

    async fn notice(&self, notice: Notice);

    /// A question of this conversation is at the desk. Surfaces that watch the desk know it
    /// already.
    async fn asked(&self, _view: &View) {}
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece<'a> {
    /// The turn starts with it, perhaps again.
    First(&'a str),
    Next(&'a str),
}

/// Whether more text is expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    Streaming,
    /// For a plain agent, which never says so, it is a guess, and more may come.
    Complete,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AgentStatus {
    Idle,
    /// The agent does something.
    Working,
    /// The agent waits for a person.
    Waiting,
}

/// What the user has to know besides the agent's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// The agent's process had ended; another one continues.
    Restarted,
    /// The agent's process had ended, and the conversation was lost with it.
    BegunAnew,
    NotStarted {
        command: String,
        why: String,
    },
    /// A question of the agent could not be asked and stays in its text. The agent gets a
    /// correction.
    Malformed {
        why: String,
    },
    /// It ended in the middle of its work, or could not do it. What it had not taken is kept.
    Failed {
        why: String,
    },
}

impl Notice {
    /// As text, with what to do.
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
