//! Access of pages, devices and agents.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::translate::Time;

/// A page's first message on a socket, because browsers send no `Authorization` with it: which page it
/// is, and a nonce of 128 bits or more in hexadecimal. Answered by `HubProof`, or by a close frame with
/// code 4401.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Introduction {
    #[schemars(length(max = 64))]
    pub page: String,
    #[schemars(regex(pattern = "^[0-9a-fA-F]{32,128}$"))]
    pub nonce: String,
}

/// `proof` is HMAC-SHA256, keyed by the SHA-256 of the page's secret, over the lines `hub`, nonce,
/// origin and `epoch`, which names the hub process.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HubProof {
    pub epoch: String,
    pub proof: String,
}

/// The page's second message: its secret, XOR the same code over `page` instead of `hub`. Answered by
/// `PageSession`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PageProof {
    pub proof: String,
}

/// The bearer token of a page's requests, as long as this hub process runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PageSession {
    pub session: String,
}

/// The same two messages as requests; the second one has the proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenSession {
    #[schemars(length(max = 64))]
    pub page: String,
    #[schemars(regex(pattern = "^[0-9a-fA-F]{32,128}$"))]
    pub nonce: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub proof: Option<String>,
}

/// The hub's proof, or a session for the page's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Met {
    Hub(HubProof),
    Page(PageSession),
}

/// How many pages were shut out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Revoked {
    pub pages: usize,
}

/// For the address of a page, as `#code=…`: works once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Code {
    pub code: String,
    pub expires_in_seconds: u64,
}

/// Where a link leads that its code is for, if not to where the code is asked for: host and port.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CodeAt {
    pub origin: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exchange {
    #[schemars(regex(pattern = "^[0-9A-Za-z -]{1,64}$"))]
    pub code: String,
}

/// What a page is let in with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PageToken {
    /// The page's id, a dot, and the secret that it keeps.
    pub token: String,
    /// The bearer token of its requests, as long as this hub process runs.
    pub session: String,
}

/// Typed by hand on another device, at one of these addresses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PairingCode {
    pub code: String,
    pub addresses: Vec<String>,
    pub expires_in_seconds: u64,
}

/// A token for an agent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateToken {
    /// Left out: its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"^[^\x00-\x1f\x7f-\x9f]{0,60}$"))]
    pub name: Option<String>,
}

/// The only time that the token itself is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CreatedToken {
    pub id: String,
    pub name: String,
    pub token: String,
}

/// A token as a line of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TokenRow {
    pub id: String,
    pub name: String,
    pub created_at: Time,
    /// To the minute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used_at: Option<Time>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ticket {
    pub ticket: String,
}

/// A page that is let in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PageLine {
    pub id: String,
    /// Host and port in its address bar.
    pub origin: String,
    /// Browser and system.
    pub browser: String,
    /// Let in from another device, by a code typed by hand.
    pub paired: bool,
    pub created_at: Time,
    /// To the hour.
    pub seen_at: Time,
    /// Sockets that it has open now.
    pub open: usize,
}
