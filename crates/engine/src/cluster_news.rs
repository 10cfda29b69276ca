//! News from other hubs: reads their rows, and tells everybody here who waits or watches.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use sayso_core::{Interaction, InteractionId};
use sayso_desk::cluster::{ClusterNews, HubStatement, RowChange};
use sayso_desk::{EventKind, Result, Row, Traces};
use tokio::sync::mpsc::UnboundedReceiver;

use super::Inner;
use super::preferences;

/// Read together.
const BATCH: usize = 200;
/// Delay after a failure of the store.
const RETRY: Duration = Duration::from_secs(1);

pub(super) async fn run(inner: Arc<Inner>, mut news: UnboundedReceiver<ClusterNews>) {
    let mut received = Vec::new();
    while news.recv_many(&mut received, BATCH).await > 0 {
        let Err(error) = inner.apply(received.drain(..)).await else { continue };
        tracing::debug!(%error, "what other hubs did could not be read; trying again");
        // What was not read is not known any more, so everything is read.
        loop {
            inner.clock.sleep_until(inner.clock.running() + RETRY).await;
            match inner.look_again().await {
                Ok(()) => break,
                Err(error) => tracing::debug!(%error, "trying again"),
            }
        }
    }
}

impl Inner {
    async fn apply(&self, received: impl Iterator<Item = ClusterNews> + Send) -> Result<()> {
        let mut changes = Vec::new();
        let mut failed = Ok(());
        for news in received {
            // What follows is applied even if something before it couldn't be read.
            let done = match news {
                ClusterNews::Changed(more) => {
                    changes.extend(more);
                    continue;
                }
                ClusterNews::Anew(said) => {
                    changes.clear();
                    self.forget_said(&said);
                    self.look_again().await
                }
                ClusterNews::Items(items) => {
                    let of = |kind: &'static str| {
                        items.iter().filter(move |item| item.kind == kind).map(|item| &*item.key)
                    };
                    let traces: Vec<&str> = of(Traces::STORE_KIND).collect();
                    let traced = match traces.is_empty() {
                        true => Ok(()),
                        false => self.reload_traces(&traces).await,
                    };
                    match of(preferences::KIND).next() {
                        Some(_) => traced.and(self.reload_settings().await),
                        None => traced,
                    }
                }
                ClusterNews::Said(said) => self.apply_statements(said).await,
                ClusterNews::Gone(hub) => {
                    let quiet = self.other_hubs().map(|other_hubs| other_hubs.leave(hub));
                    self.tell_quiet(quiet.unwrap_or_default()).await
                }
            };
            failed = failed.and(done);
        }
        for some in changes.chunks(BATCH) {
            failed = failed.and(self.apply_changes(some).await);
        }
        failed
    }

    async fn apply_changes(&self, changes: &[(RowChange, InteractionId)]) -> Result<()> {
        let mut ids: Vec<InteractionId> = changes.iter().map(|(_, id)| *id).collect();
        ids.sort_unstable();
        ids.dedup();
        let rows = self.store.load_all(&ids).await?.into_iter();
        let rows: HashMap<InteractionId, Interaction> = rows.map(|row| (row.id, row)).collect();
        let mut uncounted = false;
        for (change, id) in changes {
            let row = rows.get(id);
            match (change, row) {
                (RowChange::Created, Some(row)) => self.apply_created(row),
                (RowChange::Changed, Some(row)) => self.show_change(row),
                (RowChange::Delivered, Some(row)) => self.apply_delivery(row),
                (RowChange::Drafted, Some(row)) if row.is_pending() => {
                    self.apply_draft(row).await?
                }
                (RowChange::Forgotten, _) => {
                    uncounted = true;
                    self.feed.publish(EventKind::Removed { id: *id });
                    self.feed.forget(*id);
                    self.waiters.wake(*id);
                }
                (RowChange::Swept, _) => self.feed.publish(EventKind::Removed { id: *id }),
                // It is gone; the next message says so.
                (RowChange::Created | RowChange::Changed | RowChange::Delivered, None)
                | (RowChange::Drafted, _) => {}
            }
        }
        if uncounted {
            self.pending.send_replace(self.store.survey().await?.pending);
        }
        Ok(())
    }

    fn apply_created(&self, row: &Interaction) {
        if let Some(deadline) = row.deadline() {
            self.alarm.no_later_than(deadline);
        }
        self.sweeper.notify_one();
        if row.is_test() {
            self.tests.store(true, Ordering::Relaxed);
            return;
        }
        self.pending.send_modify(|pending| *pending += 1);
        // It is over already; the next message says so.
        if row.is_pending() {
            let event = EventKind::Created { row: Box::new(Row::new(row, self.live(row))) };
            self.feed.publish_row(row.revision, event);
        }
    }

    /// As it is by now: events about what this hub has done meanwhile were sent already.
    fn apply_delivery(&self, row: &Interaction) {
        let id = row.id;
        self.tell(
            row,
            match row.delivered_at {
                Some(_) => EventKind::Delivered { id },
                None => EventKind::Undelivered { id },
            },
        );
    }

    async fn apply_draft(&self, row: &Interaction) -> Result<()> {
        self.typing.note(row.id, self.now());
        let draft = self.store.draft(row.id).await?;
        if !draft.is_empty() {
            let fields = draft.fields().cloned().collect();
            self.tell(row, EventKind::Drafted { id: row.id, fields });
        }
        Ok(())
    }

    async fn apply_statements(&self, said: Vec<HubStatement>) -> Result<()> {
        let Some(other_hubs) = self.other_hubs() else { return Ok(()) };
        let mut quiet = Vec::new();
        let mut surfaces = false;
        for said in said {
            let effect = other_hubs.apply(said, Some(self.clock.running()));
            surfaces |= effect.surface;
            match effect.listening {
                Some((id, true)) if !self.waiters.listening(id) => {
                    self.feed.publish(EventKind::Listening { id, listening: true });
                }
                Some((id, false)) => quiet.push(id),
                Some((_, true)) | None => {}
            }
        }
        if surfaces {
            self.feed.publish(EventKind::Presence);
        }
        self.tell_quiet(quiet).await
    }

    /// Nobody elsewhere waits for these any more. Of a settled one that is no news.
    async fn tell_quiet(&self, ids: Vec<InteractionId>) -> Result<()> {
        for some in ids.chunks(BATCH) {
            for row in self.store.load_all(some).await? {
                if row.is_pending() && !self.listening(row.id) {
                    self.expect_caller(&row);
                    self.tell(&row, EventKind::Listening { id: row.id, listening: false });
                }
            }
        }
        Ok(())
    }

    fn forget_said(&self, said: &[HubStatement]) {
        let Some(other_hubs) = self.other_hubs() else { return };
        other_hubs.clear();
        for said in said {
            // Of what is repeated nobody knows how old it is.
            other_hubs.apply(said.clone(), None);
        }
    }

    /// Everything that is waited for or shown here, from the rows: first for those who wait.
    async fn look_again(&self) -> Result<()> {
        for some in self.waiters.ids().chunks(BATCH) {
            let rows = self.store.load_all(some).await?;
            let is_pending =
                |id: &InteractionId| rows.iter().any(|row| row.id == *id && row.is_pending());
            some.iter().filter(|id| !is_pending(id)).for_each(|id| self.waiters.wake(*id));
        }
        self.alarm.ring();
        self.sweeper.notify_one();
        self.feed.reset();
        self.reload_settings().await?;
        self.remember_asked_back().await?;
        let survey = self.store.survey().await?;
        self.pending.send_replace(survey.pending);
        self.tests.fetch_or(survey.tests > 0, Ordering::Relaxed);
        self.feed.publish(EventKind::Settings);
        self.feed.publish(EventKind::Presence);
        Ok(())
    }
}
