//! One SQLite file: one thread writes, two connections read.
//!
//! Every write is on the disk when its future resolves, and happens even if nobody waits for it any
//! more. Two processes over one file are prevented by the process that opens it, not here.

mod agent_tokens;
mod body;
mod conversations;
mod custody;
mod directory;
mod drafts;
mod errors;
mod interactions;
mod migrate;
mod open;
mod pages;
mod posts;
mod queue;
mod readers;
mod recent;
mod rescue;
mod search;
mod settings;
mod sweep;
mod tokens;
mod unreadable;
mod upkeep;
mod writer;

use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use rusqlite::Connection;
use sayso_core::settings::{Key, Layer};
use sayso_core::{Draft, DraftField, IdPrefix, Interaction, InteractionId};
use sayso_desk::store::{
    self as desk, AgentToken, Counts, Due, Forgotten, Found, Inserted, MATCHES, PageEnd, Post,
    Query, Replaced, Retention, Store, StoreError, Visitor,
};
use sayso_desk::{Clock, SystemClock};
use serde_json::Value;
use tokio::sync::watch;

use self::custody::Custody;
use self::directory::Directory;
use self::errors::{Place, is_local};
use self::interactions::Columns;
use self::readers::Readers;
use self::recent::{Recent, Touch};
use self::unreadable::Unreadable;
use self::writer::{Memory, Writer};

pub struct SqliteStore {
    // Dropped first, so that the writer is the last to close the file and leaves no log behind.
    readers: Arc<Readers>,
    writer: Writer,
    directory: Arc<Directory>,
    recent: Arc<Recent>,
    lost: watch::Receiver<Option<String>>,
    remark: Option<String>,
    unreadable: Arc<Unreadable>,
}

/// How a file is opened.
#[derive(Clone)]
pub struct Options {
    /// The file never grows beyond so many pages: how tests come by a full disk.
    pub max_pages: Option<u32>,
    /// How many writes shared each commit.
    pub batch_sizes: Histogram,
    /// What a rescue copy is named after.
    pub clock: Arc<dyn Clock>,
}

impl Default for Options {
    fn default() -> Options {
        Options { max_pages: None, batch_sizes: batch_sizes(), clock: Arc::new(SystemClock::new()) }
    }
}

/// Buckets 1, 2, 4 … 256, the largest batch there is.
pub fn batch_sizes() -> Histogram {
    Histogram::new(exponential_buckets(1.0, 2.0, 9))
}

impl SqliteStore {
    /// Opens or makes the file, and brings its tables up to date. Its directory must exist. Where there
    /// is no file but one rescue copy, that is opened.
    pub fn open(path: &Path, options: Options) -> Result<SqliteStore, StoreError> {
        let place = Place::new(path);
        let remark = rescue::adopt(&place)?.remark(&place);
        let connection = open::write_connection(&place, options.max_pages)?;
        let directory = Directory::of(&connection).map_err(|error| place.explain(error))?;
        let directory = Arc::new(directory);
        let readers = Arc::new(Readers::open(&place)?);
        let recent = Arc::new(Recent::default());
        let unreadable = Arc::new(Unreadable::default());
        let memory = Memory {
            directory: Arc::clone(&directory),
            recent: Arc::clone(&recent),
            unreadable: Arc::clone(&unreadable),
        };
        let lost = watch::Sender::new(None);
        let (told, clock) = (lost.subscribe(), options.clock);
        let custody = Custody::new(&place, clock, lost)?;
        let writer = Writer::start(connection, place, custody, memory, options.batch_sizes)?;
        Ok(SqliteStore { readers, writer, directory, recent, unreadable, lost: told, remark })
    }

    /// What a person should know about the files that were found.
    pub fn remark(&self) -> Option<&str> {
        self.remark.as_deref()
    }

    /// Looks after its files now. A write does so anyway.
    pub fn look(&self) {
        self.writer.look();
    }

    /// Set when the files were removed or replaced underneath: what happened, and what was saved. From
    /// then on nothing is written.
    pub fn lost(&self) -> watch::Receiver<Option<String>> {
        self.lost.clone()
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn insert(
        &self,
        interaction: &Interaction,
        fingerprint: Option<&str>,
    ) -> Result<Inserted, StoreError> {
        let (row, directory) = (Columns::of(interaction), Arc::clone(&self.directory));
        let mark = fingerprint.map(str::to_owned);
        self.writer
            .write(Touch::Nothing, move |db| {
                interactions::insert(db, &directory, &row, mark.as_deref())
            })
            .await
    }

    async fn load(&self, id: InteractionId) -> Result<Option<Interaction>, StoreError> {
        let looked = match self.recent.interaction(id) {
            Ok(known) => return Ok(Some(Interaction::clone(&known))),
            Err(looked) => looked,
        };
        let found = self.readers.point(|db| match interactions::load(db, &self.directory, id) {
            Err(error) if is_local(&error) => Ok(Err(self.unreadable.note(id, &error))),
            found => found.map(Ok),
        })?;
        Ok(found?.map(|(interaction, bytes)| {
            self.recent.keep(&interaction, bytes, looked);
            interaction
        }))
    }

    async fn find(&self, prefix: &IdPrefix) -> Result<Vec<InteractionId>, StoreError> {
        Ok(self.directory.find(prefix, MATCHES))
    }

    async fn replace(&self, next: &Interaction) -> Result<Replaced, StoreError> {
        let (row, directory) = (Columns::of(next), Arc::clone(&self.directory));
        self.writer
            .write(Touch::One(next.id), move |db| {
                let replaced = interactions::replace(db, &directory, &row)?;
                if replaced == Replaced::Done && row.is_settled() {
                    drafts::delete(db, row.id())?;
                }
                Ok(replaced)
            })
            .await
    }

    async fn repeats(&self, fingerprint: &str) -> Result<Vec<InteractionId>, StoreError> {
        self.readers.point(|db| interactions::repeats(db, fingerprint))
    }

    async fn set_delivered(
        &self,
        id: InteractionId,
        at: Option<Timestamp>,
    ) -> Result<(), StoreError> {
        let directory = Arc::clone(&self.directory);
        self.writer
            .write(Touch::One(id), move |db| interactions::set_delivered(db, &directory, id, at))
            .await
    }

    async fn set_ticket(&self, id: InteractionId, ticket: &str) -> Result<(), StoreError> {
        let (ticket, directory) = (ticket.to_owned(), Arc::clone(&self.directory));
        self.writer
            .write(Touch::Nothing, move |db| interactions::set_ticket(db, &directory, id, &ticket))
            .await
    }

    async fn ticket(&self, id: InteractionId) -> Result<Option<String>, StoreError> {
        self.readers.point(|db| interactions::ticket(db, &self.directory, id))
    }

    async fn set_heard(&self, id: InteractionId, at: Timestamp) -> Result<(), StoreError> {
        let directory = Arc::clone(&self.directory);
        self.writer
            .write(Touch::Nothing, move |db| interactions::set_heard(db, &directory, id, at))
            .await
    }

    async fn page(&self, query: &Query) -> Result<Found, StoreError> {
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

    async fn due(&self, now: Timestamp, limit: usize) -> Result<Due, StoreError> {
        let unreadable = Arc::clone(&self.unreadable);
        self.readers.scan(move |db| pages::due(db, now, limit, &unreadable)).await
    }

    async fn move_deadlines(&self, by: SignedDuration) -> Result<(), StoreError> {
        self.writer.write(Touch::Many, move |db| interactions::move_deadlines(db, by)).await
    }

    async fn unheard(&self, since: Timestamp) -> Result<Vec<InteractionId>, StoreError> {
        let unreadable = Arc::clone(&self.unreadable);
        self.readers.scan(move |db| pages::unheard(db, since, &unreadable)).await
    }

    async fn save_draft(&self, id: InteractionId, fields: &[DraftField]) -> Result<(), StoreError> {
        let rows: Vec<drafts::Row> = fields.iter().map(drafts::Row::of).collect();
        let directory = Arc::clone(&self.directory);
        self.writer
            .write(Touch::One(id), move |db| {
                rows.iter().try_for_each(|row| drafts::save(db, &directory, id, row))
            })
            .await
    }

    async fn draft(&self, id: InteractionId) -> Result<Draft, StoreError> {
        let Err(looked) = self.recent.undrafted(id) else { return Ok(Draft::default()) };
        let draft = self.readers.point(|db| drafts::load(db, id))?;
        if draft.is_empty() {
            self.recent.keep_undrafted(id, looked);
        }
        Ok(draft)
    }

    async fn sweep(&self, retention: &Retention) -> Result<Vec<InteractionId>, StoreError> {
        self.sweep_a_few(retention).await
    }

    async fn forget(&self, id: InteractionId) -> Result<Forgotten, StoreError> {
        let directory = Arc::clone(&self.directory);
        let forgotten = self
            .writer
            .write(Touch::One(id), move |db| {
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

    async fn unreadable(&self) -> Result<Vec<desk::Unreadable>, StoreError> {
        Ok(self.unreadable.list())
    }

    async fn settings(&self) -> Result<Layer, StoreError> {
        self.readers.point(settings::load)
    }

    async fn set_setting(&self, key: Key, value: Option<&str>) -> Result<(), StoreError> {
        let value = value.map(str::to_owned);
        self.writer
            .write(Touch::Nothing, move |db| match &value {
                Some(value) => settings::set(db, key, value),
                None => settings::clear(db, key),
            })
            .await
    }

    async fn visitor(&self, id: &str) -> Result<Option<Visitor>, StoreError> {
        self.readers.point(|db| tokens::load(db, id))
    }

    async fn visitors(&self) -> Result<Vec<Visitor>, StoreError> {
        self.readers.scan(tokens::all).await
    }

    async fn let_in(&self, visitor: &Visitor) -> Result<(), StoreError> {
        let visitor = visitor.clone();
        self.writer.write(Touch::Nothing, move |db| tokens::insert(db, &visitor)).await
    }

    async fn set_visitor_used(&self, id: &str, at: Timestamp) -> Result<(), StoreError> {
        let id = id.to_owned();
        self.writer.write(Touch::Nothing, move |db| tokens::set_used(db, &id, at)).await
    }

    async fn remove_visitor(&self, id: &str) -> Result<bool, StoreError> {
        let id = id.to_owned();
        self.writer.write(Touch::Nothing, move |db| tokens::delete(db, &id)).await
    }

    async fn forget_visitors(&self, unused_since: Timestamp) -> Result<usize, StoreError> {
        // As with a sweep: nothing to do costs no commit.
        if !self.readers.point(|db| tokens::any_unused(db, unused_since))? {
            return Ok(0);
        }
        let delete = move |db: &Connection| tokens::delete_unused(db, unused_since);
        self.writer.write(Touch::Nothing, delete).await
    }

    async fn save_post(&self, post: &Post) -> Result<(), StoreError> {
        let post = post.clone();
        self.writer.write(Touch::Nothing, move |db| posts::save(db, &post)).await
    }

    async fn remove_posts(&self, id: InteractionId) -> Result<(), StoreError> {
        self.writer.write(Touch::Nothing, move |db| posts::delete(db, id)).await
    }

    async fn posts(&self) -> Result<Vec<Post>, StoreError> {
        self.readers.scan(posts::load).await
    }

    async fn agent_tokens(&self) -> Result<Vec<AgentToken>, StoreError> {
        self.readers.scan(agent_tokens::load).await
    }

    async fn save_agent_token(&self, token: &AgentToken) -> Result<(), StoreError> {
        let token = token.clone();
        self.writer.write(Touch::Nothing, move |db| agent_tokens::save(db, &token)).await
    }

    async fn remove_agent_token(&self, id: &str) -> Result<(), StoreError> {
        let id = id.to_owned();
        self.writer.write(Touch::Nothing, move |db| agent_tokens::delete(db, &id)).await
    }

    async fn save_conversation(&self, key: &str, body: &str) -> Result<(), StoreError> {
        let (key, body) = (key.to_owned(), body.to_owned());
        self.writer.write(Touch::Nothing, move |db| conversations::save(db, &key, &body)).await
    }

    async fn remove_conversation(&self, key: &str) -> Result<(), StoreError> {
        let key = key.to_owned();
        self.writer.write(Touch::Nothing, move |db| conversations::delete(db, &key)).await
    }

    async fn conversations(&self) -> Result<Vec<(String, String)>, StoreError> {
        self.readers.scan(conversations::load).await
    }

    async fn counts(&self) -> Result<Counts, StoreError> {
        self.readers.scan(interactions::count).await
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
