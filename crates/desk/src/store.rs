//! What the engine needs of a database: a few methods, each one transaction, none of them deciding.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use sayso_core::settings::{Key, Layer};
use sayso_core::{Draft, DraftField, IdPrefix, Interaction, InteractionId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

/// Every write is durable when its future resolves with `Ok`.
#[async_trait]
pub trait Store: Send + Sync + 'static {
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

    /// Sets when the reply was handed over, or that it was not; not part of the revision.
    async fn set_delivered(
        &self,
        id: InteractionId,
        at: Option<Timestamp>,
    ) -> Result<(), StoreError>;

    /// What the newest hand-off command of a pending row carries.
    async fn set_ticket(&self, id: InteractionId, ticket: &str) -> Result<(), StoreError>;

    /// `None` once it is settled.
    async fn ticket(&self, id: InteractionId) -> Result<Option<String>, StoreError>;

    /// Notes that somebody waited for it until then.
    async fn set_heard(&self, id: InteractionId, at: Timestamp) -> Result<(), StoreError>;

    /// A page of rows, newest first. What a search finds is what [`sayso_core::search`] says.
    async fn page(&self, query: &Query) -> Result<Found, StoreError>;

    /// Pending rows whose deadline has passed, nearest first, and the deadline after them.
    async fn due(&self, now: Timestamp, limit: usize) -> Result<Due, StoreError>;

    /// Moves every pending deadline by as much, in one go; each counts as a change of its row.
    async fn move_deadlines(&self, by: SignedDuration) -> Result<(), StoreError>;

    /// Pending rows without deadline that nobody has waited for since.
    async fn unheard(&self, since: Timestamp) -> Result<Vec<InteractionId>, StoreError>;

    /// Saves fields of a pending row's draft, each replacing the one with its key.
    async fn save_draft(&self, id: InteractionId, fields: &[DraftField]) -> Result<(), StoreError>;

    async fn draft(&self, id: InteractionId) -> Result<Draft, StoreError>;

    /// Removes settled rows by age, and by count what was delivered: the longest settled first, at most
    /// [`SWEPT_AT_ONCE`], behind the writes that somebody waits for. Returns what is gone; call again
    /// until that is nothing.
    async fn sweep(&self, retention: &Retention) -> Result<Vec<InteractionId>, StoreError>;

    /// Removes a row with all that belongs to it, whether or not it can be read.
    async fn forget(&self, id: InteractionId) -> Result<Forgotten, StoreError>;

    /// A row as it is stored, column by column, whether or not it can be read.
    async fn raw(&self, id: InteractionId) -> Result<Option<Value>, StoreError>;

    /// Rows that are known not to be readable. Anyone who lists, waits for a deadline or sweeps does without
    /// them; loading one fails with [`StoreError::Unreadable`].
    async fn unreadable(&self) -> Result<Vec<Unreadable>, StoreError>;

    /// What the person has set.
    async fn settings(&self) -> Result<Layer, StoreError>;

    /// Sets one, or with `None` goes back to the default.
    async fn set_setting(&self, key: Key, value: Option<&str>) -> Result<(), StoreError>;

    /// The page with this id; `None` if it was never let in, or removed.
    async fn visitor(&self, id: &str) -> Result<Option<Visitor>, StoreError>;

    /// All pages that were let in, the oldest first.
    async fn visitors(&self) -> Result<Vec<Visitor>, StoreError>;

    async fn let_in(&self, visitor: &Visitor) -> Result<(), StoreError>;

    /// Notes that a page was seen again; nothing for one that is not known.
    async fn set_visitor_used(&self, id: &str, at: Timestamp) -> Result<(), StoreError>;

    /// Whether there was such a page.
    async fn remove_visitor(&self, id: &str) -> Result<bool, StoreError>;

    /// Removes the pages that were last seen before this; returns how many.
    async fn forget_visitors(&self, unused_since: Timestamp) -> Result<usize, StoreError>;

    /// Notes where a message lies; one for the same part of the same interaction takes its place.
    async fn save_post(&self, post: &Post) -> Result<(), StoreError>;

    /// Its messages have had their last look.
    async fn remove_posts(&self, id: InteractionId) -> Result<(), StoreError>;

    /// All messages that have not, by interaction and part.
    async fn posts(&self) -> Result<Vec<Post>, StoreError>;

    /// Tokens of agents, the oldest first.
    async fn agent_tokens(&self) -> Result<Vec<AgentToken>, StoreError>;

    /// Adds one, or notes when it was last used.
    async fn save_agent_token(&self, token: &AgentToken) -> Result<(), StoreError>;

    async fn remove_agent_token(&self, id: &str) -> Result<(), StoreError>;

    /// Keeps what a conversation remembers, in place of what it remembered before.
    async fn save_conversation(&self, key: &str, body: &str) -> Result<(), StoreError>;

    async fn remove_conversation(&self, key: &str) -> Result<(), StoreError>;

    /// Every conversation, by key: what it remembers is for anyone who leads it to read.
    async fn conversations(&self) -> Result<Vec<(String, String)>, StoreError>;

    async fn counts(&self) -> Result<Counts, StoreError>;
}

/// A message in a chat that shows an interaction, or a part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Post {
    pub interaction: InteractionId,
    /// A long form lies in several messages.
    pub part: u32,
    pub channel: String,
    /// What the chat calls it.
    pub message: String,
    /// The thread it belongs to, if it does.
    pub thread: Option<String>,
    /// Who was asked, if it was a certain person.
    pub person: Option<String>,
    pub look: Look,
}

/// What a message is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    Blocks,
    /// The chat did not take the blocks: text, and answers come as text.
    Text,
}

impl Look {
    pub const fn as_str(self) -> &'static str {
        match self {
            Look::Blocks => "blocks",
            Look::Text => "text",
        }
    }

    pub fn from_name(name: &str) -> Option<Look> {
        [Look::Blocks, Look::Text].into_iter().find(|look| look.as_str() == name)
    }
}

/// The SHA-256 of a page's token: all that is kept of it.
pub type TokenHash = [u8; 32];

/// A page that was let in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visitor {
    /// Names it; no secret.
    pub id: String,
    pub hash: TokenHash,
    /// Host and port in the browser's address bar when it was let in: its token counts only there.
    pub origin: String,
    /// Browser and system, such as `Firefox on Linux`.
    pub browser: String,
    /// Let in from another device, by a code typed by hand.
    pub paired: bool,
    pub created_at: Timestamp,
    pub used_at: Timestamp,
}

/// Most rows that one transaction removes: a few milliseconds for anyone who comes meanwhile.
pub const SWEPT_AT_ONCE: usize = 200;

/// A token of an agent that may only ask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentToken {
    /// Names it; no secret.
    pub id: String,
    pub hash: TokenHash,
    pub name: String,
    pub created_at: Timestamp,
    pub used_at: Option<Timestamp>,
}

/// More than one would do to know; a few make a better message.
pub const MATCHES: usize = 5;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inserted {
    Done,
    /// Draw another id.
    IdTaken,
    /// The same call (`origin.call_id`) made this one before: its reply was lost on the way.
    CallKnown(InteractionId),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replaced {
    Done,
    /// Somebody was faster, or it is gone: load again.
    Stale,
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    /// Of those delivered or withdrawn, the newest so many stay, counted over all settled ones.
    pub keep: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    pub pending: u64,
    pub settled: u64,
    /// Settled, not withdrawn, and not handed over.
    pub undelivered: u64,
}

/// Which page of which rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Query {
    #[serde(default)]
    pub scope: Scope,
    /// Rows in which all words of this occur, in any case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// Where the page before this one ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    #[serde(default = "default_limit")]
    pub limit: usize,
}

impl Default for Query {
    fn default() -> Query {
        Query { scope: Scope::default(), search: None, after: None, limit: default_limit() }
    }
}

fn default_limit() -> usize {
    100
}

/// Longest page: a page is held in memory whole.
pub const LONGEST_PAGE: usize = 500;

/// `Active` and `All` are ordered by when they were asked, `Completed` by when they ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    #[default]
    All,
    Active,
    Completed,
}

/// Where a page ends: the time it is ordered by, in milliseconds, and the id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PageEnd {
    pub millis: i64,
    pub id: InteractionId,
}

impl PageEnd {
    pub fn of(interaction: &Interaction, scope: Scope) -> PageEnd {
        let at = match scope {
            Scope::Completed => interaction.settled_at().unwrap_or(interaction.created_at),
            Scope::All | Scope::Active => interaction.created_at,
        };
        PageEnd { millis: at.as_millisecond(), id: interaction.id }
    }

    pub fn encode(self) -> String {
        format!("{}.{}", self.millis, self.id)
    }

    pub fn decode(text: &str) -> Option<PageEnd> {
        let (millis, id) = text.split_once('.')?;
        Some(PageEnd { millis: millis.parse().ok()?, id: id.parse().ok()? })
    }
}

/// What can go wrong below. The message says what to do.
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
    /// Only this row; the others are as they were.
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
    #[error("the database failed: {0}")]
    Other(String),
}
