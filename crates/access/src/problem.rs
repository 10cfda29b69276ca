//! Errors as responses: problem details (RFC 9457).

use std::ops::Deref;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sayso_desk::DeskError;
use sayso_wire::{NotKnown, ProblemView};

/// What a route gives.
pub type Result<T> = std::result::Result<T, ProblemDocument>;

/// An error response.
#[derive(Debug, Clone, PartialEq)]
pub struct ProblemDocument(pub Box<ProblemView>);

impl ProblemDocument {
    /// The request itself is invalid.
    pub fn request(status: StatusCode, detail: impl Into<String>) -> ProblemDocument {
        ProblemDocument(Box::new(ProblemView::request(status, detail)))
    }

    /// The same with a more specific status.
    pub fn with_status(mut self, status: StatusCode) -> ProblemDocument {
        self.0.status = status.as_u16();
        self.0.title = ProblemView::title(status);
        self
    }

    pub fn not_json() -> ProblemDocument {
        ProblemDocument::request(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "the body must be JSON: `Content-Type: application/json`",
        )
    }
}

impl Deref for ProblemDocument {
    type Target = ProblemView;

    fn deref(&self) -> &ProblemView {
        &self.0
    }
}

impl IntoResponse for ProblemDocument {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = serde_json::to_vec(&self.0).expect("plain data serialises");
        let kind = HeaderValue::from_static("application/problem+json");
        (status, [(header::CONTENT_TYPE, kind)], body).into_response()
    }
}

impl From<DeskError> for ProblemDocument {
    fn from(error: DeskError) -> ProblemDocument {
        ProblemDocument(Box::new(error.into()))
    }
}

/// A request is read strictly: anything unknown in it is an error.
impl From<NotKnown> for ProblemDocument {
    fn from(unknown: NotKnown) -> ProblemDocument {
        ProblemDocument(Box::new(unknown.into()))
    }
}
