//! Watching the desk: what is to come here, and what has changed.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use sayso_core::InteractionId;
use sayso_core::attention::{Rung, goes_to};
use sayso_core::settings::Language;
use sayso_desk::{Cursor, DeskError, Event, EventKind, Posted, Query, Row, Scope};
use tokio::task::JoinSet;

use super::ChatSurface;
use crate::keyed_queue::Lane;

/// After a failure of the desk.
const RETRY: Duration = Duration::from_secs(1);

/// What the watch keeps in mind.
#[derive(Default)]
struct Watch {
    language: Option<Language>,
    tasks: JoinSet<()>,
}

impl ChatSurface {
    /// Forever.
    pub(super) async fn watch(self: Arc<Self>) {
        let mut watch = Watch::default();
        let mut cursor = None;
        loop {
            while watch.tasks.try_join_next().is_some() {}
            match self.step(&mut watch, cursor).await {
                Ok(next) => cursor = Some(next),
                Err(error) => {
                    tracing::warn!(%error, "the desk cannot be watched; trying again");
                    self.clock.sleep_until(self.clock.running() + RETRY).await;
                }
            }
        }
    }

    async fn step(
        self: &Arc<Self>,
        watch: &mut Watch,
        cursor: Option<Cursor>,
    ) -> Result<Cursor, DeskError> {
        let news = self.desk.events(cursor).await?;
        if news.reset.is_some() {
            self.look_at_all(watch).await?;
        }
        for event in news.events {
            self.happened(watch, event).await;
        }
        Ok(news.cursor)
    }

    /// After a start, or having missed something.
    async fn look_at_all(self: &Arc<Self>, watch: &mut Watch) -> Result<(), DeskError> {
        watch.language = self.language_setting().await.map(|(language, _)| language);
        let mut query = Query { scope: Scope::Active, ..Query::default() };
        let mut active = BTreeSet::new();
        loop {
            let page = self.desk.list(query.clone()).await?;
            for row in page.rows {
                active.insert(row.id);
                self.consider(watch, &row);
            }
            match page.next {
                Some(next) => query.after = Some(next),
                None => break,
            }
        }
        // A hub that ended between posting and knowing where: it may be there, also if it has ended since.
        for id in self.posts.uncertain() {
            watch.tasks.spawn(Arc::clone(self).post(id));
        }
        for id in self.posts.interactions() {
            // What has ended gets its last look. What waits looks as it did, unless somebody has begun
            // with it: thousands of needless updates would delay what is new.
            let ended = !active.contains(&id);
            let view = self.desk.show(&id.into()).await.ok();
            if let Some(view) = &view
                && self.is_incomplete(view).await
            {
                watch.tasks.spawn(Arc::clone(self).post(id));
            } else if ended || view.is_some_and(|view| view.draft.is_some()) {
                self.redraw(watch, id);
            }
        }
        Ok(())
    }

    async fn happened(self: &Arc<Self>, watch: &mut Watch, event: Event) {
        match event.kind {
            EventKind::Created { row } => self.consider(watch, &row),
            EventKind::Changed { row, .. } => {
                self.consider(watch, &row);
                self.redraw(watch, row.id);
            }
            EventKind::Settled { row } => {
                self.note_end(row.id).await;
                self.redraw(watch, row.id);
                self.redraw_all(watch, self.together.remove(row.id));
            }
            EventKind::Drafted { id, .. } => self.redraw(watch, id),
            EventKind::Removed { id } => {
                self.redraw(watch, id);
                self.redraw_all(watch, self.together.remove(id));
            }
            EventKind::Settings => {
                let language = self.language_setting().await.map(|(language, _)| language);
                if language != watch.language {
                    watch.language = language;
                    for id in self.posts.interactions() {
                        self.redraw(watch, id);
                    }
                }
            }
            EventKind::Listening { .. }
            | EventKind::Delivered { .. }
            | EventKind::Undelivered { .. }
            | EventKind::Presence => {}
        }
    }

    /// Whether a question comes here: it is meant for it, or the ladder says so.
    fn consider(self: &Arc<Self>, watch: &mut Watch, row: &Row) {
        let is_posted = !self.posts.of(row.id).is_empty();
        if is_posted || self.is_for_us(row) {
            self.redraw_all(watch, self.together.put(row));
        }
        if is_posted {
            return;
        }
        let (id, surface) = (row.id, Arc::clone(self));
        if self.is_for_us(row) {
            watch.tasks.spawn(surface.post(id));
        } else if self.conversations.is_some() {
            watch.tasks.spawn(surface.post_if_placed(id));
        }
    }

    pub(super) fn is_for_us(&self, row: &Row) -> bool {
        let chat = self.port.chat().id;
        row.interface == chat.as_str() || goes_to(&row.live.attention, Rung::Chat(chat))
    }

    /// The question's card says who was notified, and why not.
    pub(super) async fn say_posted(&self, id: InteractionId, done: Posted) {
        if let Err(error) = self.desk.posted(id, self.port.chat().id, done).await {
            tracing::warn!(%error, session_id = %id, "its card may say that it was posted");
        }
    }

    fn redraw_all(self: &Arc<Self>, watch: &mut Watch, ids: Vec<InteractionId>) {
        ids.into_iter().for_each(|id| self.redraw(watch, id));
    }

    /// Brings its messages up to date, if it has any.
    fn redraw(self: &Arc<Self>, watch: &mut Watch, id: InteractionId) {
        if !self.posts.of(id).is_empty() && self.shown.is_stale(id) == Lane::Yours {
            watch.tasks.spawn(Arc::clone(self).bring_up_to_date(id));
        }
    }
}
