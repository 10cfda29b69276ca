//! Memory of conversations with agents, across a restart: a text by key, written before it takes
//! effect. And what was said at a hub that does not lead them, for the one that does.

use std::sync::Arc;

use tokio::sync::watch;

use crate::cluster::ClusterNews;
use crate::error::Result;
use crate::store::{Body, KeyValue, Replaces};

const KIND: &str = "conversation";
/// What was said elsewhere; each is there for a moment.
const LEFT: &str = "said";
/// The text is JSON with its own version.
const VERSION: u32 = 1;

/// What one of several hubs does of a surface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SurfaceRole {
    /// All of it.
    Lead,
    /// It carries out what people do at this hub, and no more.
    Assist,
}

#[derive(Clone)]
pub struct Conversations {
    /// `None`: the conversation ends with the process that leads it.
    key_value: Option<Arc<dyn KeyValue>>,
    /// Separates the conversations of different surfaces.
    space: &'static str,
    /// Something was left, here or at another hub.
    news: watch::Sender<()>,
}

impl Conversations {
    pub fn in_store(key_value: Arc<dyn KeyValue>) -> Conversations {
        Conversations { key_value: Some(key_value), space: "", news: watch::Sender::default() }
    }

    /// For a process whose conversation ends with it.
    pub fn passing() -> Conversations {
        Conversations { key_value: None, space: "", news: watch::Sender::default() }
    }

    /// The same key_value, with separate keys.
    #[must_use]
    pub fn space(&self, space: &'static str) -> Conversations {
        Conversations { space, ..self.clone() }
    }

    /// All stored conversations, by key.
    pub async fn all(&self) -> Result<Vec<(String, String)>> {
        self.list(KIND).await
    }

    async fn list(&self, kind: &str) -> Result<Vec<(String, String)>> {
        let Some(key_value) = &self.key_value else { return Ok(Vec::new()) };
        let ours = key_value.list(kind).await?.into_iter().filter_map(|item| {
            let (space, key) = item.key.split_once('/')?;
            (space == self.space).then(|| (key.to_owned(), item.body.text))
        });
        Ok(ours.collect())
    }

    /// For the hub that leads the conversations. The same key again is the same message.
    pub async fn leave(&self, key: &str, body: &str) -> Result<()> {
        let Some(key_value) = &self.key_value else { return Ok(()) };
        let body = Body { version: VERSION, text: body.to_owned() };
        key_value.put(LEFT, &self.name(key), &body, Replaces::Nothing).await?;
        // A hub does not hear what it has written itself.
        self.news.send_replace(());
        Ok(())
    }

    /// What was left, by key, the oldest first.
    pub async fn left(&self) -> Result<Vec<(String, String)>> {
        self.list(LEFT).await
    }

    /// It is known to the conversation.
    pub async fn taken(&self, key: &str) -> Result<()> {
        let Some(key_value) = &self.key_value else { return Ok(()) };
        key_value.remove(LEFT, &[self.name(key)]).await?;
        Ok(())
    }

    /// Changes when something may have been left.
    pub fn news(&self) -> watch::Receiver<()> {
        self.news.subscribe()
    }

    /// What other hubs have left.
    pub fn apply(&self, news: &ClusterNews) {
        let is_left = match news {
            ClusterNews::Anew(_) => true,
            ClusterNews::Items(items) => items.iter().any(|item| item.kind == LEFT),
            ClusterNews::Changed(_) | ClusterNews::Said(_) | ClusterNews::Gone(_) => false,
        };
        if is_left {
            self.news.send_replace(());
        }
    }

    /// Durable when it returns.
    pub async fn save(&self, key: &str, body: &str) -> Result<()> {
        let Some(key_value) = &self.key_value else { return Ok(()) };
        let body = Body { version: VERSION, text: body.to_owned() };
        key_value.put(KIND, &self.name(key), &body, Replaces::Anything).await?;
        Ok(())
    }

    pub async fn remove(&self, key: &str) -> Result<()> {
        let Some(key_value) = &self.key_value else { return Ok(()) };
        key_value.remove(KIND, &[self.name(key)]).await?;
        Ok(())
    }

    fn name(&self, key: &str) -> String {
        format!("{}/{key}", self.space)
    }
}
