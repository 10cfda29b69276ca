//! `sayso hub stop` if the hub doesn't respond.

use std::fs::File;
use std::process::Command;

use super::{freeze, quick};
use crate::harness::{Running, World, is_alive};
use crate::watch;
use sayso_hub::HubInfo;

/// REQ: SA-3
#[test]
fn a_frozen_hub_is_killed_and_nothing_is_lost() {
    let world = quick();
    let hub = world.hub();
    let id = world.ask(&["Which database?", "-o", "PostgreSQL", "-o", "SQLite"]);
    freeze(hub.pid());
    let ran = world.run(&["hub", "stop"]).ok();
    let told = format!("The hub (pid {}) did not answer; it was killed (SIGKILL).\n", hub.pid());
    assert_eq!(ran.stdout, told);
    assert_eq!(hub.signal(), Some(9));
    assert_eq!(world.run(&["hub", "stop"]).ok().stdout, "The hub was not running.\n");
    world.run(&["answer", &id, "SQLite"]).ok();
}

/// REQ: SA-3
#[test]
fn nobody_is_hit_who_has_only_got_the_pid() {
    let world = World::new();
    let first = world.hub();
    let info = world.hub_info();
    first.kill();
    let bystander = Running::of(Command::new("sleep").arg("60").spawn().unwrap());
    let info = HubInfo { pid: bystander.pid(), ..info };
    std::fs::write(world.paths().lock(), serde_json::to_string(&info).unwrap()).unwrap();
    let ran = world.run(&["hub", "stop"]).ok();
    assert_eq!(ran.stdout, "The hub was not running.\n");
    assert!(is_alive(bystander.pid()));
    // The lock is free for the next hub.
    File::open(world.paths().lock()).unwrap().try_lock().unwrap();
    world.run(&["list"]).ok();
    assert!(is_alive(bystander.pid()));
}

/// It answers the call that ends it first. Seen to fail in a third of the rounds.
/// REQ: SA-3
#[test]
fn a_hub_that_is_asked_to_end_says_so() {
    let world = World::new();
    for _ in 0..10 {
        world.ask(&["Which database?", "-o", "PostgreSQL", "-o", "SQLite"]);
        assert_eq!(world.run(&["hub", "stop"]).ok().stdout, "The hub has ended.\n");
    }
}

/// A hub that could not bind its socket again still ends when asked to.
/// REQ: SA-3
#[test]
fn a_hub_without_its_socket_ends_by_its_pid() {
    let world = quick();
    let hub = world.hub();
    let pid = hub.pid();
    freeze(pid);
    std::fs::remove_file(world.socket()).unwrap();
    let ran = world.run(&["hub", "status"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stdout.starts_with(&format!("No answer from the hub (pid {pid}).\n")), "{ran:?}");
    super::thaw(pid);
    let ran = world.run(&["hub", "stop"]).ok();
    let by_pid = format!("The hub (pid {pid}) did not answer; it has ended (SIGTERM).\n");
    assert!([by_pid.as_str(), "The hub has ended.\n"].contains(&ran.stdout.as_str()), "{ran:?}");
    watch::ends("the hub", pid);
}
