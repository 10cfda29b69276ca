//! The server dies and its standby takes over, as real servers with streaming replication.

use sayso_store::test_postgres::TestSchema;

use super::{data, other_hubs};
use crate::harness::{World, eventually};

/// REQ: TM-3
/// Commits wait for the standby, so nothing that was acknowledged is lost.
#[test]
fn a_standby_takes_over_and_the_hubs_go_on() {
    let Some(schema) = TestSchema::exclusive() else { return };
    let both = schema.standby();
    let world = || World::new().with("SAYSO_DATABASE", &both).with("SAYSO_TEST_LEASE_MS", "500");
    let [a, b] = [world(), world()];
    let _hubs = [a.hub(), b.hub()];
    let answered = b.ask(&["Which first?", "-o", "A", "-o", "B"]);
    a.run(&["answer", &answered, "A"]).ok();
    let open = a.ask(&["Which?", "-o", "A", "-o", "B"]);
    let agent = a.spawn(&["wait", &open]);
    b.until("it listens", || b.show(&open)["listening"] == true);
    schema.fail_over();

    eventually("b goes on", || b.run(&["answer", &open, "B"]).code == 0);
    assert_eq!(agent.finish().ok().stdout, "B\n");
    assert_eq!(b.run(&["wait", &answered]).ok().stdout, "A\n");
    // They have found each other there, and asking works as before.
    eventually("a knows b", || other_hubs(&a) == [data(&b)]);
    let next = a.spawn(&["ask", "And now?", "-o", "A", "-o", "B", "--wait"]);
    let pending = || b.run(&["list", "--json"]).ok().json()["rows"].clone();
    eventually("b knows it", || pending().as_array().is_some_and(|rows| rows.len() == 1));
    let id = pending()[0]["id"].as_str().unwrap().to_owned();
    b.run(&["answer", &id, "A"]).ok();
    assert_eq!(next.finish().ok().stdout, "A\n");
}
