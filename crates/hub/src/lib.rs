//! The hub: the one process per user and data directory that owns the store, the clock and the
//! port.
//!
//! This crate is about the process: which one is the hub, how it is found, started, replaced and
//! stopped. It contains no rules about questions.
//!
//! # Several hubs
//! Over PostgreSQL the row decides, as ever; what hubs tell each other is a hint to read it.
//! `Cluster` (`crates/desk/src/cluster.rs`) is that line, implemented by
//! `crates/store/src/postgres/hubs.rs` on its own connection that listens, holds this hub's locks
//! and renews its lease; `crates/engine/src/cluster_news.rs` wakes waiters and feeds,
//! `crates/engine/src/cluster.rs` knows who waits at other hubs, `crates/hub/src/cluster_sync.rs`
//! keeps tokens and posts, `crates/access/src/page_tokens/other_hubs.rs` lets a page in at any hub,
//! any hub carries out what people do in a chat, and one at a time posts, redraws and leads
//! conversations (`crates/hub/src/leader.rs`). Time is the database's
//! (`crates/store/src/postgres/clock.rs`). A batch whose connection was lost runs again
//! (`crates/store/src/postgres/writer.rs`). Alone, the engine has no cluster.
//! `crates/store/src/transfer.rs` copies and checks any store; clients go to the next hub
//! (`crates/api/src/remote/connect.rs`), also when theirs says that its database is away
//! (`crates/api/src/routes/socket/away.rs`). `docs/scale.md` says what it carries.

mod attention;
mod await_lock;
mod cluster_sync;
mod desktop;
mod discover;
mod error;
mod exclusive;
mod install;
mod leader;
mod linger;
mod listen;
mod lock;
mod notice;
mod operations;
mod own_files;
mod paths;
mod peers;
mod platform;
mod private;
mod run;
mod spawn;
mod stop;
#[cfg(feature = "test-support")]
mod test_leash;
mod version;
mod waiting;
mod watch_files;

pub use desktop::Desktop;
pub use discover::LocalHub;
pub use error::HubError;
pub use exclusive::{Exclusive, IfRunning, exclusive};
pub use install::{PACKAGED, ServiceUnit, packaged, unit};
pub use lock::{HubInfo, Stage};
pub use notice::{DesktopNotice, NoticeClick, NoticeEnd};
pub use paths::Paths;
pub use platform::{Changes, News, ProcessMark, listens_as_us};
pub use run::{
    Beside, EndedHub, HubAddress, HubPerson, HubRoutes, HubSetup, HubStore, Mount, OpenSurface,
    SurfaceContext, SurfaceInHub, run,
};
pub use spawn::{Announcement, Starting, detach};
pub use stop::{Stopped, has_ended, stop_by_lock};
pub use version::Version;
