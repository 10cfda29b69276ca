//! Conversations with agents, each in a thread: what people say there goes to the agent, what it says
//! comes back, and its questions are put where they were asked.

mod thread;
mod thread_key;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use sayso_core::Interaction;
use sayso_desk::{Conversations, DeskError};
use sayso_locale::Texts;
use sayso_relay::{Relay, RelaySetup, UserMessage, Venue};

use crate::port::{Port, PostTarget};
use crate::surface::Timing;
use thread::Thread;
pub(crate) use thread_key::ThreadKey;

pub(crate) struct ThreadConversations {
    relay: Relay,
    port: Arc<dyn Port>,
    kept: Arc<Conversations>,
    timing: Timing,
    /// What earlier hubs showed, until it is taken up.
    remembered: Mutex<HashMap<String, String>>,
    threads: Mutex<HashMap<ThreadKey, Arc<Thread>>>,
}

impl ThreadConversations {
    pub(crate) async fn start(
        setup: RelaySetup,
        port: Arc<dyn Port>,
        kept: Conversations,
        timing: Timing,
    ) -> Result<ThreadConversations, DeskError> {
        let relay = Relay::start(setup).await?;
        let mut remembered = HashMap::new();
        for (key, body) in kept.all().await? {
            match relay.beginner(&key) {
                Some(_) => drop(remembered.insert(key, body)),
                None => kept.remove(&key).await?,
            }
        }
        let (kept, remembered) = (Arc::new(kept), Mutex::new(remembered));
        Ok(ThreadConversations { relay, port, kept, timing, remembered, threads: Mutex::default() })
    }

    /// Goes on with what was under way when the last hub ended.
    pub(crate) fn resume(&self, texts: &'static Texts) {
        self.relay.resume(|key, _| {
            let spot = ThreadKey::from_key(key, self.port.chat().id)?;
            Some(self.thread(spot, texts) as Arc<dyn Venue>)
        });
    }

    /// Who began the conversation there, if there is one.
    pub(crate) fn beginner(&self, spot: &ThreadKey) -> Option<String> {
        self.relay.beginner(&self.key(spot))
    }

    /// Durable when it returns.
    pub(crate) async fn said(
        &self,
        spot: ThreadKey,
        said: UserMessage,
        texts: &'static Texts,
    ) -> Result<(), DeskError> {
        let key = self.key(&spot);
        self.relay.said(&key, said, self.thread(spot, texts)).await
    }

    /// Where a question of an agent belongs; `None` if it is not of an agent here.
    pub(crate) fn place(&self, interaction: &Interaction) -> Option<PostTarget> {
        let whose = self.relay.conversation_of(interaction)?;
        let ThreadKey { channel, thread } = ThreadKey::from_key(&whose.key, self.port.chat().id)?;
        Some(PostTarget { channel, thread: Some(thread), person: Some(whose.person) })
    }

    fn key(&self, spot: &ThreadKey) -> String {
        spot.key(self.port.chat().id)
    }

    fn thread(&self, spot: ThreadKey, texts: &'static Texts) -> Arc<Thread> {
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        // Those that nobody uses any more are made again when they are needed.
        threads.retain(|_, thread| Arc::strong_count(thread) > 1);
        let made = threads.entry(spot).or_insert_with_key(|spot| {
            let mut remembered = self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
            let body = remembered.remove(&self.key(spot));
            let (port, kept) = (Arc::clone(&self.port), Arc::clone(&self.kept));
            Thread::new(port, kept, self.timing, spot.clone(), texts, body.as_deref())
        });
        made.speak(texts);
        Arc::clone(made)
    }
}
