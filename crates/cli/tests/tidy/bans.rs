//! Bans: what clippy refuses, where an exception stands, and what is visible outside its crate.

use crate::tree::{files, read};

/// `clippy.toml` bans these; `scripts/test` runs clippy over everything.
#[test]
fn time_ids_and_the_environment_are_banned() {
    let banned = read("clippy.toml");
    for path in [
        "std::time::SystemTime::now",
        "jiff::Timestamp::now",
        "std::time::Instant::now",
        "tokio::time::Instant::now",
        "uuid::Uuid::new_v4",
        "uuid::Uuid::now_v7",
        "std::env::var",
        "std::env::var_os",
        "std::env::vars",
        "std::env::vars_os",
        "std::thread::sleep",
    ] {
        assert!(banned.contains(&format!("path = \"{path}\"")), "{path} is not banned");
    }
    assert!(read("scripts/test").contains("cargo clippy --workspace --all-targets"));
}

/// A timer of a connection may use the monotonic clock, and says so. Everything else has its time from
/// the desk's clock.
#[test]
fn exceptions_are_where_they_are_known() {
    let mut found = Vec::new();
    for (name, text) in files("crates", "rs") {
        let is_product = name.contains("/src/")
            && !name.ends_with("_tests.rs")
            && !name.contains("/tests/")
            && !name.ends_with("test_postgres.rs");
        let is_excepted = text.split("clippy::disallowed_methods").skip(1).any(|rest| {
            let reason = rest.split('"').nth(1).unwrap_or_default();
            !["set by tests only", "time is paused"].contains(&reason)
        });
        found.extend((is_product && is_excepted).then_some(name));
    }
    let known = [
        "crates/access/src/connection_limits.rs",
        "crates/api/src/remote/clock.rs",
        "crates/api/src/remote/socket.rs",
        "crates/api/src/remote/socket/calls.rs",
        "crates/chat/src/conversations/thread.rs",
        "crates/cli/src/commands/hook.rs",
        "crates/cli/src/commands/hook/bridge.rs",
        "crates/cli/src/commands/hook/input.rs",
        "crates/cli/src/config/environment.rs",
        "crates/desk/src/clock.rs",
        "crates/desk/src/ids.rs",
        "crates/hub/src/lock.rs",
        "crates/hub/src/run/serving.rs",
        "crates/slack/src/socket_mode.rs",
        "crates/store/src/postgres/hubs/line.rs",
        "crates/store/src/postgres/link.rs",
        "crates/store/src/postgres/search.rs",
        "crates/telegram/src/client.rs",
    ];
    assert_eq!(found, known);
}

/// Nothing is public that nobody can reach; in a program nothing is.
#[test]
fn what_is_public_can_be_reached() {
    assert!(read("Cargo.toml").contains("unreachable_pub = \"warn\""));
    for (name, text) in files("crates", "toml") {
        let is_crate = name.ends_with("/Cargo.toml") && name.matches('/').count() == 2;
        assert!(!is_crate || text.contains("[lints]\nworkspace = true"), "{name}: no lints");
    }
    let kinds = [
        "fn ", "async ", "unsafe ", "struct ", "enum ", "union ", "trait ", "type ", "mod ",
        "use ", "const ", "static ",
    ];
    for (name, text) in files("crates/cli/src", "rs") {
        let public = text.lines().find(|line| {
            let item = line.trim_start().strip_prefix("pub ");
            item.is_some_and(|item| kinds.iter().any(|kind| item.starts_with(kind)))
        });
        assert_eq!(public, None, "{name}: say pub(crate)");
    }
}
