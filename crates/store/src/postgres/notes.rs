//! Notes beside rows: several notes about one row become one change.

use std::collections::BTreeMap;

use jiff::Timestamp;
use sayso_core::InteractionId;
use sayso_desk::store::Note;
use tokio_postgres::{Error, Row};
use uuid::Uuid;

use super::batch::some;
use super::link::Session;

/// Of several waits, the last one to end counts. A settled row can't be taken over any more.
const NOTE: &str = "update interactions i \
     set delivered_at = case when n.delivers then n.delivered_at else i.delivered_at end, \
         heard_at = greatest(i.heard_at, n.heard_at), \
         ticket = case when i.settled_at is null then coalesce(n.ticket, i.ticket) end \
     from unnest($1::uuid[], $2::bool[], $3::int8[], $4::int8[], $5::text[]) \
         as n (id, delivers, delivered_at, heard_at, ticket) \
     where i.id = n.id";

#[derive(Default)]
pub(super) struct Notes<'a>(BTreeMap<Uuid, About<'a>>);

#[derive(Default)]
struct About<'a> {
    delivered: Option<Option<i64>>,
    heard: Option<i64>,
    ticket: Option<&'a str>,
}

impl<'a> Notes<'a> {
    pub(super) fn of(notes: impl Iterator<Item = &'a (InteractionId, Note)>) -> Notes<'a> {
        let mut all = Notes::default();
        for (id, note) in notes {
            let about = all.0.entry(id.uuid()).or_default();
            match note {
                Note::Delivered(at) => about.delivered = Some(at.map(Timestamp::as_millisecond)),
                Note::Heard(at) => about.heard = about.heard.max(Some(at.as_millisecond())),
                Note::Ticket(ticket) => about.ticket = Some(ticket),
            }
        }
        all
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = Uuid> {
        self.0.keys().copied()
    }

    /// Those with a note that other hubs show.
    pub(super) fn delivered(&self) -> impl Iterator<Item = InteractionId> {
        let delivered = self.0.iter().filter(|(_, about)| about.delivered.is_some());
        delivered.map(|(id, _)| InteractionId::new(*id))
    }

    pub(super) async fn prepare(session: &Session) -> Result<(), Error> {
        session.prepare(NOTE).await.map(drop)
    }

    pub(super) async fn send(&self, session: &Session) -> Result<Vec<Row>, Error> {
        let ids: Vec<Uuid> = self.ids().collect();
        let delivers: Vec<bool> = self.0.values().map(|about| about.delivered.is_some()).collect();
        let delivered: Vec<Option<i64>> =
            self.0.values().map(|about| about.delivered.flatten()).collect();
        let heard: Vec<Option<i64>> = self.0.values().map(|about| about.heard).collect();
        let tickets: Vec<Option<&str>> = self.0.values().map(|about| about.ticket).collect();
        let params: [&(dyn tokio_postgres::types::ToSql + Sync); 5] =
            [&ids, &delivers, &delivered, &heard, &tickets];
        some(session, !ids.is_empty(), NOTE, &params).await
    }
}
