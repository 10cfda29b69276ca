//! Slack: every interaction as messages, every click as an answer.
//!
//! What Slack shares with other chats is in `sayso-chat`. Here is what only Slack has: its client, its
//! blocks, its ids, and how its events come in. `port.rs` is where the two meet.

mod action_ids;
mod blocks;
mod client;
mod config;
mod heard;
mod http;
mod ids;
mod incoming;
mod limits;
mod manifest;
mod modal;
mod mrkdwn;
mod open;
mod port;
mod render;
mod signature;
mod socket_mode;
mod text;

use sayso_core::surface::{Chat, ChatId, Presence};

/// What the rest of the product knows about it: members of a workspace are people.
pub const CHAT: Chat = Chat { id: ChatId::new("slack"), presence: Presence::Interactive };

pub use blocks::Message;
pub use client::{Client, Fault, Identity, SlackError, Tokens};
pub use config::{Config, OFFER};
pub use incoming::{event, interactive};
pub use manifest::{SCOPES, manifest};
pub use mrkdwn::marked;
pub use open::{Delivery, Setup, open};
pub use sayso_chat::Answerers;
