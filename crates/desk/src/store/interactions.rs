//! Interactions as a database keeps them: found, listed and changed by compare-and-set.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use sayso_core::{IdPrefix, Interaction, InteractionId};
use serde_json::Value;

use super::{PageEnd, Query, StoreError};

#[async_trait]
pub trait Interactions: Send + Sync + 'static {
    /// Adds a row, unless its call is stored already, or its id or short id is in use. The fingerprint is
    /// the same for the same call of the same client; only calls that may be joined have one.
    async fn insert(
        &self,
        interaction: &Interaction,
        fingerprint: Option<&str>,
    ) -> Result<Inserted, StoreError>;

    async fn load(&self, id: InteractionId) -> Result<Option<Interaction>, StoreError>;

    /// Ids that begin so, in order, at most [`MATCHES`]: enough to see that it is ambiguous.
    async fn find(&self, prefix: &IdPrefix) -> Result<Vec<InteractionId>, StoreError>;

    /// Compare and set: the row becomes `next` if its revision is still the one before.
    async fn replace(&self, next: &Interaction) -> Result<Replaced, StoreError>;

    /// Undelivered rows with this fingerprint, the newest first, a few.
    async fn repeats(&self, fingerprint: &str) -> Result<Vec<InteractionId>, StoreError>;

    /// Notes something beside the row; not part of its revision. Nothing happens if it is gone.
    async fn note(&self, id: InteractionId, note: Note) -> Result<(), StoreError>;

    /// What the newest hand-off command of a pending row carries.
    async fn ticket(&self, id: InteractionId) -> Result<Option<String>, StoreError>;

    /// A page of rows, newest first, without test questions. What a search finds is what [`sayso_core::search`] says.
    async fn page(&self, query: &Query) -> Result<Found, StoreError>;

    /// Pending rows whose deadline has passed, nearest first, and the deadline after them.
    async fn due(&self, now: Timestamp, limit: usize) -> Result<Due, StoreError>;

    /// Moves every pending deadline by as much, in one go; each counts as a change of its row.
    async fn move_deadlines(&self, by: SignedDuration) -> Result<(), StoreError>;

    /// Pending rows without deadline that nobody has waited for since.
    async fn unheard(&self, since: Timestamp) -> Result<Vec<InteractionId>, StoreError>;

    /// Removes settled rows by age, and by count what was delivered: the longest settled first, at most
    /// [`SWEPT_AT_ONCE`], behind the writes that somebody waits for. Returns what is gone; call again
    /// until that is nothing.
    async fn sweep(&self, retention: &Retention) -> Result<Vec<InteractionId>, StoreError>;

    /// Removes a row with its draft, whether or not it can be read.
    async fn forget(&self, id: InteractionId) -> Result<Forgotten, StoreError>;

    /// A row as it is stored, column by column, whether or not it can be read; without its ticket.
    async fn raw(&self, id: InteractionId) -> Result<Option<Value>, StoreError>;

    /// How many rows there are of each kind.
    async fn survey(&self) -> Result<Survey, StoreError>;
}

/// More than one would do to know; a few make a better message.
pub const MATCHES: usize = 5;

/// Most rows that one transaction removes: a few milliseconds for anyone who comes meanwhile.
pub const SWEPT_AT_ONCE: usize = 200;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inserted {
    Done,
    /// Draw another id.
    IdTaken,
    /// The same call (`origin.call_id`) made this one before: its reply was lost on the way.
    CallKnown(InteractionId),
}

/// What became of a compare-and-set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replaced {
    Done,
    /// Somebody was faster, or it is gone: load again.
    Stale,
}

/// What is known about a row beside the interaction itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// When the reply was handed over, or that it was not.
    Delivered(Option<Timestamp>),
    /// Somebody waited for it until then.
    Heard(Timestamp),
    /// A new hand-off command carries this; older ones no longer count. Nothing for a settled row.
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
pub struct Found {
    pub rows: Vec<Interaction>,
    /// They take places of the page, too.
    pub unreadable: Vec<Unreadable>,
    /// Where it ends, if there are more.
    pub next: Option<PageEnd>,
    /// A search by short words alone has looked through this many of the newest, and there are more.
    pub looked_through: Option<usize>,
}

/// A row that cannot be read: damaged, or of a newer version.
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
    /// Everything settled before this goes.
    pub settled_before: Timestamp,
    /// Of those delivered or withdrawn, this many of the newest stay, counted over all settled ones.
    pub keep: usize,
    /// Test questions settled before this go, too. They are not counted, and not returned.
    pub tests_before: Timestamp,
}

/// Test questions are counted apart.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Survey {
    pub pending: u64,
    pub settled: u64,
    /// Settled, not withdrawn, and not handed over.
    pub undelivered: u64,
    pub tests: u64,
    /// Known so far. Lists, deadlines and sweeps go on without them; loading one fails with
    /// [`StoreError::Unreadable`].
    pub unreadable: Vec<Unreadable>,
}
