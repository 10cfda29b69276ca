//! Interactions in a database: found, listed and changed by compare-and-set.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use sayso_core::stats::Brief;
use sayso_core::{IdPrefix, Interaction, InteractionId};
use serde_json::Value;

use super::{PageEnd, Query, StoreError};

#[async_trait]
pub trait Interactions: Send + Sync + 'static {
    /// Adds a row, unless its call is stored already, or its id or short id is in use. The
    /// fingerprint is the same for the same call of the same client; only calls that may be joined
    /// have one.
    async fn insert(
        &self,
        interaction: &Interaction,
        fingerprint: Option<&str>,
    ) -> Result<Inserted, StoreError>;

    async fn load(&self, id: InteractionId) -> Result<Option<Interaction>, StoreError>;

    /// Those of these that exist and can be read, in any order.
    async fn load_all(&self, ids: &[InteractionId]) -> Result<Vec<Interaction>, StoreError> {
        let mut found = Vec::with_capacity(ids.len());
        for id in ids {
            match self.load(*id).await {
                Ok(interaction) => found.extend(interaction),
                Err(StoreError::Unreadable { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }

    /// Ids with this prefix, in order, at most [`MATCHES`]: enough to see that it is ambiguous.
    async fn find(&self, prefix: &IdPrefix) -> Result<Vec<InteractionId>, StoreError>;

    /// Compare and set: the row becomes `next` if its revision is still the previous one.
    async fn replace(&self, next: &Interaction) -> Result<Replaced, StoreError>;

    /// Undelivered rows with this fingerprint, newest first, a few.
    async fn repeats(&self, fingerprint: &str) -> Result<Vec<InteractionId>, StoreError>;

    /// Stores something next to the row; not part of its revision. Does nothing if it is gone.
    async fn note(&self, id: InteractionId, note: Note) -> Result<(), StoreError>;

    /// The ticket of the newest hand-off command of a pending row.
    async fn ticket(&self, id: InteractionId) -> Result<Option<String>, StoreError>;

    /// A page of rows, newest first, without test questions. What a search finds is what [`sayso_core::search`] says.
    async fn page(&self, query: &Query) -> Result<FoundRows, StoreError>;

    /// What statistics need of the rows after this one, oldest first, at most [`BRIEFS`]: without test
    /// questions and without what can't be read.
    async fn briefs(&self, after: PageEnd) -> Result<Briefs, StoreError>;

    /// Pending rows whose deadline has passed, nearest first, and the deadline after them.
    async fn due(&self, now: Timestamp, limit: usize) -> Result<Due, StoreError>;

    /// Moves all pending deadlines by this, at once; each counts as a change of its row.
    async fn move_deadlines(&self, by: SignedDuration) -> Result<(), StoreError>;

    /// Pending rows without a deadline that nobody has waited for since.
    async fn unheard(&self, since: Timestamp) -> Result<Vec<InteractionId>, StoreError>;

    /// Removes settled rows by age, and delivered ones by count: the longest settled first, at most
    /// [`SWEPT_AT_ONCE`], after urgent writes. Returns what is gone; call it again until that is
    /// nothing.
    async fn sweep(&self, retention: &Retention) -> Result<Vec<InteractionId>, StoreError>;

    /// Removes a row with its draft, even if it can't be read.
    async fn forget(&self, id: InteractionId) -> Result<Forgotten, StoreError>;

    /// A row as stored, column by column, even if it can't be read; without its ticket.
    async fn raw(&self, id: InteractionId) -> Result<Option<Value>, StoreError>;

    /// How many rows there are of each kind.
    async fn survey(&self) -> Result<Survey, StoreError>;
}

/// Two would be enough to know; a few make a better message.
pub const MATCHES: usize = 5;

/// Maximum number of rows that one transaction removes: a delay of a few milliseconds for others.
pub const SWEPT_AT_ONCE: usize = 200;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inserted {
    Done,
    /// Use another id.
    IdTaken,
    /// The same call (`origin.call_id`) created this one before: its reply was lost.
    CallKnown(InteractionId),
}

/// The result of a compare-and-set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replaced {
    Done,
    /// Somebody was faster, or it is gone: load again.
    Stale,
}

/// What is stored about a row besides the interaction itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// When the reply was delivered, or that it wasn't.
    Delivered(Option<Timestamp>),
    /// A call waited for it until then.
    Heard(Timestamp),
    /// The ticket of a new hand-off command; older ones are void. Has no effect on a settled row.
    Ticket(String),
}

/// What was removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Forgotten {
    Pending,
    Settled,
    /// There was nothing.
    Absent,
}

/// A page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FoundRows {
    pub rows: Vec<Interaction>,
    /// They count towards the page, too.
    pub unreadable: Vec<Unreadable>,
    /// Where it ends, if there are more.
    pub next: Option<PageEnd>,
    /// A search with only short words has searched this many of the newest, and there are more.
    pub looked_through: Option<usize>,
}

/// Maximum number of rows read at once for statistics: a few milliseconds.
pub const BRIEFS: usize = 1_000;

/// Some rows for statistics.
#[derive(Debug, Clone, Default)]
pub struct Briefs {
    pub rows: Vec<Brief>,
    /// Where it ends, if there are more.
    pub next: Option<PageEnd>,
}

/// A row that can't be read: damaged, or of a newer version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    pub id: InteractionId,
    pub why: String,
}

impl From<Unreadable> for StoreError {
    fn from(Unreadable { id, why }: Unreadable) -> StoreError {
        StoreError::Unreadable { id, why }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Due {
    pub ids: Vec<InteractionId>,
    pub next: Option<Timestamp>,
}

/// What is kept of settled interactions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retention {
    /// Everything settled before this is removed.
    pub settled_before: Timestamp,
    /// Of those delivered or withdrawn, this many of the newest stay, counted over all settled
    /// ones.
    pub keep: usize,
    /// Test questions settled before this go, too. They are not counted, and not returned.
    pub tests_before: Timestamp,
}

/// Test questions are counted apart.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Survey {
    pub pending: u64,
    pub settled: u64,
    /// Settled, not withdrawn, and not delivered.
    pub undelivered: u64,
    pub tests: u64,
    /// Known so far. Lists, deadlines and sweeps skip them; loading one fails with
    /// [`StoreError::Unreadable`].
    pub unreadable: Vec<Unreadable>,
}
