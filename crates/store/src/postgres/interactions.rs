//! Interactions: single ones, and lists for the timer; one statement a method.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use sayso_core::{IdPrefix, Interaction, InteractionId, State};
use sayso_desk::store::{
    BRIEFS, Briefs, Due, Forgotten, FoundRows, Inserted, Interactions, MATCHES, Note, PageEnd,
    Query, Replaced, Retention, StoreError, Survey,
};
use serde_json::Value;
use tokio_postgres::Row;
use uuid::Uuid;

use super::PostgresStore;
use super::batch::{Forget, Job, Write, Written};
use crate::body::{decode_brief, decode_interaction};

pub(super) const LOAD: &str =
    "select version, body, delivered_at, revision, deadline from interactions where id = $1";

/// With the id last, which the readers of the others don't look at.
pub(super) const LOAD_ALL: &str = "select version, body, delivered_at, revision, deadline, id from interactions \
     where id = any($1)";

const FIND: &str = "select id from interactions \
     where id between $1 and $2 and starts_with(id::text, $3) order by id limit $4";

const REPEATS: &str = "select id from interactions \
     where fingerprint = $1 and delivered_at is null order by created_at desc, id desc limit $2";

const TICKET: &str = "select ticket from interactions where id = $1";

const IS_SETTLED: &str = "select settled_at is not null from interactions where id = $1";

const RAW: &str = "select (to_jsonb(i) - 'ticket')::text from interactions i where id = $1";

/// A row that can't be read would be due forever.
pub(super) const DUE: &str = "select id, deadline from interactions \
     where settled_at is null and deadline is not null and id <> all($1) \
     order by deadline, id limit $2";

const BRIEF: &str = "select version, body, id, created_at from interactions \
     where not test and (created_at, id) > ($1, $2) order by created_at, id limit $3";

const UNHEARD: &str = "select id from interactions \
     where settled_at is null and deadline is null and heard_at < $1 and id <> all($2) \
     order by heard_at, id";

const MOVE: &str = "with timed as ( \
         select id from interactions where settled_at is null and deadline is not null \
         order by id for update \
     ) \
     update interactions i set deadline = deadline + $1, revision = revision + 1 \
     from timed where i.id = timed.id";

const COUNT: &str = "select \
         (select count(*) from interactions where settled_at is null), count(*), \
         count(*) filter (where delivered_at is null and status <> 'withdrawn') \
     from interactions where settled_at is not null";

/// The same of test questions, which are among those.
const COUNT_TESTS: &str = "select count(*) filter (where settled_at is null), \
         count(*) filter (where settled_at is not null), \
         count(*) filter (where settled_at is not null and delivered_at is null \
             and status <> 'withdrawn') \
     from interactions where test";

#[async_trait]
impl Interactions for PostgresStore {
    async fn insert(
        &self,
        interaction: &Interaction,
        fingerprint: Option<&str>,
    ) -> Result<Inserted, StoreError> {
        let (job, reply) = Job::new(Written::new(interaction, fingerprint));
        self.write(Write::Insert(job), reply).await
    }

    async fn replace(&self, next: &Interaction) -> Result<Replaced, StoreError> {
        let (job, reply) = Job::new(Written::new(next, None));
        self.write(Write::Replace(job), reply).await
    }

    async fn note(&self, id: InteractionId, note: Note) -> Result<(), StoreError> {
        let (job, reply) = Job::new((id, note));
        self.write(Write::Note(job), reply).await
    }

    async fn forget(&self, id: InteractionId) -> Result<Forgotten, StoreError> {
        // If the reply is lost, what it was can't be asked any more.
        let rows = self.point.query(IS_SETTLED, &[&id.uuid()]).await?;
        let seen = match rows.first().map(|row| row.get(0)) {
            None => Forgotten::Absent,
            Some(true) => Forgotten::Settled,
            Some(false) => Forgotten::Pending,
        };
        let (job, reply) = Job::new(Forget { id, seen });
        let forgotten = self.write(Write::Forget(job), reply).await?;
        self.unreadable.leave(id);
        Ok(forgotten)
    }

    async fn sweep(&self, retention: &Retention) -> Result<Vec<InteractionId>, StoreError> {
        self.sweep_a_few(retention).await
    }

    async fn page(&self, query: &Query) -> Result<FoundRows, StoreError> {
        self.find_page(query).await
    }

    async fn load(&self, id: InteractionId) -> Result<Option<Interaction>, StoreError> {
        let rows = self.point.query(LOAD, &[&id.uuid()]).await?;
        match rows.first().map(read_interaction).transpose() {
            Ok(found) => Ok(found),
            Err(why) => Err(self.unreadable.note(id, why).into()),
        }
    }

    async fn load_all(&self, ids: &[InteractionId]) -> Result<Vec<Interaction>, StoreError> {
        let ids: Vec<Uuid> = ids.iter().map(|id| id.uuid()).collect();
        let rows = self.point.query(LOAD_ALL, &[&ids]).await?;
        let read = |row: &Row| match read_interaction(row) {
            Ok(interaction) => Some(interaction),
            Err(why) => {
                self.unreadable.note(InteractionId::new(row.get(5)), why);
                None
            }
        };
        Ok(rows.iter().filter_map(read).collect())
    }

    async fn find(&self, prefix: &IdPrefix) -> Result<Vec<InteractionId>, StoreError> {
        let (first, last) = prefix.shorts().into_inner();
        let lowest = InteractionId::lowest(first).uuid();
        let highest = InteractionId::highest(last).uuid();
        let most = MATCHES as i64;
        let rows = self.point.query(FIND, &[&lowest, &highest, &prefix.as_str(), &most]).await?;
        Ok(rows.iter().map(read_id).collect())
    }

    async fn repeats(&self, mark: &str) -> Result<Vec<InteractionId>, StoreError> {
        let rows = self.point.query(REPEATS, &[&mark, &(MATCHES as i64)]).await?;
        Ok(rows.iter().map(read_id).collect())
    }

    async fn ticket(&self, id: InteractionId) -> Result<Option<String>, StoreError> {
        let rows = self.point.query(TICKET, &[&id.uuid()]).await?;
        Ok(rows.first().and_then(|row| row.get(0)))
    }

    /// Every column as stored, except the secret.
    async fn raw(&self, id: InteractionId) -> Result<Option<Value>, StoreError> {
        let rows = self.point.query(RAW, &[&id.uuid()]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        serde_json::from_str(row.get(0))
            .map(Some)
            .map_err(|error| StoreError::Other(error.to_string()))
    }

    /// Reads one row more than may be due: the first one that isn't due is the next.
    async fn due(&self, now: Timestamp, limit: usize) -> Result<Due, StoreError> {
        let most = i64::try_from(limit.saturating_add(1)).unwrap_or(i64::MAX);
        let rows = self.point.query(DUE, &[&self.known_unreadable(), &most]).await?;
        let mut due = Due { ids: Vec::new(), next: None };
        for row in &rows {
            let deadline = timestamp(row.get(1)).map_err(StoreError::Other)?;
            if deadline > now || due.ids.len() == limit {
                due.next = Some(deadline);
                break;
            }
            due.ids.push(read_id(row));
        }
        Ok(due)
    }

    async fn briefs(&self, after: PageEnd) -> Result<Briefs, StoreError> {
        let most = BRIEFS as i64;
        let rows = self.scan.query(BRIEF, &[&after.millis, &after.id.uuid(), &most]).await?;
        let last = rows.last().filter(|_| rows.len() == BRIEFS);
        let next =
            last.map(|row| PageEnd { millis: row.get(3), id: InteractionId::new(row.get(2)) });
        let brief = |row: &Row| {
            let version = u32::try_from(row.get::<_, i32>(0)).ok()?;
            decode_brief(version, row.get::<_, &str>(1).as_bytes())
        };
        Ok(Briefs { rows: rows.iter().filter_map(brief).collect(), next })
    }

    async fn unheard(&self, since: Timestamp) -> Result<Vec<InteractionId>, StoreError> {
        let since = since.as_millisecond();
        let rows = self.scan.query(UNHEARD, &[&since, &self.known_unreadable()]).await?;
        Ok(rows.iter().map(read_id).collect())
    }

    /// Only for a single hub: in a team the clock is the database's, which doesn't jump.
    async fn move_deadlines(&self, by: SignedDuration) -> Result<(), StoreError> {
        let by = i64::try_from(by.as_millis()).unwrap_or(0);
        // Not repeated: nobody would know whether it was done.
        let session = self.scan.session().await?;
        session.query(MOVE, &[&by]).await.map(drop).map_err(|error| session.explain(&error))
    }

    async fn survey(&self) -> Result<Survey, StoreError> {
        let all = self.scan.query(COUNT, &[]).await?;
        let tests = self.scan.query(COUNT_TESTS, &[]).await?;
        let count = |rows: &[Row], at: usize| {
            let count = rows.first().map_or(0, |row| row.get::<_, i64>(at));
            u64::try_from(count).expect("a count is not negative")
        };
        let without = |at| count(&all, at).saturating_sub(count(&tests, at));
        Ok(Survey {
            pending: without(0),
            settled: without(1),
            undelivered: without(2),
            tests: count(&tests, 0) + count(&tests, 1),
            unreadable: self.unreadable.list(),
        })
    }
}

impl PostgresStore {
    fn known_unreadable(&self) -> Vec<Uuid> {
        self.unreadable.list().into_iter().map(|row| row.id.uuid()).collect()
    }
}

/// Reads the columns `version, body, delivered_at, revision, deadline`, in this order. Values that
/// can change separately are only in their columns. The error says why it can't be read.
pub(super) fn read_interaction(row: &Row) -> Result<Interaction, String> {
    let version = u32::try_from(row.get::<_, i32>(0)).map_err(|error| error.to_string())?;
    let mut interaction = decode_interaction(version, row.get::<_, &str>(1).as_bytes())?;
    let time = |at| row.get::<_, Option<i64>>(at).map(timestamp).transpose();
    interaction.delivered_at = time(2)?;
    interaction.revision =
        u64::try_from(row.get::<_, i64>(3)).map_err(|error| error.to_string())?;
    if let State::Pending { deadline } = &mut interaction.state {
        *deadline = time(4)?;
    }
    Ok(interaction)
}

/// Reads the first column, `id`.
pub(super) fn read_id(row: &Row) -> InteractionId {
    InteractionId::new(row.get(0))
}

fn timestamp(millis: i64) -> Result<Timestamp, String> {
    Timestamp::from_millisecond(millis).map_err(|error| error.to_string())
}
