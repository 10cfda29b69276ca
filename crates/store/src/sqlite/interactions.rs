//! Single interactions: one statement a function.

use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OptionalExtension, Result, named_params, params};
use sayso_core::{IdPrefix, Interaction, InteractionId};
use sayso_desk::store::{Counts, Inserted, MATCHES, Replaced};

use super::body::{self, VERSION, encode_interaction, read_id, read_interaction_and_size};

pub(super) const LOAD: &str = "select version, body, delivered_at, revision, deadline from interactions \
     where short = substr(?1, 1, 8) and id = ?1";

pub(super) const FIND: &str = "select id from interactions \
     where short >= substr(?1, 1, 8) and short < substr(?1, 1, 8) || 'g' \
         and substr(id, 1, length(?1)) = ?1 \
     order by short limit ?2";

pub(super) const MADE_BY: &str = "select id from interactions where call_id = ?1";

pub(super) const REPEATS: &str = "select id from interactions \
     where fingerprint = ?1 and delivered_at is null order by created_at desc, id desc limit ?2";

pub(super) const COUNT: &str = "select (select count(*) from interactions where settled_at is null), count(*), \
         count(*) filter (where delivered_at is null and status <> 'withdrawn') \
     from interactions where settled_at is not null";

/// An interaction as the table holds it.
pub(super) struct Columns {
    id: InteractionId,
    call_id: String,
    fingerprint: Option<String>,
    status: &'static str,
    revision: i64,
    created_at: i64,
    deadline: Option<i64>,
    settled_at: Option<i64>,
    delivered_at: Option<i64>,
    search: String,
    body: String,
}

impl Columns {
    pub(super) fn of(interaction: &Interaction) -> Columns {
        let millis = |at: Option<Timestamp>| at.map(Timestamp::as_millisecond);
        Columns {
            id: interaction.id,
            call_id: interaction.origin.call_id.clone(),
            fingerprint: interaction.origin.fingerprint.clone(),
            status: interaction.status().as_str(),
            revision: i64::try_from(interaction.revision).expect("nobody changes it that often"),
            created_at: interaction.created_at.as_millisecond(),
            deadline: millis(interaction.deadline()),
            settled_at: millis(interaction.settled_at()),
            delivered_at: millis(interaction.delivered_at),
            search: interaction.search_text(),
            body: encode_interaction(interaction),
        }
    }

    pub(super) fn id(&self) -> InteractionId {
        self.id
    }

    pub(super) fn is_settled(&self) -> bool {
        self.settled_at.is_some()
    }
}

/// Adds the row, or says what is in its way. Only one transaction writes at a time, so nothing comes
/// between adding and looking.
pub(super) fn insert(db: &Connection, row: &Columns) -> Result<Inserted> {
    if add(db, row)? {
        return Ok(Inserted::Done);
    }
    Ok(made_by(db, &row.call_id)?.map_or(Inserted::IdTaken, Inserted::CallKnown))
}

/// Whether nothing was in its way. Whoever asks waits for it at that moment: it counts as heard when
/// it was made.
fn add(db: &Connection, row: &Columns) -> Result<bool> {
    let mut statement = db.prepare_cached(
        "insert into interactions (short, id, call_id, fingerprint, status, revision, created_at, \
             deadline, settled_at, delivered_at, heard_at, version, search, body) \
         values (substr(:id, 1, 8), :id, :call_id, :fingerprint, :status, :revision, \
             :created_at, :deadline, :settled_at, :delivered_at, :created_at, :version, :search, :body) \
         on conflict do nothing",
    )?;
    let inserted = statement.execute(named_params! {
        ":id": row.id.to_string(),
        ":call_id": row.call_id,
        ":fingerprint": row.fingerprint,
        ":status": row.status,
        ":revision": row.revision,
        ":created_at": row.created_at,
        ":deadline": row.deadline,
        ":settled_at": row.settled_at,
        ":delivered_at": row.delivered_at,
        ":version": VERSION,
        ":search": row.search,
        ":body": row.body,
    })?;
    Ok(inserted == 1)
}

fn made_by(db: &Connection, call_id: &str) -> Result<Option<InteractionId>> {
    db.prepare_cached(MADE_BY)?.query_row([call_id], read_id).optional()
}

/// A settled row never changes, whatever revision is named.
pub(super) fn replace(db: &Connection, next: &Columns) -> Result<Replaced> {
    let mut statement = db.prepare_cached(
        "update interactions set status = :status, revision = :revision, deadline = :deadline, \
             settled_at = :settled_at, version = :version, search = :search, body = :body \
         where short = substr(:id, 1, 8) and id = :id \
             and revision = :revision - 1 and settled_at is null",
    )?;
    let replaced = statement.execute(named_params! {
        ":id": next.id.to_string(),
        ":status": next.status,
        ":revision": next.revision,
        ":deadline": next.deadline,
        ":settled_at": next.settled_at,
        ":version": VERSION,
        ":search": next.search,
        ":body": next.body,
    })?;
    Ok(if replaced == 1 { Replaced::Done } else { Replaced::Stale })
}

/// With the size of its body.
pub(super) fn load(db: &Connection, id: InteractionId) -> Result<Option<(Interaction, usize)>> {
    db.prepare_cached(LOAD)?.query_row([id.to_string()], read_interaction_and_size).optional()
}

/// A range of the short ids: `g` comes after every character of an id.
pub(super) fn find(db: &Connection, prefix: &IdPrefix) -> Result<Vec<InteractionId>> {
    db.prepare_cached(FIND)?.query_map(params![prefix.as_str(), MATCHES as i64], read_id)?.collect()
}

pub(super) fn repeats(db: &Connection, fingerprint: &str) -> Result<Vec<InteractionId>> {
    db.prepare_cached(REPEATS)?.query_map(params![fingerprint, MATCHES as i64], read_id)?.collect()
}

pub(super) fn set_delivered(
    db: &Connection,
    id: InteractionId,
    at: Option<Timestamp>,
) -> Result<()> {
    db.prepare_cached(
        "update interactions set delivered_at = ?2 \
         where short = substr(?1, 1, 8) and id = ?1",
    )?
    .execute(params![id.to_string(), at.map(Timestamp::as_millisecond)])
    .map(drop)
}

pub(super) fn move_deadlines(db: &Connection, by: SignedDuration) -> Result<()> {
    db.prepare_cached(
        "update interactions set deadline = deadline + ?1, revision = revision + 1 \
         where settled_at is null and deadline is not null",
    )?
    .execute([i64::try_from(by.as_millis()).unwrap_or(0)])
    .map(drop)
}

/// Of several who waited, the last to go counts.
pub(super) fn set_heard(db: &Connection, id: InteractionId, at: Timestamp) -> Result<()> {
    db.prepare_cached(
        "update interactions set heard_at = ?2 \
         where short = substr(?1, 1, 8) and id = ?1 and heard_at < ?2",
    )?
    .execute(params![id.to_string(), at.as_millisecond()])
    .map(drop)
}

pub(super) fn delete(db: &Connection, id: InteractionId) -> Result<()> {
    db.prepare_cached("delete from interactions where short = substr(?1, 1, 8) and id = ?1")?
        .execute([id.to_string()])
        .map(drop)
}

pub(super) fn count(db: &Connection) -> Result<Counts> {
    db.prepare_cached(COUNT)?.query_row([], |row| {
        Ok(Counts {
            pending: body::count(row, 0)?,
            settled: body::count(row, 1)?,
            undelivered: body::count(row, 2)?,
        })
    })
}
