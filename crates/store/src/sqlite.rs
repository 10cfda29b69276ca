//! One SQLite file: one thread writes, two connections read.
//!
//! Every write is on the disk when its future resolves, and is done even if nobody waits for it any
//! more. The process that opens the file makes sure that no other process uses it.

mod body;
mod briefs;
mod directory;
mod drafts;
mod errors;
mod file_identity;
mod interactions;
mod key_value;
mod migrate;
mod open;
mod pages;
mod queue;
mod readers;
mod rescue;
mod search;
mod sweep;
pub(crate) mod transfer;
mod upkeep;
mod verify;
mod writer;

use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use prometheus_client::metrics::histogram::Histogram;
use sayso_core::{IdPrefix, Interaction, InteractionId};
use sayso_desk::store::{
    Briefs, Due, Forgotten, FoundRows, Inserted, Interactions, MATCHES, Note, OpenStore, PageEnd,
    Query, Replaced, Retention, StoreError, Survey,
};
use sayso_desk::{Clock, SystemClock};
use serde_json::Value;
use tokio::sync::watch;

use self::directory::Directory;
use self::errors::{Place, is_local, reason};
use self::file_identity::FileIdentity;
use self::readers::Readers;
use self::writer::{Memory, Writer};
use crate::batch_sizes;
use crate::columns::Columns;
use crate::unreadable::Unreadable;

pub struct SqliteStore {
    // Dropped first, so that the writer is the last to close the file and leaves no log behind.
    readers: Arc<Readers>,
    writer: Writer,
    directory: Arc<Directory>,
    lost: watch::Receiver<Option<String>>,
    remark: Option<String>,
    unreadable: Arc<Unreadable>,
}

/// How a file is opened.
#[derive(Clone)]
pub struct Options {
    /// Maximum size of the file: how tests simulate a full disk.
    pub max_pages: Option<u32>,
    /// How many writes shared each commit.
    pub batch_sizes: Histogram,
    /// For the name of a rescue copy.
    pub clock: Arc<dyn Clock>,
}

impl Default for Options {
    fn default() -> Options {
        Options { max_pages: None, batch_sizes: batch_sizes(), clock: Arc::new(SystemClock::new()) }
    }
}

/// Opens or creates the database at this path.
pub(crate) fn open(path: &Path, clock: Arc<dyn Clock>) -> Result<OpenStore, StoreError> {
    let options = Options { max_pages: full_soon(), clock, ..Options::default() };
    let sizes = options.batch_sizes.clone();
    let store = Arc::new(SqliteStore::open(path, options)?);
    // The file is closed with the desk, before the lock is released.
    let looked_at = Arc::downgrade(&store);
    Ok(OpenStore {
        metrics: Box::new(move || crate::metrics(&sizes)),
        at: None,
        shared: None,
        remark: store.remark.clone(),
        lost: store.lost.clone(),
        look: Box::new(move || looked_at.upgrade().into_iter().for_each(|store| store.look())),
        store,
    })
}

/// A disk that is soon full, for a test.
#[expect(clippy::disallowed_methods, reason = "set by tests only")]
fn full_soon() -> Option<u32> {
    // What is shipped doesn't even look at it.
    if !cfg!(feature = "test-support") {
        return None;
    }
    std::env::var("SAYSO_TEST_MAX_PAGES").ok()?.parse().ok()
}

impl SqliteStore {
    /// Opens or creates the file, and updates its tables. Its directory must exist. If there is no
    /// file but one rescue copy, that is opened.
    pub fn open(path: &Path, options: Options) -> Result<SqliteStore, StoreError> {
        let place = Place::new(path);
        let remark = rescue::adopt(&place)?.remark(&place);
        let connection = open::write_connection(&place, options.max_pages)?;
        let directory = Directory::of(&connection).map_err(|error| place.explain(error))?;
        let directory = Arc::new(directory);
        let readers = Arc::new(Readers::open(&place)?);
        let unreadable = Arc::new(Unreadable::default());
        let memory =
            Memory { directory: Arc::clone(&directory), unreadable: Arc::clone(&unreadable) };
        let lost = watch::Sender::new(None);
        let (told, clock) = (lost.subscribe(), options.clock);
        let file_identity = FileIdentity::new(&place, clock, lost)?;
        let writer = Writer::start(connection, place, file_identity, memory, options.batch_sizes)?;
        Ok(SqliteStore { readers, writer, directory, unreadable, lost: told, remark })
    }

    /// Checks its files now. A write does so anyway.
    fn look(&self) {
        self.writer.look();
    }
}

#[async_trait]
impl Interactions for SqliteStore {
    async fn insert(
        &self,
        interaction: &Interaction,
        fingerprint: Option<&str>,
    ) -> Result<Inserted, StoreError> {
        let (row, directory) = (Columns::of(interaction), Arc::clone(&self.directory));
        let mark = fingerprint.map(str::to_owned);
        self.writer
            .write(move |db| interactions::insert(db, &directory, &row, mark.as_deref()))
            .await
    }

    async fn load(&self, id: InteractionId) -> Result<Option<Interaction>, StoreError> {
        let found = self.readers.point(|db| match interactions::load(db, &self.directory, id) {
            Err(error) if is_local(&error) => Ok(Err(self.unreadable.note(id, reason(&error)))),
            found => found.map(Ok),
        })?;
        Ok(found?)
    }

    async fn find(&self, prefix: &IdPrefix) -> Result<Vec<InteractionId>, StoreError> {
        Ok(self.directory.find(prefix, MATCHES))
    }

    async fn replace(&self, next: &Interaction) -> Result<Replaced, StoreError> {
        let (row, directory) = (Columns::of(next), Arc::clone(&self.directory));
        self.writer
            .write(move |db| {
                let replaced = interactions::replace(db, &directory, &row)?;
                if replaced == Replaced::Done && row.is_settled() {
                    drafts::delete(db, row.id)?;
                }
                Ok(replaced)
            })
            .await
    }

    async fn repeats(&self, fingerprint: &str) -> Result<Vec<InteractionId>, StoreError> {
        self.readers.point(|db| interactions::repeats(db, fingerprint))
    }

    async fn note(&self, id: InteractionId, note: Note) -> Result<(), StoreError> {
        let directory = Arc::clone(&self.directory);
        self.writer.write(move |db| interactions::note(db, &directory, id, &note)).await
    }

    async fn ticket(&self, id: InteractionId) -> Result<Option<String>, StoreError> {
        self.readers.point(|db| interactions::ticket(db, &self.directory, id))
    }

    async fn page(&self, query: &Query) -> Result<FoundRows, StoreError> {
        let after = match &query.after {
            None => None,
            Some(text) => Some(
                PageEnd::decode(text)
                    .ok_or_else(|| StoreError::Other("bad page cursor".to_owned()))?,
            ),
        };
        let (query, unreadable) = (query.clone(), Arc::clone(&self.unreadable));
        self.readers.scan(move |db| pages::page(db, &query, after, &unreadable)).await
    }

    async fn briefs(&self, after: PageEnd) -> Result<Briefs, StoreError> {
        self.readers.scan(move |db| briefs::briefs(db, after)).await
    }

    async fn due(&self, now: Timestamp, limit: usize) -> Result<Due, StoreError> {
        let unreadable = Arc::clone(&self.unreadable);
        self.readers.scan(move |db| pages::due(db, now, limit, &unreadable)).await
    }

    async fn move_deadlines(&self, by: SignedDuration) -> Result<(), StoreError> {
        self.writer.write(move |db| interactions::move_deadlines(db, by)).await
    }

    async fn unheard(&self, since: Timestamp) -> Result<Vec<InteractionId>, StoreError> {
        let unreadable = Arc::clone(&self.unreadable);
        self.readers.scan(move |db| pages::unheard(db, since, &unreadable)).await
    }

    async fn sweep(&self, retention: &Retention) -> Result<Vec<InteractionId>, StoreError> {
        self.sweep_a_few(retention).await
    }

    async fn forget(&self, id: InteractionId) -> Result<Forgotten, StoreError> {
        let directory = Arc::clone(&self.directory);
        let forgotten = self
            .writer
            .write(move |db| {
                drafts::delete(db, id)?;
                interactions::delete(db, &directory, id)
            })
            .await?;
        self.unreadable.leave(id);
        Ok(forgotten)
    }

    async fn raw(&self, id: InteractionId) -> Result<Option<Value>, StoreError> {
        self.readers.point(|db| interactions::raw(db, &self.directory, id))
    }

    async fn survey(&self) -> Result<Survey, StoreError> {
        let unreadable = self.unreadable.list();
        Ok(Survey { unreadable, ..self.readers.scan(interactions::survey).await? })
    }
}

#[cfg(test)]
mod plan_tests;
#[cfg(test)]
mod search_tests;
#[cfg(test)]
mod space_tests;
#[cfg(test)]
#[path = "sqlite_tests.rs"]
mod tests;
#[cfg(test)]
mod unreadable_tests;
