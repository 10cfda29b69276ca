//! Tokens of agents. A person makes a few.

use jiff::Timestamp;
use rusqlite::types::Type;
use rusqlite::{Connection, Error, Result, Row, params};
use sayso_desk::store::AgentToken;

pub(super) fn load(db: &Connection) -> Result<Vec<AgentToken>> {
    db.prepare_cached(
        "select id, hash, name, created_at, used_at from agent_tokens order by created_at, id",
    )?
    .query_map([], read)?
    .collect()
}

pub(super) fn save(db: &Connection, token: &AgentToken) -> Result<()> {
    db.prepare_cached(
        "insert into agent_tokens (id, hash, name, created_at, used_at) values (?1, ?2, ?3, ?4, ?5) \
         on conflict (id) do update set used_at = excluded.used_at",
    )?
    .execute(params![
        token.id,
        token.hash,
        token.name,
        token.created_at.as_millisecond(),
        token.used_at.map(Timestamp::as_millisecond),
    ])
    .map(drop)
}

pub(super) fn delete(db: &Connection, id: &str) -> Result<()> {
    db.prepare_cached("delete from agent_tokens where id = ?1")?.execute([id]).map(drop)
}

fn read(row: &Row<'_>) -> Result<AgentToken> {
    let time = |column: usize, millis: i64| {
        Timestamp::from_millisecond(millis)
            .map_err(|error| Error::FromSqlConversionFailure(column, Type::Integer, error.into()))
    };
    Ok(AgentToken {
        id: row.get(0)?,
        hash: row.get(1)?,
        name: row.get(2)?,
        created_at: time(3, row.get(3)?)?,
        used_at: row.get::<_, Option<i64>>(4)?.map(|millis| time(4, millis)).transpose()?,
    })
}
