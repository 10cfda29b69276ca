//! Errors on the wire: problem details (RFC 9457), and back again on the other side.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sayso_core::{InteractionId, Problem, Refusal, Surface};
use sayso_desk::{DeskError, StoreError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What went wrong, for people (`title`, `detail`) and for programs (`kind` and what belongs to it).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProblemDocument {
    #[serde(rename = "type", default = "about_blank")]
    pub type_: String,
    pub title: String,
    pub status: u16,
    pub detail: String,
    #[serde(flatten)]
    pub kind: Box<Kind>,
}

fn about_blank() -> String {
    "about:blank".to_owned()
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Kind {
    Invalid {
        problems: Vec<Problem>,
    },
    NotFound {
        id: String,
    },
    Ambiguous {
        prefix: String,
        matches: Vec<InteractionId>,
    },
    Refused {
        refusal: Refusal,
    },
    Occupied {
        owner: String,
    },
    TicketExpired,
    NotInteractive {
        surface: Surface,
    },
    DiskFull,
    /// The hub's files were removed underneath; it ends, and the next one has what was saved.
    FilesLost,
    /// Only this one; `raw` still gives what is stored.
    Unreadable {
        id: InteractionId,
        why: String,
    },
    Store,
    /// Something about the request itself: its path, method, type, size, sender.
    Request,
}

impl ProblemDocument {
    fn new(status: StatusCode, detail: impl Into<String>, kind: Kind) -> ProblemDocument {
        ProblemDocument {
            type_: about_blank(),
            title: status.canonical_reason().unwrap_or("Error").to_owned(),
            status: status.as_u16(),
            detail: detail.into(),
            kind: Box::new(kind),
        }
    }

    /// A fault of the request itself.
    pub fn request(status: StatusCode, detail: impl Into<String>) -> ProblemDocument {
        ProblemDocument::new(status, detail, Kind::Request)
    }

    pub(crate) fn not_json() -> ProblemDocument {
        ProblemDocument::request(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "the body must be JSON: `Content-Type: application/json`",
        )
    }

    pub fn from_error(error: DeskError) -> ProblemDocument {
        let detail = error.to_string();
        let (status, kind) = match error {
            DeskError::Invalid { problems } => {
                (StatusCode::UNPROCESSABLE_ENTITY, Kind::Invalid { problems })
            }
            DeskError::NotFound { id } => (StatusCode::NOT_FOUND, Kind::NotFound { id }),
            DeskError::Ambiguous { prefix, matches } => {
                (StatusCode::CONFLICT, Kind::Ambiguous { prefix, matches })
            }
            DeskError::Refused(refusal) => {
                let status = match &refusal {
                    Refusal::AlreadySettled { .. } => StatusCode::CONFLICT,
                    Refusal::Invalid { .. } => StatusCode::UNPROCESSABLE_ENTITY,
                    Refusal::NeedsPerson | Refusal::AgentTerminal | Refusal::Elsewhere { .. } => {
                        StatusCode::FORBIDDEN
                    }
                    Refusal::PastLimit { .. } => StatusCode::UNPROCESSABLE_ENTITY,
                };
                (status, Kind::Refused { refusal })
            }
            DeskError::Occupied { owner } => (StatusCode::CONFLICT, Kind::Occupied { owner }),
            DeskError::TicketExpired => (StatusCode::GONE, Kind::TicketExpired),
            DeskError::NotInteractive(surface) => {
                (StatusCode::UNPROCESSABLE_ENTITY, Kind::NotInteractive { surface })
            }
            DeskError::Store(StoreError::Full) => {
                (StatusCode::INSUFFICIENT_STORAGE, Kind::DiskFull)
            }
            DeskError::Store(StoreError::Lost(_)) => {
                (StatusCode::SERVICE_UNAVAILABLE, Kind::FilesLost)
            }
            DeskError::Store(StoreError::Unreadable { id, why }) => {
                (StatusCode::INTERNAL_SERVER_ERROR, Kind::Unreadable { id, why })
            }
            DeskError::Store(_) => (StatusCode::INTERNAL_SERVER_ERROR, Kind::Store),
            DeskError::Unreachable(_)
            | DeskError::NoAnswer { .. }
            | DeskError::Untrusted(_)
            | DeskError::Protocol(_) => (StatusCode::BAD_GATEWAY, Kind::Request),
            DeskError::Denied(_) => (StatusCode::FORBIDDEN, Kind::Request),
        };
        ProblemDocument::new(status, detail, kind)
    }

    pub fn into_error(self) -> DeskError {
        match *self.kind {
            Kind::Invalid { problems } => DeskError::Invalid { problems },
            Kind::NotFound { id } => DeskError::NotFound { id },
            Kind::Ambiguous { prefix, matches } => DeskError::Ambiguous { prefix, matches },
            Kind::Refused { refusal } => DeskError::Refused(refusal),
            Kind::Occupied { owner } => DeskError::Occupied { owner },
            Kind::TicketExpired => DeskError::TicketExpired,
            Kind::NotInteractive { surface } => DeskError::NotInteractive(surface),
            Kind::DiskFull => DeskError::Store(StoreError::Full),
            Kind::FilesLost => DeskError::Store(StoreError::Lost(self.detail)),
            Kind::Unreadable { id, why } => DeskError::Store(StoreError::Unreadable { id, why }),
            Kind::Store => {
                // Its message says so again.
                let detail = self.detail.strip_prefix("the database failed: ");
                let detail = detail.map(str::to_owned).unwrap_or(self.detail);
                DeskError::Store(StoreError::Other(detail))
            }
            Kind::Request if matches!(self.status, 401 | 403 | 421) => {
                DeskError::Denied(self.detail)
            }
            Kind::Request => DeskError::Protocol(self.detail),
        }
    }
}

impl IntoResponse for ProblemDocument {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = serde_json::to_vec(&self).expect("plain data serialises");
        let kind = HeaderValue::from_static("application/problem+json");
        (status, [(header::CONTENT_TYPE, kind)], body).into_response()
    }
}

impl From<DeskError> for ProblemDocument {
    fn from(error: DeskError) -> ProblemDocument {
        ProblemDocument::from_error(error)
    }
}

#[cfg(test)]
#[path = "problem_tests.rs"]
mod tests;
