//! New interactions: added together, unless their id or their call is known.

use std::collections::{HashMap, HashSet};

use sayso_core::InteractionId;
use sayso_desk::store::Inserted;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Error, Row};
use uuid::Uuid;

use super::batch::{Job, Written, some};
use super::link::{Link, Session};
use crate::body::VERSION;

/// By call: the same call may come to several hubs, but an id hardly twice. The asking call waits at
/// that moment, so a row counts as heard when it was created.
pub(super) const INSERT: &str = "with new as ( \
         insert into interactions (id, call_id, fingerprint, test, status, revision, created_at, \
             deadline, settled_at, delivered_at, heard_at, version, body) \
         select id, call_id, fingerprint, test, status, revision, created_at, \
             deadline, settled_at, delivered_at, created_at, $12::int4, body \
         from unnest($1::uuid[], $2::text[], $3::text[], $4::bool[], $5::text[], $6::int8[], \
                 $7::int8[], $8::int8[], $9::int8[], $10::int8[], $11::text[]) \
             as row (id, call_id, fingerprint, test, status, revision, created_at, deadline, \
                 settled_at, delivered_at, body) \
         order by call_id \
         on conflict do nothing \
         returning id, call_id \
     ), searched as ( \
         insert into search_new (id, text) \
         select id, ($13::text[])[array_position($2::text[], call_id)] from new \
     ) \
     select id, call_id from new";

const MADE_BY: &str = "select call_id, id from interactions where call_id = any($1)";

pub(super) async fn send(
    session: &Session,
    jobs: &[Job<Written, Inserted>],
) -> Result<Vec<Row>, Error> {
    // Of a call that is here twice the first counts, as among batches.
    let mut calls = HashSet::new();
    let jobs: Vec<&Job<Written, Inserted>> =
        jobs.iter().filter(|job| calls.insert(job.write.row.call_id.as_str())).collect();
    let rows = || jobs.iter().map(|job| &job.write.row);
    let ids: Vec<Uuid> = rows().map(|row| row.id.uuid()).collect();
    let calls: Vec<&str> = rows().map(|row| row.call_id.as_str()).collect();
    let marks: Vec<Option<&str>> =
        jobs.iter().map(|job| job.write.fingerprint.as_deref()).collect();
    let tests: Vec<bool> = rows().map(|row| row.test).collect();
    let statuses: Vec<&str> = rows().map(|row| row.status).collect();
    let revisions: Vec<i64> = rows().map(|row| row.revision).collect();
    let created: Vec<i64> = rows().map(|row| row.created_at).collect();
    let deadlines: Vec<Option<i64>> = rows().map(|row| row.deadline).collect();
    let settled: Vec<Option<i64>> = rows().map(|row| row.settled_at).collect();
    let delivered: Vec<Option<i64>> = rows().map(|row| row.delivered_at).collect();
    let bodies: Vec<&str> = rows().map(|row| row.body.as_str()).collect();
    let texts: Vec<&str> = jobs.iter().map(|job| job.write.text.as_str()).collect();
    let version = VERSION as i32;
    let params: [&(dyn ToSql + Sync); 13] = [
        &ids, &calls, &marks, &tests, &statuses, &revisions, &created, &deadlines, &settled,
        &delivered, &bodies, &version, &texts,
    ];
    some(session, !jobs.is_empty(), INSERT, &params).await
}

/// The rows say which were added. For the others it is looked up which call was faster; none: the id
/// is taken. `again`: they may have been added before.
pub(super) async fn answer(
    jobs: Vec<Job<Written, Inserted>>,
    added: &[Row],
    link: &Link,
    again: bool,
) {
    let mut added: HashSet<(Uuid, String)> =
        added.iter().map(|row| (row.get(0), row.get(1))).collect();
    let mut refused = Vec::new();
    for job in jobs {
        let row = &job.write.row;
        match added.remove(&(row.id.uuid(), row.call_id.clone())) {
            true => job.answer(Ok(Inserted::Done)),
            false => refused.push(job),
        }
    }
    if refused.is_empty() {
        return;
    }
    let calls: Vec<&str> = refused.iter().map(|job| job.write.row.call_id.as_str()).collect();
    let made: HashMap<String, Uuid> = match link.query(MADE_BY, &[&calls]).await {
        Ok(rows) => rows.iter().map(|row| (row.get(0), row.get(1))).collect(),
        Err(why) => {
            refused.into_iter().for_each(|job| job.answer(Err(why.clone())));
            return;
        }
    };
    for job in refused {
        let known = made.get(&job.write.row.call_id).copied().map(InteractionId::new);
        let inserted = match known {
            Some(id) if again && id == job.write.row.id => Inserted::Done,
            Some(id) => Inserted::CallKnown(id),
            None => Inserted::IdTaken,
        };
        job.answer(Ok(inserted));
    }
}
