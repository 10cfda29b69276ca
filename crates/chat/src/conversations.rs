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
    memory: Arc<Conversations>,
    timing: Timing,
    /// What earlier hubs showed, until it is taken up.
    remembered: Mutex<HashMap<String, String>>,
    threads: Mutex<HashMap<ThreadKey, Arc<Thread>>>,
}

impl ThreadConversations {
    pub(crate) async fn start(
        setup: RelaySetup,
        port: Arc<dyn Port>,
        memory: Conversations,
        timing: Timing,
    ) -> Result<ThreadConversations, DeskError> {
        let relay = Relay::start(setup).await?;
        let mut remembered = HashMap::new();
        for (key, body) in memory.all().await? {
            match relay.beginner(&key) {
                Some(_) => drop(remembered.insert(key, body)),
                None => memory.remove(&key).await?,
            }
        }
        let (memory, remembered) = (Arc::new(memory), Mutex::new(remembered));
        Ok(ThreadConversations {
            relay,
            port,
            memory,
            timing,
            remembered,
            threads: Mutex::default(),
        })
    }

    /// Goes on with what was under way when the last hub ended.
    pub(crate) fn resume(&self, texts: &'static Texts) {
        self.relay.resume(|key, _| {
            let thread_key = ThreadKey::from_key(key, self.port.chat().id)?;
            Some(self.thread(thread_key, texts) as Arc<dyn Venue>)
        });
    }

    /// Who began the conversation there, if there is one.
    pub(crate) fn beginner(&self, thread_key: &ThreadKey) -> Option<String> {
        self.relay.beginner(&self.key(thread_key))
    }

    /// Durable when it returns.
    pub(crate) async fn said(
        &self,
        thread_key: ThreadKey,
        said: UserMessage,
        texts: &'static Texts,
    ) -> Result<(), DeskError> {
        let key = self.key(&thread_key);
        self.relay.said(&key, said, self.thread(thread_key, texts)).await
    }

    /// Where a question of an agent belongs; `None` if it is not of an agent here.
    pub(crate) fn place(&self, interaction: &Interaction) -> Option<PostTarget> {
        let whose = self.relay.conversation_of(interaction)?;
        let ThreadKey { channel, thread } = ThreadKey::from_key(&whose.key, self.port.chat().id)?;
        Some(PostTarget { channel, thread: Some(thread), person: Some(whose.person) })
    }

    fn key(&self, thread_key: &ThreadKey) -> String {
        thread_key.key(self.port.chat().id)
    }

    fn thread(&self, thread_key: ThreadKey, texts: &'static Texts) -> Arc<Thread> {
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        // Those that nobody uses any more are made again when they are needed.
        threads.retain(|_, thread| Arc::strong_count(thread) > 1);
        let made = threads.entry(thread_key).or_insert_with_key(|thread_key| {
            let mut remembered = self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
            let body = remembered.remove(&self.key(thread_key));
            let (port, memory) = (Arc::clone(&self.port), Arc::clone(&self.memory));
            Thread::new(port, memory, self.timing, thread_key.clone(), texts, body.as_deref())
        });
        made.speak(texts);
        Arc::clone(made)
    }
}
