//! Which messages of a chat show which question: kept in memory, written to the shelf first.
//!
//! A chat keeps no state itself, but its messages have to be found after a restart to be updated.
//! They outlive the interaction: when it is deleted, its message still has to be changed.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use parking_lot::Mutex;
use sayso_core::InteractionId;
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::kept::{self, Kept};
use crate::store::{Over, Shelf};

/// A message in a chat that shows an interaction, or a part of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Post {
    /// The id of the chat's surface.
    pub chat: String,
    pub interaction: InteractionId,
    /// A long form needs several messages.
    pub part: u32,
    pub channel: String,
    /// The chat's own id of it.
    pub message: String,
    /// The thread that contains it, if any.
    pub thread: Option<String>,
    /// Who was asked, if it was a specific person.
    pub person: Option<String>,
    pub look: Look,
}

/// The format of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Look {
    /// As the chat draws questions.
    Drawn,
    /// The chat refused that: it is text, and so are the answers.
    Text,
}

impl Post {
    /// Their kind on the shelf.
    pub const SHELF: &'static str = "post";
}

impl Kept for Post {
    const KIND: &'static str = Post::SHELF;
    const VERSION: u32 = 1;
}

impl Post {
    fn key(&self) -> String {
        format!("{}/{}/{}", self.chat, self.interaction, self.part)
    }
}

/// The posts of one chat.
#[derive(Clone)]
pub struct Posts {
    chat: String,
    shelf: Arc<dyn Shelf>,
    /// Posts of all chats.
    open: Arc<Mutex<Open>>,
    /// Held while shelf and memory are changed together.
    changing: Arc<tokio::sync::Mutex<()>>,
}

type Open = HashMap<(String, InteractionId), BTreeMap<u32, Post>>;

async fn read(shelf: &dyn Shelf) -> Result<Open> {
    let mut open = Open::new();
    for post in kept::all::<Post>(shelf).await? {
        let post = post.value;
        open.entry((post.chat.clone(), post.interaction)).or_default().insert(post.part, post);
    }
    Ok(open)
}

impl Posts {
    /// Not yet for a specific chat: see [`Posts::of_chat`].
    pub async fn start(shelf: Arc<dyn Shelf>) -> Result<Posts> {
        let open = Arc::new(Mutex::new(read(shelf.as_ref()).await?));
        Ok(Posts { chat: String::new(), shelf, open, changing: Arc::default() })
    }

    /// As another hub has changed them.
    pub async fn reload(&self) -> Result<()> {
        let _alone = self.changing.lock().await;
        let stored = read(self.shelf.as_ref()).await?;
        *self.open.lock() = stored;
        Ok(())
    }

    /// The posts of the chat with this id only.
    #[must_use]
    pub fn of_chat(&self, chat: &str) -> Posts {
        Posts { chat: chat.to_owned(), ..self.clone() }
    }

    /// Every interaction that has messages.
    pub fn interactions(&self) -> Vec<InteractionId> {
        self.open.lock().keys().filter(|(chat, _)| *chat == self.chat).map(|(_, id)| *id).collect()
    }

    /// Its messages, in the order of their parts.
    pub fn of(&self, id: InteractionId) -> Vec<Post> {
        let parts = self.open.lock().get(&(self.chat.clone(), id)).cloned();
        parts.unwrap_or_default().into_values().collect()
    }

    /// The post of this message.
    pub fn at(&self, channel: &str, message: &str) -> Option<Post> {
        self.find(|post| post.channel == channel && post.message == message).pop()
    }

    /// All posts in this thread, oldest first.
    pub fn in_thread(&self, channel: &str, thread: &str) -> Vec<Post> {
        let is_there =
            |post: &Post| post.channel == channel && post.thread.as_deref() == Some(thread);
        let mut there = self.find(is_there);
        there.sort_by(|one, other| one.message.cmp(&other.message));
        there
    }

    fn find(&self, is_it: impl Fn(&Post) -> bool) -> Vec<Post> {
        let open = self.open.lock();
        let all = open.values().flat_map(BTreeMap::values);
        all.filter(|post| post.chat == self.chat && is_it(post)).cloned().collect()
    }

    pub async fn save(&self, post: Post) -> Result<()> {
        let _alone = self.changing.lock().await;
        kept::put(self.shelf.as_ref(), &post.key(), &post, Over::Anything).await?;
        let of = (post.chat.clone(), post.interaction);
        self.open.lock().entry(of).or_default().insert(post.part, post);
        Ok(())
    }

    /// Its messages have been updated for the last time.
    pub async fn remove(&self, id: InteractionId) -> Result<()> {
        let _alone = self.changing.lock().await;
        let removed = self.open.lock().remove(&(self.chat.clone(), id));
        if let Some(parts) = removed {
            let keys: Vec<String> = parts.values().map(Post::key).collect();
            self.shelf.remove(Post::KIND, &keys).await?;
        }
        Ok(())
    }
}
