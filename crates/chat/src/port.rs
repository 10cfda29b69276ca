//! The port that a chat implements: drawing, posting, updating. One file of a chat's crate.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use async_trait::async_trait;
use sayso_core::settings::Language;
use sayso_core::surface::Chat;
use sayso_core::{Form, InteractionId};
use sayso_desk::View;
use sayso_locale::Texts;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::also_waiting::AlsoWaiting;
use crate::incoming::ClickAction;

/// A chat. Calls about one channel may come at the same time; the chat keeps its own pace.
#[async_trait]
pub trait Port: Send + Sync {
    fn chat(&self) -> Chat;

    /// What people call it.
    fn name(&self) -> &'static str;

    /// Whether a message can be answered in a thread below it. If not, everything that a person writes is
    /// meant for us.
    fn has_threads(&self) -> bool {
        true
    }

    /// Whether what could not be stored is delivered again.
    fn delivers_again(&self) -> bool {
        false
    }

    /// Whether its buttons ask by themselves before what can't be undone is sent.
    fn asks_to_confirm(&self) -> bool {
        true
    }

    /// Finds out who we are there. Called first, and again until it works.
    async fn introduce(&self) -> Result<(), ChatError>;

    // Drawing: the same for the same view.

    /// As many messages as the question needs, in order, as they look now.
    fn draw(&self, view: &View, beside: &AlsoWaiting, language: Language) -> Vec<ChatMessage>;

    /// The whole as one text that is answered by number, for when the drawing is not taken.
    fn draw_words(&self, view: &View, language: Language) -> ChatMessage;

    /// What is shown instead of a question that was removed.
    fn draw_removed(&self, language: Language) -> ChatMessage;

    /// A remark in a conversation.
    fn draw_remark(&self, words: &str) -> ChatMessage;

    /// What an agent said in one turn, in at most this many messages, and one at least.
    fn draw_turn(&self, turn: &AgentTurn<'_>, most: usize) -> Pages;

    /// Which of the messages shows this question.
    fn part_of(&self, _form: &Form, _question: usize) -> usize {
        0
    }

    // Doing.

    /// The channel for talking to one person.
    async fn open(&self, person: &str) -> Result<String, ChatError>;

    /// Returns what the chat calls the message. The owner is `None` in a conversation.
    async fn post(
        &self,
        channel: &str,
        thread: Option<&str>,
        message: &ChatMessage,
        owner: Option<&Owner>,
    ) -> Result<String, ChatError>;

    /// What the chat calls the message that shows this already, if one arrived although its reply was
    /// lost. A chat that can't tell says none.
    async fn find(
        &self,
        _channel: &str,
        _thread: Option<&str>,
        _owner: &Owner,
    ) -> Result<Option<String>, ChatError> {
        Ok(None)
    }

    async fn edit(
        &self,
        channel: &str,
        id: &str,
        message: &ChatMessage,
        owner: Option<&Owner>,
    ) -> Result<(), ChatError>;

    /// A message that is gone already is what was wanted.
    async fn delete(&self, channel: &str, id: &str) -> Result<(), ChatError>;

    /// Plain words that only this person sees, where the chat can do that.
    async fn hint(&self, recipient: &Recipient<'_>, words: &str) -> Result<(), ChatError>;

    /// Opens a window for a click. A chat without windows never sends a click that needs one.
    async fn open_window(
        &self,
        _trigger: &str,
        _view: &View,
        _language: Language,
        _window: &Window,
    ) -> Result<(), ChatError> {
        Err(ChatError::Refused("there are no windows here".to_owned()))
    }

    /// The question has ended: no window of it is of use.
    async fn close_windows(&self, _question: InteractionId) {}

    /// A text as a file in a thread.
    async fn upload(&self, _: &PostTarget, _name: &str, _text: &str) -> Result<(), ChatError> {
        Err(ChatError::Refused("there are no files here".to_owned()))
    }

    /// What a person is called.
    async fn name_of(&self, person: &str) -> Result<String, ChatError>;

    async fn members(&self, _group: &str) -> Result<Vec<String>, ChatError> {
        Ok(Vec::new())
    }

    /// When a message of ours was sent, in seconds, if that is to be kept for [`Port::sent_after`].
    fn sent_at(&self, _message: &str) -> Option<i64> {
        None
    }

    /// How long after another message one was sent; nothing if it was before. A chat that can't tell
    /// says long enough.
    fn sent_after(&self, _message: &str, _earlier: &str) -> Duration {
        Duration::MAX
    }

    /// What somebody wrote, without the marks of the chat.
    fn read(&self, text: &str) -> Heard {
        Heard { text: text.trim().to_owned(), names_us: false }
    }
}

/// A message as this chat draws it. Nobody else looks into it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatMessage(pub Value);

impl ChatMessage {
    /// What would look the same is not sent again.
    pub(crate) fn look(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.to_string().hash(&mut hasher);
        hasher.finish()
    }
}

/// Whose question a message shows: some chats give a click to any hub that is connected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    pub hub: String,
    pub question: InteractionId,
    /// Which of its messages.
    pub part: u32,
}

/// Where something is posted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostTarget {
    pub channel: String,
    pub thread: Option<String>,
    /// Who was asked: the person themselves, or who started the thread. May always answer.
    pub person: Option<String>,
}

/// Who is spoken to, and where they are.
#[derive(Debug, Clone, Copy)]
pub struct Recipient<'a> {
    pub person: &'a str,
    pub channel: &'a str,
    pub thread: Option<&'a str>,
}

/// What an agent said in one turn.
pub struct AgentTurn<'a> {
    /// In Markdown.
    pub text: &'a str,
    pub is_working: bool,
    pub texts: &'static Texts,
}

/// A turn as messages.
pub struct Pages {
    pub messages: Vec<ChatMessage>,
    /// Characters that have no room in them.
    pub left: usize,
}

/// Words of a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heard {
    pub text: String,
    /// They name the app.
    pub names_us: bool,
}

/// A window that a click opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Window {
    /// To type into.
    Field(WindowContext),
    /// Everything there is to read about the question.
    Whole,
    /// Asks for a confirmation before this is done; the seal comes back with it.
    Confirm { action: ClickAction, seal: u32 },
}

/// What is typed into a window, and where it was opened; comes back with what was typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WindowContext {
    pub id: InteractionId,
    pub kind: WindowKind,
    /// `None`: the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<usize>,
    pub channel: String,
    pub message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<String>,
    /// Of this hub.
    pub hub: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WindowKind {
    Own,
    Note,
    Explain,
    Skip,
    Cancel,
    Reject,
}

/// The field for the one text, or the note on the whole.
pub const TEXT: &str = "text";
/// `note/3`: on the option in this place.
pub const NOTE: &str = "note/";

/// Why a chat did not do something.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ChatError {
    /// Tried again later.
    #[error("{0}")]
    Unreachable(String),
    /// It does not take what was drawn; words may do.
    #[error("{0}")]
    Drawing(String),
    /// It takes nothing from us for now: the token was revoked, or the person has blocked us.
    #[error("{0}")]
    Barred(String),
    /// The message is no longer there.
    #[error("{0}")]
    Gone(String),
    #[error("{0}")]
    Refused(String),
}
