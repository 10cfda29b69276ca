//! Calls on the socket and their replies, and the headers of requests.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::answer::{ActRequest, DraftFieldRequest};
use crate::ask::{AskRequest, AttachRequest, LateView, ReplyRequest};
use crate::event::CursorText;
use crate::interaction::InteractionView;
use crate::problem::ProblemView;
use crate::translate::Id;

/// Which of the user's programs a local client is; from elsewhere it is not believed.
pub const SURFACE_HEADER: &str = "sayso-surface";

/// Sent by a client whose calls are all answered at once: it needs no place among those who wait.
pub const BRIEF_HEADER: &str = "sayso-brief";

/// By these two a page has the hub prove itself with every reply to a request: a nonce, and the code over
/// the lines `reply`, nonce and origin.
pub const NONCE_HEADER: &str = "sayso-nonce";
pub const PROOF_HEADER: &str = "sayso-proof";

/// One call on the socket. `n` is the caller's number for it; the reply carries the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SocketCall {
    pub n: u64,
    #[serde(flatten)]
    pub call: Call,
}

/// What a client can ask of the hub.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "call", rename_all = "snake_case")]
pub enum Call {
    /// The first call of a client, as number 0: which wire it speaks. Replied to with the same, or with a
    /// problem if the hub does not know it.
    Hello {
        wire: u32,
    },
    Wait {
        id: Id,
        /// How long; left out: until the outcome is there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        milliseconds: Option<u64>,
    },
    /// The same with what the agent gets then. Replied to with `RepliedView`; with 0 milliseconds as it
    /// stands, and nobody listens.
    WaitForReply {
        id: Id,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        milliseconds: Option<u64>,
        #[serde(default)]
        wanted: ReplyRequest,
    },
    /// Replied to once there is an outcome, or the interaction is gone; nobody listens meanwhile.
    Watch {
        id: Id,
    },
    /// Asks, and claims the question for this call. Replied to with `AskedView`; lasts until `stop` with
    /// the same number, or the end of the socket.
    Ask {
        ask: Box<AskRequest>,
    },
    /// Claims a question again that this caller asked or joined over an earlier connection. Replied to with
    /// nothing; lasts as `ask` does.
    Claim {
        id: Id,
    },
    /// Claims what was not handed over yet. Replied to with `CollectedView`; lasts as `ask` does.
    Collect {
        ids: Vec<Id>,
    },
    /// The reply's bytes have been handed to the agent.
    Delivered {
        id: Id,
    },
    /// They did not arrive after all.
    Undelivered {
        id: Id,
    },
    /// Which surfaces are open.
    Surfaces,
    Events {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<CursorText>,
    },
    /// Replied to at once; lasts until `stop` with the same number, or the end of the socket.
    Attach {
        attach: AttachRequest,
    },
    /// What the surface of the `attach` call with this number knows of its person: whether it can be seen,
    /// and whether there was a key or a tap just now. Replied to with nothing.
    Seen {
        attach: u64,
        visible: bool,
        touched: bool,
    },
    Act {
        id: Id,
        command: ActRequest,
    },
    SaveDraft {
        id: Id,
        fields: Vec<DraftFieldRequest>,
    },
    /// Milliseconds left of each, or nothing where there is no deadline: replied to at once and then
    /// every 15 seconds, until `stop`. At most 64.
    Remaining {
        ids: Vec<Id>,
    },
    /// Any other operation that is answered at once, by its method and its path below `/api/v1`. Replied
    /// to with the body of its response.
    Request {
        method: String,
        path: String,
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        body: Option<Value>,
    },
    /// Is anybody there? Replied to at once, with nothing.
    Ping,
    /// The call with this number is no longer of interest.
    Stop,
}

/// Also if it is `null`.
fn present<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(value).map(Some)
}

impl Call {
    /// Whether it is under way for as long as somebody waits, and not answered at once.
    pub fn lasts(&self) -> bool {
        self.outlasts_a_hub()
            || matches!(self, Call::Ask { .. } | Call::Claim { .. } | Call::Collect { .. })
    }

    /// Whether somebody is asked by it, or something answered: done late, it may be done for nobody.
    pub fn changes(&self) -> bool {
        match self {
            Call::Ask { .. } | Call::Act { .. } | Call::SaveDraft { .. } => true,
            Call::Request { method, .. } => method != "GET",
            Call::Hello { .. }
            | Call::Wait { .. }
            | Call::WaitForReply { .. }
            | Call::Watch { .. }
            | Call::Claim { .. }
            | Call::Collect { .. }
            | Call::Delivered { .. }
            | Call::Undelivered { .. }
            | Call::Surfaces
            | Call::Events { .. }
            | Call::Attach { .. }
            | Call::Seen { .. }
            | Call::Remaining { .. }
            | Call::Ping
            | Call::Stop => false,
        }
    }

    /// What keeps its result over the next connection, if that isn't the call itself: asked again, it might
    /// join or ask another question.
    pub fn kept(&self, reply: &RawValue) -> Option<Call> {
        #[derive(Deserialize)]
        struct Asked {
            view: Question,
        }
        #[derive(Deserialize)]
        struct Question {
            id: Id,
        }
        let Call::Ask { .. } = self else { return None };
        let Asked { view: Question { id } } = serde_json::from_str(reply.get()).ok()?;
        Some(Call::Claim { id })
    }

    /// Whether it is worth waiting for the next hub when there is none.
    pub fn outlasts_a_hub(&self) -> bool {
        match self {
            Call::Wait { .. }
            | Call::WaitForReply { .. }
            | Call::Watch { .. }
            | Call::Events { .. }
            | Call::Attach { .. }
            | Call::Remaining { .. } => true,
            Call::Hello { .. }
            | Call::Ask { .. }
            | Call::Claim { .. }
            | Call::Collect { .. }
            | Call::Delivered { .. }
            | Call::Undelivered { .. }
            | Call::Surfaces
            | Call::Seen { .. }
            | Call::Act { .. }
            | Call::SaveDraft { .. }
            | Call::Request { .. }
            | Call::Ping
            | Call::Stop => false,
        }
    }
}

/// What the hub speaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HelloView {
    pub wire: u32,
}

/// A question that was handed in, or that the call has joined.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AskedView {
    pub view: InteractionView,
    /// An earlier call asked it.
    pub joined: bool,
}

/// Outcomes that were not handed over yet, and what there is nothing to hand over of any more.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CollectedView {
    pub late: Vec<LateView>,
    pub over: Vec<Id>,
}

/// The reply to one call: `problem`, or else `ok`, which is left out for nothing.
#[derive(Debug, Serialize, Deserialize)]
pub struct SocketReply {
    pub n: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ok: Option<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<Box<ProblemView>>,
}
