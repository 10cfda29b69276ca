//! What conversations with agents remember over a restart: a body of text by key, written before it
//! counts.

use std::sync::Arc;

use crate::error::DeskError;
use crate::store::Store;

pub struct Conversations {
    keeper: Keeper,
}

enum Keeper {
    Store(Arc<dyn Store>),
    /// The conversation ends with the process that leads it.
    Nobody,
}

impl Conversations {
    pub fn in_store(store: Arc<dyn Store>) -> Conversations {
        Conversations { keeper: Keeper::Store(store) }
    }

    /// For a process whose conversation ends with it.
    pub fn passing() -> Conversations {
        Conversations { keeper: Keeper::Nobody }
    }

    /// Every conversation that was kept, by key.
    pub async fn all(&self) -> Result<Vec<(String, String)>, DeskError> {
        match &self.keeper {
            Keeper::Store(store) => Ok(store.conversations().await?),
            Keeper::Nobody => Ok(Vec::new()),
        }
    }

    /// Durable when it returns.
    pub async fn save(&self, key: &str, body: &str) -> Result<(), DeskError> {
        match &self.keeper {
            Keeper::Store(store) => Ok(store.save_conversation(key, body).await?),
            Keeper::Nobody => Ok(()),
        }
    }

    pub async fn remove(&self, key: &str) -> Result<(), DeskError> {
        match &self.keeper {
            Keeper::Store(store) => Ok(store.remove_conversation(key).await?),
            Keeper::Nobody => Ok(()),
        }
    }
}
