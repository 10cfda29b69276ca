//! Bridges over a real desk, and servers that say what OpenCode 1.18.33 and Codex 0.166.0 said.

#![expect(clippy::unwrap_used, reason = "an unwrap that fails fails the test")]
#![expect(unreachable_pub, reason = "nothing outside a test uses it")]

mod bench;
mod codex;
mod daemon;
mod hostile;
mod lost;
mod opencode;
mod restarting;
mod server;
mod several_hubs;
