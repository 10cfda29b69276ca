//! Types that travel between the hub and its clients, over HTTP, the socket and as `--json`:
//! version 1.
//!
//! These types are the contract with programs that are older or newer than this one. The domain's own types
//! never travel; each type here stands beside its translation, `From` the domain and `TryFrom` back.
//!
//! - What a client sends is read strictly: an unknown field or word is an error that names it.
//! - What a hub sends is read leniently: unknown fields are ignored, an unknown word or variant is kept as
//!   `Unknown`, and only the one thing it belongs to cannot be shown ([`NotKnown`] says why).
//! - Nothing here has a place for what only the hub knows (a ticket, a fingerprint, the id of a call or of a token).

mod translate;

mod access;
mod answer;
pub mod arguments;
mod ask;
mod attention;
mod declare;
mod event;
mod extract;
mod form;
mod interaction;
mod problem;
mod settings;
mod socket;
mod stats;
mod status;
mod whole;
mod words;

pub use access::*;
pub use answer::*;
pub use ask::*;
pub use attention::*;
pub use event::*;
pub use extract::*;
pub use form::*;
pub use interaction::*;
pub use problem::*;
pub use settings::*;
pub use socket::*;
pub use stats::*;
pub use status::*;
pub use translate::{Id, NotKnown, Time, translate_all};
pub use words::*;

/// The version of all of this.
pub const WIRE: u32 = 1;

#[cfg(test)]
mod tests;
