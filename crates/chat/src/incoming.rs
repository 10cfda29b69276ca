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
    /// Not a person: nothing comes in, for this reason.
    Trouble(String),
    /// Not a person: what people did for a while is lost, and the messages say so from now on.
    Missed,
    /// Not a person: decided once everything that came before it is carried out; `Err` if some of it has
    /// to come again.
    Barrier(WindowReply),
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
    /// The seal of the answer that was confirmed, where the chat cannot ask for that by itself.
    pub sure: Option<u32>,
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
    /// The message that asked for it, if this names none: it may be meant for a newer question.
    pub unnamed: Option<String>,
    pub key: String,
}

/// Tells the chat what came of something, while it can still act on that: keep a window open, or have
/// the same delivered again.
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

/// What is typed is the same, no matter who waits for its result.
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
            Incoming::Connected { .. }
            | Incoming::Trouble(_)
            | Incoming::Missed
            | Incoming::Barrier(_) => "",
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
    /// In a ranking the last place is taken back; `places`: how many there were.
    Change {
        question: usize,
        places: Option<usize>,
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
    /// `until`: when the question would have ended, in seconds.
    MoreTime {
        until: Option<i64>,
    },
    Cancel,
    /// Permissions of one session, as they were listed.
    AllowTogether {
        ids: Vec<InteractionId>,
    },
}

impl ClickAction {
    /// The question it is about, if not the whole.
    pub(crate) fn question(&self) -> Option<usize> {
        match self {
            ClickAction::Pick { question, .. }
            | ClickAction::Choose { question, .. }
            | ClickAction::Change { question, .. } => Some(*question),
            ClickAction::Write { question, .. } => *question,
            ClickAction::Read
            | ClickAction::Recommended
            | ClickAction::Submit
            | ClickAction::Reset
            | ClickAction::MoreTime { .. }
            | ClickAction::Cancel
            | ClickAction::AllowTogether { .. } => None,
        }
    }
}
