//! Updates the tables: numbered steps, each in a transaction that also stores its number.

use rusqlite::{Connection, TransactionBehavior};
use sayso_desk::store::StoreError;

use super::errors::Place;

/// In order; the number of a step is its position, counted from one. Steps are never changed.
const STEPS: [&str; 1] = [include_str!("../../migrations/sqlite/0001_tables.sql")];

pub(super) fn run(db: &mut Connection, place: &Place) -> Result<(), StoreError> {
    run_steps(db, place, &STEPS)
}

/// The version of its tables; 0: there are none. An older one can be read: steps only add.
pub(super) fn found(db: &Connection, place: &Place) -> Result<u32, StoreError> {
    found_within(db, place, &STEPS)
}

fn found_within(db: &Connection, place: &Place, steps: &[&str]) -> Result<u32, StoreError> {
    let found = schema(db).map_err(|error| place.explain(error))?;
    let known = u32::try_from(steps.len()).expect("there are few steps");
    if found > known {
        let path = place.file().display().to_string();
        return Err(StoreError::NewerSchema { path, found, known });
    }
    Ok(found)
}

fn run_steps(db: &mut Connection, place: &Place, steps: &[&str]) -> Result<(), StoreError> {
    let found = found_within(db, place, steps)?;
    for (step, number) in steps.iter().zip(1..).skip(found as usize) {
        apply(db, step, number).map_err(|error| place.explain(error))?;
    }
    Ok(())
}

fn schema(db: &Connection) -> rusqlite::Result<u32> {
    db.pragma_query_value(None, "user_version", |row| row.get(0))
}

fn apply(db: &mut Connection, step: &str, number: u32) -> rusqlite::Result<()> {
    let transaction = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(step)?;
    transaction.pragma_update(None, "user_version", number)?;
    transaction.commit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_schema_is_brought_up_to_date_and_a_newer_one_is_refused() {
        let (mut db, place) = (Connection::open_in_memory().unwrap(), Place::new("db".as_ref()));
        let steps = ["create table a (x)", "create table b (x)", "insert into b select x from a"];
        run_steps(&mut db, &place, &steps[..1]).unwrap();
        db.execute("insert into a values (7)", []).unwrap();
        for _ in 0..2 {
            run_steps(&mut db, &place, &steps).unwrap();
        }
        let moved: Vec<u32> = vec![db.query_row("select x from b", [], |row| row.get(0)).unwrap()];
        assert_eq!((moved, schema(&db).unwrap()), (vec![7], 3));
        let refused = run_steps(&mut db, &place, &steps[..2]);
        assert!(matches!(refused, Err(StoreError::NewerSchema { found: 3, known: 2, .. })));
    }

    #[test]
    fn a_step_that_fails_leaves_nothing_behind() {
        let (mut db, place) = (Connection::open_in_memory().unwrap(), Place::new("db".as_ref()));
        let steps = ["create table a (x)", "create table b (x); insert into nowhere values (1)"];
        assert!(run_steps(&mut db, &place, &steps).is_err());
        assert_eq!(schema(&db).unwrap(), 1);
        assert!(db.prepare("select x from b").is_err());
    }
}
