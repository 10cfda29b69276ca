//! What happens to a conversation, and what it has done about it.

use std::path::PathBuf;

use sayso_core::{Actor, InteractionId, QuestionId};
use uuid::Uuid;

use crate::agent::{Happening, Mark, Words};
use crate::asking::{Question, Settlement};
use crate::memory::Memory;
use crate::venue::{Flow, Notice, Status};

#[derive(Debug)]
pub(crate) enum Event {
    /// It begins, or goes on with what was saved last. Always the first.
    Woken,
    /// A person wrote something.
    Said {
        actor: Actor,
        text: String,
    },
    /// Nothing more will be said.
    Finish,
    /// It is over for good: questions are withdrawn.
    End,
    /// This process ends; another one goes on.
    Close,
    Agent(Happening),
    /// A question got its outcome.
    Settled(InteractionId, Settlement),
    /// What [`super::Conversation::due`] said has come.
    Time,
    /// What came of [`Effect::Start`].
    Started(Result<Option<Mark>, Notice>),
    /// What came of [`Effect::Ask`].
    Asked(Uuid, Result<Opened, NotAsked>),
    /// What came of [`Effect::Answer`], if it did not answer the question.
    NotAnswered(String, NotAnswered),
    /// What came of [`Effect::Withdraw`].
    Withdrawn(InteractionId, Withdrawn),
}

/// A question at the desk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Opened {
    pub(crate) id: InteractionId,
    /// The only question that a typed text can answer.
    pub(crate) takes_text: Option<QuestionId>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NotAsked {
    /// What is wrong with it.
    Invalid(String),
    /// The desk could not be reached.
    Unreachable,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotAnswered {
    /// Another answer was faster.
    Settled,
    /// The text is not an answer to it.
    Refused,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Withdrawn {
    Yes,
    /// It had its outcome already.
    No,
}

#[derive(Debug, PartialEq)]
pub(crate) enum Effect {
    /// Show all text of a turn so far.
    Show {
        turn: u64,
        text: String,
        flow: Flow,
    },
    /// Make it durable before anything behind it.
    Save(Box<Memory>),
    /// What was said last is durable: tell its sender.
    Confirm,
    Start {
        directory: PathBuf,
        resume: Option<String>,
    },
    Say(Words),
    /// Answer the agent's request with this number; `None`: not allowed.
    Permit(u64, Option<String>),
    /// Close the agent's input.
    EndInput,
    Stop,
    Ask(Uuid, Question),
    Answer {
        id: InteractionId,
        question: QuestionId,
        text: String,
        actor: Actor,
    },
    Withdraw(InteractionId, &'static str),
    /// The agent has taken the answer.
    Delivered(InteractionId),
    Notice(Notice),
    Status(Status),
    /// Stop the agent; nothing follows.
    Over,
}
