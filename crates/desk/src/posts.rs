//! Which messages of a chat show which question: kept in memory, written to the store first.
//!
//! A chat keeps no state of its own, but where its messages lie has to survive a restart, or nobody
//! could bring them up to date.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sayso_core::InteractionId;

use crate::error::DeskError;
use crate::store::{Post, Store};

pub struct Posts {
    store: Arc<dyn Store>,
    open: Mutex<HashMap<InteractionId, BTreeMap<u32, Post>>>,
}

impl Posts {
    pub async fn start(store: Arc<dyn Store>) -> Result<Posts, DeskError> {
        let mut open: HashMap<InteractionId, BTreeMap<u32, Post>> = HashMap::new();
        for post in store.posts().await? {
            open.entry(post.interaction).or_default().insert(post.part, post);
        }
        Ok(Posts { store, open: Mutex::new(open) })
    }

    /// Every interaction that has messages.
    pub fn interactions(&self) -> Vec<InteractionId> {
        self.lock().keys().copied().collect()
    }

    /// Its messages, in order of their parts.
    pub fn of(&self, id: InteractionId) -> Vec<Post> {
        self.lock().get(&id).map(|parts| parts.values().cloned().collect()).unwrap_or_default()
    }

    /// What this message shows.
    pub fn at(&self, channel: &str, message: &str) -> Option<Post> {
        let open = self.lock();
        let mut all = open.values().flat_map(BTreeMap::values);
        all.find(|post| post.channel == channel && post.message == message).cloned()
    }

    /// Everything that is shown in this thread, oldest first.
    pub fn in_thread(&self, channel: &str, thread: &str) -> Vec<Post> {
        let open = self.lock();
        let all = open.values().flat_map(BTreeMap::values);
        let is_there =
            |post: &&Post| post.channel == channel && post.thread.as_deref() == Some(thread);
        let mut there: Vec<Post> = all.filter(is_there).cloned().collect();
        there.sort_by(|one, other| one.message.cmp(&other.message));
        there
    }

    pub async fn save(&self, post: Post) -> Result<(), DeskError> {
        self.store.save_post(&post).await?;
        self.lock().entry(post.interaction).or_default().insert(post.part, post);
        Ok(())
    }

    pub async fn remove(&self, id: InteractionId) -> Result<(), DeskError> {
        if self.lock().remove(&id).is_some() {
            self.store.remove_posts(id).await?;
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<InteractionId, BTreeMap<u32, Post>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
