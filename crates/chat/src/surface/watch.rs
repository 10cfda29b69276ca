//! Watching the desk: what is to come here, and what has changed.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use sayso_core::InteractionId;
use sayso_core::settings::Language;
use sayso_desk::{Cursor, DeskError, Event, EventKind, Query, Row, Scope, present};
use tokio::task::JoinSet;

use super::Surface;
use crate::keyed_queue::Lane;

/// After a failure of the desk.
const RETRY: Duration = Duration::from_secs(1);

/// What the watch keeps in mind.
#[derive(Default)]
struct Watch {
    /// Questions that come here unless somebody is shown them by then.
    unseen: BTreeSet<(Duration, InteractionId)>,
    language: Option<Language>,
    tasks: JoinSet<()>,
}

impl Surface {
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
        let due = async {
            match watch.unseen.first() {
                Some((at, _)) => self.clock.sleep_until(*at).await,
                None => std::future::pending().await,
            }
        };
        let news = tokio::select! {
            news = self.desk.events(cursor) => Some(news?),
            () = due => None,
        };
        let Some(news) = news else {
            self.take_unseen(watch).await;
            // Something is due only after the first look at the desk, which gave a cursor.
            return cursor.ok_or_else(|| DeskError::Protocol("due before it was asked".to_owned()));
        };
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
                watch.unseen.retain(|(_, id)| *id != row.id);
                self.redraw(watch, row.id);
            }
            EventKind::Drafted { id, .. } | EventKind::Removed { id } => self.redraw(watch, id),
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

    /// Whether a question comes here, and when.
    fn consider(self: &Arc<Self>, watch: &mut Watch, row: &Row) {
        if !self.posts.of(row.id).is_empty() {
            return;
        }
        let (id, surface) = (row.id, Arc::clone(self));
        if row.interface == self.port.chat().id.as_str() {
            watch.tasks.spawn(surface.post(id));
        } else if self.talks.is_some() {
            watch.tasks.spawn(surface.post_if_placed(id));
        }
        if let Some(after) = self.routing.unseen_after {
            let age = self.clock.now().duration_since(row.created_at);
            let left = after.saturating_sub(Duration::try_from(age).unwrap_or(Duration::ZERO));
            watch.unseen.insert((self.clock.running() + left, id));
        }
    }

    async fn take_unseen(self: &Arc<Self>, watch: &mut Watch) {
        let now = self.clock.running();
        while let Some((at, id)) = watch.unseen.first().copied()
            && at <= now
        {
            watch.unseen.pop_first();
            match self.is_unseen(id).await {
                Ok(true) => {
                    watch.tasks.spawn(Arc::clone(self).post(id));
                }
                Ok(false) => {}
                Err(error) => tracing::warn!(%error, "whether somebody saw it is not known"),
            }
        }
    }

    /// Pending, nowhere shown, and nobody has begun with it.
    async fn is_unseen(&self, id: InteractionId) -> Result<bool, DeskError> {
        let Some(view) = super::found(self.desk.show(&id.into()).await)? else { return Ok(false) };
        let attached = self.desk.attached().await?;
        let shown = attached.iter().any(|open| present::shows(open, id));
        Ok(view.interaction.is_pending() && view.draft.is_none() && !shown)
    }

    /// Brings its messages up to date, if it has any.
    fn redraw(self: &Arc<Self>, watch: &mut Watch, id: InteractionId) {
        if !self.posts.of(id).is_empty() && self.shown.is_stale(id) == Lane::Yours {
            watch.tasks.spawn(Arc::clone(self).bring_up_to_date(id));
        }
    }
}
