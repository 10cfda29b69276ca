//! Moves everything from one store to another, and checks a store: row by row, as JSON that is the
//! same for every database.
//!
//! The target is written in one transaction: an interrupted copy leaves it empty.

mod check;
mod record;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use sayso_desk::store::StoreError;
use thiserror::Error;
use tokio::sync::mpsc::Receiver;
use tokio_postgres::Client;

use crate::place::{Others, StorePlace};

pub use check::{CheckReport, RowProblem, check};
pub(crate) use record::{Field, Item, Question, Record};

/// The rows of each table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    pub questions: u64,
    /// Fields of drafts.
    pub fields: u64,
    /// Settings, tokens, messages of chats, what conversations remember.
    pub items: u64,
}

impl Counts {
    pub fn all(self) -> u64 {
        self.questions + self.fields + self.items
    }

    fn add(&mut self, record: &Record) {
        match record {
            Record::Question(_) => self.questions += 1,
            Record::Draft(_) => self.fields += 1,
            Record::Kept(_) => self.items += 1,
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { questions, fields, items } = self;
        let s = |count: u64| if count == 1 { "" } else { "s" };
        write!(
            f,
            "{questions} question{}, {fields} draft field{}, {items} other record{}",
            s(*questions),
            s(*fields),
            s(*items)
        )
    }
}

/// Rows that are done, and all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TransferProgress {
    pub done: u64,
    pub all: u64,
}

#[derive(Debug, Error)]
pub enum TransferError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("there is no store of sayso at {0}")]
    Missing(String),
    #[error("{at} is not empty: it has {counts}; copy to an empty database, schema or directory")]
    NotEmpty { at: String, counts: Counts },
    #[error("a hub is using {0}; stop every hub of it, on all machines, then try again")]
    InUse(String),
    #[error("nothing was copied: {from} has {wanted}, but {to} got {got}")]
    Differs { from: String, to: String, wanted: Counts, got: Counts },
    #[error(
        "nothing was copied: {table} {key} cannot be read ({why}); `sayso store check` lists everything that cannot"
    )]
    Unreadable { table: &'static str, key: String, why: String },
}

/// A row that can't be read.
pub(crate) struct Damaged {
    pub(crate) table: &'static str,
    pub(crate) key: String,
    pub(crate) why: String,
}

/// Rows at once: a few hundred kilobytes.
pub(crate) const PAGE: usize = 500;

pub(crate) type Page = Vec<Result<Record, Damaged>>;

/// Every row of a store once, questions first, as they were when it was opened. A page has rows of
/// one table; after an error it goes on with the next one.
pub(crate) struct Source {
    pub(crate) counts: Counts,
    pub(crate) pages: Receiver<Result<Page, StoreError>>,
    /// Whether the text that a question is found by is stored.
    pub(crate) texts: bool,
    /// Keeps hubs out.
    pub(crate) _held: Option<Arc<Client>>,
}

/// Writes into an empty store; nothing counts before `finish`.
#[async_trait]
pub(crate) trait Writer: Send {
    /// All of one table.
    async fn write(&mut self, records: Vec<Record>) -> Result<(), StoreError>;

    async fn counts(&mut self) -> Result<Counts, StoreError>;

    async fn finish(self: Box<Self>) -> Result<(), StoreError>;
}

pub(crate) fn json_of(records: &[Record]) -> String {
    serde_json::to_string(records).expect("a record has text keys and no other")
}

/// Copies everything. For a file, the caller keeps hubs from running; hubs of a server are noticed.
pub async fn copy(
    from: &StorePlace,
    to: &StorePlace,
    tell: &mut (dyn FnMut(TransferProgress) + Send),
) -> Result<Counts, TransferError> {
    let mut source = from.read(Others::Refused).await?;
    let mut writer = to.writer().await?;
    let there = writer.counts().await?;
    if there.all() > 0 {
        return Err(TransferError::NotEmpty { at: to.to_string(), counts: there });
    }
    let wanted = source.counts;
    let mut progress = TransferProgress { done: 0, all: wanted.all() };
    tell(progress);
    while let Some(page) = source.pages.recv().await {
        let records: Result<Vec<Record>, Damaged> = page?.into_iter().collect();
        let records = records.map_err(|Damaged { table, key, why }| TransferError::Unreadable {
            table,
            key,
            why,
        })?;
        progress.done += records.len() as u64;
        writer.write(records).await?;
        sayso_desk::fail::point("store.copying");
        tell(progress);
    }
    let got = writer.counts().await?;
    if got != wanted {
        let (from, to) = (from.to_string(), to.to_string());
        return Err(TransferError::Differs { from, to, wanted, got });
    }
    writer.finish().await?;
    Ok(got)
}

/// A file that is there.
pub(crate) fn existing(path: &Path) -> Result<&Path, TransferError> {
    match path.is_file() {
        true => Ok(path),
        false => Err(TransferError::Missing(path.display().to_string())),
    }
}

#[cfg(test)]
#[path = "transfer_tests.rs"]
mod tests;
