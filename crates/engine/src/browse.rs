//! Reading: one by its id, many by page, and events.

use std::time::Duration;

use sayso_core::{IdPrefix, InteractionId, Problem};
use sayso_desk::store::{LONGEST_PAGE, PageEnd};
use sayso_desk::{Cursor, DeskError, Events, Page, Query, Result, Row, Scope, StoreError, View};
use serde_json::Value;

use super::Inner;
use super::feed::Read;

impl Inner {
    pub(super) async fn show(&self, prefix: &IdPrefix) -> Result<View> {
        let id = self.resolve(prefix).await?;
        let interaction = self.load(id).await?;
        let draft = match interaction.is_pending() {
            true => Some(self.store.draft(id).await?).filter(|draft| !draft.is_empty()),
            false => None,
        };
        let mut view = self.view(interaction);
        if !view.interaction.is_pending() && view.live.attention.is_empty() {
            view.live.attention = self.stored_traces(id).await?;
        }
        Ok(View { draft, ..view })
    }

    pub(super) async fn raw(&self, prefix: &IdPrefix) -> Result<Value> {
        let id = self.resolve(prefix).await?;
        let raw = self.store.raw(id).await?;
        raw.ok_or_else(|| DeskError::NotFound { id: id.to_string() })
    }

    async fn resolve(&self, prefix: &IdPrefix) -> Result<InteractionId> {
        if let Some(id) = prefix.whole() {
            return Ok(id);
        }
        let mut matches = self.store.find(prefix).await?;
        let mut tests = Vec::new();
        for id in &matches {
            tests.push(self.is_test(*id).await?);
        }
        let mut tests = tests.into_iter();
        matches.retain(|_| tests.next() == Some(false));
        match matches[..] {
            [id] => Ok(id),
            [] => Err(DeskError::NotFound { id: prefix.to_string() }),
            [_, _, ..] => Err(DeskError::Ambiguous { prefix: prefix.to_string(), matches }),
        }
    }

    /// A test question is reached by its whole id alone. One that cannot be read is taken for a decision.
    pub(super) async fn is_test(&self, id: InteractionId) -> Result<bool> {
        match self.store.load(id).await {
            Ok(found) => Ok(found.is_some_and(|interaction| interaction.is_test())),
            Err(StoreError::Unreadable { .. }) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    pub(super) async fn list(&self, query: Query) -> Result<Page> {
        if !(1..=LONGEST_PAGE).contains(&query.limit) {
            let rule = format!("{} is outside 1 to {LONGEST_PAGE}", query.limit);
            return Err(Problem::new("limit", rule, "use a number in this range").into());
        }
        if query.after.as_deref().is_some_and(|after| PageEnd::decode(after).is_none()) {
            let hint = "give what the page before had as `next`, or nothing";
            return Err(Problem::new("after", "not the end of a page", hint).into());
        }
        let found = self.store.page(&query).await?;
        let rows =
            found.rows.iter().map(|interaction| Row::new(interaction, self.live(interaction)));
        Ok(Page {
            rows: rows.collect(),
            next: found.next.map(PageEnd::encode),
            unreadable: found.unreadable,
            looked_through: found.looked_through,
        })
    }

    pub(super) async fn events(&self, after: Option<Cursor>) -> Result<Events> {
        let mut changes = self.feed.changes();
        loop {
            if let Some(events) = self.events_now(after).await? {
                return Ok(events);
            }
            // Cannot fail: the sender lives as long as the feed.
            let _ = changes.changed().await;
        }
    }

    /// Only the wait for news is limited: a reset is complete however short the wait is.
    pub(super) async fn events_within(
        &self,
        after: Cursor,
        wait: Duration,
    ) -> Result<Option<Events>> {
        let mut changes = self.feed.changes();
        let mut over = self.clock.sleep_until(self.clock.running() + wait);
        loop {
            if let Some(events) = self.events_now(Some(after)).await? {
                return Ok(Some(events));
            }
            tokio::select! {
                _ = changes.changed() => {}
                () = &mut over => return Ok(None),
            }
        }
    }

    async fn events_now(&self, after: Option<Cursor>) -> Result<Option<Events>> {
        Ok(match self.feed.read(after) {
            Read::Events(events) => Some(events),
            Read::Reset(cursor) => {
                // Read after the cursor was taken: changes in between come again as events.
                let query = Query { scope: Scope::Active, limit: LONGEST_PAGE, ..Query::default() };
                let active = self.list(query).await?.rows;
                Some(Events { cursor, events: Vec::new(), reset: Some(active) })
            }
            Read::Nothing => None,
        })
    }
}
