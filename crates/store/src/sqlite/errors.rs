//! From SQLite's codes to what the user can do about them.

use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;

use rusqlite::types::Type;
use rusqlite::{Error, ErrorCode, ffi};
use sayso_desk::store::StoreError;

/// The file in question, for every message.
#[derive(Debug, Clone)]
pub(super) struct Place(Arc<Path>);

impl Place {
    pub(super) fn new(file: &Path) -> Place {
        Place(file.into())
    }

    pub(super) fn file(&self) -> &Path {
        &self.0
    }

    pub(super) fn explain(&self, error: Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::Full,
            Some(ErrorCode::SystemIoFailure) if lacks_room(&error) => StoreError::Full,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => self.corrupt(error),
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                self.unwritable(error)
            }
            Some(_) => StoreError::Other(error.to_string()),
            None if is_unreadable(&error) => self.corrupt(error),
            None => StoreError::Other(error.to_string()),
        }
    }

    pub(super) fn directory(&self) -> &Path {
        match self.0.parent() {
            Some(parent) if parent != Path::new("") => parent,
            Some(_) | None => Path::new("."),
        }
    }

    /// Names the directory, which has to be writable for the log next to the file, too.
    pub(super) fn unwritable(&self, detail: impl Display) -> StoreError {
        let name = self.0.file_name().unwrap_or(self.0.as_os_str());
        StoreError::Unwritable {
            path: self.directory().display().to_string(),
            detail: format!("{}: {detail}", name.display()),
        }
    }

    fn corrupt(&self, detail: impl Display) -> StoreError {
        StoreError::Corrupt { path: self.0.display().to_string(), detail: detail.to_string() }
    }
}

/// The value in this column isn't what it should be.
pub(super) fn unreadable(
    column: usize,
    why: impl Into<Box<dyn std::error::Error + Send + Sync>>,
) -> Error {
    Error::FromSqlConversionFailure(column, Type::Text, why.into())
}

/// Whether it concerns only one row.
pub(super) fn is_local(error: &Error) -> bool {
    is_unreadable(error) || error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt)
}

/// Reads by an index, or without it if that is damaged, which is only slower.
pub(super) fn or_by_table<T>(
    statement: &str,
    run: impl Fn(&str) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    match run(statement) {
        Err(error) if is_local(&error) => {
            tracing::warn!(%error, "an index of the database is damaged; the table is read instead");
            run(&statement.replace("from interactions", "from interactions not indexed"))
        }
        done => done,
    }
}

/// Why a row can't be read, in a few words.
pub(super) fn reason(error: &Error) -> String {
    match error {
        Error::FromSqlConversionFailure(_, _, why) => why.to_string(),
        _ if is_unreadable(error) => error.to_string(),
        _ => format!("this part of the file is damaged: {error}"),
    }
}

fn is_unreadable(error: &Error) -> bool {
    matches!(
        error,
        Error::FromSqlConversionFailure(..)
            | Error::InvalidColumnType(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::Utf8Error(..)
    )
}

/// Writing to the file itself reports a full disk as such; extending the shared index next to it
/// doesn't.
fn lacks_room(error: &Error) -> bool {
    matches!(error, Error::SqliteFailure(code, _) if code.extended_code == ffi::SQLITE_IOERR_SHMSIZE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explained(code: i32) -> StoreError {
        let error = Error::SqliteFailure(ffi::Error::new(code), None);
        Place::new(Path::new("/data/sayso.db")).explain(error)
    }

    #[test]
    fn every_code_becomes_what_to_do_about_it() {
        for (code, beginning) in [
            (ffi::SQLITE_FULL, "the disk is full"),
            (ffi::SQLITE_IOERR_SHMSIZE, "the disk is full"),
            (ffi::SQLITE_CORRUPT, "the database /data/sayso.db is damaged"),
            (ffi::SQLITE_CORRUPT_INDEX, "the database /data/sayso.db is damaged"),
            (ffi::SQLITE_NOTADB, "the database /data/sayso.db is damaged"),
            (ffi::SQLITE_READONLY, "cannot write to /data: sayso.db: "),
            (ffi::SQLITE_CANTOPEN, "cannot write to /data: sayso.db: "),
            (ffi::SQLITE_PERM, "cannot write to /data: sayso.db: "),
            (ffi::SQLITE_IOERR_READ, "the database failed: "),
            (ffi::SQLITE_BUSY, "the database failed: "),
        ] {
            let message = explained(code).to_string();
            assert!(message.starts_with(beginning), "{code}: {message}");
        }
    }

    #[test]
    fn a_bare_file_name_is_in_the_current_directory() {
        let error = Place::new(Path::new("sayso.db")).unwritable("no");
        assert!(error.to_string().starts_with("cannot write to .: sayso.db: no"), "{error}");
    }
}
