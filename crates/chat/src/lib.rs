//! The part that all chats share: questions become messages that are posted once and kept up to
//! date, what people do there goes to the desk, and threads are conversations with an agent.
//!
//! A chat implements [`Port`]: it draws, posts and edits, and says what people did. Everything that is
//! drawn comes from the desk; nothing is kept here but where the messages lie, and that is in the store.

mod also_waiting;
mod channel_order;
mod conversations;
mod incoming;
mod keyed_queue;
mod offer;
mod people;
mod port;
mod progress;
mod seen;
mod surface;
pub mod text;
mod words;

pub use also_waiting::AlsoWaiting;
pub use channel_order::ChannelOrder;
pub use incoming::{
    Arrived, ChatText, Click, ClickAction, Deleted, Incoming, Person, Typed, WindowReply,
};
pub use offer::{ChatContext, Given, Offer, OpenChat, Opened, Proof};
pub use people::Answerers;
pub use port::{
    AgentTurn, ChatError, ChatMessage, Heard, NOTE, Owner, Pages, Port, PostTarget, Recipient,
    TEXT, Window, WindowContext, WindowKind,
};
pub use progress::FormProgress;
pub use surface::{ChatSetup, Destination, Routing, Timing, run};
pub use words::{how_to_reply, how_to_write};
