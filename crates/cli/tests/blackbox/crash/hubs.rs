//! One hub at a time: how it is started, replaced and stopped, and what it leaves behind.

use std::fs::File;

use rustix::process::Signal;
use sayso_core::Status;
use sayso_desk::{Asking, DeskError, Patience};
use sayso_wire::StopRequest;

use super::askers::{finish, send};
use crate::harness::{World, eventually};
use crate::until;
use crate::watch;

const NEWER: &[(&str, &str)] = &[("SAYSO_TEST_VERSION", "9.9.9")];
const HASTY: &[(&str, &str)] = &[("SAYSO_LINGER", "0")];
const OLDER: &[(&str, &str)] = &[("SAYSO_TEST_VERSION", "0.0.1")];

#[test]
fn many_who_need_a_hub_at_once_end_up_with_one() {
    let world = World::new();
    let commands: Vec<_> = (0..8).map(|_| world.spawn(&["list", "--json"])).collect();
    for command in commands {
        assert_eq!(command.finish().ok().json()["rows"], serde_json::json!([]));
    }
    until::processes("those that came too late are gone", || world.hubs(), |hubs| hubs.len() == 1);
    assert_eq!(world.hubs(), [world.hub_info().pid]);
    let log = std::fs::read_to_string(world.paths().log()).unwrap();
    assert_eq!(log.matches("the hub is ready").count(), 1, "{log}");
}

/// REQ: HI-1
#[test]
fn a_newer_binary_replaces_the_hub_and_whoever_waits_does_not_notice() {
    let world = World::new();
    let id = world.ask(&["Which one?", "-o", "Ant", "-o", "Bee"]);
    // Each of them would start a hub of its own version if it could.
    let waiters: Vec<_> = (0..4).map(|_| world.spawn(&["wait", &id])).collect();
    eventually("all of them wait", || connections(&world) > waiters.len() as u64);
    let old = world.hub_info();

    let seen = world.run_as(NEWER, &["list", "--json"]).ok().json();
    assert_eq!(seen["rows"][0]["id"], id.as_str());
    watch::ends("the older hub", old.pid);
    let new = world.hub_info();
    assert_eq!(new.version, "9.9.9");
    until::processes("there is one hub", || world.hubs(), |hubs| hubs == [new.pid]);
    eventually("they wait at the new one", || connections(&world) > waiters.len() as u64);

    world.run(&["answer", &id, "Ant"]).ok();
    for waiter in waiters {
        assert_eq!(finish(waiter).ok().stdout, "Ant\n");
    }
    assert_eq!(world.hub_info().pid, new.pid, "older clients leave it alone");
}

/// The number of connections, including the one that asks.
fn connections(world: &World) -> u64 {
    world.run(&["hub", "status", "--json"]).json()["connections"].as_u64().unwrap_or(0)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_binary_uses_a_newer_hub_and_cannot_replace_it() {
    let world = World::new();
    let id = world.ask(&["Which one?", "-o", "Ant", "-o", "Bee"]);
    let hub = world.hub_info();
    world.run_as(OLDER, &["answer", &id, "Ant"]).ok();
    let replace = StopRequest { replaced_by: Some("0.0.1".to_owned()) };
    let refused = world.desk().stop(replace).await;
    assert!(matches!(refused, Err(DeskError::Invalid { .. })), "{refused:?}");
    world.run_as(OLDER, &["list"]).ok();
    assert_eq!((world.hub_info(), world.hubs()), (hub.clone(), vec![hub.pid]));
}

/// REQ: HI-1
#[tokio::test(flavor = "multi_thread")]
async fn a_hub_that_is_told_to_end_ends_soon_and_leaves_only_what_is_pending() {
    let world = World::new();
    let hub = world.hub();
    let id = world.ask(&["Which one?", "-o", "Ant", "-o", "Bee"]);
    // A client that reconnects, but starts nothing: the files left are the hub's.
    let desk = world.desk();
    let whole = id.parse().unwrap();
    let waiter = tokio::spawn(async move { desk.wait(whole, Patience::Forever).await });
    world.until("somebody waits", || world.show(&id)["listening"] == true);

    send(hub.pid(), Signal::TERM);
    hub.finish().ok();
    assert!(!world.socket().exists());
    File::open(world.paths().lock()).unwrap().try_lock().expect("nobody holds the lock");
    assert!(!world.path("data/sayso.db-wal").exists(), "the log is folded into the database");

    assert_eq!(world.show(&id)["status"], "pending");
    world.run(&["answer", &id, "Ant"]).ok();
    let view = waiter.await.unwrap().unwrap();
    assert_eq!(view.status, Status::Submitted);
}

/// REQ: WE-1
#[test]
fn a_hub_goes_when_it_has_nothing_to_do_and_stays_while_something_is_pending() {
    let world = World::new();
    let id = world.ask(&["Which one?", "-o", "Ant", "-o", "Bee"]);
    world.run(&["hub", "stop"]).ok();
    until::processes("the patient hub is gone", || world.hubs(), <[u32]>::is_empty);

    // The next hub lingers for no time at all, but has a reason to stay from the start.
    world.run_as(HASTY, &["list"]).ok();
    let hub = world.hub_info().pid;
    // Each of these connects and disconnects, and then nobody is connected.
    for _ in 0..5 {
        let status = world.run(&["hub", "status", "--json"]).ok().json();
        assert_eq!((status["pid"].as_u64(), &status["pending"]), (Some(hub.into()), &1.into()));
    }
    world.run(&["answer", &id, "Ant"]).ok();
    until::processes("the hub goes", || world.hubs(), <[u32]>::is_empty);
    assert!(!world.socket().exists());
    assert_eq!(world.show(&id)["status"], "submitted");
}

/// An idle hub may still accept a question before its listeners are closed. Then another one is
/// started, because somebody has to keep the deadline.
/// REQ: TO-4
#[test]
fn a_question_asked_at_the_last_moment_has_a_hub() {
    let world = World::new().with("SAYSO_LINGER", "0");
    for _ in 0..12 {
        let id = world.ask(&["Now?", "-o", "yes", "-o", "no"]);
        let data = world.path("data");
        until::files("a hub keeps its deadline", &[&data], || {
            world.run(&["hub", "status"]).code == 0
        });
        world.run(&["forget", &id, "--yes"]).ok();
    }
}
