//! Events of a conversation, and its effects.

use std::path::PathBuf;

use sayso_core::{Actor, InteractionId, QuestionId};
use uuid::Uuid;

use crate::agent::{Happening, Mark, Permitted, Words};
use crate::asking::{Question, Settlement};
use crate::memory::Memory;
use crate::venue::{AgentStatus, Flow, Notice};

#[derive(Debug)]
pub(crate) enum Event {
    /// It starts, or continues with what was saved last. Always the first.
    Woken,
    /// A person wrote something.
    Said {
        actor: Actor,
        text: String,
    },
    /// No more messages will follow.
    Finish,
    /// It ends permanently: questions are withdrawn.
    End,
    /// This process ends; another one continues.
    Close,
    Agent(Happening),
    /// A question got its outcome.
    Settled(InteractionId, Settlement),
    /// The time of [`super::Conversation::due`] has come.
    Time,
    /// The result of [`Effect::Start`].
    Started(Result<Option<Mark>, Notice>),
    /// The result of [`Effect::Ask`].
    Asked(Uuid, Result<Opened, NotAsked>),
    /// The result of [`Effect::Answer`], if it didn't answer the question.
    NotAnswered(String, NotAnswered),
    /// The result of [`Effect::Withdraw`].
    Withdrawn(InteractionId, Withdrawn),
    /// The desk could not be reached for this one; it has to be done later.
    NotDone(Effect),
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
    /// The text isn't an answer to it.
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
    /// Show more text of a turn.
    Show {
        turn: u64,
        /// It is the first of the turn.
        starts: bool,
        text: String,
        flow: Flow,
    },
    /// Make it durable before any later effect.
    Save(Box<Memory>),
    /// The last message is durable: tell its sender.
    Confirm,
    Start {
        directory: PathBuf,
        resume: Option<String>,
    },
    Say(Words),
    /// Answer the agent's request with this number.
    Permit(u64, Permitted),
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
    Status(AgentStatus),
    /// Stop the agent; nothing follows.
    Over,
}
