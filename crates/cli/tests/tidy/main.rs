//! The tree keeps its own rules: which crate may know which, how long files get, what the documents
//! promise. Nothing is compiled for it.

mod conformance;
mod documents;
mod edges;
mod files;
mod tree;
