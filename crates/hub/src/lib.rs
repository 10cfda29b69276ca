//! The hub: the one process per user and data directory that owns the store, the clock and the
//! port.
//!
//! This crate is about the process: which one is the hub, how it is found, started, replaced and
//! stopped. It contains no rules about questions.

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
pub use install::{Unit, unit};
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
