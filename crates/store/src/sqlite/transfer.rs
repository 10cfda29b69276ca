//! Every row of a file as it is stored, read or written in one transaction.

use std::path::Path;

use async_trait::async_trait;
use rusqlite::{Connection, OpenFlags, Row, params};
use sayso_desk::store::StoreError;
use uuid::Uuid;

use super::errors::{Place, is_local, reason};
use super::{migrate, open};
use crate::transfer::{
    Counts, Damaged, Field, FieldKey, Item, PAGE, Question, Reader, Record, TransferError, Writer,
    existing,
};

const COUNTS: &str = "select (select count(*) from interactions not indexed), \
         (select count(*) from drafts), (select count(*) from shelf)";

const QUESTIONS: &str = "select rowid, id, call_id, fingerprint, ticket, test, status, revision, \
         created_at, deadline, settled_at, delivered_at, heard_at, version, body \
     from interactions where rowid > ?1 order by rowid limit ?2";

const FIELDS: &str = "select interaction, key, version, body from drafts \
     where (interaction, key) > (?1, ?2) order by interaction, key limit ?3";

const ITEMS: &str = "select kind, key, revision, version, body from shelf \
     where (kind, key) > (?1, ?2) order by kind, key limit ?3";

/// As it is when this is called. Nothing is changed, and a hub may go on with it.
pub(crate) fn reader(path: &Path) -> Result<Box<dyn Reader>, TransferError> {
    let place = Place::new(existing(path)?);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let begun = || {
        let db = Connection::open_with_flags(place.file(), flags)?;
        db.busy_timeout(open::PATIENCE)?;
        db.pragma_update(None, "query_only", "on")?;
        db.execute_batch("begin")?;
        Ok(db)
    };
    let db = begun().map_err(|error| place.explain(error))?;
    match migrate::found(&db, &place)? {
        0 => Err(TransferError::Missing(path.display().to_string())),
        _ => Ok(Box::new(FileReader { db, place, at: At::Questions(i64::MIN) })),
    }
}

/// An existing file, or a new one. The caller makes sure that no hub uses it.
pub(crate) fn writer(path: &Path) -> Result<Box<dyn Writer>, TransferError> {
    let place = Place::new(path);
    let db = open::write_connection(&place, None)?;
    db.execute_batch("begin immediate").map_err(|error| place.explain(error))?;
    Ok(Box::new(FileWriter { db, place }))
}

struct FileReader {
    db: Connection,
    place: Place,
    at: At,
}

/// What was read last.
enum At {
    Questions(i64),
    /// The id as stored: an empty one is less than any.
    Fields(Vec<u8>, String),
    Items(String, String),
    End,
}

type Page = Vec<Result<Record, Damaged>>;

impl FileReader {
    /// The page after `at`, and where it ends; `None` if there is nothing.
    fn page(&self) -> rusqlite::Result<(Page, Option<At>)> {
        let most = PAGE as i64;
        let (mut page, mut last) = (Vec::new(), None);
        match &self.at {
            At::Questions(after) => {
                let mut statement = self.db.prepare_cached(QUESTIONS)?;
                let mut rows = statement.query(params![after, most])?;
                while let Some(row) = rows.next()? {
                    last = Some(At::Questions(row.get(0)?));
                    page.push(read(row, question, "question", |row| {
                        row.get::<_, Uuid>(1).map(|id| id.to_string())
                    })?);
                }
            }
            At::Fields(interaction, key) => {
                let mut statement = self.db.prepare_cached(FIELDS)?;
                let mut rows = statement.query(params![interaction, key, most])?;
                while let Some(row) = rows.next()? {
                    last = Some(At::Fields(row.get(0)?, row.get(1)?));
                    page.push(read(row, field, "draft", |row| {
                        row.get::<_, Uuid>(0).map(|id| id.to_string())
                    })?);
                }
            }
            At::Items(kind, key) => {
                let mut statement = self.db.prepare_cached(ITEMS)?;
                let mut rows = statement.query(params![kind, key, most])?;
                while let Some(row) = rows.next()? {
                    let (kind, key): (String, String) = (row.get(0)?, row.get(1)?);
                    page.push(read(row, item, "record", |_| Ok(format!("{kind}/{key}")))?);
                    last = Some(At::Items(kind, key));
                }
            }
            At::End => {}
        }
        Ok((page, last))
    }

    fn next_table(&mut self) {
        self.at = match self.at {
            At::Questions(_) => At::Fields(Vec::new(), String::new()),
            At::Fields(..) => At::Items(String::new(), String::new()),
            At::Items(..) | At::End => At::End,
        };
    }
}

#[async_trait]
impl Reader for FileReader {
    async fn counts(&mut self) -> Result<Counts, StoreError> {
        counts(&self.db, &self.place)
    }

    async fn next(&mut self) -> Result<Page, StoreError> {
        loop {
            let (page, last) = match self.page() {
                Ok(read) => read,
                Err(error) => {
                    self.next_table();
                    return Err(self.place.explain(error));
                }
            };
            match last {
                Some(last) => {
                    self.at = last;
                    return Ok(page);
                }
                None if matches!(self.at, At::End) => return Ok(page),
                None => self.next_table(),
            }
        }
    }

    /// SQLite's own check covers its pages, its indexes and the search index.
    async fn inspect(&mut self) -> Result<Vec<String>, StoreError> {
        let inspected = || -> rusqlite::Result<Vec<String>> {
            let mut found: Vec<String> = self
                .db
                .prepare("pragma integrity_check(20)")?
                .query_map([], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            found.retain(|line| line != "ok");
            let ahead = "select \
                 (select row from search_reached) > (select ifnull(max(rowid), 0) from interactions)";
            if self.db.query_row(ahead, [], |row| row.get(0))? {
                found.push("the search index is ahead of the questions".to_owned());
            }
            Ok(found)
        };
        inspected().map_err(|error| self.place.explain(error))
    }

    /// Indexed only; a search compares every hit with the question.
    async fn texts(&mut self, _: &[Uuid]) -> Result<Option<Vec<Option<String>>>, StoreError> {
        Ok(None)
    }
}

/// A row whose values can't be read is reported with its key.
fn read(
    row: &Row<'_>,
    record: impl FnOnce(&Row<'_>) -> rusqlite::Result<Record>,
    table: &'static str,
    key: impl FnOnce(&Row<'_>) -> rusqlite::Result<String>,
) -> rusqlite::Result<Result<Record, Damaged>> {
    match record(row) {
        Ok(record) => Ok(Ok(record)),
        Err(error) if is_local(&error) => {
            let key = key(row).unwrap_or_else(|_| "without an id".to_owned());
            Ok(Err(Damaged { table, key, why: reason(&error) }))
        }
        Err(error) => Err(error),
    }
}

fn question(row: &Row<'_>) -> rusqlite::Result<Record> {
    Ok(Record::Question(Box::new(Question {
        id: row.get(1)?,
        call_id: row.get(2)?,
        fingerprint: row.get(3)?,
        ticket: row.get(4)?,
        test: row.get(5)?,
        status: row.get(6)?,
        revision: row.get(7)?,
        created_at: row.get(8)?,
        deadline: row.get(9)?,
        settled_at: row.get(10)?,
        delivered_at: row.get(11)?,
        heard_at: row.get(12)?,
        version: row.get(13)?,
        body: row.get(14)?,
    })))
}

fn field(row: &Row<'_>) -> rusqlite::Result<Record> {
    let key = FieldKey::Text(row.get(1)?);
    Ok(Record::Field(Field {
        interaction: row.get(0)?,
        key,
        version: row.get(2)?,
        body: row.get(3)?,
    }))
}

fn item(row: &Row<'_>) -> rusqlite::Result<Record> {
    Ok(Record::Item(Item {
        kind: row.get(0)?,
        key: row.get(1)?,
        revision: row.get(2)?,
        version: row.get(3)?,
        body: row.get(4)?,
    }))
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

/// The search index is made by the first hub that opens the file.
fn write(db: &Connection, record: &Record) -> rusqlite::Result<()> {
    match record {
        Record::Question(row) => db
            .prepare_cached(
                "insert into interactions (id, call_id, fingerprint, ticket, test, status, \
                     revision, created_at, deadline, settled_at, delivered_at, heard_at, version, \
                     body) \
                 values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
            )?
            .execute(params![
                row.id,
                row.call_id,
                row.fingerprint,
                row.ticket,
                row.test,
                row.status,
                row.revision,
                row.created_at,
                row.deadline,
                row.settled_at,
                row.delivered_at,
                row.heard_at,
                row.version,
                row.body,
            ]),
        Record::Field(field) => db
            .prepare_cached(
                "insert into drafts (interaction, key, version, body) values (?1, ?2, ?3, ?4)",
            )?
            .execute(params![field.interaction, field.text(), field.version, field.body]),
        Record::Item(item) => db
            .prepare_cached(
                "insert into shelf (kind, key, revision, version, body) \
                 values (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![item.kind, item.key, item.revision, item.version, item.body]),
    }
    .map(drop)
}

#[async_trait]
impl Writer for FileWriter {
    async fn write(&mut self, records: &[Record]) -> Result<(), StoreError> {
        let written = records.iter().try_for_each(|record| write(&self.db, record));
        written.map_err(|error| self.place.explain(error))
    }

    async fn counts(&mut self) -> Result<Counts, StoreError> {
        counts(&self.db, &self.place)
    }

    async fn finish(self: Box<Self>) -> Result<(), StoreError> {
        self.db.execute_batch("commit").map_err(|error| self.place.explain(error))
    }
}
