//! The output of `--version`. Everything that compares versions uses the number alone.

/// `0.1.0 (1a2b3c4d5e 2026-11-16)`; without the parentheses if the build didn't know its commit.
pub(crate) const SHOWN: &str = concat!(env!("CARGO_PKG_VERSION"), env!("SAYSO_BUILT_FROM"));
