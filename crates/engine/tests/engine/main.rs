//! The engine over a real database file, with a clock driven by hand.

#![expect(clippy::disallowed_methods, reason = "tests measure and read their environment")]
#![expect(clippy::unwrap_used, reason = "an unwrap that fails fails the test")]
#![expect(unreachable_pub, reason = "nothing outside a test uses it")]

mod cleaning;
mod clock;
mod dropped;
mod events;
mod harness;
mod hubs;
mod joining;
mod key_value;
mod permissions;
mod presence;
mod purpose;
mod recalling;
mod settings;
mod settling;
mod stopping;
mod timeouts;
mod typing;
mod unreadable;
mod waiting;
