//! Telegram: every interaction as a message with buttons, every tap as an answer.
//!
//! What Telegram shares with other chats is in `sayso-chat`. Here is what only Telegram has: the Bot
//! API, messages in its HTML, buttons with 64 bytes of data, and how updates come in. `port.rs` is
//! where the two meet.
//!
//! # Telegram
//! Nothing listens: the hub asks for updates (`crates/telegram/src/poll.rs`), and confirms them only
//! when the desk has stored what they did; Telegram deletes what is confirmed. Only the private chat
//! with the paired account counts (`crates/telegram/src/account.rs`). A message is drawn from the view
//! alone (`crates/telegram/src/render.rs`); a button names its question and what to do by places in the
//! form (`crates/telegram/src/codes.rs`). There are no windows: what is typed, and the confirmation of
//! what can't be undone, have a message beside the question (`crates/telegram/src/beside.rs`), which
//! goes when it has served.

mod account;
mod beside;
mod client;
mod codes;
mod config;
mod earlier;
mod open;
mod poll;
mod port;
mod render;
mod updates;

use sayso_core::surface::{Chat, ChatId, Presence};

/// What the rest of the product knows about it: the account that a person has paired is a person.
pub const CHAT: Chat = Chat { id: ChatId::new("telegram"), presence: Presence::Interactive };

pub use account::{Account, AccountCode, TelegramFile};
pub use client::{BotApi, BotUser, TelegramError, TelegramFault};
pub use config::{OFFER, TelegramConfig};
pub use open::{TelegramSetup, open};
pub use updates::{BotUpdate, Update, Writer};
