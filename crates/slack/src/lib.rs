//! Slack: every interaction as messages, every click as an answer.
//!
//! What Slack shares with other chats is in `sayso-chat`. Here is what only Slack has: its client, its
//! blocks, its ids, and how its events come in. `port.rs` is where the two meet.
//!
//! # Slack
//! `crates/chat/src/surface.rs` watches the desk like any surface. `crates/slack/src/render.rs`
//! draws a form, pure, into as many messages as it needs (`crates/slack/src/render/detail.rs`),
//! inside the limits by construction (`crates/slack/src/limits.rs`). What comes in, over a socket
//! (`crates/slack/src/socket_mode.rs`) or signed (`crates/slack/src/http.rs`), is acknowledged
//! first (a modal once its text is taken: `crates/slack/src/modal.rs`), deduplicated, and worked on
//! in order for each question; a click names what it is about by places in the form
//! (`crates/slack/src/action_ids.rs`) and goes to the desk before anything goes to Slack. Where
//! messages lie is kept by `crates/desk/src/posts.rs`. A conversation with an agent is a thread
//! (`crates/chat/src/conversations.rs`): its text is edited in place once a second
//! (`crates/chat/src/conversations/thread.rs`), from Markdown to Slack's marks
//! (`crates/slack/src/mrkdwn.rs`), and its questions are put into the same thread.

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

use sayso_core::surface::{Chat, ChatId, Presence};

/// What the rest of the product knows about it: members of a workspace are people.
pub const CHAT: Chat = Chat { id: ChatId::new("slack"), presence: Presence::Interactive };

pub use blocks::SlackMessage;
pub use client::{Client, Identity, SlackError, SlackFault, Tokens};
pub use config::{OFFER, SlackConfig};
pub use incoming::{event, interactive};
pub use manifest::{SCOPES, manifest};
pub use mrkdwn::marked;
pub use open::{Delivery, SlackSetup, open};
pub use sayso_chat::Answerers;
