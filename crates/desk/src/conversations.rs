//! What conversations with agents remember over a restart: a body of text by key, written before it
//! counts.

use std::sync::Arc;

use crate::error::DeskError;
use crate::store::Store;

#[derive(Clone)]
pub struct Conversations {
    keeper: Keeper,
    /// Whose they are: nobody sees the others'.
    space: &'static str,
}

#[derive(Clone)]
enum Keeper {
    Store(Arc<dyn Store>),
    /// The conversation ends with the process that leads it.
    Nobody,
}

impl Conversations {
    pub fn in_store(store: Arc<dyn Store>) -> Conversations {
        Conversations { keeper: Keeper::Store(store), space: "" }
    }

    /// The same keeper, with keys of one's own.
    pub fn space(&self, space: &'static str) -> Conversations {
        Conversations { keeper: self.keeper.clone(), space }
    }

    /// For a process whose conversation ends with it.
    pub fn passing() -> Conversations {
        Conversations { keeper: Keeper::Nobody, space: "" }
    }

    /// Every conversation that was kept, by key.
    pub async fn all(&self) -> Result<Vec<(String, String)>, DeskError> {
        match &self.keeper {
            Keeper::Store(store) => {
                let all = store.conversations().await?.into_iter();
                let ours = all.filter_map(|(key, body)| {
                    let (space, key) = key.split_once('/')?;
                    (space == self.space).then(|| (key.to_owned(), body))
                });
                Ok(ours.collect())
            }
            Keeper::Nobody => Ok(Vec::new()),
        }
    }

    /// Durable when it returns.
    pub async fn save(&self, key: &str, body: &str) -> Result<(), DeskError> {
        match &self.keeper {
            Keeper::Store(store) => Ok(store.save_conversation(&self.name(key), body).await?),
            Keeper::Nobody => Ok(()),
        }
    }

    pub async fn remove(&self, key: &str) -> Result<(), DeskError> {
        match &self.keeper {
            Keeper::Store(store) => Ok(store.remove_conversation(&self.name(key)).await?),
            Keeper::Nobody => Ok(()),
        }
    }

    fn name(&self, key: &str) -> String {
        format!("{}/{key}", self.space)
    }
}
