//! Every row of a database as JSON, read from one snapshot or written in one transaction.

use std::pin::pin;
use std::sync::Arc;

use async_trait::async_trait;
use futures_util::TryStreamExt;
use sayso_core::search::text_of;
use sayso_desk::store::StoreError;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{Sender, channel};
use tokio_postgres::{Client, Error};

use super::address::PostgresAddress;
use super::connect::{Unopened, Use, open};
use super::errors::Place;
use super::migrate;
use crate::body::decode_interaction;
use crate::transfer::{
    Counts, Damaged, Field, PAGE, Page, Question, Record, Source, TransferError, Writer, json_of,
};

const COUNTS: &str = "select (select count(*) from interactions), \
         (select count(*) from drafts), (select count(*) from shelf)";

const ROWS: [(&str, &str); 3] = [
    (
        "question",
        "select to_json(r)::text from ( \
             select 'question' as \"table\", i.*, coalesce(w.text, s.text) as text \
             from interactions i left join search_new w using (id) left join search s using (id) \
             order by created_at, i.id \
         ) r",
    ),
    ("draft", "select to_json(r)::text from (select 'draft' as \"table\", d.* from drafts d) r"),
    ("record", "select to_json(r)::text from (select 'record' as \"table\", s.* from shelf s) r"),
];

const ADD_QUESTIONS: &str = "with added as ( \
         insert into interactions \
         select * from json_populate_recordset(null::interactions, $1::text::json) \
     ) \
     insert into search select id, text \
     from json_populate_recordset(null::search, $1::text::json) where text is not null";

const ADD_FIELDS: &str =
    "insert into drafts select * from json_populate_recordset(null::drafts, $1::text::json)";

const ADD_ITEMS: &str =
    "insert into shelf select * from json_populate_recordset(null::shelf, $1::text::json)";

/// Between two pages there may be any time.
const PATIENTLY: &str = "set idle_in_transaction_session_timeout = 0";

/// Hubs that don't hold the lock, because they began before there was one, would wait here.
const LOCKED: &str =
    "begin; lock table interactions, search, search_new, drafts, shelf in exclusive mode";

/// As it is when this is called. `alone`: hubs may not use it while the source exists.
pub(crate) async fn read(address: &PostgresAddress, alone: bool) -> Result<Source, TransferError> {
    let (client, place) = connected(address, if alone { Use::Alone } else { Use::Look }).await?;
    if migrate::found(&client, &place).await? == 0 {
        return Err(TransferError::Missing(place.0));
    }
    let begin = "begin isolation level repeatable read read only";
    client.batch_execute(begin).await.map_err(|error| place.explain(&error))?;
    let counts = counts(&client).await.map_err(|error| place.explain(&error))?;
    let client = Arc::new(client);
    let (send_to, pages) = channel(1);
    let reading = Arc::clone(&client);
    tokio::spawn(async move {
        for (table, rows) in ROWS {
            if let Err(error) = send(&reading, table, rows, &send_to).await {
                let _ = send_to.send(Err(place.explain(&error))).await;
                return;
            }
        }
    });
    Ok(Source { counts, pages, texts: true, _held: Some(client) })
}

async fn send(
    client: &Client,
    table: &'static str,
    rows: &str,
    pages: &Sender<Result<Page, StoreError>>,
) -> Result<(), Error> {
    let mut rows = pin!(client.query_raw(rows, [""; 0]).await?);
    let mut page = Page::new();
    while let Some(row) = rows.try_next().await? {
        page.push(match serde_json::from_str(row.get(0)) {
            Ok(Record::Draft(field)) => Ok(Record::Draft(field.unhashed())),
            Ok(record) => Ok(record),
            Err(error) => {
                let key = "without an id".to_owned();
                Err(Damaged { table, key, why: error.to_string() })
            }
        });
        if page.len() == PAGE && pages.send(Ok(std::mem::take(&mut page))).await.is_err() {
            return Ok(());
        }
    }
    let _ = pages.send(Ok(page)).await;
    Ok(())
}

async fn connected(
    address: &PostgresAddress,
    using: Use,
) -> Result<(Client, Place), TransferError> {
    let place = Place(address.to_string());
    let client = match open(address, &Handle::current(), using, None).await {
        Ok(opened) => opened.client,
        Err(Unopened::InUse) => return Err(TransferError::InUse(place.0)),
        Err(unopened) => return Err(unopened.explain(&place).into()),
    };
    client.batch_execute(PATIENTLY).await.map_err(|error| place.explain(&error))?;
    Ok((client, place))
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

/// Creates the tables if there are none.
pub(crate) async fn writer(address: &PostgresAddress) -> Result<Box<dyn Writer>, TransferError> {
    let (client, place) = connected(address, Use::Alone).await?;
    migrate::run(&client, &place).await?;
    client.batch_execute(LOCKED).await.map_err(|error| place.explain(&error))?;
    Ok(Box::new(ServerWriter { client, place }))
}

#[async_trait]
impl Writer for ServerWriter {
    async fn write(&mut self, mut records: Vec<Record>) -> Result<(), StoreError> {
        let add = match records.first() {
            Some(Record::Question(_)) => ADD_QUESTIONS,
            Some(Record::Draft(_)) => ADD_FIELDS,
            Some(Record::Kept(_)) => ADD_ITEMS,
            None => return Ok(()),
        };
        for record in &mut records {
            match record {
                Record::Question(row) => row.text = text(row),
                Record::Draft(field) => field.key = Field::hash(&field.key),
                Record::Kept(_) => {}
            }
        }
        let added = self.client.execute(add, &[&json_of(&records)]).await;
        added.map(drop).map_err(|error| self.place.explain(&error))
    }

    async fn counts(&mut self) -> Result<Counts, StoreError> {
        counts(&self.client).await.map_err(|error| self.place.explain(&error))
    }

    async fn finish(self: Box<Self>) -> Result<(), StoreError> {
        self.client.batch_execute("commit").await.map_err(|error| self.place.explain(&error))
    }
}

/// A question that can't be read is found by its id only.
fn text(row: &Question) -> Option<String> {
    let version = u32::try_from(row.version).ok()?;
    decode_interaction(version, row.body.as_bytes()).ok().map(|row| text_of(&row))
}
