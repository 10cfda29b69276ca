//! Named failure points: a test build dies at one of them on request; other builds have none.

/// Where a process can die in a test, in the order in which a question passes them.
pub const POINTS: [&str; 8] = [
    "ask.before_insert",
    "ask.after_insert",
    "act.before_replace",
    "act.after_replace",
    "store.before_commit",
    "store.after_commit",
    "wait.before_reply",
    "delivered.after_write",
];

/// Dies here by SIGABRT, without any clean-up, if `SAYSO_FAIL_AT` names this point and its count
/// (`name:3` = the third time) is reached.
#[cfg(feature = "test-support")]
#[expect(clippy::disallowed_methods, reason = "set by tests only")]
pub fn point(name: &'static str) {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, Ordering};

    static TARGET: OnceLock<Option<(String, AtomicU64)>> = OnceLock::new();
    let target = TARGET.get_or_init(|| {
        let value = std::env::var("SAYSO_FAIL_AT").ok()?;
        let (name, count) = value.split_once(':').unwrap_or((&value, "1"));
        Some((name.to_owned(), AtomicU64::new(count.parse().ok()?)))
    });
    if let Some((target, left)) = target
        && target == name
        && left.fetch_sub(1, Ordering::Relaxed) == 1
    {
        std::process::abort();
    }
}

#[cfg(not(feature = "test-support"))]
#[inline(always)]
pub fn point(_name: &'static str) {}

/// Panics here if `SAYSO_PANIC_AT` names this point, to test what a panic has to restore.
#[cfg(feature = "test-support")]
#[expect(clippy::disallowed_methods, reason = "set by tests only")]
pub fn panic_point(name: &'static str) {
    assert!(std::env::var("SAYSO_PANIC_AT").as_deref() != Ok(name), "a test wants this at {name}");
}

#[cfg(not(feature = "test-support"))]
#[inline(always)]
pub fn panic_point(_name: &'static str) {}
