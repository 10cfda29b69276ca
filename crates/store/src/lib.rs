//! A database for the desk's store traits.
//!
//! It stores and finds data durably; it decides nothing. `migrations/` has the tables,
//! `tests/conformance` what every database must do.

mod sqlite;

#[cfg(any(test, feature = "test-support"))]
pub mod samples;

pub use sqlite::{Options, SqliteStore, open};
