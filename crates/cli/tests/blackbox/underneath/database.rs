//! The database, its log, and their directory.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

use rustix::process::Signal;
use serde_json::Value;

use super::QUESTION;
use crate::crash::askers::{finish, send};
use crate::harness::{World, first_line};
use crate::until;
use crate::watch;

fn copies(world: &World) -> Vec<PathBuf> {
    let entries = fs::read_dir(world.path("data")).unwrap().map(|entry| entry.unwrap().path());
    let is_copy =
        |path: &PathBuf| path.file_name().unwrap().to_string_lossy().starts_with("sayso-rescue-");
    entries.filter(is_copy).collect()
}

fn log(world: &World) -> String {
    fs::read_to_string(world.paths().log()).unwrap_or_default()
}

/// A pending question and an answered one, as they are shown.
fn acknowledged(world: &World) -> (String, String, [Value; 2]) {
    let (open, ended) = (world.ask(&QUESTION), world.ask(&["Else?", "-o", "a", "-o", "b"]));
    world.run(&["answer", &ended, "a"]).ok();
    let shown = [world.show(&open), world.show(&ended)];
    (open, ended, shown)
}

/// Compares what doesn't depend on who is connected.
fn same(before: &Value, after: &Value) {
    for key in ["id", "form", "state", "status", "created_at", "revision"] {
        assert_eq!(before[key], after[key], "{key}");
    }
}

/// REQ: SA-4
#[test]
fn a_removed_database_costs_nothing_and_whoever_waits_gets_the_answer() {
    let world = World::new();
    let (open, ended, shown) = acknowledged(&world);
    let waiter = world.spawn(&["wait", &open]);
    world.until("somebody waits", || world.show(&open)["listening"] == true);
    let pid = world.hub_info().pid;

    fs::remove_file(world.paths().database()).unwrap();
    watch::ends("the hub that has lost its database", pid);
    let said = "was removed while the hub was running. Everything acknowledged is in";
    assert!(log(&world).contains(said), "{}", log(&world));
    // Something is pending: the next hub starts without a command.
    until::files("there is a hub", &[&world.paths().data_dir], || {
        let next = world.hub_info().pid;
        next != pid && world.run(&["hub", "status"]).code == 0
    });
    assert!(log(&world).contains("is used in its place"), "{}", log(&world));
    same(&shown[0], &world.show(&open));
    same(&shown[1], &world.show(&ended));
    assert!(copies(&world).is_empty());
    assert_eq!(fs::metadata(world.paths().database()).unwrap().mode() & 0o777, 0o600);
    world.run(&["answer", &open, "Ant"]).ok();
    assert_eq!(finish(waiter).ok().stdout, "Ant\n");
}

/// REQ: SA-4
#[test]
fn a_hub_that_finds_no_database_and_one_copy_opens_it_and_says_so() {
    let world = World::new();
    let mut hub = world.command(["hub", "run"]).spawn().unwrap();
    assert!(first_line(&mut hub).starts_with("ready"));
    let hub = crate::harness::Running::of(hub);
    let (open, ended, shown) = acknowledged(&world);
    fs::remove_file(world.paths().database()).unwrap();
    // In the foreground it prints the reason, and fails.
    let told = finish(hub).fails(1, "was removed while the hub was running");
    let [copy] = <[PathBuf; 1]>::try_from(copies(&world)).unwrap();
    assert!(told.stderr.contains(copy.to_str().unwrap()), "{told:?}");
    assert_eq!(fs::metadata(&copy).unwrap().mode() & 0o777, 0o600);

    let ran = world.run(&["list", "--all", "--json"]).ok();
    assert_eq!(ran.json()["rows"].as_array().unwrap().len(), 2);
    let said = format!("the rescue copy {} is used in its place", copy.display());
    assert!(ran.stderr.contains(&said), "{ran:?}");
    same(&shown[0], &world.show(&open));
    same(&shown[1], &world.show(&ended));
}

/// REQ: SA-4
#[test]
fn what_is_asked_while_the_database_is_missing_is_asked_at_the_next_hub() {
    let world = World::new();
    for round in 0..4 {
        let (open, _, shown) = acknowledged(&world);
        let pid = world.hub_info().pid;
        send(pid, Signal::STOP);
        fs::remove_file(world.paths().database()).unwrap();
        let question = format!("Round {round}?");
        let asker = world.spawn(&["ask", &question, "-o", "a", "-o", "b", "--no-wait"]);
        send(pid, Signal::CONT);
        watch::ends("the hub", pid);
        let ran = finish(asker);
        assert_eq!(ran.code, 75, "the next hub was asked: {ran:?}");
        assert_eq!(world.show(ran.stdout.trim())["status"], "pending");
        same(&shown[0], &world.show(&open));
    }
}

/// REQ: SA-4
#[test]
fn a_replaced_database_is_the_next_one_and_what_was_open_is_saved_beside_it() {
    let (world, other) = (World::new(), World::new());
    let foreign = other.ask(&QUESTION);
    let pid = other.hub_info().pid;
    other.run(&["hub", "stop"]).ok();
    watch::ends("the other hub", pid);
    let (open, _, _) = acknowledged(&world);
    let pid = world.hub_info().pid;
    fs::rename(other.paths().database(), world.paths().database()).unwrap();
    watch::ends("the hub", pid);
    assert_eq!(world.show(&foreign)["status"], "pending");
    world.run(&["show", &open]).fails(2, "no question");
    let [copy] = <[PathBuf; 1]>::try_from(copies(&world)).unwrap();
    assert!(log(&world).contains("opens the new file"), "{}", log(&world));

    // And back, as the message says.
    let pid = world.hub_info().pid;
    world.run(&["hub", "stop"]).ok();
    watch::ends("the hub", pid);
    fs::rename(copy, world.paths().database()).unwrap();
    assert_eq!(world.show(&open)["status"], "pending");
}

/// REQ: SA-4
#[test]
fn a_removed_log_is_noticed_at_once_and_folded_into_the_database() {
    for name in ["sayso.db-wal", "sayso.db-shm"] {
        let world = World::new();
        let (open, ended, shown) = acknowledged(&world);
        let pid = world.hub_info().pid;
        fs::remove_file(world.path("data").join(name)).unwrap();
        watch::ends("the hub", pid);
        assert!(log(&world).contains(&format!("{name} was removed")), "{}", log(&world));
        same(&shown[0], &world.show(&open));
        same(&shown[1], &world.show(&ended));
        assert!(copies(&world).is_empty());
    }
}

/// REQ: SA-4
#[test]
fn a_moved_directory_keeps_everything_and_the_old_hub_leaves_the_new_one_alone() {
    let world = World::new();
    let (open, _, shown) = acknowledged(&world);
    let old = world.hub_info().pid;
    send(old, Signal::STOP);
    fs::rename(world.path("data"), world.path("elsewhere")).unwrap();
    // Another world at the same path, with its own hub, while the old one still runs.
    let other = world.ask(&["New?", "-o", "a", "-o", "b"]);
    let new = world.hub_info().pid;
    send(old, Signal::CONT);
    watch::ends("the hub of the directory that was moved", old);
    assert!(fs::read_to_string(world.path("elsewhere/hub.log")).unwrap().contains("was moved"));
    assert_eq!(world.run(&["hub", "status", "--json"]).ok().json()["pid"], new);
    assert_eq!(world.show(&other)["status"], "pending");
    world.run(&["answer", &other, "a"]).ok();

    world.run(&["hub", "stop"]).ok();
    watch::ends("the new hub", new);
    fs::remove_dir_all(world.path("data")).unwrap();
    fs::rename(world.path("elsewhere"), world.path("data")).unwrap();
    same(&shown[0], &world.show(&open));
}

/// REQ: SA-4
#[test]
fn a_removed_directory_ends_the_hub() {
    let world = World::new();
    acknowledged(&world);
    let pid = world.hub_info().pid;
    send(pid, Signal::STOP);
    fs::remove_dir_all(world.path("data")).unwrap();
    send(pid, Signal::CONT);
    watch::ends("the hub", pid);
    assert!(!world.path("data").exists(), "nothing is created again unnoticed");
    assert_eq!(world.run(&["list", "--json"]).ok().json()["rows"], serde_json::json!([]));
}

/// REQ: SA-4
#[test]
fn several_copies_and_no_database_are_for_a_person_to_decide() {
    let world = World::new();
    let (open, _, _) = acknowledged(&world);
    let pid = world.hub_info().pid;
    world.run(&["hub", "stop"]).ok();
    watch::ends("the hub", pid);
    let copy = |name: &str| world.path("data").join(name);
    let names = ["sayso-rescue-20270115T080000Z.db", "sayso-rescue-20270116T080000Z.db"];
    fs::copy(world.paths().database(), copy(names[0])).unwrap();
    fs::rename(world.paths().database(), copy(names[1])).unwrap();
    for args in [vec!["list"], vec!["show", &open], vec!["hub", "run"]] {
        let ran = world.run(&args).fails(1, "several rescue copies");
        for said in [names[0], names[1], "rename the one to use"] {
            assert!(ran.stderr.contains(said), "{ran:?}");
        }
    }
    assert!(!world.paths().database().exists());
    fs::rename(copy(names[1]), world.paths().database()).unwrap();
    let ran = world.run(&["show", &open, "--json"]).ok();
    assert!(ran.stderr.contains(names[0]), "the other one is named: {ran:?}");
}
