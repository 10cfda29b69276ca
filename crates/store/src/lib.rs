//! A database for the desk's store traits.
//!
//! It stores and finds data durably; it decides nothing. `migrations/` has the tables,
//! [`conformance`] the tests that every database must pass.

mod sqlite;

#[cfg(any(test, feature = "test-support"))]
pub mod conformance;

pub use sqlite::{Options, SqliteStore, open};
