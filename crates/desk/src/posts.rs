//! Posts: the messages of a chat that show a question, kept in memory, written to the store first.
//!
//! A chat keeps no state itself, but its messages have to be found after a restart to be updated.
//! They outlive the interaction: when it is deleted, its message still has to be changed.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use parking_lot::Mutex;
use sayso_core::InteractionId;
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::store::{KeyValue, Replaces};
use crate::typed_items::{self, TypedItem};

/// A message in a chat that shows an interaction, or a part of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Post {
    /// The id of the chat's surface.
    pub chat: String,
    pub interaction: InteractionId,
    /// A long form needs several messages.
    pub part: u32,
    pub channel: String,
    /// The chat's own id of it; empty while it is on its way ([`Posts::begin`]).
    pub message: String,
    /// The thread that contains it, if any.
    pub thread: Option<String>,
    /// Who was asked, if it was a specific person.
    pub person: Option<String>,
    pub look: PostFormat,
    /// A second message with the same part: the first reply was lost, and the message was not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub copy: bool,
    /// When it was sent, in seconds, if the chat needs to know later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent: Option<i64>,
}

/// The format of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PostFormat {
    /// As the chat draws questions.
    Drawn,
    /// The chat refused that: it is text, and so are the answers.
    Text,
}

impl Post {
    /// Their kind in the store.
    pub const STORE_KIND: &'static str = "post";
}

impl TypedItem for Post {
    const KIND: &'static str = Post::STORE_KIND;
    const VERSION: u32 = 1;
}

impl Post {
    fn key(&self) -> String {
        let part = format!("{}/{}/{}", self.chat, self.interaction, self.part);
        if self.copy { format!("{part}/{}", self.message) } else { part }
    }

    fn place(&self) -> (u32, Option<String>) {
        (self.part, self.copy.then(|| self.message.clone()))
    }
}

/// The posts of one chat.
#[derive(Clone)]
pub struct Posts {
    chat: String,
    key_value: Arc<dyn KeyValue>,
    /// Those of all chats.
    open: Arc<Mutex<Open>>,
    /// Held while key_value and memory are changed together.
    changing: Arc<tokio::sync::Mutex<()>>,
}

#[derive(Default)]
struct Open {
    /// By their parts; the copies of a part follow it.
    posts: HashMap<Whose, BTreeMap<(u32, Option<String>), Post>>,
    /// On their way, or lost on it: only the chat knows whether they arrived.
    begun: HashMap<Whose, Post>,
}

/// Of which chat, and which interaction.
type Whose = (String, InteractionId);

impl Open {
    fn put(&mut self, post: Post) {
        let whose = (post.chat.clone(), post.interaction);
        if post.message.is_empty() {
            self.begun.insert(whose, post);
        } else {
            self.begun.remove(&whose);
            self.posts.entry(whose).or_default().insert(post.place(), post);
        }
    }
}

async fn read(key_value: &dyn KeyValue) -> Result<Open> {
    let mut open = Open::default();
    for post in typed_items::all::<Post>(key_value).await? {
        open.put(post.value);
    }
    Ok(open)
}

impl Posts {
    /// Not yet for a specific chat: see [`Posts::of_chat`].
    pub async fn start(key_value: Arc<dyn KeyValue>) -> Result<Posts> {
        let open = Arc::new(Mutex::new(read(key_value.as_ref()).await?));
        Ok(Posts { chat: String::new(), key_value, open, changing: Arc::default() })
    }

    /// As another hub has changed them.
    pub async fn reload(&self) -> Result<()> {
        let _alone = self.changing.lock().await;
        let stored = read(self.key_value.as_ref()).await?;
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
        self.ours(self.open.lock().posts.keys())
    }

    /// Every interaction whose first message may have arrived, or not.
    pub fn uncertain(&self) -> Vec<InteractionId> {
        self.ours(self.open.lock().begun.keys())
    }

    fn ours<'a>(&self, all: impl Iterator<Item = &'a Whose>) -> Vec<InteractionId> {
        all.filter(|(chat, _)| *chat == self.chat).map(|(_, id)| *id).collect()
    }

    fn whose(&self, id: InteractionId) -> Whose {
        (self.chat.clone(), id)
    }

    /// What is known of its first message, if that may have arrived, or not.
    pub fn begun(&self, id: InteractionId) -> Option<Post> {
        self.open.lock().begun.get(&self.whose(id)).cloned()
    }

    /// Its messages, in the order of their parts.
    pub fn of(&self, id: InteractionId) -> Vec<Post> {
        let parts = self.open.lock().posts.get(&self.whose(id)).cloned();
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
        let all = open.posts.values().flat_map(BTreeMap::values);
        all.filter(|post| post.chat == self.chat && is_it(post)).cloned().collect()
    }

    /// It is about to be sent: if we end before the chat has replied, the next process looks for it.
    pub async fn begin(&self, post: Post) -> Result<()> {
        self.save(Post { message: String::new(), ..post }).await
    }

    pub async fn save(&self, post: Post) -> Result<()> {
        let _alone = self.changing.lock().await;
        typed_items::put(self.key_value.as_ref(), &post.key(), &post, Replaces::Anything).await?;
        self.open.lock().put(post);
        Ok(())
    }

    /// This message of it is gone.
    pub async fn forget(&self, post: &Post) -> Result<()> {
        let _alone = self.changing.lock().await;
        self.key_value.remove(Post::KIND, &[post.key()]).await?;
        let mut open = self.open.lock();
        let whose = self.whose(post.interaction);
        if let Some(parts) = open.posts.get_mut(&whose) {
            parts.remove(&post.place());
            if parts.is_empty() {
                open.posts.remove(&whose);
            }
        }
        Ok(())
    }

    /// These messages of it have been updated for the last time, and nothing is on its way. One that became
    /// known meanwhile stays.
    pub async fn remove(&self, id: InteractionId, updated: &[Post]) -> Result<()> {
        let _alone = self.changing.lock().await;
        let (whose, mut gone) = (self.whose(id), Vec::new());
        {
            let mut open = self.open.lock();
            gone.extend(open.begun.remove(&whose));
            if let Some(parts) = open.posts.get_mut(&whose) {
                let is_updated = |of: &Post| updated.iter().any(|post| post.message == of.message);
                gone.extend(parts.extract_if(.., |_, post| is_updated(post)).map(|(_, post)| post));
                if parts.is_empty() {
                    open.posts.remove(&whose);
                }
            }
        }
        let keys: Vec<String> = gone.iter().map(Post::key).collect();
        if !keys.is_empty() {
            self.key_value.remove(Post::KIND, &keys).await?;
        }
        Ok(())
    }
}
