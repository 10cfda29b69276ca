//! Messages that are not about a question: each is for the agent whose thread it is in.

use std::sync::Arc;

use sayso_relay::UserMessage;

use super::tell::shortened;
use super::{ChatSurface, Destination, Unstored, reply};
use crate::conversations::ThreadKey;
use crate::incoming::{ChatText, Incoming, Person};
use crate::keyed_queue::Lane;
use crate::port::Recipient;

impl ChatSurface {
    /// For the hub that leads the conversations; nothing if there is no agent to talk to.
    async fn leave(&self, said: &ChatText) {
        let Some(left) = &self.left else { return };
        let body = serde_json::to_string(said).expect("plain data serialises");
        if let Err(error) = left.leave(&said.key, &body).await {
            tracing::error!(%error, "what somebody said is lost");
        }
    }

    /// What was said at other hubs, forever.
    pub(super) async fn take_what_was_left(self: Arc<Self>) {
        let (Some(left), true) = (&self.left, self.conversations.is_some()) else { return };
        let mut news = left.news();
        loop {
            news.borrow_and_update();
            match left.left().await {
                Ok(all) => {
                    for (key, body) in all {
                        if let Ok(said) = serde_json::from_str(&body)
                            && Arc::clone(&self).on_message(said).await.is_err()
                        {
                            continue;
                        }
                        if let Err(error) = left.taken(&key).await {
                            tracing::warn!(%error, "what somebody said may be heard twice");
                        }
                    }
                }
                Err(error) => tracing::warn!(%error, "what was said at other hubs is not known"),
            }
            // Cannot fail: the sender is ours.
            let _ = news.changed().await;
        }
    }

    /// In order for each thread.
    pub(super) async fn on_messages(self: Arc<Self>, thread_key: ThreadKey) {
        while let Some(said) = self.inbox.heard.next(&thread_key) {
            let key = said.key.clone();
            let done = Arc::clone(&self).on_message(said).await;
            self.note(&key, done);
        }
    }

    /// An agent does what people tell it, so `anyone` is anyone in the channel that is asked, and nobody
    /// who writes to the app elsewhere.
    async fn may_talk(&self, thread_key: &ThreadKey, user: &str, beginner: Option<&str>) -> bool {
        let ask = &self.routing.ask;
        let asked = ask.person();
        let is_open = self.routing.answerers.anyone
            && *ask == Destination::Channel(thread_key.channel.clone());
        is_open || self.people.is_named(user, beginner.or(asked)).await
    }

    async fn on_message(self: Arc<Self>, said: ChatText) -> Result<(), Unstored> {
        if said.thread.is_some() {
            // It may answer what is only just being posted.
            self.all_posted(&said.channel).await;
            if let Some(post) = reply::post_above(&self.posts, &said) {
                let id = post.interaction;
                if self.inbox.work.push(id, Incoming::Said(said)) == Lane::Yours {
                    self.work_through(id).await;
                }
                return Ok(());
            }
        }
        if !self.port.has_threads() {
            return self.said_openly(said).await;
        }
        self.talk(said).await;
        Ok(())
    }

    /// Whether an agent is talked to there.
    pub(super) fn is_talk(&self, said: &ChatText) -> bool {
        let conversations = self.conversations.as_ref();
        conversations
            .is_some_and(|conversations| conversations.beginner(&ThreadKey::of(said)).is_some())
    }

    /// To the agent whose thread it is in.
    pub(super) async fn talk(&self, said: ChatText) {
        let Some(conversations) = &self.conversations else { return self.leave(&said).await };
        let thread_key = ThreadKey::of(&said);
        let beginner = conversations.beginner(&thread_key);
        let heard = self.port.read(&said.text);
        // A mention in a channel may come twice, and only one of the two says that it is one.
        let addressed = said.addressed || heard.names_us;
        if beginner.is_none() && !addressed {
            return;
        }
        let texts = self.texts(None).await;
        let person = Person { id: said.user.clone(), name: None };
        let recipient = Recipient {
            person: &person.id,
            channel: &thread_key.channel,
            thread: Some(&thread_key.thread),
        };
        if !self.may_talk(&thread_key, &said.user, beginner.as_deref()).await {
            // Others may talk in the thread among themselves.
            if addressed {
                self.tell(&recipient, &texts.say_with("chat-agent-stranger", self.named())).await;
            }
            return;
        }
        let text = heard.text;
        if text.is_empty() {
            return self.tell(&recipient, &texts.say("chat-agent-hello")).await;
        }
        let words =
            UserMessage { actor: self.actor(&person).await, person: said.user.clone(), text };
        if let Err(error) = conversations.said(thread_key.clone(), words, texts).await {
            let why = shortened(&error.to_string());
            self.tell(&recipient, &texts.say_with("chat-failed", [("why", why.into())])).await;
        }
    }
}
