//! Conversations with scripted agents in their own processes, over a real desk and a real database
//! file, with a clock driven by hand.

#![expect(clippy::disallowed_methods, reason = "tests measure and read their environment")]
#![expect(clippy::unwrap_used, reason = "an unwrap that fails fails the test")]
#![expect(unreachable_pub, reason = "nothing outside a test uses it")]

mod acp;
mod choices;
mod harness;
mod plain;
mod restarts;
#[path = "../../../cli/tests/blackbox/watch.rs"]
mod watch;
