//! Keeps what this process has in memory as the other hubs over the same database have left it.

use std::sync::Arc;
use std::time::Duration;

use sayso_access::Keys;
use sayso_access::{AgentToken, AgentTokens, StoredPageToken};
use sayso_desk::cluster::ClusterNews;
use sayso_desk::{Clock, Conversations, DeskError, Post, Posts};
use tokio::sync::Notify;
use tokio::sync::mpsc::UnboundedReceiver;

/// Delay after a failure of the store.
const RETRY: Duration = Duration::from_secs(1);

/// Read together.
const BATCH: usize = 200;

pub(crate) struct ClusterSync {
    pub(crate) news: UnboundedReceiver<ClusterNews>,
    pub(crate) keys: Arc<Keys>,
    pub(crate) agents: Arc<AgentTokens>,
    pub(crate) posts: Posts,
    pub(crate) conversations: Conversations,
    pub(crate) clock: Arc<dyn Clock>,
}

impl ClusterSync {
    /// Each is read apart from the others: one that takes long delays none of them.
    pub(crate) async fn keep_up(self) {
        let ClusterSync { mut news, keys, agents, posts, conversations, clock } = self;
        let [stale_agents, stale_pages, stale_posts] = [(); 3].map(|()| Notify::new());
        let apply = async {
            let mut received = Vec::new();
            while news.recv_many(&mut received, BATCH).await > 0 {
                for news in received.drain(..) {
                    keys.pages().apply(&news);
                    conversations.apply(&news);
                    if is_about(&news, AgentToken::STORE_KIND) {
                        agents.doubt();
                        stale_agents.notify_one();
                    }
                    if is_about(&news, StoredPageToken::STORE_KIND) {
                        keys.pages().doubt();
                        stale_pages.notify_one();
                    }
                    if is_about(&news, Post::STORE_KIND) {
                        stale_posts.notify_one();
                    }
                }
            }
        };
        tokio::select! {
            () = apply => {}
            () = reload(&stale_agents, &*clock, || agents.reload()) => {}
            () = reload(&stale_pages, &*clock, || keys.pages().reload()) => {}
            () = reload(&stale_posts, &*clock, || posts.reload()) => {}
        }
    }
}

fn is_about(news: &ClusterNews, kind: &str) -> bool {
    match news {
        ClusterNews::Anew(_) => true,
        ClusterNews::Items(items) => items.iter().any(|item| item.kind == kind),
        ClusterNews::Changed(_) | ClusterNews::Said(_) | ClusterNews::Gone(_) => false,
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
