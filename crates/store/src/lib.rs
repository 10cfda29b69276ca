//! A database behind the desk's store trait.
//!
//! It keeps and finds what it is given, durably; it decides nothing. `migrations/` holds the tables,
//! [`conformance`] what every database here must do alike.

mod sqlite;

#[cfg(any(test, feature = "test-support"))]
pub mod conformance;

pub use sqlite::{Options, SqliteStore, batch_sizes};
