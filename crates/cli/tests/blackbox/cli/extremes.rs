//! Values far outside of what anybody means, and input in the wrong shape: refused or limited, with
//! a reason, and never a panic.

use std::os::unix::fs::{PermissionsExt, symlink};

use crate::harness::World;

const QUESTION: [&str; 5] = ["Which database?", "-o", "PostgreSQL", "-o", "SQLite"];
const MOST: &str = "18446744073709551615";

#[test]
fn the_longest_duration_is_only_long() {
    let world = World::new();
    let _hub = world.hub();
    let id = world.ask(&QUESTION);
    let added = world.run(&["extend", &id, &format!("+{MOST}"), "--json"]).ok().json();
    assert_eq!(added["remaining_ms"].as_u64().map(|left| left.div_ceil(1_000)), Some(604_800));
    world.run(&["answer", &id, "SQLite"]).ok();
    assert_eq!(world.run(&["wait", &id, "--for", MOST]).ok().stdout, "SQLite\n");
    world.run(&["wait", &id, "--for", &format!("{MOST}0")]).fails(2, "is not a duration");
}

/// REQ: RA-6
#[test]
fn no_patience_is_longer_than_any_question() {
    let world = World::new();
    let set = |value: &str| world.run(&["config", "set", "mcp.patience", value]);
    set("unknown=604800").ok();
    for seconds in ["604801", MOST] {
        set(&format!("unknown={seconds}")).fails(2, "use family=never");
    }
    set("unknown=0").fails(2, "is not family=TIME");
    set("unknown=never").ok();
}

#[test]
fn a_token_may_end_with_a_line_break_and_not_contain_one() {
    let world = World::new();
    let _hub = world.hub();
    let token = world.run(&["token", "create", "--name", "ci"]).ok().stdout;
    assert!(token.ends_with('\n'), "{token:?}");
    let url = format!("http://127.0.0.1:{}", world.hub_info().port);
    let ask = [&["ask"][..], &QUESTION, &["--no-wait"]].concat();
    let ran = world.run_as(&[("SAYSO_HUB", &url), ("SAYSO_TOKEN", &token)], &ask);
    assert_eq!(ran.code, 75, "{ran:?}");
    for broken in [format!("{token}{token}"), "a b".to_owned(), "schlüssel".to_owned()] {
        let ran = world.run_as(&[("SAYSO_HUB", &url), ("SAYSO_TOKEN", &broken)], &ask);
        ran.fails(2, "SAYSO_TOKEN is not a token");
    }
}

/// REQ: SE-1
#[test]
fn a_section_that_is_not_a_table_is_refused_and_stays() {
    let world = World::new();
    let file = world.path("config.toml");
    std::fs::write(&file, "hub = 1\n").unwrap();
    world.run(&["config", "set", "hub.port", "8080"]).fails(2, "`hub` in");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "hub = 1\n");
    std::fs::write(&file, "hub = { linger = 5 } # short\n").unwrap();
    world.run(&["config", "set", "hub.port", "8080"]).ok();
    assert_eq!(
        std::fs::read_to_string(&file).unwrap(),
        "hub = { linger = 5 , port = 8080 } # short\n"
    );
}

/// The file may be one of a person's dotfiles, which only they can read.
/// REQ: SE-1
#[test]
fn a_link_to_the_file_stays_a_link_and_the_file_stays_private() {
    let world = World::new();
    let (link, file) = (world.path("config.toml"), world.path("dotfile"));
    std::fs::write(&file, "[log]\nlevel = \"info\" # for now\n").unwrap();
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).unwrap();
    symlink("dotfile", &link).unwrap();
    world.run(&["config", "set", "log.level", "debug"]).ok();
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text, "[log]\nlevel = \"debug\" # for now\n");
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(std::fs::read_link(&link).unwrap(), std::path::Path::new("dotfile"));
    world.run(&["config", "unset", "log.level"]).ok();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "", "an empty table says nothing");
    assert!(link.is_symlink());
}

/// REQ: SE-1
#[test]
fn a_flag_that_cannot_apply_is_refused() {
    let world = World::new();
    let set = ["config", "set", "log.level", "info", "--always"];
    world.run(&set).fails(2, "--always is for timeout and timeout_action");
    assert!(!world.path("config.toml").exists());
}

#[test]
fn a_refusal_speaks_of_the_command_line() {
    let world = World::new();
    let ran = world.run(&["show", "zz"]).fails(2, "`zz` is not an id");
    assert!(!ran.stderr.contains("session_id"), "{ran:?}");
    for limit in ["0", "-1", "all"] {
        world.run(&["list", "-l", limit]).fails(2, "use 1 or more");
    }
    world.run(&["list", "-l", "501"]).ok();
}
