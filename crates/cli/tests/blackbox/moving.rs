//! `sayso store`: everything moves to another database, and a store is checked.

use sayso_store::test_postgres::TestSchema;

use crate::harness::World;

/// A world with SQLite, whatever the others have.
fn world() -> World {
    World::new().with("SAYSO_DATABASE", "")
}

/// REQ: TM-1
#[test]
fn a_desk_moves_to_postgresql_and_back() {
    let Some(schema) = TestSchema::new() else { return };
    let (world, url) = (world(), schema.url().replace("sayso@", "sayso:s3cret@"));
    let answered = world.ask(&["Which database?", "-o", "PostgreSQL", "-o", "SQLite"]);
    let open = world.ask(&["And now?", "-o", "A", "-o", "B"]);
    world.run(&["answer", &answered, "PostgreSQL"]).ok();
    let copy = ["store", "copy", "--from", "sqlite", "--to", &url];
    let refused = world.run(&copy);
    assert_eq!(refused.code, 1, "{refused:?}");
    assert!(refused.stderr.contains("a hub is running for"), "{refused:?}");
    assert!(refused.stderr.contains("add --stop-hub"), "{refused:?}");
    world.run(&["hub", "stop"]).ok();
    let ran = world.run(&copy).ok();
    assert!(ran.stdout.starts_with("Copied 2 questions, "), "{ran:?}");
    // Progress is for a terminal.
    assert_eq!(ran.stderr, "", "{ran:?}");
    assert!(!format!("{ran:?}").contains("s3cret"), "{ran:?}");
    let again = world.run(&copy);
    assert_eq!(again.code, 1, "{again:?}");
    assert!(again.stderr.contains("is not empty: it has 2 questions"), "{again:?}");

    world.run_with(&["config", "set", "hub.database", "-"], url.as_bytes()).ok();
    assert_eq!(world.show(&answered)["status"], "submitted");
    world.run(&["answer", &open, "B"]).ok();
    // A check disturbs nobody.
    let checked = world.run(&["store", "check", "--json"]).ok().json();
    assert_eq!((&checked["questions"], &checked["problems"]), (&2.into(), &0.into()));
    let back = world.path("back");
    let copy =
        ["store", "copy", "--json", "--from", "hub.database", "--to", back.to_str().unwrap()];
    let refused = world.run(&copy);
    assert_eq!(refused.code, 1, "{refused:?}");
    assert!(refused.stderr.contains("a hub is using postgres://"), "{refused:?}");
    world.run(&["hub", "stop"]).ok();
    assert_eq!(world.run(&copy).ok().json()["questions"], 2);
    let there = |args: &[&str]| {
        let all = [&["--data-dir", back.to_str().unwrap()], args].concat();
        world.run_as(&[("SAYSO_CONFIG", "/dev/null")], &all).ok()
    };
    assert_eq!(there(&["show", &open, "--json"]).json()["status"], "submitted");
    assert!(there(&["store", "check"]).stdout.ends_with("No problems.\n"));
}

/// REQ: TM-1
/// An agent that waits is not cut off: it waits until the copy is done, then goes on there.
#[test]
fn an_agent_waits_through_the_move() {
    let Some(schema) = TestSchema::new() else { return };
    let world = world();
    let id = world.ask(&["Which?", "-o", "A", "-o", "B"]);
    let agent = world.spawn(&["wait", &id]);
    world.until("it listens", || world.show(&id)["listening"] == true);
    world.run(&["config", "set", "hub.database", &schema.url()]).ok();
    world.run(&["store", "copy", "--from", "sqlite", "--to", "hub.database", "--stop-hub"]).ok();
    world.run(&["answer", &id, "B"]).ok();
    assert_eq!(agent.finish().ok().stdout, "B\n");
    let status = world.run(&["hub", "status"]).ok().stdout;
    assert!(status.contains("postgres://"), "{status}");
}

/// REQ: TM-1
#[test]
fn a_copy_that_is_interrupted_leaves_nothing_behind() {
    let world = world();
    world.ask(&["Which?", "-o", "A", "-o", "B"]);
    world.run(&["hub", "stop"]).ok();
    let schema = TestSchema::new();
    let copy = world.path("copy").display().to_string();
    for to in schema.iter().map(TestSchema::url).chain([copy]) {
        let args = ["store", "copy", "--from", "sqlite", "--to", &to];
        let died = world.run_as(&[("SAYSO_FAIL_AT", "store.copying")], &args);
        assert_ne!(died.code, 0, "{died:?}");
        let ran = loop {
            let ran = world.run(&args);
            // The server may not have noticed yet that the first one is gone.
            if !ran.stderr.contains("is using postgres://") {
                break ran.ok();
            }
        };
        assert!(ran.stdout.starts_with("Copied 1 question, "), "{ran:?}");
        assert_eq!(ran.stderr, "", "progress is for a terminal");
        world.run(&["store", "check", &to]).ok();
    }
}

/// On a command line every user of the machine could read the password.
/// REQ: TM-1
#[test]
fn an_address_with_a_password_is_read_from_stdin() {
    let world = world();
    let address = b"postgres://ana:s3cret@db.example.com/sayso\n";
    let set = world.run_with(&["config", "set", "hub.database", "-"], address).ok();
    assert!(!set.stdout.contains("s3cret"), "{set:?}");
    let got = world.run(&["config", "get", "hub.database"]).ok();
    assert_eq!(got.stdout, "postgres://ana@db.example.com/sayso\n");
    // Nothing else may bring one.
    for address in ["postgres://ana:0ther@db/sayso", "postgres://db/sayso?user=ana&password=0ther"]
    {
        let refused = world.run(&["config", "set", "hub.database", address]);
        refused.fails(2, "sayso config set hub.database - < FILE");
    }
    assert_eq!(world.run(&["config", "get", "hub.database"]).ok().stdout, got.stdout);
    world.run(&["config", "set", "hub.database", "postgres://ben@db/sayso"]).ok();
    let wrong = b"mysql://ana:s3cret@db.example.com/sayso";
    for args in [&["config", "set", "hub.database", "-"][..], &["store", "check", "-"]] {
        let ran = world.run_with(args, wrong);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.stderr.contains("postgres://"), "{ran:?}");
        assert!(!ran.stderr.contains("s3cret"), "{ran:?}");
    }
}

/// REQ: TM-1
#[test]
fn what_is_wrong_is_said_and_shown_by_the_code() {
    let world = world();
    for (args, code, says) in [
        (vec!["check"], 2, "there is no store of sayso at"),
        (vec!["check", "postgres://a:s3cret@h/x?sslmode=maybe"], 2, "sslmode `maybe`"),
        (vec!["check", "hub.database"], 2, "hub.database is not set"),
        (vec!["check", "mysql://a:s3cret@h/x"], 2, "it must begin with postgres://"),
        (vec!["check", "-"], 2, "stdin has no address"),
        (vec!["copy", "--from", "nowhere", "--to", "x"], 2, "there is no store of sayso at"),
        (vec!["copy", "--from", "sqlite"], 2, "--to <STORE>"),
    ] {
        let args: Vec<&str> = ["store"].into_iter().chain(args).collect();
        let ran = world.run(&args);
        assert_eq!(ran.code, code, "{args:?}: {ran:?}");
        assert!(ran.stderr.contains(says), "{args:?}: {ran:?}");
        assert!(!ran.stderr.contains("s3cret"), "{ran:?}");
    }
    let id = world.ask(&["Which?", "-o", "A", "-o", "B"]);
    let data = world.path("data").display().to_string();
    let both = world.run(&["store", "copy", "--from", "sqlite", "--to", &data]);
    assert_eq!(both.code, 2, "{both:?}");
    world.run(&["hub", "stop"]).ok();
    let file = rusqlite::Connection::open(world.path("data/sayso.db")).unwrap();
    file.execute("update interactions set version = 77", []).unwrap();
    drop(file);
    let ran = world.run(&["store", "check"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stdout.contains(&format!("! question {id}")), "{ran:?}");
    assert!(ran.stdout.contains("cannot be read: an interaction of version 77"), "{ran:?}");
    assert!(ran.stdout.ends_with("1 problem.\n"), "{ran:?}");
    let found = world.run(&["store", "check", "--json"]);
    assert_eq!((found.code, &found.json()["problems"]), (1, &1.into()));
    // Nothing is copied without a row that is damaged: the same target is still empty once it is readable.
    let file = rusqlite::Connection::open(world.path("data/sayso.db")).unwrap();
    let body = "select body from interactions";
    let body: String = file.query_row(body, [], |row| row.get(0)).unwrap();
    file.execute("update interactions set body = cast(x'ff' as text)", []).unwrap();
    let target = world.path("target").display().to_string();
    let copy = ["store", "copy", "--from", "sqlite", "--to", &target];
    let named = format!("nothing was copied: question {id} cannot be read");
    for _ in 0..2 {
        world.run(&copy).fails(1, &named);
    }
    file.execute("update interactions set body = ?1", [body]).unwrap();
    drop(file);
    assert!(world.run(&copy).ok().stdout.starts_with("Copied 1 question, "));
}
