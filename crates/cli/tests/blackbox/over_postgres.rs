//! A hub over PostgreSQL: what only that has. `SAYSO_TEST_STORE=postgres` runs the other tests over it.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use sayso_store::test_postgres::TestSchema;
use sayso_store::test_proxy::TestProxy;

use crate::harness::{World, eventually};

/// REQ: TM-1
#[test]
fn the_store_is_named_and_its_password_is_not() {
    let Some(schema) = TestSchema::new() else { return };
    let url = schema.url().replace("sayso@", "sayso:s3cret@");
    let world = World::new().with("SAYSO_DATABASE", &url);
    let id = world.ask(&["Which?", "-o", "A", "-o", "B"]);
    assert!(!world.path("data/sayso.db").exists(), "everything is there");
    for (args, named) in [
        (vec!["hub", "status"], true),
        (vec!["hub", "status", "--json"], true),
        (vec!["doctor"], true),
        (vec!["config", "get", "hub.database"], true),
        (vec!["config", "show", "--json"], true),
        (vec!["config", "set", "hub.database", &url], false),
        (vec!["config", "set", "hub.database", "postgres://a:s3cret@h/x?sslmode=maybe"], false),
    ] {
        let ran = world.run(&args);
        let said = format!("{}{}", ran.stdout, ran.stderr);
        assert_eq!(
            said.contains("postgres://sayso@/tmp/sayso-postgres"),
            named,
            "{args:?}: {said}"
        );
        assert!(!said.contains("s3cret"), "{args:?}: {said}");
    }
    world.run_with(&["config", "set", "hub.database", "-"], url.as_bytes()).ok();
    world.run(&["answer", &id, "B"]).ok();
    world.run(&["hub", "stop"]).ok();
    // By the file alone, as readable as it should not be.
    let mode = |path: PathBuf| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(world.path("config.toml")), 0o600);
    let loose = std::fs::Permissions::from_mode(0o644);
    std::fs::set_permissions(world.path("config.toml"), loose).unwrap();
    let world = world.with("SAYSO_DATABASE", "");
    assert_eq!(world.show(&id)["status"], "submitted");
    assert_eq!(mode(world.path("config.toml")), 0o600);
    let log = std::fs::read_to_string(world.path("data/hub.log")).unwrap();
    assert!(log.contains("now only you can read it"), "{log}");
    assert!(!log.contains("s3cret"), "{log}");
}

/// REQ: TM-1
#[test]
fn a_server_that_cannot_be_used_is_said_with_what_to_do() {
    let Some(schema) = TestSchema::new() else { return };
    let url = schema.url().replace("/postgres?", "/nowhere?");
    let world = World::new().with("SAYSO_DATABASE", &url);
    let ran = world.run(&["list"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stderr.contains("database \"nowhere\" does not exist"), "{ran:?}");
}

/// What file and environment say is known without it.
#[test]
fn while_it_is_away_the_settings_are_shown_without_the_hubs_part() {
    let world = World::new().with("SAYSO_DATABASE", "postgres://ana:s3cret@/gone?host=/nowhere");
    let file = "[personal]\ntheme = \"dark\"\n[retention]\ndays = 7\n";
    std::fs::write(world.path("config.toml"), file).unwrap();
    let world = world.with("SAYSO_LANGUAGE", "ko");
    let ran = world.run(&["config", "show", "--json"]).ok();
    let shown = ran.json();
    let of = |key: &str| {
        let mut lines = shown.as_array().unwrap().iter();
        let line = lines.find(|line| line["key"] == key).unwrap();
        (line["value"].as_str().unwrap(), line["source"].as_str().unwrap())
    };
    assert_eq!(of("theme"), ("dark", "config.toml"));
    assert_eq!(of("language"), ("ko", "environment"));
    assert_eq!(of("retention.days"), ("7", "config.toml"));
    assert_eq!(of("hub.database"), ("postgres://ana@/nowhere/gone", "environment"));
    assert!(ran.stderr.contains("the hub could not be read"), "{ran:?}");
    assert!(!format!("{ran:?}").contains("s3cret"), "{ran:?}");
    assert_ne!(world.run(&["config", "get", "theme"]).code, 0, "it may be another one there");
}

/// REQ: TM-3
#[test]
fn while_it_is_away_waits_stay_open_and_asks_are_told() {
    let Some(schema) = TestSchema::new() else { return };
    let world = World::new();
    let between = TestProxy::new(&world.path("run"), schema.socket());
    let url = schema.url_by(&world.path("run"));
    let world = world.with("SAYSO_DATABASE", &url);
    let id = world.ask(&["Which?", "-o", "A", "-o", "B"]);
    let agent = world.spawn(&["wait", &id]);
    world.until("it listens", || world.show(&id)["listening"] == true);
    between.cut();
    let ran = world.run(&["ask", "And this?", "-o", "A", "-o", "B", "--no-wait"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stderr.contains("does not answer"), "{ran:?}");
    assert!(ran.stderr.contains("check that PostgreSQL runs there"), "{ran:?}");
    // One that begins to wait meanwhile waits, too.
    let late = world.spawn(&["wait", &id]);
    between.restore();
    eventually("it is back", || world.run(&["answer", &id, "B"]).code == 0);
    assert_eq!(agent.finish().ok().stdout, "B\n");
    assert_eq!(late.finish().ok().stdout, "B\n");
}
