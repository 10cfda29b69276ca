//! `sayso forget` deletes permanently.

use crate::harness::World;
use crate::pty::Terminal;
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

/// The agent still waits, so a person confirms it; a script gives a flag.
#[test]
fn a_waiting_question_is_forgotten_only_on_purpose() {
    let world = World::new();
    let _hub = world.hub();
    let id = world.ask(&["Which?", "-o", "a", "-o", "b"]);
    world.run(&["forget", &id]).fails(2, "still waiting for an answer");
    for (typed, kept) in [("n", true), ("y", false)] {
        let mut terminal = Terminal::open(&world, 100, &["forget", &id]);
        terminal.shows("Delete anyway?");
        terminal.types(typed);
        terminal.ends();
        assert_eq!(world.run(&["show", &id]).code == 0, kept, "{typed}");
    }
    // A settled question takes no answer any more.
    let id = world.ask(&["Which?", "-o", "a", "-o", "b"]);
    world.run(&["cancel", &id]).ok();
    world.run(&["forget", &id]).ok();
}

/// It was asked, and nobody answered: that is no mistake of the one who waits.
#[test]
fn who_waits_for_a_question_that_is_deleted_is_told_so() {
    let world = World::new();
    let _hub = world.hub();
    let id = world.ask(&["Which?", "-o", "a", "-o", "b"]);
    let waiter = world.spawn(&["wait", &id]);
    world.until("it waits", || world.show(&id)["listening"] == true);
    world.run(&["forget", &id, "--yes"]).ok();
    let ran = waiter.finish();
    assert_eq!((ran.code, ran.stdout.as_str()), (3, ""), "{ran:?}");
    assert!(ran.stderr.contains("was deleted before anybody answered it"), "{ran:?}");
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
