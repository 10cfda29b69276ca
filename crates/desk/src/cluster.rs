//! The cluster: messages between hubs over one database. A hub that has its database to itself has
//! no others.
//!
//! The rows decide everything. A message is a hint to read them, so that a lost hint costs time and
//! nothing else; a hub learns when hints may have been lost ([`News::Anew`]).

use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use sayso_core::InteractionId;
use tokio::sync::{mpsc, watch};
use uuid::Uuid;

use crate::store::StoreError;

/// A hub, from its start to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HubId(pub Uuid);

#[async_trait]
pub trait Cluster: Send + Sync + 'static {
    /// Everything that other hubs do from now on. Begin to listen before reading.
    fn listen(&self) -> mpsc::UnboundedReceiver<ClusterNews>;

    /// The other hubs that are alive.
    async fn alive(&self) -> Result<Vec<OtherHub>, StoreError>;

    /// What this hub tells the others about itself, by key, until it says something else or ends.
    fn say(&self, key: &str, body: Option<String>);

    /// Takes something that only one hub can have, until it lets go of it or ends.
    async fn take(&self, key: &str, take: Take<'_>) -> Result<Taken, StoreError>;

    fn let_go(&self, key: &str);

    /// Whether this hub is the one that does what only one may do. It changes when the one before
    /// ends or lets go of it, and when the connection to the database is lost. A hub that drops all
    /// receivers lets go.
    fn duty(&self, name: &str) -> watch::Receiver<bool>;

    /// Whether the database has been out of reach long enough that another hub may do better.
    fn is_away(&self) -> watch::Receiver<bool>;
}

/// What other hubs did. In the order in which it was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClusterNews {
    /// Something may have been missed: read everything again. Here is what the others say.
    Anew(Vec<HubStatement>),
    Changed(Vec<(RowChange, InteractionId)>),
    Items(Vec<ItemChange>),
    Said(Vec<HubStatement>),
    /// Nothing that it said is true any more.
    Gone(HubId),
}

/// Why to read a row again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowChange {
    Created,
    /// Settled, or changed in another way: the row says which.
    Changed,
    /// Delivered, or not any more.
    Delivered,
    Drafted,
    /// It was forgotten.
    Forgotten,
    /// It was settled, and kept long enough.
    Swept,
}

/// An item of the store that has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemChange {
    pub kind: String,
    /// Empty: any of this kind.
    pub key: String,
}

/// What a hub says about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HubStatement {
    pub hub: HubId,
    pub key: String,
    /// `None`: no longer.
    pub body: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherHub {
    pub id: HubId,
    /// Its machine and data directory.
    pub name: String,
    pub since: Timestamp,
}

#[derive(Debug, Clone, Copy)]
pub struct Take<'a> {
    /// For those who come too late.
    pub body: &'a str,
    /// `None`: until it is let go of.
    pub lasts: Option<Duration>,
    pub from: TakeFrom,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TakeFrom {
    /// Only if no hub that is alive has it.
    Nobody,
    Anybody,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Taken {
    Done,
    /// Another hub has it; what that one said.
    By(String),
}
