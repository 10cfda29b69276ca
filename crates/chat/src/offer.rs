//! The offer of a chat's crate: its settings, and a function that opens it in a hub. One value,
//! which the wiring lists.

use std::pin::Pin;
use std::sync::Arc;

use axum::Router;
use sayso_core::settings::Setting;
use sayso_core::surface::Chat;
use sayso_desk::{Clock, Conversations, Desk, Posts, SurfaceRole};

pub struct Offer {
    pub chat: Chat,
    /// Rows for the table of settings; their names begin with the chat's id.
    pub settings: &'static [Setting],
    /// Variables with secrets, which no agent may see.
    pub secrets: &'static [&'static str],
    /// What is wrong with its settings, if anything is.
    pub check: fn(&Given<'_>) -> Result<(), String>,
    /// `None` if it is not set up; if it is set up in part, the log says so.
    pub open: fn(&Given<'_>) -> Result<Option<OpenChat>, String>,
    /// Whether it works; `None` if it is not set up.
    pub prove: fn(&Given<'_>) -> Result<Option<Proof>, String>,
}

/// Tries its tokens: what it is connected as, or what is wrong.
pub type Proof = Pin<Box<dyn Future<Output = Result<String, String>> + Send>>;

/// The settings as they are, empty if not set, and the environment.
pub struct Given<'a> {
    pub value: &'a dyn Fn(&str) -> String,
    pub variable: &'a dyn Fn(&str) -> Option<String>,
}

/// Opens it inside a hub; again when it is this hub's turn again.
pub type OpenChat = Box<dyn Fn(ChatContext) -> Opened + Send + Sync>;

/// What it gets from the hub.
pub struct ChatContext {
    pub desk: Arc<dyn Desk>,
    pub posts: Posts,
    pub clock: Arc<dyn Clock>,
    /// What of it this hub does.
    pub part: SurfaceRole,
    /// What this hub is called where there are several.
    pub hub: String,
    /// The agent that people talk to, if there is one, and what is remembered of the threads.
    pub agent: Option<(sayso_relay::RelaySetup, Conversations)>,
    /// For what a chat has to remember beside its messages, in its own space.
    pub memory: Conversations,
}

pub struct Opened {
    /// For requests that the chat signs.
    pub signed: Option<Router>,
    /// Runs for as long as the hub does.
    pub running: Pin<Box<dyn Future<Output = ()> + Send>>,
}
