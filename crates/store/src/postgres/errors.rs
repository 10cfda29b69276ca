//! From PostgreSQL's codes to what the user can do about them.

use std::io;

use sayso_desk::store::StoreError;
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

use super::address::cause;

/// The server in question, for every message.
#[derive(Debug, Clone)]
pub(super) struct Place(pub(super) String);

impl Place {
    pub(super) fn explain(&self, error: &Error) -> StoreError {
        let Some(db) = error.as_db_error() else {
            return self.away(&cause(error));
        };
        let code = db.code();
        match code.code() {
            "53100" => StoreError::Full,
            _ if is_away(code) => self.away(db.message()),
            "42501" => StoreError::Other(format!(
                "{} does not allow it: {}; give this user the right to create tables and \
                 extensions in its database",
                self.0,
                db.message()
            )),
            _ => StoreError::Other(format!("{} says: {}", self.0, db.message())),
        }
    }

    pub(super) fn away(&self, detail: &str) -> StoreError {
        StoreError::Away { at: self.0.clone(), detail: detail.to_owned() }
    }
}

/// What happens next to something that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Another transaction was in the way; nothing was changed, and the same may succeed.
    InTheWay,
    /// The server refuses what was asked.
    Refused,
    /// The connection is gone.
    Gone,
}

pub(super) fn kind(error: &Error) -> Kind {
    match error.code() {
        Some(code)
            if [
                SqlState::T_R_DEADLOCK_DETECTED,
                SqlState::T_R_SERIALIZATION_FAILURE,
                SqlState::LOCK_NOT_AVAILABLE,
            ]
            .contains(code) =>
        {
            Kind::InTheWay
        }
        Some(code) if is_away(code) => Kind::Gone,
        Some(_) => Kind::Refused,
        // Values that can't be sent are ours; everything else is the connection's.
        None if error.is_closed() || std::error::Error::source(error).is_none() => Kind::Gone,
        None => match std::error::Error::source(error) {
            Some(source) if source.is::<std::io::Error>() => Kind::Gone,
            Some(_) | None => Kind::Refused,
        },
    }
}

/// Its certificate does not prove what it must.
pub(super) fn is_mistrusted(error: &Error) -> bool {
    let source = std::error::Error::source(error).and_then(|it| it.downcast_ref::<io::Error>());
    let inner = source.and_then(io::Error::get_ref);
    inner.is_some_and(|inner| inner.is::<tokio_rustls::rustls::Error>())
}

/// It is starting, ending, full, or one that only reads; another one or a later moment may do.
fn is_away(code: &SqlState) -> bool {
    let code = code.code();
    code.starts_with("08") || code.starts_with("57P") || ["53300", "25006", "25P03"].contains(&code)
}
