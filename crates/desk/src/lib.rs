//! The desk: where agents ask questions and fetch answers, and where people answer.
//!
//! [`Desk`] is the only way in. [`Engine`] implements it over a [`Store`]; other processes reach it
//! through the hub's API. There is no SQL, HTTP or drawing in this crate.

mod agent_desk;
mod agent_tokens;
mod clock;
mod conversations;
mod desk;
pub mod engine;
mod error;
mod event;
pub mod fail;
mod ids;
mod kept;
pub mod others;
mod page_tokens;
mod pairing;
mod posts;
pub mod present;
mod secret;
mod silence;
pub mod store;
mod tokens;
mod view;
mod whole;

#[cfg(feature = "test-support")]
pub mod testing;

pub use agent_desk::{AgentDesk, ONLY_ASKS};
pub use agent_tokens::{AgentToken, AgentTokens};
pub use clock::{Clock, SystemClock};
pub use conversations::{Conversations, Part};
pub use desk::{
    Ask, Asked, Asker, Attach, Attachment, Claim, Collected, Desk, Late, Opening, Patience, Repeat,
    Replied, SettingView,
};
pub use engine::{Config, Engine};
pub use error::DeskError;
pub use event::{Cursor, Event, EventKind, Events, Terms};
pub use ids::{Ids, RandomIds};
pub use others::Others;
pub use page_tokens::{
    Arrival, CODE_LASTS, Exchanged, LetInPage, OpenPage, PageToken, PageTokens, proof,
};
pub use pairing::{PAIRING_LASTS, Pairing};
pub use posts::{Look, Post, Posts};
pub use present::{Portal, Reached, WayIn};
pub use silence::{HubState, Silence, SilentHub};
pub use store::{
    Drafts, Interactions, OpenStore, Query, Scope, SharedStore, Shelf, Store, StoreError,
    Unreadable,
};
pub use view::{Attached, Live, Page, Row, View};
