//! The part that all chats share: questions become messages that are posted once and kept up to
//! date, what people do there goes to the desk, and threads are conversations with an agent.
//!
//! A chat implements [`Port`]: it draws, posts and edits, and says what people did. Everything that is
//! drawn comes from the desk; nothing is kept here but where the messages lie, and that is in the store.

mod incoming;
mod keyed_queue;
mod offer;
mod people;
mod port;
mod progress;
mod seen;
mod surface;
mod talk;
mod turns;
mod words;

pub use incoming::{Arrived, Click, Deleted, Incoming, Person, Said, Typed, Verdict, Wish};
pub use offer::{Given, Ground, Offer, Opened, Opening, Proof};
pub use people::Answerers;
pub use port::{
    Asked, ChatError, Ear, Heard, Kind, Message, NOTE, Owner, Pages, Place, Port, TEXT, Turn,
    Window,
};
pub use progress::Progress;
pub use surface::{Ask, Routing, Setup, Timing, run};
pub use turns::Turns;
pub use words::how_to_reply;
