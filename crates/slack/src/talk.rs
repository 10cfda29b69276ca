//! Conversations with agents, each in a thread: what people say there goes to the agent, what it says
//! comes back, and its questions are put where they were asked.

mod heard;
mod spot;
mod thread;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use sayso_core::Interaction;
use sayso_desk::{Conversations as Kept, DeskError};
use sayso_locale::Texts;
use sayso_relay::{Conversation, Relay, Said, Setup};

use crate::client::Client;
use crate::surface::Place;
pub(crate) use heard::heard;
pub(crate) use spot::Spot;
use thread::Thread;

pub(crate) struct Talks {
    relay: Relay,
    client: Arc<Client>,
    kept: Arc<Kept>,
    /// What earlier hubs showed, until it is taken up.
    remembered: Mutex<HashMap<String, String>>,
    threads: Mutex<HashMap<Spot, Arc<Thread>>>,
}

impl Talks {
    pub(crate) async fn start(
        setup: Setup,
        client: Arc<Client>,
        kept: Kept,
    ) -> Result<Talks, DeskError> {
        let relay = Relay::start(setup).await?;
        let mut remembered = HashMap::new();
        for (key, body) in kept.all().await? {
            match relay.beginner(&key) {
                Some(_) => drop(remembered.insert(key, body)),
                None => kept.remove(&key).await?,
            }
        }
        let (kept, remembered) = (Arc::new(kept), Mutex::new(remembered));
        Ok(Talks { relay, client, kept, remembered, threads: Mutex::default() })
    }

    /// Goes on with what was under way when the last hub ended.
    pub(crate) fn resume(&self, texts: &'static Texts) {
        self.relay.resume(|key, _| {
            let spot = key.parse().ok()?;
            Some(self.thread(spot, texts) as Arc<dyn Conversation>)
        });
    }

    /// Who began the conversation there, if there is one.
    pub(crate) fn beginner(&self, spot: &Spot) -> Option<String> {
        self.relay.beginner(&spot.to_string())
    }

    /// Durable when it returns.
    pub(crate) async fn said(
        &self,
        spot: Spot,
        said: Said,
        texts: &'static Texts,
    ) -> Result<(), DeskError> {
        let key = spot.to_string();
        self.relay.said(&key, said, self.thread(spot, texts)).await
    }

    /// Where a question of an agent belongs; `None` if it is none of theirs.
    pub(crate) fn place(&self, interaction: &Interaction) -> Option<Place> {
        let whose = self.relay.conversation_of(interaction)?;
        let Spot { channel, thread } = whose.key.parse().ok()?;
        Some(Place { channel, thread: Some(thread), person: Some(whose.person) })
    }

    fn thread(&self, spot: Spot, texts: &'static Texts) -> Arc<Thread> {
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        // Those that nobody leads any more are made anew when they are needed.
        threads.retain(|_, thread| Arc::strong_count(thread) > 1);
        let made = threads.entry(spot).or_insert_with_key(|spot| {
            let mut remembered = self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
            let body = remembered.remove(&spot.to_string());
            let (client, kept) = (Arc::clone(&self.client), Arc::clone(&self.kept));
            Thread::new(client, kept, spot.clone(), texts, body.as_deref())
        });
        made.speak(texts);
        Arc::clone(made)
    }
}
