//! Keeps what this process has in memory as the other hubs over the same database have left it.

use std::sync::Arc;
use std::time::Duration;

use sayso_access::Keys;
use sayso_access::{AgentToken, AgentTokens, PageToken};
use sayso_desk::others::News;
use sayso_desk::{Clock, Conversations, DeskError, Post, Posts};
use tokio::sync::Notify;
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
    pub(crate) conversations: Conversations,
    pub(crate) clock: Arc<dyn Clock>,
}

impl Neighbours {
    /// Each is read apart from the others: one that takes long delays none of them.
    pub(crate) async fn keep_up(self) {
        let Neighbours { mut news, keys, agents, posts, conversations, clock } = self;
        let [stale_agents, stale_pages, stale_posts] = [(); 3].map(|()| Notify::new());
        let hear = async {
            let mut heard = Vec::new();
            while news.recv_many(&mut heard, BATCH).await > 0 {
                for news in heard.drain(..) {
                    keys.pages().hear(&news);
                    conversations.hear(&news);
                    if is_about(&news, AgentToken::SHELF) {
                        agents.doubt();
                        stale_agents.notify_one();
                    }
                    if is_about(&news, PageToken::SHELF) {
                        keys.pages().doubt();
                        stale_pages.notify_one();
                    }
                    if is_about(&news, Post::SHELF) {
                        stale_posts.notify_one();
                    }
                }
            }
        };
        tokio::select! {
            () = hear => {}
            () = reload(&stale_agents, &*clock, || agents.reload()) => {}
            () = reload(&stale_pages, &*clock, || keys.pages().reload()) => {}
            () = reload(&stale_posts, &*clock, || posts.reload()) => {}
        }
    }
}

fn is_about(news: &News, kind: &str) -> bool {
    match news {
        News::Anew(_) => true,
        News::Shelf(items) => items.iter().any(|item| item.kind == kind),
        News::Changed(_) | News::Said(_) | News::Gone(_) => false,
    }
}

/// Each time that it is out of date, forever.
async fn reload<F>(stale: &Notify, clock: &dyn Clock, read: impl Fn() -> F)
where
    F: Future<Output = Result<(), DeskError>>,
{
    loop {
        stale.notified().await;
        while let Err(error) = read().await {
            tracing::debug!(%error, "what another hub has changed could not be read; trying again");
            clock.sleep_until(clock.running() + RETRY).await;
        }
    }
}
