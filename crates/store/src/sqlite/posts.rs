//! Messages that show questions. As many as are open, which are few.

use rusqlite::types::Type;
use rusqlite::{Connection, Error, Result, Row, params};
use sayso_core::InteractionId;
use sayso_desk::store::{Look, Post};

use super::errors::is_local;

pub(super) fn load(db: &Connection) -> Result<Vec<Post>> {
    db.prepare_cached(
        "select interaction, part, channel, message, thread, person, look from posts \
         order by interaction, part",
    )?
    .query_map([], read)?
    .filter_map(|post| match post {
        Err(error) if is_local(&error) => {
            tracing::warn!(%error, "where a message lies cannot be read");
            None
        }
        post => Some(post),
    })
    .collect()
}

pub(super) fn save(db: &Connection, post: &Post) -> Result<()> {
    db.prepare_cached(
        "insert into posts (interaction, part, channel, message, thread, person, look) \
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7) \
         on conflict (interaction, part) do update \
             set channel = excluded.channel, message = excluded.message, thread = excluded.thread, \
                 person = excluded.person, look = excluded.look",
    )?
    .execute(params![
        post.interaction.to_string(),
        post.part,
        post.channel,
        post.message,
        post.thread,
        post.person,
        post.look.as_str(),
    ])
    .map(drop)
}

pub(super) fn delete(db: &Connection, id: InteractionId) -> Result<()> {
    db.prepare_cached("delete from posts where interaction = ?1")?
        .execute([id.to_string()])
        .map(drop)
}

fn read(row: &Row<'_>) -> Result<Post> {
    let id: String = row.get(0)?;
    let look: String = row.get(6)?;
    let wrong = |column: usize, what: &str| {
        Error::FromSqlConversionFailure(column, Type::Text, what.to_owned().into())
    };
    Ok(Post {
        interaction: id.parse().map_err(|_| wrong(0, "not an id"))?,
        part: row.get(1)?,
        channel: row.get(2)?,
        message: row.get(3)?,
        thread: row.get(4)?,
        person: row.get(5)?,
        look: Look::from_name(&look).ok_or_else(|| wrong(6, "not a look"))?,
    })
}
