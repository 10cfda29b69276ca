//! Hubs with their own data directories over one PostgreSQL: real processes, killed and cut off.

mod standby;
mod stopping;
mod storm;

use sayso_store::test_postgres::TestSchema;
use serde_json::Value;

use crate::harness::{Running, World, eventually};

/// Worlds that share a database. Each is a machine with its own hub.
struct Hubs {
    worlds: Vec<World>,
    /// Removed when they are gone.
    _schema: TestSchema,
}

impl Hubs {
    /// `None`: without PostgreSQL.
    fn new(count: usize) -> Option<Hubs> {
        let schema = TestSchema::new()?;
        let world = || {
            World::new().with("SAYSO_DATABASE", &schema.url()).with("SAYSO_TEST_LEASE_MS", "500")
        };
        Some(Hubs { worlds: (0..count).map(|_| world()).collect(), _schema: schema })
    }
}

fn status(world: &World) -> Value {
    world.run(&["hub", "status", "--json"]).ok().json()
}

/// The data directories of the others that it knows.
fn other_hubs(world: &World) -> Vec<String> {
    let mut known: Vec<String> = status(world)["hubs"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|hub| hub["name"].as_str().unwrap().split_once(':').unwrap().1.to_owned())
        .collect();
    known.sort();
    known
}

fn data(world: &World) -> String {
    world.path("data").display().to_string()
}

/// REQ: TM-2
#[test]
fn asked_at_one_answered_at_another() {
    let Some(hubs) = Hubs::new(3) else { return };
    let [a, b, c] = &hubs.worlds[..] else { unreachable!() };
    let _running: Vec<Running> = hubs.worlds.iter().map(World::hub).collect();
    let agent = a.spawn(&["ask", "Which?", "-o", "A", "-o", "B", "--wait"]);
    eventually("b knows it", || {
        b.run(&["list", "--json"]).ok().json()["rows"].as_array().is_some_and(|it| it.len() == 1)
    });
    let listed = b.run(&["list", "--json"]).ok().json();
    let id = listed["rows"][0]["id"].as_str().unwrap().to_owned();
    c.until("c knows who listens", || c.show(&id)["listening"] == true);
    b.run(&["answer", &id, "B"]).ok();
    assert_eq!(agent.finish().ok().stdout, "B\n");
    assert_eq!(c.show(&id)["status"], "submitted");
    let mut others = vec![data(b), data(c)];
    others.sort();
    eventually("all are known", || other_hubs(a) == others);
    let said = a.run(&["hub", "status"]).ok().stdout;
    assert!(said.contains("other hubs"), "{said}");
    // Settings and tokens of one count at all.
    a.run(&["config", "set", "language", "ko"]).ok();
    eventually("b speaks it", || b.run(&["config", "get", "language"]).ok().stdout == "ko\n");
    a.run(&["token", "create", "--name", "build-server"]).ok();
    let knows = |world: &World| world.run(&["token", "list"]).ok().stdout.contains("build-server");
    eventually("c lets it in", || knows(c));
    b.run(&["token", "revoke", "build-server"]).ok();
    eventually("nobody lets it in", || !knows(a) && !knows(c));
}

/// REQ: TM-2, TM-3
/// The agent asks again elsewhere and gets the same question; nobody is asked twice.
#[test]
fn a_hub_is_killed_and_its_agent_goes_on_at_another() {
    let Some(hubs) = Hubs::new(2) else { return };
    let [a, b] = &hubs.worlds[..] else { unreachable!() };
    let (first, _second) = (a.hub(), b.hub());
    let id = a.ask(&["Which?", "-o", "A", "-o", "B"]);
    let agent = a.spawn(&["wait", &id]);
    b.until("it listens", || b.show(&id)["listening"] == true);
    eventually("b knows a", || other_hubs(b) == [data(a)]);
    // The agent first: it would start another hub at once.
    agent.kill();
    first.kill();
    eventually("b misses a", || other_hubs(b).is_empty());
    b.until("nobody listens", || b.show(&id)["listening"] == false);
    let rejoined = b.spawn(&["wait", &id]);
    b.until("it listens", || b.show(&id)["listening"] == true);
    let again = a.spawn(&["wait", &id]);
    eventually("the hub that it started is known", || other_hubs(b) == [data(a)]);
    b.run(&["answer", &id, "B"]).ok();
    assert_eq!(rejoined.finish().ok().stdout, "B\n");
    assert_eq!(again.finish().ok().stdout, "B\n");
}
