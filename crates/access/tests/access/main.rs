//! Access over a real database file, with a clock driven by hand.

#![expect(clippy::unwrap_used, reason = "an unwrap that fails fails the test")]
#![expect(unreachable_pub, reason = "nothing outside a test uses it")]

mod harness;
mod page_tokens;
mod pairing;
