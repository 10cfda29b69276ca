//! Checks rules of the source tree: which crate may depend on which, how long files are, what the
//! documents promise, what a change costs.

#![expect(clippy::unwrap_used, reason = "an unwrap that fails fails the test")]
#![expect(unreachable_pub, reason = "nothing outside a test uses it")]

mod another_agent;
mod bans;
mod conformance;
mod cost;
mod documents;
mod edges;
mod files;
mod names;
mod plugins;
mod scripts;
mod tree;
mod words;
mod workflows;
