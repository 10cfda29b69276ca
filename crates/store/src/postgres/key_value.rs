//! Stored items: one table (`shelf`) for everything small that is stored by a key.

use std::collections::BTreeMap;

use async_trait::async_trait;
use sayso_desk::store::{Body, KeyValue, Replaced, Replaces, StoreError, StoredItem};
use tokio_postgres::{Error, Row};

use super::PostgresStore;
use super::batch::{Job, Write, some};
use super::link::{Link, Session};

pub(super) struct Put {
    kind: String,
    key: String,
    body: Body,
    over: Replaces,
}

impl Put {
    /// Its kind and key.
    pub(super) fn place(&self) -> (&str, &str) {
        (&self.kind, &self.key)
    }
}

const GET: &str = "select key, revision, version, body from shelf where kind = $1 and key = $2";

const LIST: &str = "select key, revision, version, body from shelf where kind = $1 order by key";

const UPDATE: &str = "update shelf s \
     set revision = s.revision + 1, version = n.version, body = n.body \
     from unnest($1::text[], $2::text[], $3::int4[], $4::text[], $5::int8[]) with ordinality \
         as n (kind, key, version, body, revision, place) \
     where s.kind = n.kind and s.key = n.key and s.revision = n.revision \
     returning (n.place - 1)::int4";

const ADD: &str = "insert into shelf (kind, key, revision, version, body) \
     select kind, key, 1, version, body \
     from unnest($1::text[], $2::text[], $3::int4[], $4::text[]) as n (kind, key, version, body) \
     order by kind collate \"C\", key collate \"C\" \
     on conflict do nothing \
     returning kind, key";

const SET: &str = "insert into shelf (kind, key, revision, version, body) \
     select kind, key, 1, version, body \
     from unnest($1::text[], $2::text[], $3::int4[], $4::text[]) as n (kind, key, version, body) \
     order by kind collate \"C\", key collate \"C\" \
     on conflict (kind, key) do update set revision = shelf.revision + 1, \
         version = excluded.version, body = excluded.body";

const REMOVE: &str = "delete from shelf s using unnest($1::text[], $2::text[], $3::int4[]) \
         as n (kind, key, place) \
     where s.kind = n.kind and s.key = n.key \
     returning n.place";

#[async_trait]
impl KeyValue for PostgresStore {
    async fn get(&self, kind: &str, key: &str) -> Result<Option<StoredItem>, StoreError> {
        Ok(self.point.query(GET, &[&kind, &key]).await?.first().map(read))
    }

    async fn list(&self, kind: &str) -> Result<Vec<StoredItem>, StoreError> {
        // Few rows, and who has access depends on them: not behind a search, nor as patiently.
        Ok(self.point.query(LIST, &[&kind]).await?.iter().map(read).collect())
    }

    async fn put(
        &self,
        kind: &str,
        key: &str,
        body: &Body,
        over: Replaces,
    ) -> Result<Replaced, StoreError> {
        let put = Put { kind: kind.to_owned(), key: key.to_owned(), body: body.clone(), over };
        let (job, reply) = Job::new(put);
        self.write(Write::Put(job), reply).await
    }

    async fn remove(&self, kind: &str, keys: &[String]) -> Result<usize, StoreError> {
        let (job, reply) = Job::new((kind.to_owned(), keys.to_vec()));
        self.write(Write::Remove(job), reply).await
    }
}

fn read(row: &Row) -> StoredItem {
    let (revision, version): (i64, i32) = (row.get(1), row.get(2));
    let body = Body { version: u32::try_from(version).unwrap_or(0), text: row.get(3) };
    StoredItem { key: row.get(0), revision: u64::try_from(revision).unwrap_or(0), body }
}

const STORED: &str = "select s.kind, s.key, s.revision, s.version, s.body from shelf s \
     join unnest($1::text[], $2::text[]) as n (kind, key) using (kind, key)";

/// `done` are places. `again`: they may have been done before. Then the row says so, with the next
/// revision and the same body.
pub(super) async fn answer(
    jobs: Vec<Job<Put, Replaced>>,
    done: &[usize],
    link: &Link,
    again: bool,
) {
    let mut stale = Vec::new();
    for (place, job) in jobs.into_iter().enumerate() {
        match done.contains(&place) {
            true => job.answer(Ok(Replaced::Done)),
            false if again => stale.push(job),
            false => job.answer(Ok(Replaced::Stale)),
        }
    }
    if stale.is_empty() {
        return;
    }
    let kinds: Vec<&str> = stale.iter().map(|job| job.write.kind.as_str()).collect();
    let keys: Vec<&str> = stale.iter().map(|job| job.write.key.as_str()).collect();
    let mut stored: Vec<Row> = match link.query(STORED, &[&kinds, &keys]).await {
        Ok(rows) => rows,
        Err(why) => {
            stale.into_iter().for_each(|job| job.answer(Err(why.clone())));
            return;
        }
    };
    for job in stale {
        // Of several that are alike one has won.
        let own = stored.iter().position(|row| job.write.is_stored_in(row));
        let replaced = own.map_or(Replaced::Stale, |at| {
            stored.swap_remove(at);
            Replaced::Done
        });
        job.answer(Ok(replaced));
    }
}

impl Put {
    fn is_stored_in(&self, row: &Row) -> bool {
        let next = match self.over {
            Replaces::Nothing => 1,
            Replaces::Revision(revision) => {
                i64::try_from(revision).map_or(i64::MAX, |revision| revision + 1)
            }
            Replaces::Anything => return false,
        };
        let version = i32::try_from(self.body.version).unwrap_or(i32::MAX);
        row.get::<_, &str>(0) == self.kind
            && row.get::<_, &str>(1) == self.key
            && row.get::<_, i64>(2) == next
            && row.get::<_, i32>(3) == version
            && row.get::<_, &str>(4) == self.body.text
    }
}

pub(super) async fn prepare(session: &Session) -> Result<(), Error> {
    for sql in [UPDATE, ADD, SET, REMOVE] {
        session.prepare(sql).await?;
    }
    Ok(())
}

/// By what they replace. The values are places in the batch.
#[derive(Default)]
pub(super) struct Puts<'a> {
    update: Vec<(usize, &'a Put, i64)>,
    /// Of several with one key the first.
    add: BTreeMap<(&'a str, &'a str), (usize, &'a Put)>,
    /// Of several with one key the last; the others are done, too, and were replaced.
    set: BTreeMap<(&'a str, &'a str), &'a Put>,
    sure: Vec<usize>,
}

impl<'a> Puts<'a> {
    pub(super) fn of(puts: impl Iterator<Item = &'a Put>) -> Puts<'a> {
        let mut all = Puts::default();
        for (place, put) in puts.enumerate() {
            let key = (put.kind.as_str(), put.key.as_str());
            match put.over {
                Replaces::Revision(revision) => {
                    all.update.push((place, put, i64::try_from(revision).unwrap_or(i64::MAX)));
                }
                Replaces::Nothing => {
                    all.add.entry(key).or_insert((place, put));
                }
                Replaces::Anything => {
                    all.set.insert(key, put);
                    all.sure.push(place);
                }
            }
        }
        // Every hub locks them in this order.
        all.update.sort_by_key(|(_, put, _)| (&put.kind, &put.key));
        all
    }

    /// The places of those that were done.
    pub(super) async fn send(&self, session: &Session) -> Result<Vec<usize>, Error> {
        let columns = Columns::of(self.update.iter().map(|(_, put, _)| *put));
        let revisions: Vec<i64> = self.update.iter().map(|(_, _, revision)| *revision).collect();
        let added = Columns::of(self.add.values().map(|(_, put)| *put));
        let set = Columns::of(self.set.values().copied());
        let (updated, new, anything) = tokio::join!(
            biased;
            async {
                let Columns { kinds, keys, versions, bodies } = &columns;
                let needed = !revisions.is_empty();
                some(session, needed, UPDATE, &[kinds, keys, versions, bodies, &revisions]).await
            },
            added.send(session, ADD),
            set.send(session, SET),
        );
        let mut done = self.sure.clone();
        for row in updated? {
            let at = usize::try_from(row.get::<_, i32>(0)).expect("a place in the list");
            done.push(self.update[at].0);
        }
        for row in new? {
            done.extend(self.add.get(&(row.get(0), row.get(1))).map(|(place, _)| *place));
        }
        anything?;
        Ok(done)
    }
}

#[derive(Default)]
struct Columns<'a> {
    kinds: Vec<&'a str>,
    keys: Vec<&'a str>,
    versions: Vec<i32>,
    bodies: Vec<&'a str>,
}

impl<'a> Columns<'a> {
    fn of(puts: impl Iterator<Item = &'a Put>) -> Columns<'a> {
        let mut columns = Columns::default();
        for put in puts {
            columns.kinds.push(&put.kind);
            columns.keys.push(&put.key);
            columns.versions.push(i32::try_from(put.body.version).unwrap_or(i32::MAX));
            columns.bodies.push(&put.body.text);
        }
        columns
    }

    async fn send(&self, session: &Session, sql: &'static str) -> Result<Vec<Row>, Error> {
        let Columns { kinds, keys, versions, bodies } = self;
        some(session, !kinds.is_empty(), sql, &[kinds, keys, versions, bodies]).await
    }
}

/// Each key with the place of its write in the batch.
#[derive(Default)]
pub(super) struct Removals<'a> {
    kinds: Vec<&'a str>,
    keys: Vec<&'a str>,
    places: Vec<i32>,
}

impl<'a> Removals<'a> {
    pub(super) fn of(removals: impl Iterator<Item = &'a (String, Vec<String>)>) -> Removals<'a> {
        let mut all = Removals::default();
        for (place, (kind, keys)) in (0..).zip(removals) {
            for key in keys {
                all.kinds.push(kind);
                all.keys.push(key);
                all.places.push(place);
            }
        }
        all
    }

    pub(super) async fn send(&self, session: &Session) -> Result<Vec<Row>, Error> {
        let needed = !self.keys.is_empty();
        some(session, needed, REMOVE, &[&self.kinds, &self.keys, &self.places]).await
    }
}
