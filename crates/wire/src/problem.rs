//! Errors: problem details (RFC 9457), and back again on the other side.

use http::StatusCode;
use sayso_core::{Problem, Refusal};
use sayso_desk::{DeskError, StoreError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::ActorView;
use crate::declare::{both_ways, variants};
use crate::form::FaultView;
use crate::translate::{Id, NotKnown, Time, Wire};
use crate::words::{StatusWord, SurfaceName};

/// What went wrong, for people (`title`, `detail`) and for programs (`kind` and what belongs to it).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ProblemView {
    #[serde(rename = "type", default = "about_blank")]
    pub type_: String,
    pub title: String,
    pub status: u16,
    pub detail: String,
    #[serde(flatten)]
    pub kind: ProblemKind,
}

fn about_blank() -> String {
    "about:blank".to_owned()
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ProblemKind {
    Invalid {
        problems: Vec<FieldProblem>,
    },
    NotFound {
        id: String,
    },
    Ambiguous {
        prefix: String,
        matches: Vec<Id>,
    },
    Refused {
        refusal: RefusalView,
    },
    Occupied {
        owner: String,
    },
    TicketExpired,
    NotInteractive {
        surface: SurfaceName,
    },
    DiskFull,
    /// The hub's files were removed underneath; it ends, and the next one has what was saved.
    FilesLost,
    /// The database server can't be reached at the moment.
    DatabaseAway {
        at: String,
        why: String,
    },
    /// Only this one; `raw` still gives what is stored.
    Unreadable {
        id: Id,
        why: String,
    },
    Store,
    /// Something about the request itself: its path, method, type, size, sender.
    Request,
    /// Of a newer version.
    #[serde(other)]
    #[schemars(skip)]
    Unknown,
}

variants! { lenient
    /// Why nothing was changed.
    RefusalView = Refusal, by "reason", called "refusal" {
        AlreadySettled { status: StatusWord, at: Time, } maybe { actor: ActorView, },
        Invalid { problems: Vec<FieldProblem>, },
        NeedsPerson {},
        AgentTerminal {},
        Elsewhere { surfaces: Vec<SurfaceName>, },
        PastLimit { seconds: u64, },
    }
}

/// One error in one field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FieldProblem {
    /// Path of the field, such as `options[2].id`; empty for the input as a whole.
    pub field: String,
    /// The rule that was broken.
    pub rule: String,
    /// What to do about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hint: String,
    /// What is wrong, for surfaces that say it in their person's language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Box<FaultView>>,
}

impl Wire<Problem> for FieldProblem {
    fn of(problem: Problem) -> FieldProblem {
        let Problem { field, rule, hint, fault } = problem;
        FieldProblem { field, rule, hint, fault: Wire::of(fault) }
    }

    /// The rule and the hint say it too.
    fn read(self) -> Result<Problem, NotKnown> {
        let FieldProblem { field, rule, hint, fault } = self;
        Ok(Problem { field, rule, hint, fault: fault.read().ok().flatten() })
    }
}

both_ways!(FieldProblem = Problem);

impl ProblemView {
    fn new(status: StatusCode, detail: impl Into<String>, kind: ProblemKind) -> ProblemView {
        ProblemView {
            type_: about_blank(),
            title: ProblemView::title(status),
            status: status.as_u16(),
            detail: detail.into(),
            kind,
        }
    }

    pub fn title(status: StatusCode) -> String {
        status.canonical_reason().unwrap_or("Error").to_owned()
    }

    /// Something is wrong with the request itself.
    pub fn request(status: StatusCode, detail: impl Into<String>) -> ProblemView {
        ProblemView::new(status, detail, ProblemKind::Request)
    }

    pub fn into_error(self) -> DeskError {
        let unspecific = |status: u16, detail: String| match status {
            400 | 413 | 415 | 422 => Problem::new("", detail, "").into(),
            401 | 403 | 421 => DeskError::Denied(detail),
            429 | 503 => DeskError::Busy(detail),
            _ => DeskError::Protocol(detail),
        };
        match self.kind {
            ProblemKind::Invalid { problems } => {
                let problems = problems.read().unwrap_or_default();
                DeskError::Invalid { problems }
            }
            ProblemKind::NotFound { id } => DeskError::NotFound { id },
            ProblemKind::Ambiguous { prefix, matches } => {
                DeskError::Ambiguous { prefix, matches: crate::translate_all(matches) }
            }
            ProblemKind::Refused { refusal } => match refusal.try_into() {
                Ok(refusal) => DeskError::Refused(refusal),
                Err(_) => unspecific(self.status, self.detail),
            },
            ProblemKind::Occupied { owner } => DeskError::Occupied { owner },
            ProblemKind::TicketExpired => DeskError::TicketExpired,
            ProblemKind::NotInteractive { surface } => match surface.try_into() {
                Ok(surface) => DeskError::NotInteractive(surface),
                Err(_) => unspecific(self.status, self.detail),
            },
            ProblemKind::DiskFull => DeskError::Store(StoreError::Full),
            ProblemKind::FilesLost => DeskError::Store(StoreError::Lost(self.detail)),
            ProblemKind::DatabaseAway { at, why } => {
                DeskError::Store(StoreError::Away { at, detail: why })
            }
            ProblemKind::Unreadable { id, why } => {
                DeskError::Store(StoreError::Unreadable { id: id.into(), why })
            }
            ProblemKind::Store => {
                // Its message says so again.
                let detail = self.detail.strip_prefix("the database failed: ");
                let detail = detail.map(str::to_owned).unwrap_or(self.detail);
                DeskError::Store(StoreError::Other(detail))
            }
            ProblemKind::Request | ProblemKind::Unknown => unspecific(self.status, self.detail),
        }
    }
}

impl From<DeskError> for ProblemView {
    fn from(error: DeskError) -> ProblemView {
        let detail = error.to_string();
        let (status, kind) = match error {
            DeskError::Invalid { problems } => (
                StatusCode::UNPROCESSABLE_ENTITY,
                ProblemKind::Invalid { problems: Wire::of(problems) },
            ),
            DeskError::NotFound { id } => (StatusCode::NOT_FOUND, ProblemKind::NotFound { id }),
            DeskError::Ambiguous { prefix, matches } => {
                let matches = crate::translate_all(matches);
                (StatusCode::CONFLICT, ProblemKind::Ambiguous { prefix, matches })
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
                (status, ProblemKind::Refused { refusal: refusal.into() })
            }
            DeskError::Occupied { owner } => {
                (StatusCode::CONFLICT, ProblemKind::Occupied { owner })
            }
            DeskError::TicketExpired => (StatusCode::GONE, ProblemKind::TicketExpired),
            DeskError::NotInteractive(surface) => (
                StatusCode::UNPROCESSABLE_ENTITY,
                ProblemKind::NotInteractive { surface: surface.into() },
            ),
            DeskError::Store(StoreError::Full) => {
                (StatusCode::INSUFFICIENT_STORAGE, ProblemKind::DiskFull)
            }
            DeskError::Store(StoreError::Lost(_)) => {
                (StatusCode::SERVICE_UNAVAILABLE, ProblemKind::FilesLost)
            }
            DeskError::Store(StoreError::Unreadable { id, why }) => {
                (StatusCode::INTERNAL_SERVER_ERROR, ProblemKind::Unreadable { id: id.into(), why })
            }
            DeskError::Store(StoreError::Away { at, detail }) => {
                (StatusCode::SERVICE_UNAVAILABLE, ProblemKind::DatabaseAway { at, why: detail })
            }
            DeskError::Store(_) => (StatusCode::INTERNAL_SERVER_ERROR, ProblemKind::Store),
            DeskError::Unreachable(_)
            | DeskError::NoAnswer { .. }
            | DeskError::Untrusted(_)
            | DeskError::Newer { .. }
            | DeskError::Protocol(_) => (StatusCode::BAD_GATEWAY, ProblemKind::Request),
            DeskError::Busy(_) => (StatusCode::SERVICE_UNAVAILABLE, ProblemKind::Request),
            DeskError::Denied(_) => (StatusCode::FORBIDDEN, ProblemKind::Request),
        };
        ProblemView::new(status, detail, kind)
    }
}

impl From<NotKnown> for ProblemView {
    fn from(unknown: NotKnown) -> ProblemView {
        ProblemView::request(StatusCode::UNPROCESSABLE_ENTITY, unknown.to_string())
    }
}

#[cfg(test)]
#[path = "problem_tests.rs"]
mod tests;
