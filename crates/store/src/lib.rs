//! Databases for the desk's store traits: a file of SQLite, or a PostgreSQL that hubs share.
//!
//! They store and find data durably; they decide nothing. `migrations/` has the tables,
//! `tests/conformance` what every database must do.
//!
//! # Durability and speed
//! All writes go through one thread (`crates/store/src/sqlite/writer.rs`): it takes what is queued,
//! runs it in one transaction, commits once, then answers everybody. Around every commit it looks
//! whether its files are still the ones that were opened (`crates/store/src/sqlite/file_identity.rs`); if
//! not, what is still open is saved first (`crates/store/src/sqlite/rescue.rs`), nothing more is
//! acknowledged, and the hub ends. What nobody waits for (a sweep, the search index, giving space
//! back) is done by the same thread in small steps, behind the writes that wait
//! (`crates/store/src/sqlite/upkeep.rs`). What an ask costs is the pages it changes, so there are
//! few indexes, and where an id lies is known in memory (`crates/store/src/sqlite/directory.rs`).
//! What searching means is `crates/core/src/search.rs`; over PostgreSQL the index is filled by
//! `crates/store/src/postgres/search.rs`. Figures: `docs/benchmarks.md`, made by `scripts/bench`.

mod body;
mod columns;
mod place;
mod postgres;
mod sqlite;
mod transfer;
mod unreadable;

#[cfg(any(test, feature = "test-support"))]
pub mod samples;
#[cfg(any(test, feature = "test-support"))]
pub mod test_postgres;
#[cfg(any(test, feature = "test-support"))]
pub mod test_proxy;

use prometheus_client::encoding::text::encode_registry;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

pub use place::StorePlace;
pub use postgres::{AsHub, LEASE, PostgresAddress, PostgresStore};
pub use sqlite::{Options, SqliteStore};
pub use transfer::{CheckReport, Counts, RowProblem, TransferError, TransferProgress, check, copy};

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
