//! The hub's status, and the request to end it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ask::AttachedView;
use crate::words::OpeningWord;

/// What the hub says of itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HubStatus {
    pub version: String,
    /// Of everything that travels.
    pub wire: u32,
    pub pid: u32,
    pub pending: u64,
    /// Questions that are known not to be readable.
    #[serde(default)]
    pub unreadable: usize,
    pub connections: usize,
    /// How many places for connections are taken, by what they are here for.
    pub places: Vec<Fill>,
    pub uptime_seconds: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub portal: Option<String>,
    pub data_dir: String,
    /// The database server, without its password; absent: SQLite in the data directory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub database: Option<String>,
    /// The other hubs over this database that are alive.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hubs: Vec<HubInCluster>,
    pub attached: Vec<AttachedView>,
}

/// Another hub over the same database.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HubInCluster {
    pub id: String,
    /// Its machine and data directory.
    pub name: String,
    /// When it started.
    pub since: String,
}

/// Places for connections of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fill {
    /// `strangers` (no token shown yet), `idle`, `short` (calls answered at once), `waiting` (agents) or
    /// `people` (pages and terminals).
    pub kind: String,
    pub taken: usize,
    pub most: usize,
}

/// Which wire and which build of the page a hub serves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ServedPage {
    pub wire: u32,
    pub page: String,
}

/// Asks the hub to end; a newer binary says its version and takes over.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StopRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaced_by: Option<String>,
}

/// Whose turn it is to open a browser.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Turn {
    pub opening: OpeningWord,
}
