//! Databases for the desk's store traits: a file of SQLite, or a PostgreSQL that hubs share.
//!
//! They store and find data durably; they decide nothing. `migrations/` has the tables,
//! `tests/conformance` what every database must do.

mod body;
mod columns;
mod place;
mod postgres;
mod sqlite;
mod transfer;
mod unreadable;

#[cfg(any(test, feature = "test-support"))]
pub mod between;
#[cfg(any(test, feature = "test-support"))]
pub mod cluster;
#[cfg(any(test, feature = "test-support"))]
pub mod samples;

use prometheus_client::encoding::text::encode_registry;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

pub use place::StorePlace;
pub use postgres::{AsHub, LEASE, PostgresAddress, PostgresStore};
pub use sqlite::{Options, SqliteStore};
pub use transfer::{Counts, Problem, Progress, Report, TransferError, check, copy};

/// How many writes shared each commit: buckets 1, 2, 4 … 256, which is the largest batch.
pub fn batch_sizes() -> Histogram {
    Histogram::new(exponential_buckets(1.0, 2.0, 9))
}

/// In the text format of Prometheus.
fn metrics(batch_sizes: &Histogram) -> String {
    let mut registry = Registry::with_prefix("sayso");
    registry.register("commit_batch_size", "Writes that shared a commit", batch_sizes.clone());
    let mut text = String::new();
    encode_registry(&mut text, &registry).expect("a string takes any text");
    text
}
