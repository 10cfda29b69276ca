//! Problems in the environment: the message says what and where, and nothing is made worse.

use std::os::unix::fs::FileExt;
use std::path::Path;

use crate::harness::{Ran, World};
use crate::http::Http;
use crate::watch;

const QUESTION: [&str; 5] = ["Which?", "-o", "a", "-o", "b"];

fn stop(world: &World) {
    let pid = world.hub_info().pid;
    world.run(&["hub", "stop"]).ok();
    watch::ends("the hub", pid);
}

/// REQ: HI-1
#[test]
fn a_full_disk_is_said_and_costs_nothing_that_was_acknowledged() {
    let world = World::new();
    let ask = || {
        let mut command = world.command(["ask", "--no-wait", "-o", "a", "-o", "b"]);
        command.args(["--prompt", &"why ".repeat(2_000), "Which?"]);
        Ran::of(command.env("SAYSO_TEST_MAX_PAGES", "40").output().unwrap())
    };
    let mut acknowledged = Vec::new();
    let failed = loop {
        let ran = ask();
        if ran.code != 75 {
            break ran;
        }
        acknowledged.push(ran.stdout.trim().to_owned());
        assert!(acknowledged.len() < 100, "the disk is never full");
    };
    failed.fails(1, "the disk is full: nothing was written; make room, then try again");
    assert!(acknowledged.len() > 2, "{acknowledged:?}");
    ask().fails(1, "the disk is full");
    let ids = |world: &World| -> Vec<String> {
        let rows = world.run(&["list", "--json"]).ok().json();
        let rows = rows["rows"].as_array().unwrap().iter();
        rows.map(|row| row["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ids(&world), acknowledged, "what was acknowledged is there, and nothing else");
    stop(&world);
    assert_eq!(ids(&world), acknowledged);
    acknowledged.push(world.ask(&QUESTION));
    assert_eq!(ids(&world), acknowledged);
}

#[test]
fn a_data_directory_that_cannot_be_is_named() {
    let world = World::new();
    let file = world.path("in-the-way");
    std::fs::write(&file, "here first").unwrap();
    for args in [vec!["list"], vec!["hub", "run"], vec!["ask", "Which?", "-o", "a", "-o", "b"]] {
        let output = world.command(&args).env("SAYSO_DATA_DIR", &file).output().unwrap();
        Ran::of(output).fails(1, file.to_str().unwrap());
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "here first");
}

/// A world whose hub has ended, with one question in its database.
fn stored() -> (World, String) {
    let world = World::new();
    let id = world.ask(&QUESTION);
    stop(&world);
    (world, id)
}

fn overwrite(file: &Path, at: u64, bytes: &[u8]) -> Vec<u8> {
    std::fs::File::options().write(true).open(file).unwrap().write_all_at(bytes, at).unwrap();
    std::fs::read(file).unwrap()
}

#[test]
fn a_damaged_header_is_said_and_nothing_is_overwritten() {
    let (world, id) = stored();
    let file = world.paths().database();
    let damaged = overwrite(&file, 0, b"not a database, never was one");
    for args in [vec!["list"], vec!["show", &id], vec!["hub", "run"]] {
        let ran = world.run(&args).fails(1, "is damaged");
        assert!(ran.stderr.contains(file.to_str().unwrap()), "{ran:?}");
    }
    assert_eq!(std::fs::read(&file).unwrap(), damaged);
}

/// REQ: SA-8
#[test]
fn a_damaged_page_is_said_and_nothing_is_overwritten() {
    let (world, id) = stored();
    let file = world.paths().database();
    let page = {
        let db = rusqlite::Connection::open(&file).unwrap();
        let root = "select rootpage from sqlite_master where name = 'interactions'";
        db.query_row(root, [], |row| row.get::<_, u32>(0)).unwrap()
    };
    let damaged = overwrite(&file, u64::from(page - 1) * 4_096, &[0xff; 200]);
    // What is elsewhere is served; what is here is named, and nothing is stored here.
    let listed = world.run(&["list", "--all"]).ok();
    assert!(listed.stderr.contains(&format!("{} cannot be read", &id[..8])), "{listed:?}");
    world.run(&["show", &id]).fails(1, "this part of the file is damaged");
    for args in [vec!["ask", "x", "-o", "a", "-o", "b"], vec!["show", &id, "--raw"]] {
        let ran = world.run(&args).fails(1, "is damaged");
        assert!(ran.stderr.contains(file.to_str().unwrap()), "{ran:?}");
        assert!(ran.stderr.contains(".recover"), "{ran:?}");
    }
    assert_eq!(std::fs::read(&file).unwrap(), damaged);
}

#[test]
fn a_database_of_a_newer_version_is_left_alone() {
    let (world, _) = stored();
    let file = world.paths().database();
    let db = rusqlite::Connection::open(&file).unwrap();
    db.pragma_update(None, "user_version", 4_711).unwrap();
    drop(db);
    let before = std::fs::read(&file).unwrap();
    let ran = world.run(&["list"]).fails(1, "was written by a newer sayso (schema 4711");
    assert!(ran.stderr.contains("update sayso"), "{ran:?}");
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

#[test]
fn every_fault_of_the_configuration_is_named_at_once() {
    let world = World::new();
    let file = world.path("config.toml");
    std::fs::write(&file, "[hub\nport = 1").unwrap();
    for args in [vec!["config", "show"], vec!["hub", "run"], vec!["config", "set", "hub.port", "1"]]
    {
        let ran = world.run(&args).fails(2, "is not valid TOML");
        assert!(ran.stderr.contains(file.to_str().unwrap()), "{ran:?}");
    }
    std::fs::write(&file, "[hub]\ndatabase = \"postgres://u:hunter2@db/sayso\" x\n").unwrap();
    for args in [vec!["config", "show"], vec!["config", "set", "hub.port", "1"], vec!["doctor"]] {
        let ran = world.run(&args);
        let said = format!("{}{}", ran.stdout, ran.stderr);
        assert!(said.contains("is not valid TOML in line 2: "), "{said}");
        assert!(!said.contains("hunter2"), "{said}");
    }
    let faulty =
        "[hub]\nlinger = true\nhots = \"x\"\n[retention]\ndays = -1\n[personal]\ntheme = 7\n";
    std::fs::write(&file, faulty).unwrap();
    for args in [vec!["config", "show"], vec!["hub", "run"], vec!["list"]] {
        let ran = world.run(&args).fails(2, "the configuration has errors");
        for key in [
            "hub.linger:",
            "`hub.hots`; did you mean `hub.hosts`?",
            "retention.days:",
            "personal.theme:",
        ] {
            assert!(ran.stderr.contains(key), "{args:?}: {key} is not named: {}", ran.stderr);
        }
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), faulty);
}

#[test]
fn a_log_that_cannot_be_written_is_named() {
    let world = World::new().with("SAYSO_LOG_FILE", "/proc/none/hub.log");
    for args in [vec!["list"], vec!["hub", "run"], vec!["hub", "status"]] {
        world.run(&args).fails(1, "cannot write the log file /proc/none/hub.log");
    }
    let world = World::new().with("SAYSO_LOG_LEVEL", "loud");
    world.run(&["hub", "run"]).fails(2, "log.level: `loud` is not a level");
}

#[test]
fn a_hub_elsewhere_needs_address_and_token() {
    let world = World::new();
    let _hub = world.hub();
    let token = Http::agent(&world).token().to_owned();
    let url = format!("http://127.0.0.1:{}", world.hub_info().port);
    let elsewhere = World::new().with("SAYSO_HUB", &url);
    elsewhere.run(&["list"]).fails(2, "SAYSO_TOKEN is not");
    let wrong = World::new().with("SAYSO_HUB", &url).with("SAYSO_TOKEN", "wrong");
    for args in [vec!["list"], vec!["ask", "x", "-o", "a", "-o", "b"], vec!["hub", "status"]] {
        wrong.run(&args).fails(1, "the token is wrong");
    }
    for (url, says) in [
        ("http://127.0.0.1:1", "check SAYSO_HUB"),
        ("ftp://127.0.0.1", "must begin with http"),
        ("nonsense", "nonsense"),
    ] {
        let nowhere = World::new().with("SAYSO_HUB", url).with("SAYSO_TOKEN", &token);
        nowhere.run(&["list"]).fails(1, says);
        assert!(!nowhere.paths().database().exists(), "no hub was started instead");
    }

    let elsewhere = elsewhere.with("SAYSO_TOKEN", &token);
    let id = elsewhere.ask(&QUESTION);
    let asker = elsewhere.spawn(&["wait", &id]);
    world.until("it listens", || world.show(&id)["listening"] == true);
    // An agent's token can only ask.
    elsewhere.run(&["list"]).fails(1, "this token is an agent's");
    elsewhere.run(&["answer", &id[..8], "b"]).fails(1, "this token is an agent's");
    world.run(&["answer", &id[..8], "b"]).ok();
    assert_eq!(asker.finish().ok().stdout, "b\n");
    assert!(!elsewhere.paths().database().exists());
}
