//! The desk: where agents ask questions and fetch answers, and where people answer.
//!
//! [`Asking`] and [`Answering`], together [`Desk`], are the only way in. This crate is what both sides of
//! it know; the engine implements it over a [`Store`], and other processes reach it through the hub's
//! API. There is no SQL, HTTP or drawing here.

mod answering;
mod asking;
mod attention;
mod clock;
pub mod cluster;
mod conversations;
mod error;
mod event;
pub mod fail;
mod fingerprint;
pub mod history;
mod ids;
mod posts;
pub mod present;
pub mod store;
pub mod typed_items;
mod unresponsive;
mod view;
pub mod whole;

#[cfg(feature = "test-support")]
pub mod testing;

pub use answering::{
    Answering, Attach, Attachment, Desk, Opening, PersonSign, Posted, SIGN_EVERY, SettingView,
};
pub use asking::{Ask, Asked, Asker, Asking, Claim, Collected, Late, Patience, Repeat, Replied};
pub use attention::Traces;
pub use clock::{Clock, SystemClock};
pub use cluster::Cluster;
pub use conversations::{Conversations, SurfaceRole};
pub use error::{DeskError, Result};
pub use event::{Cursor, Event, EventKind, Events, PendingTerms};
pub use history::{HistoryFilter, Misread};
pub use ids::{Ids, RandomIds, call_id};
pub use posts::{Post, PostFormat, Posts};
pub use present::{Portal, Reached, WayIn};
pub use store::{
    Drafts, Interactions, KeyValue, OpenStore, Query, Scope, SharedStore, Store, StoreError,
    Unreadable,
};
pub use unresponsive::{HubState, Unresponsive, UnresponsiveHub};
pub use view::{Attached, Live, Page, Row, View};
