//! What conversations with agents remember across a restart: a text by key, written before it takes
//! effect.

use std::sync::Arc;

use crate::error::Result;
use crate::store::{Body, Over, Shelf};

const KIND: &str = "conversation";
/// The text is JSON with its own version.
const VERSION: u32 = 1;

#[derive(Clone)]
pub struct Conversations {
    /// `None`: the conversation ends with the process that leads it.
    shelf: Option<Arc<dyn Shelf>>,
    /// Separates the conversations of different surfaces.
    space: &'static str,
}

impl Conversations {
    pub fn in_store(shelf: Arc<dyn Shelf>) -> Conversations {
        Conversations { shelf: Some(shelf), space: "" }
    }

    /// For a process whose conversation ends with it.
    pub fn passing() -> Conversations {
        Conversations { shelf: None, space: "" }
    }

    /// The same shelf, with separate keys.
    #[must_use]
    pub fn space(&self, space: &'static str) -> Conversations {
        Conversations { shelf: self.shelf.clone(), space }
    }

    /// All stored conversations, by key.
    pub async fn all(&self) -> Result<Vec<(String, String)>> {
        let Some(shelf) = &self.shelf else { return Ok(Vec::new()) };
        let ours = shelf.list(KIND).await?.into_iter().filter_map(|item| {
            let (space, key) = item.key.split_once('/')?;
            (space == self.space).then(|| (key.to_owned(), item.body.text))
        });
        Ok(ours.collect())
    }

    /// Durable when it returns.
    pub async fn save(&self, key: &str, body: &str) -> Result<()> {
        let Some(shelf) = &self.shelf else { return Ok(()) };
        let body = Body { version: VERSION, text: body.to_owned() };
        shelf.put(KIND, &self.name(key), &body, Over::Anything).await?;
        Ok(())
    }

    pub async fn remove(&self, key: &str) -> Result<()> {
        let Some(shelf) = &self.shelf else { return Ok(()) };
        shelf.remove(KIND, &[self.name(key)]).await?;
        Ok(())
    }

    fn name(&self, key: &str) -> String {
        format!("{}/{key}", self.space)
    }
}
