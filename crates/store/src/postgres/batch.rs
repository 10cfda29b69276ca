//! A batch of writes: one statement per kind of write, each over arrays, all sent at once.
//!
//! No hub's data can fail or block another's batch for long: a conflict is a result, not an error.
//! Rows that exist are locked first, by id; new ones are added by call; stored items come last, by
//! key. Every hub goes in this order, so that no two wait for each other; if they do all the same,
//! PostgreSQL ends one of them and the batch runs again.

use std::collections::{BTreeMap, HashSet};

use sayso_core::search::text_of;
use sayso_core::{Interaction, InteractionId};
use sayso_desk::cluster::RowChange;
use sayso_desk::fail;
use sayso_desk::store::{Forgotten, Inserted, Note, Replaced, StoreError};
use tokio::sync::oneshot;
use tokio_postgres::{Error, Row};
use uuid::Uuid;

use super::drafts::{self, FieldColumns};
use super::hubs::Hints;
use super::insert::{self, INSERT};
use super::key_value::{Puts, Removals};
use super::link::{Link, Params, Session};
use super::notes::Notes;
use super::replace::{self, REPLACE};
use crate::columns::Columns;

/// A write, and where its result goes.
pub(super) struct Job<W, T> {
    pub(super) write: W,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

pub(super) type Reply<T> = oneshot::Receiver<Result<T, StoreError>>;

impl<W, T> Job<W, T> {
    pub(super) fn new(write: W) -> (Job<W, T>, Reply<T>) {
        let (reply, result) = oneshot::channel();
        (Job { write, reply }, result)
    }

    /// The caller may be gone; the write remains.
    pub(super) fn answer(self, result: Result<T, StoreError>) {
        drop(self.reply.send(result));
    }
}

/// An interaction on its way into the table, with the text that it is found by.
pub(super) struct Written {
    pub(super) row: Columns,
    pub(super) fingerprint: Option<String>,
    pub(super) text: String,
}

impl Written {
    pub(super) fn new(interaction: &Interaction, fingerprint: Option<&str>) -> Written {
        let fingerprint = fingerprint.map(str::to_owned);
        Written { row: Columns::of(interaction), fingerprint, text: text_of(interaction) }
    }
}

pub(super) struct Fields {
    pub(super) id: InteractionId,
    /// The hash of each key, and the field.
    pub(super) fields: Vec<(Vec<u8>, String)>,
}

pub(super) struct Forget {
    pub(super) id: InteractionId,
    /// What it was before.
    pub(super) seen: Forgotten,
}

pub(super) enum Write {
    Insert(Job<Written, Inserted>),
    Replace(Job<Written, Replaced>),
    Note(Job<(InteractionId, Note), ()>),
    Draft(Job<Fields, ()>),
    Forget(Job<Forget, Forgotten>),
    Put(Job<super::key_value::Put, Replaced>),
    Remove(Job<(String, Vec<String>), usize>),
}

#[derive(Default)]
pub(super) struct Batch {
    inserts: Vec<Job<Written, Inserted>>,
    replaces: Vec<Job<Written, Replaced>>,
    notes: Vec<Job<(InteractionId, Note), ()>>,
    drafts: Vec<Job<Fields, ()>>,
    forgets: Vec<Job<Forget, Forgotten>>,
    puts: Vec<Job<super::key_value::Put, Replaced>>,
    removals: Vec<Job<(String, Vec<String>), usize>>,
    /// It ran before, and the reply to its commit was lost.
    pub(super) may_be_done: bool,
}

/// What came of it.
pub(super) struct Done {
    inserted: Vec<Row>,
    replaced: Vec<Row>,
    forgotten: Vec<Row>,
    put: Vec<usize>,
    removed: Vec<Row>,
}

pub(super) const LOCK: &str =
    "select 1 from interactions where id = any($1) order by id for update";

const FORGET: &str =
    "delete from interactions where id = any($1) returning id, settled_at is not null";

/// The hint to all hubs about everything that a batch has changed, a notification for each part. A row
/// that was not written after all is left out.
pub(super) const TELL: &str = "select pg_notify(left('sayso_' || current_schema(), 63), \
         $1 || ' r' || string_agg(line, chr(10) order by place)) \
     from unnest($2::text[], $3::uuid[], $4::int4[]) with ordinality as n (line, id, part, place) \
     where id is null or exists (select from interactions i \
         where i.id = n.id and i.xmin = pg_current_xact_id()::xid) \
     group by part";

impl Batch {
    pub(super) fn of(writes: impl IntoIterator<Item = Write>) -> Batch {
        let mut batch = Batch::default();
        for write in writes {
            match write {
                Write::Insert(job) => batch.inserts.push(job),
                Write::Replace(job) => batch.replaces.push(job),
                Write::Note(job) => batch.notes.push(job),
                Write::Draft(job) => batch.drafts.push(job),
                Write::Forget(job) => batch.forgets.push(job),
                Write::Put(job) => batch.puts.push(job),
                Write::Remove(job) => batch.removals.push(job),
            }
        }
        batch
    }

    pub(super) fn len(&self) -> usize {
        self.inserts.len()
            + self.replaces.len()
            + self.notes.len()
            + self.drafts.len()
            + self.forgets.len()
            + self.puts.len()
            + self.removals.len()
    }

    /// Each write alone.
    pub(super) fn parts(self) -> impl Iterator<Item = Batch> {
        let may_be_done = self.may_be_done;
        let inserts = self.inserts.into_iter().map(Write::Insert);
        let all = inserts
            .chain(self.replaces.into_iter().map(Write::Replace))
            .chain(self.notes.into_iter().map(Write::Note))
            .chain(self.drafts.into_iter().map(Write::Draft))
            .chain(self.forgets.into_iter().map(Write::Forget))
            .chain(self.puts.into_iter().map(Write::Put))
            .chain(self.removals.into_iter().map(Write::Remove));
        all.map(move |write| Batch { may_be_done, ..Batch::of([write]) })
    }

    /// Sends everything at once, the commit included: one round trip. After an error nothing is
    /// kept, unless the connection was lost at the end.
    pub(super) async fn run(&self, session: &Session, sender: &str) -> Result<Done, Error> {
        let notes = Notes::of(self.notes.iter().map(|job| &job.write));
        let forgotten: Vec<Uuid> = self.forgets.iter().map(|job| job.write.id.uuid()).collect();
        let replaced = self.replaces.iter().map(|job| job.write.row.id.uuid());
        let drafted = self.drafts.iter().map(|job| job.write.id.uuid());
        let existing: Vec<Uuid> = replaced
            .chain(notes.ids())
            .chain(drafted.clone())
            .chain(forgotten.iter().copied())
            .collect::<HashSet<_>>()
            .into_iter()
            .collect();
        let hints = self.hints(&notes);
        let fields = FieldColumns::of(self.drafts.iter().map(|job| &job.write));
        let puts = Puts::of(self.puts.iter().map(|job| &job.write));
        let removals = Removals::of(self.removals.iter().map(|job| &job.write));
        prepare(session).await?;
        fail::point("store.before_commit");
        // The order in which they are polled first is the order in which they are sent.
        let (begun, locked, inserted, replaced, noted, saved, gone, put, removed, told, committed) = tokio::join!(
            biased;
            session.client.batch_execute("begin"),
            // One row is locked by its own statement.
            async { some(session, existing.len() > 1, LOCK, &[&existing]).await },
            insert::send(session, &self.inserts),
            replace::send(session, &self.replaces),
            notes.send(session),
            fields.send(session),
            async { some(session, !forgotten.is_empty(), FORGET, &[&forgotten]).await },
            puts.send(session),
            removals.send(session),
            async {
                let Hints { lines, ids, parts, .. } = &hints;
                some(session, !lines.is_empty(), TELL, &[&sender, lines, ids, parts]).await
            },
            session.client.batch_execute("commit"),
        );
        // The first error is the reason; what follows only says that the transaction has failed.
        begun?;
        locked?;
        let (inserted, replaced) = (inserted?, replaced?);
        noted?;
        saved?;
        let (gone, put, removed) = (gone?, put?, removed?);
        told?;
        committed?;
        fail::point("store.after_commit");
        Ok(Done { inserted, replaced, forgotten: gone, put, removed })
    }

    /// After the commit. Calls that were stored already are looked up, and so is everything that may
    /// have been done before.
    pub(super) async fn answer(self, done: Done, link: &Link) {
        let again = self.may_be_done;
        insert::answer(self.inserts, &done.inserted, link, again).await;
        replace::answer(self.replaces, &done.replaced, link, again).await;
        self.notes.into_iter().for_each(|job| job.answer(Ok(())));
        self.drafts.into_iter().for_each(|job| job.answer(Ok(())));
        let mut gone: BTreeMap<Uuid, bool> =
            done.forgotten.iter().map(|row| (row.get(0), row.get(1))).collect();
        for job in self.forgets {
            let forgotten = match gone.remove(&job.write.id.uuid()) {
                None if again => job.write.seen,
                None => Forgotten::Absent,
                Some(true) => Forgotten::Settled,
                Some(false) => Forgotten::Pending,
            };
            job.answer(Ok(forgotten));
        }
        super::key_value::answer(self.puts, &done.put, link, again).await;
        let mut counts = vec![0; self.removals.len()];
        for row in &done.removed {
            let place = usize::try_from(row.get::<_, i32>(0)).expect("a place in the batch");
            counts[place] += 1;
        }
        for (job, count) in self.removals.into_iter().zip(counts) {
            let count = if again { job.write.1.len() } else { count };
            job.answer(Ok(count));
        }
    }

    /// If it may have been done, it says so.
    pub(super) fn fail(self, error: &StoreError) {
        let error = &match error {
            StoreError::Away { at, detail } if self.may_be_done => {
                let at = at.clone();
                let detail = format!(
                    "{detail}; the connection was lost while writing, so it may have been done: \
                     repeating it is safe"
                );
                StoreError::Away { at, detail }
            }
            error => error.clone(),
        };
        self.inserts.into_iter().for_each(|job| job.answer(Err(error.clone())));
        self.replaces.into_iter().for_each(|job| job.answer(Err(error.clone())));
        self.notes.into_iter().for_each(|job| job.answer(Err(error.clone())));
        self.drafts.into_iter().for_each(|job| job.answer(Err(error.clone())));
        self.forgets.into_iter().for_each(|job| job.answer(Err(error.clone())));
        self.puts.into_iter().for_each(|job| job.answer(Err(error.clone())));
        self.removals.into_iter().for_each(|job| job.answer(Err(error.clone())));
    }

    fn hints(&self, notes: &Notes<'_>) -> Hints {
        let mut hints = Hints::default();
        for job in &self.inserts {
            hints.row(RowChange::Created, job.write.row.id);
        }
        for job in &self.replaces {
            hints.row(RowChange::Changed, job.write.row.id);
        }
        for id in notes.delivered() {
            hints.row(RowChange::Delivered, id);
        }
        for job in &self.drafts {
            hints.row(RowChange::Drafted, job.write.id);
        }
        for job in &self.forgets {
            hints.row(RowChange::Forgotten, job.write.id);
        }
        let put = self.puts.iter().map(|job| job.write.place());
        let removed = self.removals.iter().flat_map(|job| {
            let (kind, keys) = &job.write;
            keys.iter().map(|key| (kind.as_str(), key.as_str()))
        });
        hints.items(put.chain(removed));
        hints
    }
}

/// Sent by its first poll: it is prepared.
pub(super) async fn some(
    session: &Session,
    needed: bool,
    sql: &'static str,
    params: Params<'_>,
) -> Result<Vec<Row>, Error> {
    if needed { session.query(sql, params).await } else { Ok(Vec::new()) }
}

/// Once on each connection.
async fn prepare(session: &Session) -> Result<(), Error> {
    for sql in [LOCK, INSERT, REPLACE, drafts::SAVE, FORGET, TELL] {
        session.prepare(sql).await?;
    }
    Notes::prepare(session).await?;
    super::key_value::prepare(session).await
}
