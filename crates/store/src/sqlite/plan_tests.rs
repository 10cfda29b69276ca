//! SQLite's query plans of statements that must not scan everything.

use rusqlite::Connection;

use super::errors::Place;
use super::open::write_connection;
use super::{briefs, directory, interactions, pages, sweep, verify};

#[test]
fn every_statement_keeps_to_its_indexes_and_sorts_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let place = Place::new(&directory.path().join("sayso.db"));
    let db = write_connection(&place, None).unwrap();
    for (statement, index) in [
        (directory::FILL, "USING COVERING INDEX interactions_created"),
        (interactions::LOAD, "SEARCH interactions USING INTEGER PRIMARY KEY"),
        (interactions::MADE_BY, "SEARCH interactions USING INDEX interactions_call"),
        (interactions::REPEATS, "USING COVERING INDEX interactions_repeats"),
        (interactions::COUNT, "USING COVERING INDEX interactions_settled"),
        (interactions::COUNT_TESTS, "USING INDEX interactions_tests"),
        (interactions::TIMED, "USING COVERING INDEX interactions_deadline"),
        (pages::ALL, "SEARCH interactions USING COVERING INDEX interactions_created"),
        (pages::ACTIVE, "SEARCH interactions USING COVERING INDEX interactions_created"),
        (pages::COMPLETED, "SEARCH interactions USING COVERING INDEX interactions_settled"),
        (briefs::WALK, "SEARCH interactions USING COVERING INDEX interactions_created"),
        (briefs::READ, "SEARCH interactions USING INTEGER PRIMARY KEY"),
        (verify::NEXT, "SEARCH interactions USING COVERING INDEX interactions_created"),
        (pages::DUE, "USING COVERING INDEX interactions_deadline"),
        (pages::UNHEARD, "USING COVERING INDEX interactions_heard"),
        (sweep::BY_AGE, "USING COVERING INDEX interactions_settled"),
        (sweep::BY_COUNT, "USING COVERING INDEX interactions_settled"),
        (sweep::TESTS, "USING INDEX interactions_tests"),
        (sweep::DELETE_TEST, "SEARCH interactions USING INTEGER PRIMARY KEY"),
        (sweep::DELETE, "SEARCH interactions USING INTEGER PRIMARY KEY"),
    ] {
        let plan = plan(&db, statement);
        assert!(plan.contains(index), "{plan}");
        assert!(!plan.contains("SCAN interactions\n"), "{plan}");
        assert!(!plan.contains("TEMP B-TREE"), "{plan}");
    }
}

/// One step a line.
fn plan(db: &Connection, statement: &str) -> String {
    let mut explained = db.prepare(&format!("explain query plan {statement}")).unwrap();
    let steps = explained.raw_query().mapped(|row| row.get::<_, String>(3));
    steps.map(|step| step.unwrap() + "\n").collect()
}
