//! Every row of a database as it is stored, read from one snapshot or written in one transaction.

use std::time::Duration;

use async_trait::async_trait;
use futures_util::future::try_join_all;
use sayso_core::search::text_of;
use sayso_desk::store::StoreError;
use tokio::runtime::Handle;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Error, Row};
use uuid::Uuid;

use super::address::PostgresAddress;
use super::connect::{Unopened, Use, open};
use super::errors::Place;
use super::migrate;
use crate::body::decode_interaction;
use crate::transfer::{
    Counts, Damaged, Field, FieldKey, Item, PAGE, Question, Reader, Record, TransferError, Writer,
};

/// How often, and how soon, a database that is in use is tried again: for a second.
const TRIES: u32 = 10;
const BETWEEN_TRIES: Duration = Duration::from_millis(100);

const COUNTS: &str = "select (select count(*) from interactions), \
         (select count(*) from drafts), (select count(*) from shelf)";

const QUESTIONS: &str = "select id, call_id, fingerprint, ticket, test, status, revision, \
         created_at, deadline, settled_at, delivered_at, heard_at, version, body \
     from interactions where (created_at, id) > ($1, $2) order by created_at, id limit $3";

const FIELDS: &str = "select interaction, key, version, body from drafts \
     where (interaction, key) > ($1, $2) order by interaction, key limit $3";

const ITEMS: &str = "select kind, key, revision, version, body from shelf \
     where (kind, key) > ($1, $2) order by kind, key limit $3";

const TEXTS: &str = "select n.id, coalesce(w.text, s.text) \
     from unnest($1::uuid[]) with ordinality as n (id, place) \
     left join search_new w on w.id = n.id left join search s on s.id = n.id order by n.place";

/// Between two pages there may be any time.
const PATIENTLY: &str = "set idle_in_transaction_session_timeout = 0";

/// Hubs that don't hold the lock, because they began before there was one, would wait here.
const LOCKED: &str =
    "begin; lock table interactions, search, search_new, drafts, shelf in exclusive mode";

/// As it is when this is called. `alone`: hubs may not use it meanwhile.
pub(crate) async fn reader(
    address: &PostgresAddress,
    alone: bool,
) -> Result<Box<dyn Reader>, TransferError> {
    let (client, place) = connected(address, if alone { Use::Alone } else { Use::Look }).await?;
    if migrate::found(&client, &place).await? == 0 {
        return Err(TransferError::Missing(place.0));
    }
    let begin = "begin isolation level repeatable read read only";
    client.batch_execute(begin).await.map_err(|error| place.explain(&error))?;
    let at = At::Questions(i64::MIN, Uuid::nil());
    Ok(Box::new(ServerReader { client, place, at }))
}

/// Creates the tables if there are none.
pub(crate) async fn writer(address: &PostgresAddress) -> Result<Box<dyn Writer>, TransferError> {
    let (client, place) = connected(address, Use::Alone).await?;
    migrate::run(&client, &place).await?;
    client.batch_execute(LOCKED).await.map_err(|error| place.explain(&error))?;
    Ok(Box::new(ServerWriter { client, place }))
}

/// The server takes a moment to notice that a hub or a command before this one has ended.
async fn connected(
    address: &PostgresAddress,
    using: Use,
) -> Result<(Client, Place), TransferError> {
    let place = Place(address.to_string());
    let mut tries = 0;
    let client = loop {
        match open(address, &Handle::current(), using, None).await {
            Ok(opened) => break opened.client,
            Err(Unopened::InUse) if tries < TRIES => {
                tries += 1;
                tokio::time::sleep(BETWEEN_TRIES).await;
            }
            Err(Unopened::InUse) => return Err(TransferError::InUse(place.0)),
            Err(unopened) => return Err(unopened.explain(&place).into()),
        }
    };
    client.batch_execute(PATIENTLY).await.map_err(|error| place.explain(&error))?;
    Ok((client, place))
}

struct ServerReader {
    client: Client,
    place: Place,
    at: At,
}

/// What was read last.
enum At {
    Questions(i64, Uuid),
    Fields(Uuid, Vec<u8>),
    Items(String, String),
    End,
}

type Page = Vec<Result<Record, Damaged>>;

impl ServerReader {
    async fn page(&self) -> Result<Vec<Row>, Error> {
        let most = PAGE as i64;
        match &self.at {
            At::Questions(at, id) => self.client.query(QUESTIONS, &[at, id, &most]).await,
            At::Fields(id, key) => self.client.query(FIELDS, &[id, key, &most]).await,
            At::Items(kind, key) => self.client.query(ITEMS, &[kind, key, &most]).await,
            At::End => Ok(Vec::new()),
        }
    }

    fn next_table(&mut self) {
        self.at = match self.at {
            At::Questions(..) => At::Fields(Uuid::nil(), Vec::new()),
            At::Fields(..) => At::Items(String::new(), String::new()),
            At::Items(..) | At::End => At::End,
        };
    }
}

#[async_trait]
impl Reader for ServerReader {
    async fn counts(&mut self) -> Result<Counts, StoreError> {
        counts(&self.client).await.map_err(|error| self.place.explain(&error))
    }

    async fn next(&mut self) -> Result<Page, StoreError> {
        loop {
            let rows = match self.page().await {
                Ok(rows) => rows,
                Err(error) => {
                    self.at = At::End;
                    return Err(self.place.explain(&error));
                }
            };
            let Some(last) = rows.last() else {
                if matches!(self.at, At::End) {
                    return Ok(Vec::new());
                }
                self.next_table();
                continue;
            };
            let read: fn(&Row) -> Record = match self.at {
                At::Questions(..) => question,
                At::Fields(..) => field,
                At::Items(..) | At::End => item,
            };
            self.at = match self.at {
                At::Questions(..) => At::Questions(last.get(7), last.get(0)),
                At::Fields(..) => At::Fields(last.get(0), last.get(1)),
                At::Items(..) | At::End => At::Items(last.get(0), last.get(1)),
            };
            return Ok(rows.iter().map(|row| Ok(read(row))).collect());
        }
    }

    /// PostgreSQL looks after its own structure; its references are constraints.
    async fn inspect(&mut self) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    async fn texts(&mut self, ids: &[Uuid]) -> Result<Option<Vec<Option<String>>>, StoreError> {
        let rows = self.client.query(TEXTS, &[&ids]).await;
        let rows = rows.map_err(|error| self.place.explain(&error))?;
        Ok(Some(rows.iter().map(|row| row.get(1)).collect()))
    }
}

fn question(row: &Row) -> Record {
    Record::Question(Box::new(Question {
        id: row.get(0),
        call_id: row.get(1),
        fingerprint: row.get(2),
        ticket: row.get(3),
        test: row.get(4),
        status: row.get(5),
        revision: row.get(6),
        created_at: row.get(7),
        deadline: row.get(8),
        settled_at: row.get(9),
        delivered_at: row.get(10),
        heard_at: row.get(11),
        version: row.get(12),
        body: row.get(13),
    }))
}

fn field(row: &Row) -> Record {
    let key = FieldKey::Hash(row.get(1));
    Record::Field(Field { interaction: row.get(0), key, version: row.get(2), body: row.get(3) })
}

fn item(row: &Row) -> Record {
    Record::Item(Item {
        kind: row.get(0),
        key: row.get(1),
        revision: row.get(2),
        version: row.get(3),
        body: row.get(4),
    })
}

async fn counts(client: &Client) -> Result<Counts, Error> {
    let row = client.query_one(COUNTS, &[]).await?;
    let count = |at: usize| row.get::<_, i64>(at).unsigned_abs();
    Ok(Counts { questions: count(0), fields: count(1), items: count(2) })
}

struct ServerWriter {
    client: Client,
    place: Place,
}

const ADD_QUESTION: &str = "insert into interactions (id, call_id, fingerprint, ticket, test, \
         status, revision, created_at, deadline, settled_at, delivered_at, heard_at, version, body) \
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";

const ADD_TEXT: &str = "insert into search (id, text) values ($1, $2)";

const ADD_FIELD: &str =
    "insert into drafts (interaction, key, version, body) values ($1, $2, $3, $4)";

const ADD_ITEM: &str =
    "insert into shelf (kind, key, revision, version, body) values ($1, $2, $3, $4, $5)";

impl ServerWriter {
    /// A page at once: every statement is sent before the first answer is awaited.
    async fn write_all(&self, records: &[Record]) -> Result<(), Error> {
        let client = &self.client;
        let (add_question, add_text, add_field, add_item) = tokio::try_join!(
            client.prepare(ADD_QUESTION),
            client.prepare(ADD_TEXT),
            client.prepare(ADD_FIELD),
            client.prepare(ADD_ITEM),
        )?;
        let texts: Vec<Option<String>> = records.iter().map(text).collect();
        let hashes: Vec<Vec<u8>> = records.iter().map(hash).collect();
        let mut sent = Vec::with_capacity(records.len() * 2);
        for ((record, text), hash) in records.iter().zip(&texts).zip(&hashes) {
            let (statement, values): (_, Vec<&(dyn ToSql + Sync)>) = match record {
                Record::Question(row) => (&add_question, columns(row)),
                Record::Field(field) => {
                    (&add_field, vec![&field.interaction, hash, &field.version, &field.body])
                }
                Record::Item(item) => (
                    &add_item,
                    vec![&item.kind, &item.key, &item.revision, &item.version, &item.body],
                ),
            };
            sent.push((statement, values));
            if let (Record::Question(row), Some(text)) = (record, text) {
                sent.push((&add_text, vec![&row.id, text]));
            }
        }
        let answers = sent.iter().map(|(statement, values)| client.execute(*statement, values));
        try_join_all(answers).await?;
        Ok(())
    }
}

fn columns(row: &Question) -> Vec<&(dyn ToSql + Sync)> {
    vec![
        &row.id,
        &row.call_id,
        &row.fingerprint,
        &row.ticket,
        &row.test,
        &row.status,
        &row.revision,
        &row.created_at,
        &row.deadline,
        &row.settled_at,
        &row.delivered_at,
        &row.heard_at,
        &row.version,
        &row.body,
    ]
}

/// A question that can't be read is found by its id only.
fn text(record: &Record) -> Option<String> {
    let Record::Question(row) = record else { return None };
    let version = u32::try_from(row.version).ok()?;
    decode_interaction(version, row.body.as_bytes()).ok().map(|row| text_of(&row))
}

fn hash(record: &Record) -> Vec<u8> {
    match record {
        Record::Field(field) => field.hash(),
        Record::Question(_) | Record::Item(_) => Vec::new(),
    }
}

#[async_trait]
impl Writer for ServerWriter {
    async fn write(&mut self, records: &[Record]) -> Result<(), StoreError> {
        self.write_all(records).await.map_err(|error| self.place.explain(&error))
    }

    async fn counts(&mut self) -> Result<Counts, StoreError> {
        counts(&self.client).await.map_err(|error| self.place.explain(&error))
    }

    async fn finish(self: Box<Self>) -> Result<(), StoreError> {
        self.client.batch_execute("commit").await.map_err(|error| self.place.explain(&error))
    }
}
