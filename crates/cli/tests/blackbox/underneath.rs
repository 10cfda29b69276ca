//! Files that are removed, moved or replaced while a hub uses them: nothing that was acknowledged
//! is lost, no other process becomes the hub, and every command tells the truth.

mod database;
mod modes;

use std::fs;
use std::os::unix::fs::FileTypeExt;
use std::path::Path;

use rustix::process::Signal;

use crate::crash::askers::{finish, send};
use crate::harness::World;
use crate::until;
use crate::watch;

const QUESTION: [&str; 5] = ["Which?", "-o", "Ant", "-o", "Bee"];

fn is_socket(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|about| about.file_type().is_socket())
}

#[track_caller]
fn socket_is_back(world: &World) {
    let (data, socket) = (world.paths().data_dir, world.socket());
    until::files("the socket is back", &[&data], || is_socket(&socket));
}

/// REQ: SA-4
#[test]
fn a_removed_socket_is_bound_again_and_every_command_tells_the_truth() {
    let world = World::new();
    let id = world.ask(&QUESTION);
    let pid = world.hub_info().pid;
    let waiter = world.spawn(&["wait", &id]);
    world.until("somebody waits", || world.show(&id)["listening"] == true);

    // Removed, and replaced by something else.
    fs::remove_file(world.socket()).unwrap();
    socket_is_back(&world);
    fs::write(world.path("data/other"), "not a socket").unwrap();
    fs::rename(world.path("data/other"), world.socket()).unwrap();
    socket_is_back(&world);
    let about = fs::metadata(world.socket()).unwrap();
    assert_eq!(std::os::unix::fs::MetadataExt::mode(&about) & 0o777, 0o600);

    let status = world.run(&["hub", "status", "--json"]).ok().json();
    assert_eq!(status["pid"], pid);
    world.run(&["hub", "run"]).fails(1, "another hub is running");
    world.run(&["answer", &id, "Bee"]).ok();
    assert_eq!(finish(waiter).ok().stdout, "Bee\n");
    assert_eq!(world.hubs(), [pid]);
    world.run(&["hub", "stop"]).ok();
    watch::ends("the hub", pid);
    assert!(!world.socket().exists());
}

/// Commands that run just before it is bound again.
/// REQ: SA-4
#[test]
fn commands_right_after_the_removal_wait_for_the_socket() {
    let world = World::new();
    let id = world.ask(&QUESTION);
    let pid = world.hub_info().pid;
    for _ in 0..3 {
        for args in [vec!["list"], vec!["show", &id], vec!["hub", "status"]] {
            send(pid, Signal::STOP);
            fs::remove_file(world.socket()).unwrap();
            let command = world.spawn(&args);
            send(pid, Signal::CONT);
            finish(command).ok();
            socket_is_back(&world);
        }
    }
    assert_eq!(world.hubs(), [pid]);
}

/// REQ: SA-4
#[test]
fn a_removed_or_replaced_lock_lets_no_second_hub_in() {
    let world = World::new();
    let id = world.ask(&QUESTION);
    let info = world.hub_info();
    let waiter = world.spawn(&["wait", &id]);
    world.until("somebody waits", || world.show(&id)["listening"] == true);
    let (data, lock) = (world.paths().data_dir, world.paths().lock());
    let is_back = || sayso_hub::HubInfo::read(&lock).as_ref() == Some(&info);

    fs::remove_file(&lock).unwrap();
    world.run(&["hub", "run"]).fails(1, "another hub is running");
    until::files("the lock is back", &[&data], is_back);
    fs::write(world.path("data/other"), "{}").unwrap();
    fs::rename(world.path("data/other"), &lock).unwrap();
    world.run(&["hub", "run"]).fails(1, "another hub is running");
    until::files("the lock is back again", &[&data], is_back);
    assert!(fs::File::open(&lock).unwrap().try_lock().is_err(), "and locked");

    // Removes everything it can be found by, while clients would start another hub.
    send(info.pid, Signal::STOP);
    for file in [lock.clone(), world.path("data/hub.start"), world.socket()] {
        fs::remove_file(file).unwrap();
    }
    send(info.pid, Signal::CONT);
    until::files("all of it is back", &[&data], || is_back() && is_socket(&world.socket()));
    let commands: Vec<_> = (0..4).map(|_| world.spawn(&["list"])).collect();
    for command in commands {
        finish(command).ok();
    }
    world.run(&["answer", &id, "Ant"]).ok();
    assert_eq!(finish(waiter).ok().stdout, "Ant\n", "the waiter gets it");
    assert_eq!(world.hubs(), [info.pid]);
}

/// REQ: SA-4
#[test]
fn removing_the_starting_lock_gets_no_second_hub() {
    for _ in 0..5 {
        let world = World::new();
        let commands: Vec<_> = (0..6)
            .map(|_| {
                let _ = fs::remove_file(world.path("data/hub.start"));
                world.spawn(&["list", "--json"])
            })
            .collect();
        let _ = fs::remove_file(world.path("data/hub.start"));
        for command in commands {
            assert_eq!(finish(command).ok().json()["rows"], serde_json::json!([]));
        }
        until::processes("one is left", || world.hubs(), |hubs| hubs.len() == 1);
        assert_eq!(world.hubs(), [world.hub_info().pid]);
    }
}

/// REQ: SA-4
#[test]
fn a_socket_in_a_folder_of_its_own_comes_back_with_its_folder() {
    let world = World::new();
    let long = world.path(&["d"; 60].join("/"));
    let command = |args: &[&str]| {
        let output = world.command(args).env("SAYSO_DATA_DIR", &long).output().unwrap();
        crate::harness::Ran::of(output)
    };
    let lock = long.join("hub.lock");
    command(&["list"]).ok();
    let info = sayso_hub::HubInfo::read(&lock).unwrap();
    let folder = Path::new(&info.socket).parent().unwrap();
    fs::remove_file(&info.socket).unwrap();
    until::files("the socket is back", &[folder], || is_socket(Path::new(&info.socket)));
    send(info.pid, Signal::STOP);
    fs::remove_dir_all(folder).unwrap();
    send(info.pid, Signal::CONT);
    let mut moved = info.clone();
    until::files("it is elsewhere", &[&long], || {
        moved = sayso_hub::HubInfo::read(&lock).unwrap();
        moved.socket != info.socket && is_socket(Path::new(&moved.socket))
    });
    let status = command(&["hub", "status", "--json"]).ok().json();
    assert_eq!(status["pid"], info.pid);
    command(&["hub", "stop"]).ok();
    watch::ends("the hub", info.pid);
    assert!(!Path::new(&moved.socket).parent().unwrap().exists(), "nothing is left in /tmp");
}
