//! The hub: the one process per user and data directory that owns the store, the clock and the
//! port.
//!
//! This crate is about the process: which one is the hub, how it is found, started, replaced and
//! stopped. It contains no rules about questions.
//!
//! # Several hubs
//! Over PostgreSQL the row decides, as ever; what hubs tell each other is a hint to read it.
//! `Others` (`crates/desk/src/others.rs`) is that line, implemented by
//! `crates/store/src/postgres/hubs.rs` on its own connection that listens, holds this hub's locks
//! and renews its lease; `crates/engine/src/hear.rs` wakes waiters and feeds,
//! `crates/engine/src/elsewhere.rs` knows who waits at other hubs, `crates/hub/src/neighbours.rs`
//! keeps tokens and posts, `crates/access/src/page_tokens/elsewhere.rs` lets a page in at any hub,
//! any hub carries out what people do in a chat, and one at a time posts, redraws and leads
//! conversations (`crates/hub/src/turns.rs`). Time is the database's
//! (`crates/store/src/postgres/clock.rs`). A batch whose connection was lost runs again
//! (`crates/store/src/postgres/writer.rs`). Alone, the engine has no others.
//! `crates/store/src/transfer.rs` copies and checks any store; clients go to the next hub
//! (`crates/api/src/remote/connect.rs`), also when theirs says that its database is away
//! (`crates/api/src/routes/socket/away.rs`). `docs/scale.md` says what it carries.

mod alone;
mod desktop;
mod discover;
mod error;
mod install;
mod keeper;
#[cfg(feature = "test-support")]
mod leash;
mod linger;
mod listen;
mod lock;
mod neighbours;
mod notice;
mod operations;
mod paths;
mod peers;
mod platform;
mod private;
mod run;
mod spawn;
mod stop;
mod turns;
mod vacancy;
mod version;

pub use alone::{Alone, IfRunning, alone};
pub use desktop::Desktop;
pub use discover::LocalHub;
pub use error::HubError;
pub use install::{PACKAGED, Unit, packaged, unit};
pub use lock::{HubInfo, Stage};
pub use notice::{Notice, Wish};
pub use paths::Paths;
pub use run::{
    Ended, Ground, HubAddress, HubPerson, HubRoutes, HubSetup, HubStore, Mount, OpenSurface,
    SurfaceInHub, run,
};
pub use spawn::{Announcement, Starting, detach};
pub use stop::{Stopped, has_ended, stop_by_lock};
pub use version::Version;
