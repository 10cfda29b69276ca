//! Actions of people in a chat, as the chat reports them.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use sayso_core::InteractionId;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use crate::port::{WindowContext, WindowKind};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Incoming {
    Click(Click),
    Typed(Typed),
    Said(ChatText),
    Deleted(Deleted),
    Arrived(Arrived),
    /// Not a person: we are connected, and this many others share the connection.
    Connected {
        others: u64,
    },
}

/// A person, as far as the chat says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    pub id: String,
    /// Asked for if it did not come along.
    pub name: Option<String>,
}

/// Somebody used a control of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Click {
    pub person: Person,
    pub id: InteractionId,
    pub wish: ClickAction,
    pub channel: String,
    pub message: String,
    pub thread: Option<String>,
    /// What the chat needs to open a window for this click.
    pub trigger: String,
    /// The hub whose question it is, if the message says so.
    pub hub: Option<String>,
    /// The same for a delivery that is repeated, and for no other. So are the other keys.
    pub key: String,
}

/// What was typed into a window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Typed {
    pub person: Person,
    pub asked: WindowContext,
    /// By field; what was not filled in is empty.
    pub fields: Vec<(String, String)>,
    pub verdict: WindowReply,
    pub key: String,
}

/// Tells the chat what came of something typed, while its window can still be kept open.
#[derive(Debug, Clone, Default)]
pub struct WindowReply(Arc<Mutex<Option<oneshot::Sender<Outcome>>>>);

/// `Err`: why it was not carried out, in the person's words.
type Outcome = Result<(), String>;

impl WindowReply {
    /// Nothing comes if nobody decides.
    pub fn awaited() -> (WindowReply, oneshot::Receiver<Outcome>) {
        let (decided, outcome) = oneshot::channel();
        (WindowReply(Arc::new(Mutex::new(Some(decided)))), outcome)
    }

    pub(crate) fn give(&self, outcome: Outcome) {
        let decided = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        // Nobody waits for it any more: then the window is closed.
        let _ = decided.map(|decided| decided.send(outcome));
    }
}

/// What is typed is the same, whoever waits for what comes of it.
impl PartialEq for WindowReply {
    fn eq(&self, _: &WindowReply) -> bool {
        true
    }
}

impl Eq for WindowReply {}

/// A message of a person: a direct one, a mention, or one in a thread.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChatText {
    pub user: String,
    pub channel: String,
    pub message: String,
    pub thread: Option<String>,
    pub text: String,
    /// It names the app, or it is a direct message.
    pub addressed: bool,
    pub key: String,
}

/// A message that somebody deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deleted {
    pub channel: String,
    pub message: String,
    pub key: String,
}

/// A message of ours that is there, whatever became of the reply to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrived {
    pub id: InteractionId,
    pub part: u32,
    pub channel: String,
    pub message: String,
    pub key: String,
}

impl Incoming {
    pub(crate) fn key(&self) -> &str {
        match self {
            Incoming::Click(Click { key, .. })
            | Incoming::Typed(Typed { key, .. })
            | Incoming::Said(ChatText { key, .. })
            | Incoming::Deleted(Deleted { key, .. })
            | Incoming::Arrived(Arrived { key, .. }) => key,
            Incoming::Connected { .. } => "connected",
        }
    }
}

/// What a click asks for. Questions and options are places in the form; whether they exist is not checked
/// yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClickAction {
    Pick {
        question: usize,
        option: usize,
    },
    /// Everything that is now chosen among the options in `of`.
    Choose {
        question: usize,
        of: Range<usize>,
        options: Vec<usize>,
    },
    Change {
        question: usize,
    },
    /// A window to type into.
    Write {
        kind: WindowKind,
        question: Option<usize>,
    },
    /// A window with all of the texts.
    Read,
    Recommended,
    Submit,
    Reset,
    MoreTime,
    Cancel,
}

impl ClickAction {
    /// The question it is about, if not the whole.
    pub(crate) fn question(&self) -> Option<usize> {
        match self {
            ClickAction::Pick { question, .. }
            | ClickAction::Choose { question, .. }
            | ClickAction::Change { question } => Some(*question),
            ClickAction::Write { question, .. } => *question,
            ClickAction::Read
            | ClickAction::Recommended
            | ClickAction::Submit
            | ClickAction::Reset
            | ClickAction::MoreTime
            | ClickAction::Cancel => None,
        }
    }
}
