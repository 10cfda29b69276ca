//! A question that can't be read: the others are unaffected, and it can be shown raw and forgotten.

use crate::harness::{World, eventually};
use crate::watch;

/// REQ: SA-8
#[test]
fn one_unreadable_question_is_named_shown_raw_and_forgotten() {
    let world = World::new();
    let bad = world.ask(&["Which one is lost?", "-o", "a", "-o", "b"]);
    let good = world.ask(&["Which one is kept?", "-o", "a", "-o", "b"]);
    let pid = world.hub_info().pid;
    world.run(&["hub", "stop"]).ok();
    watch::ends("the hub", pid);
    let db = rusqlite::Connection::open(world.paths().database()).unwrap();
    let damage = "update interactions set body = substr(body, 1, 200) where body like '%lost?%'";
    assert_eq!(db.execute(damage, []).unwrap(), 1);
    drop(db);

    let short = &bad[..8];
    for args in [vec!["list"], vec!["list", "--all"], vec!["list", "--search", "one"]] {
        let ran = world.run(&args).ok();
        assert!(ran.stdout.contains("Which one is kept?"), "{ran:?}");
        assert!(ran.stderr.contains(&format!("{short} cannot be read")), "{ran:?}");
        assert!(ran.stderr.contains(&format!("sayso forget {short}")), "{ran:?}");
    }
    let listed = world.run(&["list", "--json"]).ok().json();
    assert_eq!(listed["rows"].as_array().unwrap().len(), 1);
    assert_eq!(listed["unreadable"][0]["id"], bad);
    world.run(&["history"]).ok();

    let shown = world.run(&["show", short]).fails(1, "cannot be read");
    assert!(shown.stderr.contains("--raw"), "{shown:?}");
    let raw = world.run(&["show", short, "--raw"]).ok().json();
    assert!(raw["body"].as_str().unwrap().contains(&bad), "{raw}");
    assert_eq!(raw["status"], "pending");
    let raw = world.run(&["show", &good, "--raw"]).ok().json();
    assert!(raw["body"].as_str().unwrap().contains("kept?"), "{raw}");

    // Counts everything that is stored, regardless of who asked.
    let unreadable = || world.run(&["hub", "status", "--json"]).ok().json()["unreadable"].clone();
    eventually("counted", || unreadable() == 1);
    let status = world.run(&["hub", "status"]).ok();
    assert!(status.stdout.contains("unreadable"), "{status:?}");
    let log = std::fs::read_to_string(world.paths().log()).unwrap();
    assert_eq!(log.matches("a question cannot be read").count(), 1, "{log}");

    world.run(&["answer", &good, "a"]).ok();
    let forgotten = world.run(&["forget", short]).ok();
    assert!(forgotten.stdout.contains(short), "{forgotten:?}");
    let ran = world.run(&["list", "--all"]).ok();
    assert_eq!(ran.stderr, "");
    assert_eq!(unreadable(), 0);
    world.run(&["show", &bad, "--raw"]).fails(2, "there is no question");
}

/// If a column and the body contradict each other, every action reports it, and the hub keeps
/// running. An invalid stored setting is reported and not used.
/// REQ: SA-8
#[test]
fn what_contradicts_itself_is_told_and_a_setting_without_sense_is_not_used() {
    let world = World::new();
    let odd = world.ask(&["Which one is odd?", "-o", "a", "-o", "b"]);
    let pid = world.hub_info().pid;
    world.run(&["hub", "stop"]).ok();
    watch::ends("the hub", pid);
    let db = rusqlite::Connection::open(world.paths().database()).unwrap();
    db.execute("update interactions set settled_at = created_at", []).unwrap();
    for (key, value) in [("timeout", "garbage"), ("irreversible.surfaces", "nonsense")] {
        let body = serde_json::json!(value).to_string();
        let row = "insert into shelf values ('setting', ?1, 1, 1, ?2)";
        db.execute(row, [key, &body]).unwrap();
    }
    drop(db);
    world.run(&["answer", &odd, "a"]).fails(1, "contradicts itself");
    world.run(&["forget", &odd, "--yes"]).ok();
    let good = world.ask(&["Which one is good?", "-o", "a", "-o", "b"]);
    world.run(&["answer", &good, "a"]).ok();
    let irreversible = world.ask(&["Drop it?", "-o", "a", "-o", "b", "--irreversible"]);
    world.run(&["answer", &irreversible, "a"]).fails(1, "irreversible.surfaces");
    let log = std::fs::read_to_string(world.paths().log()).unwrap();
    assert!(log.contains("sayso config unset timeout"), "{log}");
}
