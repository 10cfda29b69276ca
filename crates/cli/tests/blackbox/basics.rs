//! Ask in one process, answer in another.

use crate::harness::World;

/// REQ: HI-1, HI-2
#[test]
fn a_question_asked_in_one_process_is_answered_in_another() {
    let world = World::new();
    let id = world.ask(&["Which database?", "-o", "PostgreSQL", "-o", "SQLite"]);
    let asker = world.spawn(&["wait", &id]);
    world.run(&["answer", &id[..8], "sqlite"]).ok();
    let ran = asker.finish().ok();
    assert_eq!(ran.stdout, "SQLite\n");
    world.run(&["hub", "stop"]).ok();
    let history = world.run(&["history", "--search", "DATABASE", "--json"]).ok().json();
    assert_eq!(history["rows"][0]["id"], id.as_str());
    assert_eq!(history["rows"][0]["answer"], "SQLite");
}
