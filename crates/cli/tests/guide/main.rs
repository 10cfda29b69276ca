//! README and guide: every command does what is written, every snippet can be read, no link is dead,
//! the pictures are there, and the book builds.

#![expect(clippy::unwrap_used, reason = "an unwrap that fails fails the test")]
#![expect(unreachable_pub, reason = "nothing outside a test uses it")]

mod blocks;
mod book;
mod commands;
mod compare;
mod links;
mod pages;
mod pictures;
mod shell;
#[path = "../tidy/tree.rs"]
#[expect(dead_code, reason = "the tidy tests need more of it")]
mod tree;
