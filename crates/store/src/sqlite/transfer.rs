//! Every row of a file as JSON, read or written in one transaction.

use std::path::Path;

use async_trait::async_trait;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags, Row};
use sayso_desk::store::StoreError;
use tokio::sync::mpsc::{Sender, channel};
use uuid::Uuid;

use super::errors::{Place, is_local, reason};
use super::{migrate, open};
use crate::transfer::{
    Counts, Damaged, PAGE, Page, Record, Source, TransferError, Writer, existing, json_of,
};

const COUNTS: &str = "select (select count(*) from interactions not indexed), \
         (select count(*) from drafts), (select count(*) from shelf)";

/// The tables: what a row is called if it can't be read, and the row.
const ROWS: [(&str, &str); 3] = [
    (
        "question",
        "select id, json_object('table', 'question', 'id', hex(id), 'call_id', call_id, \
             'fingerprint', fingerprint, 'ticket', ticket, \
             'test', json(iif(test, 'true', 'false')), 'status', status, 'revision', revision, \
             'created_at', created_at, 'deadline', deadline, 'settled_at', settled_at, \
             'delivered_at', delivered_at, 'heard_at', heard_at, 'version', version, 'body', body) \
         from interactions order by rowid",
    ),
    (
        "draft",
        "select interaction, json_object('table', 'draft', 'interaction', hex(interaction), \
             'key', key, 'version', version, 'body', body) \
         from drafts order by interaction, key",
    ),
    (
        "record",
        "select kind || '/' || key, json_object('table', 'record', 'kind', kind, 'key', key, \
             'revision', revision, 'version', version, 'body', body) \
         from shelf order by kind, key",
    ),
];

const ADD_QUESTIONS: &str = "insert into interactions (id, call_id, fingerprint, ticket, test, \
         status, revision, created_at, deadline, settled_at, delivered_at, heard_at, version, body) \
     select unhex(value ->> 'id', '-'), value ->> 'call_id', value ->> 'fingerprint', \
         value ->> 'ticket', value ->> 'test', value ->> 'status', value ->> 'revision', \
         value ->> 'created_at', value ->> 'deadline', value ->> 'settled_at', \
         value ->> 'delivered_at', value ->> 'heard_at', value ->> 'version', value ->> 'body' \
     from json_each(?1)";

const ADD_FIELDS: &str = "insert into drafts (interaction, key, version, body) \
     select unhex(value ->> 'interaction', '-'), value ->> 'key', value ->> 'version', value ->> 'body' \
     from json_each(?1)";

const ADD_ITEMS: &str = "insert into shelf (kind, key, revision, version, body) \
     select value ->> 'kind', value ->> 'key', value ->> 'revision', value ->> 'version', \
         value ->> 'body' \
     from json_each(?1)";

/// As it is when this is called. Nothing is changed, and a hub may go on with it.
fn open_to_read(path: &Path) -> Result<(Connection, Place), TransferError> {
    let place = Place::new(existing(path)?);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let begun = || {
        let db = Connection::open_with_flags(place.file(), flags)?;
        db.busy_timeout(open::PATIENCE)?;
        db.pragma_update(None, "query_only", "on")?;
        db.execute_batch("begin")?;
        Ok(db)
    };
    Ok((begun().map_err(|error| place.explain(error))?, place))
}

pub(crate) fn read(path: &Path) -> Result<Source, TransferError> {
    let (db, place) = open_to_read(path)?;
    if migrate::found(&db, &place)? == 0 {
        return Err(TransferError::Missing(path.display().to_string()));
    }
    let counts = counts(&db, &place)?;
    let (send_to, pages) = channel(1);
    std::thread::spawn(move || {
        for (table, rows) in ROWS {
            if let Err(error) = send(&db, table, rows, &send_to) {
                let _ = send_to.blocking_send(Err(place.explain(error)));
            }
        }
    });
    Ok(Source { counts, pages, texts: false, _held: None })
}

fn send(
    db: &Connection,
    table: &'static str,
    rows: &str,
    pages: &Sender<Result<Page, StoreError>>,
) -> rusqlite::Result<()> {
    let mut statement = db.prepare(rows)?;
    let mut rows = statement.query([])?;
    let mut page = Page::new();
    while let Some(row) = rows.next()? {
        page.push(record(row, table)?);
        if page.len() == PAGE && pages.blocking_send(Ok(std::mem::take(&mut page))).is_err() {
            return Ok(());
        }
    }
    let _ = pages.blocking_send(Ok(page));
    Ok(())
}

/// A row whose values can't be read is reported with its key.
fn record(row: &Row<'_>, table: &'static str) -> rusqlite::Result<Result<Record, Damaged>> {
    let why = match row.get::<_, String>(1) {
        Ok(json) => match serde_json::from_str(&json) {
            Ok(record) => return Ok(Ok(record)),
            Err(error) => error.to_string(),
        },
        Err(error) if is_local(&error) => reason(&error),
        Err(error) => return Err(error),
    };
    let key = match row.get_ref(0)? {
        ValueRef::Blob(id) => Uuid::from_slice(id).map(|id| id.to_string()).ok(),
        ValueRef::Text(key) => Some(String::from_utf8_lossy(key).into_owned()),
        _ => None,
    };
    let key = key.unwrap_or_else(|| "without an id".to_owned());
    Ok(Err(Damaged { table, key, why }))
}

/// SQLite's own check covers its pages, its indexes and the search index.
pub(crate) fn inspect(path: &Path) -> Result<Vec<String>, TransferError> {
    let (db, place) = open_to_read(path)?;
    let inspected = || -> rusqlite::Result<Vec<String>> {
        let mut lines = db.prepare("pragma integrity_check(20)")?;
        let lines = lines.query_map([], |row| row.get(0))?;
        let mut found: Vec<String> = lines.collect::<rusqlite::Result<_>>()?;
        found.retain(|line| line != "ok");
        let ahead = "select \
             (select row from search_reached) > (select ifnull(max(rowid), 0) from interactions)";
        if db.query_row(ahead, [], |row| row.get(0))? {
            found.push("the search index is ahead of the questions".to_owned());
        }
        Ok(found)
    };
    Ok(inspected().map_err(|error| place.explain(error))?)
}

fn counts(db: &Connection, place: &Place) -> Result<Counts, StoreError> {
    let count = |row: &Row<'_>, at| row.get::<_, i64>(at).map(|count| count.unsigned_abs());
    db.query_row(COUNTS, [], |row| {
        Ok(Counts { questions: count(row, 0)?, fields: count(row, 1)?, items: count(row, 2)? })
    })
    .map_err(|error| place.explain(error))
}

struct FileWriter {
    db: Connection,
    place: Place,
}

/// Into an existing file, or a new one. The caller makes sure that no hub uses it.
pub(crate) fn writer(path: &Path) -> Result<Box<dyn Writer>, TransferError> {
    let place = Place::new(path);
    let db = open::write_connection(&place, None)?;
    db.execute_batch("begin immediate").map_err(|error| place.explain(error))?;
    Ok(Box::new(FileWriter { db, place }))
}

#[async_trait]
impl Writer for FileWriter {
    /// The search index is made by the first hub that opens the file.
    async fn write(&mut self, records: Vec<Record>) -> Result<(), StoreError> {
        let add = match records.first() {
            Some(Record::Question(_)) => ADD_QUESTIONS,
            Some(Record::Draft(_)) => ADD_FIELDS,
            Some(Record::Kept(_)) => ADD_ITEMS,
            None => return Ok(()),
        };
        let added = self.db.execute(add, [json_of(&records)]);
        added.map(drop).map_err(|error| self.place.explain(error))
    }

    async fn counts(&mut self) -> Result<Counts, StoreError> {
        counts(&self.db, &self.place)
    }

    async fn finish(self: Box<Self>) -> Result<(), StoreError> {
        self.db.execute_batch("commit").map_err(|error| self.place.explain(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::{Options, SqliteStore};

    /// A column that is not named here would be lost in a copy without a word.
    #[test]
    fn every_column_is_read_and_written() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("sayso.db");
        drop(SqliteStore::open(&file, Options::default()).unwrap());
        let db = Connection::open(file).unwrap();
        let writes = [ADD_QUESTIONS, ADD_FIELDS, ADD_ITEMS];
        for (table, (read, write)) in
            ["interactions", "drafts", "shelf"].into_iter().zip(ROWS.into_iter().zip(writes))
        {
            let mut columns = db.prepare("select name from pragma_table_info(?1)").unwrap();
            let columns = columns.query_map([table], |row| row.get::<_, String>(0)).unwrap();
            let columns: Vec<String> = columns.map(Result::unwrap).collect();
            assert!(columns.len() > 3, "{table}: {columns:?}");
            for column in columns {
                let name = format!("'{column}'");
                assert!(read.1.contains(&name) && write.contains(&name), "{table}.{column}");
            }
        }
    }
}
