//! The tree keeps its own rules: which crate may know which, how long files get, what the documents
//! promise. Nothing is compiled for it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod conformance;
mod documents;
mod edges;
mod files;
mod tree;
