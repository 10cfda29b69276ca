//! What the person has set.

use rusqlite::{Connection, Result, params};
use sayso_core::settings::{Key, Layer};

/// A name that is not known here is left alone: another version of the program may have set it.
pub(super) fn load(db: &Connection) -> Result<Layer> {
    let mut layer = Layer::new();
    let mut statement = db.prepare_cached("select key, value from settings")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        if let Some(key) = Key::from_name(row.get_ref(0)?.as_str()?) {
            layer.insert(key, row.get(1)?);
        }
    }
    Ok(layer)
}

pub(super) fn set(db: &Connection, key: Key, value: &str) -> Result<()> {
    db.prepare_cached(
        "insert into settings (key, value) values (?1, ?2) \
         on conflict (key) do update set value = excluded.value",
    )?
    .execute(params![key.as_str(), value])
    .map(drop)
}

pub(super) fn clear(db: &Connection, key: Key) -> Result<()> {
    db.prepare_cached("delete from settings where key = ?1")?.execute([key.as_str()]).map(drop)
}
