//! The connection of a chat: whether anything comes in, and what to do when it does again.

use std::sync::Arc;

use sayso_core::InteractionId;
use sayso_desk::{DeskError, Query, Scope};

use super::ChatSurface;
use crate::incoming::Incoming;
use crate::keyed_queue::Lane;

impl ChatSurface {
    pub(super) async fn on_connection(self: &Arc<Self>, what: Incoming) {
        match what {
            Incoming::Connected { others: 0 } => {
                self.attach(self.port.name().to_owned()).await;
                self.draw_anew(self.shown.take_barred());
                if self.posting.is_troubled()
                    && let Err(error) = self.post_what_waits().await
                {
                    tracing::warn!(%error, "what waits is not known");
                }
            }
            Incoming::Connected { .. } => self.warn_of_shared_app().await,
            Incoming::Trouble(why) => {
                self.attach(format!("{}; {why}", self.port.name())).await;
            }
            Incoming::Missed => self.draw_anew(self.posts.interactions()),
            _ => {}
        }
    }

    fn draw_anew(self: &Arc<Self>, questions: impl IntoIterator<Item = InteractionId>) {
        for id in questions {
            if self.shown.is_stale(id) == Lane::Yours {
                tokio::spawn(Arc::clone(self).bring_up_to_date(id));
            }
        }
    }

    /// What could not be posted before, for example to somebody who had blocked us.
    async fn post_what_waits(self: &Arc<Self>) -> Result<(), DeskError> {
        let mut query = Query { scope: Scope::Active, ..Query::default() };
        loop {
            let page = self.desk.list(query.clone()).await?;
            for row in page.rows {
                if self.is_for_us(&row) && self.posts.of(row.id).is_empty() {
                    tokio::spawn(Arc::clone(self).post(row.id));
                }
            }
            match page.next {
                Some(next) => query.after = Some(next),
                None => return Ok(()),
            }
        }
    }

    /// The chat gives what people do to any of the hubs that share one connection.
    pub(super) async fn warn_of_shared_app(&self) {
        tracing::warn!(chat = self.port.name(), "another hub uses the same app: give each its own");
        let texts = self.texts(None).await;
        self.attach(texts.say_with("chat-shared-app", self.named())).await;
    }
}
