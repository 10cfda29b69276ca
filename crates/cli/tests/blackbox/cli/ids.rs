//! Ids as people type them: a prefix is enough if it is unique.

use crate::harness::World;

const QUESTION: [&str; 5] = ["Which database?", "-o", "PostgreSQL", "-o", "SQLite"];

#[test]
fn every_command_takes_a_short_id() {
    let world = World::new();
    let _hub = world.hub();
    let fresh = || world.ask(&QUESTION);
    let commands: [(&str, &[&str], i32); 7] = [
        ("show", &[], 0),
        ("extend", &["10m"], 0),
        ("answer", &["SQLite"], 0),
        ("cancel", &[], 0),
        ("reject", &[], 0),
        ("wait", &["--for", "1s"], 75),
        ("forget", &["--yes"], 0),
    ];
    for (command, rest, code) in commands {
        let id = fresh();
        let short = id[..4].to_uppercase();
        let args: Vec<&str> = [command, &short].iter().chain(rest).copied().collect();
        let ran = world.run(&args);
        assert_eq!(ran.code, code, "{command}: {ran:?}");
    }
}

/// REQ: PC-17
#[test]
fn an_id_that_means_two_is_refused_and_both_are_named() {
    let world = World::new();
    let id = world.ask(&QUESTION);
    world.run(&["hub", "stop"]).ok();
    let twin = twin(&world, &id);
    for args in [vec!["show"], vec!["cancel"], vec!["forget"], vec!["answer", "SQLite"]] {
        let all: Vec<&str> =
            [args[0], &id[..4]].into_iter().chain(args[1..].iter().copied()).collect();
        let ran = world.run(&all).fails(2, "give more characters of the id");
        for named in [&id, &twin] {
            let line = ran.stderr.lines().find(|line| line.contains(named.as_str()));
            assert!(
                line.is_some_and(|line| line.contains("Which database?  (waiting)")),
                "{ran:?}"
            );
        }
    }
    assert_eq!(world.show(&id[..8])["id"], id.as_str());
    assert_eq!(world.show(&twin[..9])["id"], twin.as_str());
}

/// Another row whose id begins with the same four characters; returns its id.
fn twin(world: &World, id: &str) -> String {
    let fifth = if &id[4..5] == "0" { "1" } else { "0" };
    let twin = format!("{}{fifth}{}", &id[..4], &id[5..]);
    let db = open_closed(world);
    let bytes = |id: &str| format!("x'{}'", id.replace('-', ""));
    db.execute_batch(&format!(
        "create temp table twin as select * from interactions where id = {};
         update twin set id = {}, call_id = 'its own',
             body = replace(body, '{id}', '{twin}');
         insert into interactions select * from twin;",
        bytes(id),
        bytes(&twin)
    ))
    .unwrap();
    twin
}

/// The database, after the hub has closed it.
fn open_closed(world: &World) -> rusqlite::Connection {
    crate::until::processes("the hub is gone", || world.hubs(), <[u32]>::is_empty);
    rusqlite::Connection::open(world.paths().database()).unwrap()
}
