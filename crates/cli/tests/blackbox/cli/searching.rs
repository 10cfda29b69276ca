//! `--search`: all words, any case; and the message if not everything was searched.

use sayso_desk::{Answering, Query, Scope};

use crate::harness::World;
use crate::watch;

/// REQ: SA-9
#[test]
fn all_words_must_occur_and_marks_are_text() {
    let world = World::new();
    let deploy = world.ask(&["Deploy to STAGING?", "-o", "Größe ändern", "-o", "100%"]);
    world.ask(&["Deploy to production?", "-o", "a", "-o", "b"]);
    let found = |words: &str| -> Vec<String> {
        let page = world.run(&["list", "--search", words, "--json"]).ok().json();
        let rows = page["rows"].as_array().unwrap().clone();
        rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(found("deploy").len(), 2);
    for words in ["staging DEPLOY", "GRÖSSE", "100%", "to staging?"] {
        assert_eq!(found(words), [deploy.as_str()], "{words}");
    }
    for words in ["staging production", "100%%", "dep*oy", "\"staging"] {
        assert_eq!(found(words), [] as [&str; 0], "{words}");
    }
    let nothing = world.run(&["list", "--search", "nowhere"]).ok();
    assert_eq!((nothing.stdout.as_str(), nothing.stderr.as_str()), ("", "Nothing was found.\n"));
}

/// REQ: SA-9
#[test]
fn a_search_by_short_words_says_how_far_it_looked() {
    let world = World::new();
    world.ask(&["数据 of old", "-o", "a", "-o", "b"]);
    world.ask(&["Newer", "-o", "a", "-o", "b"]);
    let pid = world.hub_info().pid;
    world.run(&["hub", "stop"]).ok();
    watch::ends("the hub", pid);
    // Copies the newer one 20,000 times.
    let db = rusqlite::Connection::open(world.paths().database()).unwrap();
    db.execute_batch(
        "with recursive n(n) as (values (1) union all select n + 1 from n where n < 20000) \
         insert into interactions (id, call_id, status, revision, created_at, heard_at, version, body, test) \
         select randomblob(16), 'copy ' || n, status, revision, created_at + n, heard_at, version, body, test \
         from n, interactions where body like '%Newer%'",
    )
    .unwrap();
    drop(db);
    // By a client that waits longer than a command does: a debug build on a busy machine takes long
    // to read 20,000 rows. What the command says about it: `a_search_that_did_not_look_at_everything`.
    let _hub = world.hub();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let searched = |words: &str| {
        let search = Some(words.to_owned());
        let query = Query { scope: Scope::All, search, after: None, limit: 10 };
        runtime.block_on(world.desk().list(query)).unwrap()
    };
    let short = searched("数据");
    assert_eq!((short.looked_through, short.rows.len()), (Some(20_000), 0));
    let longer = searched("数据 old");
    assert_eq!((longer.looked_through, longer.rows.len()), (None, 1));
    assert_eq!(longer.rows[0].title, "数据 of old");
}

/// REQ: SA-9
#[test]
fn what_is_too_long_to_be_asked_for_is_refused() {
    let world = World::new();
    let _hub = world.hub();
    for words in ["z".repeat(65_500), "部".repeat(8_000)] {
        world.run(&["list", "--search", &words]).fails(2, "shorten");
        world.run(&["token", "revoke", &words]).fails(2, "shorten");
    }
    world.run(&["token", "revoke", "nope"]).fails(2, "sayso token list");
}
