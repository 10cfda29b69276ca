//! `sayso forget` deletes permanently.

use crate::harness::World;
use crate::watch;

#[test]
fn what_is_forgotten_is_nowhere_any_more() {
    let world = World::new();
    let secret = "Zanzibar-4711-Quux";
    let id = world.ask(&[secret, "-o", "PostgreSQL", "-o", "SQLite"]);
    let kept = world.ask(&["Something else?", "-o", "a", "-o", "b"]);
    world.run(&["answer", &id, "SQLite", "--note", "Zanzibar-0815-Note"]).ok();
    assert!(holds(&world, "Zanzibar"), "the test would see it");
    world.run(&["forget", &id[..8]]).ok();

    world.run(&["show", &id]).fails(2, "there is no question");
    world.run(&["wait", &id]).fails(2, "there is no question");
    for args in [vec!["list", "--all"], vec!["history"], vec!["history", "--search", "zanzibar"]] {
        assert!(!world.run(&args).ok().stdout.contains("Zanzibar"));
    }
    let pid = world.hub_info().pid;
    world.run(&["hub", "stop"]).ok();
    watch::ends("the hub", pid);
    assert!(!holds(&world, "Zanzibar") && !holds(&world, "zanzibar"));
    assert_eq!(world.show(&kept)["status"], "pending");
}

#[test]
fn nothing_is_forgotten_if_one_of_them_is_unknown() {
    let world = World::new();
    let id = world.ask(&["Which?", "-o", "a", "-o", "b"]);
    world.run(&["forget", &id, "00000000"]).fails(2, "there is no question");
    assert_eq!(world.show(&id)["status"], "pending");
}

/// Whether any file of the data directory contains the text.
fn holds(world: &World, text: &str) -> bool {
    let files = std::fs::read_dir(world.path("data")).unwrap();
    files
        .map(|file| file.unwrap().path())
        // The socket is there too, and contains nothing.
        .filter(|path| path.is_file())
        .map(|path| std::fs::read(path).unwrap())
        .any(|bytes| bytes.windows(text.len()).any(|window| window == text.as_bytes()))
}
