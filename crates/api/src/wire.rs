//! What travels beside the desk's own types.

use sayso_core::settings::Layer;
use sayso_core::{Command, DraftField, InteractionId, Timestamp};
use sayso_desk::proof::Meeting;
use sayso_desk::{Ask, Attach, Attached, Cursor, Opening, View};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::problem::ProblemDocument;

/// Which of the user's programs a local client is; from elsewhere it is not believed.
pub const SURFACE_HEADER: &str = "sayso-surface";

/// Said by a client that opens a socket to act and go: it needs no place among those who wait.
pub const BRIEF_HEADER: &str = "sayso-brief";

/// By these two a page has the hub prove itself with every reply to a request: a nonce, and the code over
/// the lines `reply`, nonce and origin.
pub const NONCE_HEADER: &str = "sayso-nonce";
pub const PROOF_HEADER: &str = "sayso-proof";

/// One call on the socket. `n` is the caller's number for it; the reply carries the same.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SocketCall {
    pub n: u64,
    #[serde(flatten)]
    pub call: Call,
}

/// The calls that take a while, or come often.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "call", rename_all = "snake_case")]
pub enum Call {
    Wait {
        id: InteractionId,
        /// How long; left out: until the outcome is there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        milliseconds: Option<u64>,
    },
    /// Replied to once there is an outcome, or the interaction is gone; nobody listens meanwhile.
    Watch {
        id: InteractionId,
    },
    /// Asks, and claims the question for this call. Replied to with `Asked`; lasts until `stop` with
    /// the same number, or the end of the socket.
    Ask {
        ask: Box<Ask>,
    },
    /// Claims what was not handed over yet. Replied to with `Collected`; lasts as `ask` does.
    Collect {
        ids: Vec<InteractionId>,
    },
    /// The reply's bytes have been handed to the agent.
    Delivered {
        id: InteractionId,
    },
    /// They did not arrive after all.
    Undelivered {
        id: InteractionId,
    },
    /// Which surfaces are open.
    Surfaces,
    Events {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<Cursor>,
    },
    /// Replied to at once; lasts until `stop` with the same number, or the end of the socket.
    Attach {
        attach: Attach,
    },
    Act {
        id: InteractionId,
        command: Command,
    },
    SaveDraft {
        id: InteractionId,
        fields: Vec<DraftField>,
    },
    /// Milliseconds left of each, or nothing where there is no deadline: replied to at once and then
    /// every 15 seconds, until `stop`. At most 64.
    Remaining {
        ids: Vec<InteractionId>,
    },
    /// Is anybody there? Replied to at once, with nothing.
    Ping,
    /// The call with this number is no longer of interest.
    Stop,
}

impl Call {
    /// Whether it is under way for as long as somebody waits, and not answered at once.
    pub(crate) fn lasts(&self) -> bool {
        self.outlasts_a_hub() || matches!(self, Call::Ask { .. } | Call::Collect { .. })
    }

    /// Whether somebody is asked by it, or something answered: done late, it may be done for nobody.
    pub(crate) fn changes(&self) -> bool {
        match self {
            Call::Ask { .. } | Call::Act { .. } | Call::SaveDraft { .. } => true,
            Call::Wait { .. }
            | Call::Watch { .. }
            | Call::Collect { .. }
            | Call::Delivered { .. }
            | Call::Undelivered { .. }
            | Call::Surfaces
            | Call::Events { .. }
            | Call::Attach { .. }
            | Call::Remaining { .. }
            | Call::Ping
            | Call::Stop => false,
        }
    }

    /// Whether it is worth waiting for the next hub when there is none.
    pub(crate) fn outlasts_a_hub(&self) -> bool {
        match self {
            Call::Wait { .. }
            | Call::Watch { .. }
            | Call::Events { .. }
            | Call::Attach { .. }
            | Call::Remaining { .. } => true,
            Call::Ask { .. }
            | Call::Collect { .. }
            | Call::Delivered { .. }
            | Call::Undelivered { .. }
            | Call::Surfaces
            | Call::Act { .. }
            | Call::SaveDraft { .. }
            | Call::Ping
            | Call::Stop => false,
        }
    }
}

/// A question that was handed in, or that the call has joined.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Asked {
    pub view: View,
    /// An earlier call asked it.
    pub joined: bool,
}

/// Outcomes that were not handed over yet, and what there is nothing to hand over of any more.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Collected {
    pub views: Vec<View>,
    pub over: Vec<InteractionId>,
}

/// The reply to one call: `problem`, or else `ok`, which is left out for nothing.
#[derive(Debug, Serialize, Deserialize)]
pub struct SocketReply {
    pub n: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ok: Option<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<Box<ProblemDocument>>,
}

impl SocketReply {
    pub(crate) fn problem(n: u64, problem: ProblemDocument) -> SocketReply {
        SocketReply { n, ok: None, problem: Some(Box::new(problem)) }
    }
}

/// A page's first message on a socket, because browsers send no `Authorization` with it: which page it
/// is, and a nonce of 128 bits or more in hexadecimal. Answered by `HubProof`, or by a close frame with
/// code 4401.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Introduction {
    pub page: String,
    pub nonce: String,
}

/// `proof` is HMAC-SHA256, keyed by the SHA-256 of the page's secret, over the lines `hub`, nonce,
/// origin and `epoch`, which names the hub process.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HubProof {
    pub epoch: String,
    pub proof: String,
}

impl HubProof {
    pub(crate) fn of(meeting: &Meeting<'_>) -> HubProof {
        HubProof { epoch: meeting.epoch().to_owned(), proof: meeting.hub_proof() }
    }
}

/// The page's second message: its secret, XOR the same code over `page` instead of `hub`. Answered by
/// `PageSession`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PageProof {
    pub proof: String,
}

/// The bearer token of a page's requests, as long as this hub process runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PageSession {
    pub session: String,
}

/// The same two messages as requests; the second one has the proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenSession {
    pub page: String,
    pub nonce: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
}

/// The hub's proof, or a session for the page's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Met {
    Hub(HubProof),
    Page(PageSession),
}

/// How many pages were shut out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Revoked {
    pub pages: usize,
}

/// For the address of a page, as `#code=…`: works once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Code {
    pub code: String,
    pub expires_in_seconds: u64,
}

/// Where a link leads that its code is for, if not to where the code is asked for: host and port.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CodeAt {
    pub origin: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exchange {
    pub code: String,
}

/// What a page is let in with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PageToken {
    /// The page's id, a dot, and the secret that it keeps.
    pub token: String,
    /// The bearer token of its requests, as long as this hub process runs.
    pub session: String,
}

/// Typed by hand on another device, at one of these addresses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PairingCode {
    pub code: String,
    pub addresses: Vec<String>,
    pub expires_in_seconds: u64,
}

/// A token for an agent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateToken {
    /// Left out: its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// The only time that the token itself is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CreatedToken {
    pub id: String,
    pub name: String,
    pub token: String,
}

/// A token as a line of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TokenRow {
    pub id: String,
    pub name: String,
    #[schemars(with = "String")]
    pub created_at: Timestamp,
    /// To the minute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub used_at: Option<Timestamp>,
}

/// What the hub says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Status {
    pub version: String,
    pub pid: u32,
    pub pending: u64,
    /// Questions that are known not to be readable.
    #[serde(default)]
    pub unreadable: usize,
    pub connections: usize,
    /// How many places for connections are taken, by what they are here for.
    pub places: Vec<Fill>,
    pub uptime_seconds: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub portal: Option<String>,
    pub data_dir: String,
    pub attached: Vec<Attached>,
}

/// Places for connections of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fill {
    /// `strangers` (no token shown yet), `idle`, `short` (calls answered at once), `waiting` (agents) or
    /// `people` (pages and terminals).
    pub kind: String,
    pub taken: usize,
    pub most: usize,
}

/// Asks the hub to end; a newer binary says its version and takes over.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stop {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaced_by: Option<String>,
}

/// Whose turn it is to open a browser.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Turn {
    pub opening: Opening,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetSetting {
    pub value: String,
}

/// The environment of anyone who wants to see the settings.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShowSettings {
    #[serde(default)]
    pub environment: Layer,
}

/// What a model wrote, whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExtractText {
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ticket {
    pub ticket: String,
}
