//! Waiting commands, while the hub or they themselves are killed.

use rustix::process::{Pid, Signal, kill_process};

use crate::harness::{Ran, Running, World, is_alive};
use crate::until;
use crate::watch;

pub fn send(pid: u32, signal: Signal) {
    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw).expect("a process id");
    kill_process(pid, signal).unwrap();
}

/// A waiting command that is never answered fails the test instead of blocking it.
pub fn finish(command: Running) -> Ran {
    watch::ends("the command", command.pid());
    command.finish()
}

/// The only pending question, once it exists.
fn the_one_pending(world: &World) -> String {
    let mut id = None;
    world.until("the question is asked", || {
        let list = world.run(&["list", "--json"]).ok().json();
        id = list["rows"][0]["id"].as_str().map(str::to_owned);
        id.is_some()
    });
    id.expect("it was just seen")
}

/// REQ: HI-1, TO-7
#[test]
fn an_asker_starts_the_next_hub_itself_and_gets_its_answer() {
    let world = World::new();
    let asker = world.spawn(&["ask", "Which one?", "-o", "Ant", "-o", "Bee", "--wait"]);
    let id = the_one_pending(&world);
    world.until("the asker waits", || world.show(&id)["listening"] == true);

    let killed = world.hub_info().pid;
    send(killed, Signal::KILL);
    watch::ends("the hub", killed);
    // Only the asking process runs, so it must have started the next hub.
    until::files("the asker starts another", &[&world.paths().data_dir], || {
        let next = world.hub_info().pid;
        next != killed && is_alive(next)
    });
    world.until("the asker waits again", || world.show(&id)["listening"] == true);

    world.run(&["answer", &id, "Bee"]).ok();
    assert_eq!(finish(asker).ok().stdout, "Bee\n");
    world.until("the delivery is noted", || world.show(&id)["delivered_at"].is_string());
}

/// REQ: TO-7
#[test]
fn a_killed_asker_is_no_answer_and_the_next_one_gets_it() {
    let world = World::new();
    let asker = world.spawn(&["ask", "Which one?", "-o", "Ant", "-o", "Bee", "--wait"]);
    let id = the_one_pending(&world);
    world.until("the asker waits", || world.show(&id)["listening"] == true);
    asker.kill();
    world.until("it is shown that nobody waits", || world.show(&id)["listening"] == false);
    assert_eq!(world.show(&id)["status"], "pending");

    world.run(&["answer", &id, "Ant"]).ok();
    assert_eq!(world.show(&id)["delivered_at"], serde_json::Value::Null);
    assert_eq!(world.run(&["wait", &id]).ok().stdout, "Ant\n");
    assert!(world.show(&id)["delivered_at"].is_string());
    // And any number of times, the same.
    assert_eq!(world.run(&["wait", &id]).ok().stdout, "Ant\n");
}

/// REQ: HI-1, HI-2
#[test]
fn an_answer_that_was_accepted_outlives_the_hub_that_accepted_it() {
    let world = World::new();
    let id = world.ask(&["Which one?", "-o", "Ant", "-o", "Bee"]);
    world.run(&["answer", &id, "Ant"]).ok();
    let before = world.show(&id);
    send(world.hub_info().pid, Signal::KILL);
    assert_eq!(world.run(&["wait", &id]).ok().stdout, "Ant\n");
    assert_eq!(world.show(&id)["state"], before["state"]);
    world.run(&["answer", &id, "Bee"]).fails(1, "already answered by ann via command line");
}
