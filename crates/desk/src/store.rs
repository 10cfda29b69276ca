//! The desk's view of a database: three small traits. Each method is one transaction and decides
//! nothing.

mod interactions;
mod key_value;
mod query;

use std::sync::Arc;

use async_trait::async_trait;
use sayso_core::{Draft, DraftField, InteractionId};
use thiserror::Error;
use tokio::sync::watch;

use crate::clock::Clock;
use crate::cluster::Cluster;

pub use interactions::{
    BRIEFS, Briefs, Due, Forgotten, FoundRows, Inserted, Interactions, MATCHES, Note, Replaced,
    Retention, SWEPT_AT_ONCE, Survey, Unreadable,
};
pub use key_value::{Body, KeyValue, Replaces, StoredItem};
pub use query::{LONGEST_PAGE, PageEnd, Query, Scope};

/// Every write is durable when its future resolves with `Ok`.
pub trait Store: Interactions + Drafts + KeyValue {}

impl<T: Interactions + Drafts + KeyValue> Store for T {}

/// A store, and what else its process needs from it.
pub struct OpenStore {
    pub store: Arc<dyn Store>,
    /// Where it is, without secrets, if it is not a file of this process.
    pub at: Option<String>,
    /// The hubs that share it, and the time by which they agree. `None`: it is this hub's alone.
    pub shared: Option<SharedStore>,
    /// Its metrics, in the text format of Prometheus.
    pub metrics: Box<dyn Fn() -> String + Send + Sync>,
    /// A message for the user about the files that were found.
    pub remark: Option<String>,
    /// Makes it check its files now, without waiting.
    pub look: Box<dyn Fn() + Send + Sync>,
    /// Set when its files were removed while open: what happened, and what was saved. From then on
    /// nothing is written.
    pub lost: watch::Receiver<Option<String>>,
}

/// What a store has that several hubs use.
pub struct SharedStore {
    pub cluster: Arc<dyn Cluster>,
    /// The database's time: hubs with wrong clocks agree.
    pub clock: Arc<dyn Clock>,
}

/// What has been chosen and typed so far. Only pending interactions have any: settling or removing
/// one removes its draft in the same transaction.
#[async_trait]
pub trait Drafts: Send + Sync + 'static {
    /// Saves fields of a pending row's draft, each replacing the one with its key.
    async fn save_draft(&self, id: InteractionId, fields: &[DraftField]) -> Result<(), StoreError>;

    async fn draft(&self, id: InteractionId) -> Result<Draft, StoreError>;
}

/// Errors of the database. The message says what to do.
#[derive(Debug, Clone, Error)]
pub enum StoreError {
    #[error("the disk is full: nothing was written; make room, then try again")]
    Full,
    #[error(
        "the database {path} is damaged ({detail}); stop the hub and keep a copy of the file, then \
         restore a backup or save what can be read with `sqlite3 {path} .recover`; without the file a \
         new one is made"
    )]
    Corrupt { path: String, detail: String },
    /// Only this row; the others are unaffected.
    #[error(
        "the question {id} cannot be read ({why}); `sayso show {id} --raw` prints what is stored, \
         `sayso forget {id}` removes it"
    )]
    Unreadable { id: InteractionId, why: String },
    #[error(
        "the database {path} was written by a newer sayso (schema {found}, this one knows {known}); update sayso"
    )]
    NewerSchema { path: String, found: u32, known: u32 },
    #[error("cannot write to {path}: {detail}; check that it is a directory you may write to")]
    Unwritable { path: String, detail: String },
    /// The files were removed or replaced while they were open; the text says what was saved.
    #[error("{0}")]
    Lost(String),
    #[error(
        "there is no database {path}, but there are several rescue copies: {}; rename the one to use to {path} (the newest has the latest answers), or move all of them away to start with nothing",
        names.join(", ")
    )]
    ManyCopies { path: String, names: Vec<String> },
    /// The database server can't be reached, or has just been lost.
    #[error(
        "the database {at} does not answer ({detail}); questions that wait stay open; check that \
         PostgreSQL runs there and that `hub.database` is right, then try again"
    )]
    Away { at: String, detail: String },
    #[error("the database failed: {0}")]
    Other(String),
}
