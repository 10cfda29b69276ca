//! Slack: every interaction as messages, every click as an answer.
//!
//! Everything a person does there goes to the desk, and everything that is drawn comes from it: no
//! state is kept here but where the messages lie, and that is in the store.

mod action_ids;
mod blocks;
mod client;
mod http;
mod incoming;
mod keyed_queue;
mod limits;
mod manifest;
mod mrkdwn;
mod people;
mod render;
mod seen;
mod signature;
mod socket_mode;
mod surface;
mod talk;
mod text;
mod words;

use sayso_core::surface::{Chat, ChatId, Presence};

/// What the rest of the product knows about it: members of a workspace are people.
pub const CHAT: Chat = Chat { id: ChatId::new("slack"), presence: Presence::Interactive };

pub use blocks::Message;
pub use client::{API_BASE, Client, Fault, Identity, SlackError, Tokens};
pub use manifest::{SCOPES, manifest};
pub use people::{Answerers, is_id};
pub use socket_mode::Timing;
pub use surface::{Delivery, Place, Routing, Setup, open};
