//! Updates the tables: numbered steps, all in one transaction, by one hub at a time.

use sayso_desk::store::StoreError;
use tokio_postgres::{Client, Error};

use super::errors::Place;

/// In order; the number of a step is its position, counted from one. Steps are never changed. A step
/// only adds what the program before it can do without: hubs of both run side by side.
const STEPS: [&str; 1] = [include_str!("../../migrations/postgres/0001_tables.sql")];

/// Ten hubs that start at once do it one after the other, however long the first one takes.
const ALONE: &str = "begin; set local lock_timeout = 0; \
     select pg_advisory_xact_lock(hashtext('sayso tables'), hashtext(current_schema()))";

pub(super) async fn run(client: &Client, place: &Place) -> Result<(), StoreError> {
    run_steps(client, place, &STEPS).await
}

/// The version of its tables; 0: there are none. An older one can be read: steps only add.
pub(super) async fn found(client: &Client, place: &Place) -> Result<u32, StoreError> {
    check_encoding(client, place).await?;
    let found = schema(client).await.map_err(|error| place.explain(&error))?;
    let known = u32::try_from(STEPS.len()).expect("there are few steps");
    if found > known {
        return Err(StoreError::NewerSchema { path: place.0.clone(), found, known });
    }
    Ok(found)
}

async fn run_steps(client: &Client, place: &Place, steps: &[&str]) -> Result<(), StoreError> {
    check_encoding(client, place).await?;
    let known = u32::try_from(steps.len()).expect("there are few steps");
    if schema(client).await.map_err(|error| place.explain(&error))? == known {
        return Ok(());
    }
    let updated = async {
        client.batch_execute(ALONE).await?;
        let found = schema(client).await?;
        if found == 0 {
            // Trigrams, for searching.
            client.batch_execute("create extension if not exists pg_trgm").await?;
            client.batch_execute("create table sayso_schema (version integer not null)").await?;
            client.batch_execute("insert into sayso_schema values (0)").await?;
        }
        for step in steps.iter().skip(found as usize) {
            client.batch_execute(step).await?;
        }
        if found < known {
            let statement = format!("update sayso_schema set version = {known}");
            client.batch_execute(&statement).await?;
        }
        client.batch_execute("commit").await?;
        Ok::<u32, Error>(found)
    };
    match updated.await {
        Ok(found) if found > known => {
            Err(StoreError::NewerSchema { path: place.0.clone(), found, known })
        }
        Ok(_) => Ok(()),
        Err(error) => {
            if let Err(error) = client.batch_execute("rollback").await {
                tracing::debug!(%error, "the connection ended with the failed update");
            }
            Err(place.explain(&error))
        }
    }
}

/// Not `to_regclass`, which may not know yet what another hub has just made.
const THERE: &str = "select exists (select from pg_catalog.pg_class c \
     join pg_catalog.pg_namespace n on n.oid = c.relnamespace \
     where c.relname = 'sayso_schema' and n.nspname = current_schema())";

/// 0: there are no tables yet.
async fn schema(client: &Client) -> Result<u32, Error> {
    let there = client.query_one(THERE, &[]).await?;
    if !there.get::<_, bool>(0) {
        return Ok(0);
    }
    let found: i32 = client.query_one("select version from sayso_schema", &[]).await?.get(0);
    Ok(u32::try_from(found).unwrap_or(0))
}

async fn check_encoding(client: &Client, place: &Place) -> Result<(), StoreError> {
    let row = client
        .query_one("select current_setting('server_encoding'), current_schema()", &[])
        .await
        .map_err(|error| place.explain(&error))?;
    let (encoding, schema): (String, Option<String>) = (row.get(0), row.get(1));
    if schema.is_none() {
        let why = format!("{} has none of the schemas in its search_path", place.0);
        return Err(StoreError::Other(why));
    }
    if encoding != "UTF8" {
        let why = format!("{} has the encoding {encoding}; make a database in UTF8", place.0);
        return Err(StoreError::Other(why));
    }
    Ok(())
}
