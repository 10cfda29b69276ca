//! Compare and set: of all that want to change a revision, one does.

use std::collections::HashMap;

use sayso_desk::store::Replaced;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Error, Row};
use uuid::Uuid;

use super::batch::{Job, Written, some};
use super::link::{Link, Session};
use crate::body::VERSION;
use crate::columns::Columns;

/// A settled row never changes, with any revision, unless it is only given; that is asked so that it doesn't look like a use for
/// the index of all pending rows. Of several for one row PostgreSQL takes one, and returns its place.
pub(super) const REPLACE: &str = "with changed as ( \
         update interactions i set status = n.status, revision = n.revision, \
             deadline = n.deadline, settled_at = n.settled_at, version = $7::int4, body = n.body, \
             ticket = case when n.settled_at is null then i.ticket end \
         from unnest($1::uuid[], $2::text[], $3::int8[], $4::int8[], $5::int8[], $6::text[], \
                 $8::text[]) with ordinality \
             as n (id, status, revision, deadline, settled_at, body, text, place) \
         where i.id = n.id and i.revision = n.revision - 1 \
             and (coalesce(i.settled_at, -1) = -1 or i.status = 'given') \
         returning n.place, i.id, i.settled_at, n.text \
     ), searched as ( \
         insert into search_new (id, text) select id, text from changed \
         on conflict (id) do update set text = excluded.text \
     ), ended as ( \
         delete from drafts using changed \
         where drafts.interaction = changed.id and changed.settled_at is not null \
     ) \
     select place from changed";

const STORED: &str = "select id, revision, body from interactions where id = any($1)";

pub(super) async fn send(
    session: &Session,
    jobs: &[Job<Written, Replaced>],
) -> Result<Vec<Row>, Error> {
    let rows = || jobs.iter().map(|job| &job.write.row);
    let ids: Vec<Uuid> = rows().map(|row| row.id.uuid()).collect();
    let statuses: Vec<&str> = rows().map(|row| row.status).collect();
    let revisions: Vec<i64> = rows().map(|row| row.revision).collect();
    let deadlines: Vec<Option<i64>> = rows().map(|row| row.deadline).collect();
    let settled: Vec<Option<i64>> = rows().map(|row| row.settled_at).collect();
    let bodies: Vec<&str> = rows().map(|row| row.body.as_str()).collect();
    let texts: Vec<&str> = jobs.iter().map(|job| job.write.text.as_str()).collect();
    let version = VERSION as i32;
    let params: [&(dyn ToSql + Sync); 8] =
        [&ids, &statuses, &revisions, &deadlines, &settled, &bodies, &version, &texts];
    some(session, !jobs.is_empty(), REPLACE, &params).await
}

/// `again`: they may have been done before. Then the row says so: a settled one never changes.
pub(super) async fn answer(
    jobs: Vec<Job<Written, Replaced>>,
    changed: &[Row],
    link: &Link,
    again: bool,
) {
    let places: Vec<i64> = changed.iter().map(|row| row.get(0)).collect();
    let mut stale = Vec::new();
    for (place, job) in (1..).zip(jobs) {
        match places.contains(&place) {
            true => job.answer(Ok(Replaced::Done)),
            false if again => stale.push(job),
            false => job.answer(Ok(Replaced::Stale)),
        }
    }
    if stale.is_empty() {
        return;
    }
    let ids: Vec<Uuid> = stale.iter().map(|job| job.write.row.id.uuid()).collect();
    let mut stored: HashMap<Uuid, (i64, String)> = match link.query(STORED, &[&ids]).await {
        Ok(rows) => rows.iter().map(|row| (row.get(0), (row.get(1), row.get(2)))).collect(),
        Err(why) => {
            stale.into_iter().for_each(|job| job.answer(Err(why.clone())));
            return;
        }
    };
    for job in stale {
        let Columns { id, revision, body, .. } = &job.write.row;
        let own = |(found, text): &(i64, String)| found == revision && text == body;
        let replaced = match stored.get(&id.uuid()).is_some_and(own) {
            true => {
                // Of several that are alike one has won.
                stored.remove(&id.uuid());
                Replaced::Done
            }
            false => Replaced::Stale,
        };
        job.answer(Ok(replaced));
    }
}
