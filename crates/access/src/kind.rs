//! Kinds of connections, and the response if the limit of a kind is reached.

use std::time::Duration;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::problem::ProblemDocument;

/// The kind of a connection, as far as known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConnectionKind {
    /// Connected over TCP and not authenticated yet.
    Stranger,
    /// Authenticated, or of this user, and between two requests.
    Idle,
    /// A program's request that is answered at once.
    Short,
    /// A program that waits: a long call or a socket.
    Waiting,
    /// A person at a page or a terminal, with any request.
    Person,
}

impl ConnectionKind {
    pub(crate) const ALL: [ConnectionKind; 5] = [
        ConnectionKind::Stranger,
        ConnectionKind::Idle,
        ConnectionKind::Short,
        ConnectionKind::Waiting,
        ConnectionKind::Person,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            ConnectionKind::Stranger => "strangers",
            ConnectionKind::Idle => "idle",
            ConnectionKind::Short => "short",
            ConnectionKind::Waiting => "waiting",
            ConnectionKind::Person => "people",
        }
    }

    /// Limit of this kind. A thousand open pages and two thousand waiting agents are more than
    /// anyone has. Together the limits stay below the 8,192 descriptors that a careful system
    /// allows a process.
    pub(crate) fn most(self) -> usize {
        match self {
            ConnectionKind::Stranger | ConnectionKind::Short => 256,
            ConnectionKind::Idle => 512,
            ConnectionKind::Waiting => 2_048,
            ConnectionKind::Person => 1_536,
        }
    }

    /// Maximum time in this kind.
    pub(crate) fn lifetime(self) -> Option<Duration> {
        match self {
            ConnectionKind::Stranger => Some(HEAD),
            ConnectionKind::Idle => Some(IDLE),
            ConnectionKind::Short => Some(SHORT),
            ConnectionKind::Waiting | ConnectionKind::Person => None,
        }
    }

    fn is_full(self, most: usize) -> String {
        match self {
            ConnectionKind::Stranger | ConnectionKind::Idle | ConnectionKind::Short => {
                format!("{most} calls are being answered at this moment; try again")
            }
            ConnectionKind::Waiting => format!(
                "{most} agents are connected to this hub, which is all it serves at once; \
                 end some of them, then try again"
            ),
            ConnectionKind::Person => format!(
                "{most} pages and terminals are connected to this hub, which is all it serves at \
                 once; close some of them, then try again"
            ),
        }
    }
}

/// Time limit for a request's head.
const HEAD: Duration = Duration::from_secs(5);
/// Longer than clients keep an unused connection.
const IDLE: Duration = Duration::from_secs(100);
/// A request that is answered at once is over by then, even if it is sent and read slowly.
const SHORT: Duration = Duration::from_secs(30);

/// The limit is reached: why, and what to do.
#[derive(Debug)]
pub struct Full(String);

/// When to try again.
const LATER: [(header::HeaderName, &str); 1] = [(header::RETRY_AFTER, "2")];

impl Full {
    pub(crate) fn of(kind: ConnectionKind, most: usize) -> Full {
        Full(kind.is_full(most))
    }

    /// For our own client or a browser.
    pub fn problem(self) -> ProblemDocument {
        ProblemDocument::request(StatusCode::SERVICE_UNAVAILABLE, self.0)
    }

    /// For a JSON-RPC client.
    pub(crate) fn rpc_error(self) -> Response {
        let error = serde_json::json!({ "code": -32000, "message": self.0 });
        let body = serde_json::json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string();
        let kind = [(header::CONTENT_TYPE, "application/json")];
        (StatusCode::SERVICE_UNAVAILABLE, LATER, kind, body).into_response()
    }
}

impl IntoResponse for Full {
    fn into_response(self) -> Response {
        (LATER, self.problem()).into_response()
    }
}
