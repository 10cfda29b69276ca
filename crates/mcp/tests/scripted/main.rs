//! Scripted clients over an in-memory connection, with a clock driven by hand.

#![expect(clippy::disallowed_methods, reason = "tests measure and read their environment")]
#![expect(clippy::unwrap_used, reason = "an unwrap that fails fails the test")]
#![expect(unreachable_pub, reason = "nothing outside a test uses it")]

mod away;
mod complete;
mod controls;
mod delivery;
mod harness;
mod held;
mod late;
mod over_http;
mod reaching;
mod replies;
mod samples;
mod stopping;
mod texts;
mod unsure;
mod waiting;
