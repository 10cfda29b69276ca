//! Agents that stop waiting at one of several hubs.

use super::Hubs;
use crate::harness::{Running, World};

fn is_marked(world: &World, id: &str) -> bool {
    world.show(id)["stopped"] == true
}

fn listens(world: &World, id: &str) -> bool {
    world.show(id)["listening"] == true
}

/// REQ: RA-12, TM-2
#[test]
fn what_agents_stopped_waiting_for_is_known_at_every_hub() {
    let Some(hubs) = Hubs::new(2) else { return };
    let [a, b] = &hubs.worlds[..] else { unreachable!() };
    let mut running: Vec<Running> = hubs.worlds.iter().map(World::hub).collect();
    let id = a.ask(&["Which?", "-o", "A", "-o", "B"]);
    let first = a.spawn(&["wait", &id]);
    b.until("b knows that it listens", || listens(b, &id));
    first.kill();
    for world in [a, b] {
        world.until("it is marked", || is_marked(world, &id));
    }

    // The next one is at the other hub, and takes the mark away at both.
    let second = b.spawn(&["wait", &id]);
    for world in [a, b] {
        world.until("it listens", || listens(world, &id));
        assert!(!is_marked(world, &id));
    }

    // A hub that dies is not an agent that stops: its agent comes back to the next one.
    running.remove(1).kill();
    b.until("it is back", || listens(b, &id));
    assert!(!is_marked(a, &id) && !is_marked(b, &id));
    second.kill();
    for world in [a, b] {
        world.until("it is marked again", || is_marked(world, &id));
    }
    let listed = a.run(&["withdraw", "--stopped", "--yes"]).ok().stdout;
    assert!(listed.contains("Which?"), "{listed}");
    b.until("it is withdrawn", || b.show(&id)["status"] == "withdrawn");
}
