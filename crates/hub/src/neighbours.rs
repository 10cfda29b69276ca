//! Keeps what this process has in memory as the other hubs over the same database have left it.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use sayso_api::Keys;
use sayso_desk::others::News;
use sayso_desk::{AgentToken, AgentTokens, Clock, DeskError, PageToken, Post, Posts};
use tokio::sync::mpsc::UnboundedReceiver;

/// Delay after a failure of the store.
const RETRY: Duration = Duration::from_secs(1);

/// Read together.
const BATCH: usize = 200;

pub(crate) struct Neighbours {
    pub(crate) news: UnboundedReceiver<News>,
    pub(crate) keys: Arc<Keys>,
    pub(crate) agents: Arc<AgentTokens>,
    pub(crate) posts: Posts,
    pub(crate) clock: Arc<dyn Clock>,
}

impl Neighbours {
    pub(crate) async fn keep_up(mut self) {
        let mut heard = Vec::new();
        let mut stale = BTreeSet::new();
        while self.news.recv_many(&mut heard, BATCH).await > 0 {
            for news in heard.drain(..) {
                self.keys.pages().hear(&news);
                match news {
                    News::Anew(_) => {
                        stale.extend(
                            [AgentToken::SHELF, PageToken::SHELF, Post::SHELF].map(String::from),
                        );
                    }
                    News::Shelf(items) => stale.extend(items.into_iter().map(|item| item.kind)),
                    News::Changed(_) | News::Said(_) | News::Gone(_) => {}
                }
            }
            while let Err(error) = self.reload(&stale).await {
                tracing::debug!(%error, "what another hub has changed could not be read; trying again");
                self.clock.sleep_until(self.clock.running() + RETRY).await;
            }
            stale.clear();
        }
    }

    async fn reload(&self, kinds: &BTreeSet<String>) -> Result<(), DeskError> {
        if kinds.contains(AgentToken::SHELF) {
            self.agents.reload().await?;
        }
        if kinds.contains(PageToken::SHELF) {
            self.keys.pages().reload().await?;
        }
        if kinds.contains(Post::SHELF) {
            self.posts.reload().await?;
        }
        Ok(())
    }
}
