//! Messages that are not about a question: each is for the agent whose thread it is in.

use std::sync::Arc;

use sayso_relay::UserMessage as Words;

use super::tell::shortened;
use super::{Destination, Surface, reply};
use crate::conversations::ThreadKey;
use crate::incoming::{ChatText, Incoming, Person};
use crate::keyed_queue::Lane;
use crate::port::Recipient;

impl Surface {
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
        let (Some(left), true) = (&self.left, self.talks.is_some()) else { return };
        let mut news = left.news();
        loop {
            news.borrow_and_update();
            match left.left().await {
                Ok(all) => {
                    for (key, body) in all {
                        if let Ok(said) = serde_json::from_str(&body) {
                            Arc::clone(&self).hear(said).await;
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
    pub(super) async fn hear_all(self: Arc<Self>, spot: ThreadKey) {
        while let Some(said) = self.inbox.heard.next(&spot) {
            Arc::clone(&self).hear(said).await;
        }
    }

    /// An agent does what people tell it, so `anyone` is anyone in the channel that is asked, and nobody
    /// who writes to the app elsewhere.
    async fn may_talk(&self, spot: &ThreadKey, user: &str, beginner: Option<&str>) -> bool {
        let ask = &self.routing.ask;
        let asked = ask.person();
        let is_open =
            self.routing.answerers.anyone && *ask == Destination::Channel(spot.channel.clone());
        is_open || self.people.is_named(user, beginner.or(asked)).await
    }

    async fn hear(self: Arc<Self>, said: ChatText) {
        if said.thread.is_some() {
            // It may answer what is only just being posted.
            self.all_posted(&said.channel).await;
            if let Some(post) = reply::post_above(&self.posts, &said) {
                let id = post.interaction;
                if self.inbox.work.push(id, Incoming::Said(said)) == Lane::Yours {
                    self.work_through(id).await;
                }
                return;
            }
        }
        self.talk(said).await;
    }

    /// Whether an agent is talked to there.
    pub(super) fn is_talk(&self, said: &ChatText) -> bool {
        let talks = self.talks.as_ref();
        talks.is_some_and(|talks| talks.beginner(&ThreadKey::of(said)).is_some())
    }

    /// To the agent whose thread it is in.
    pub(super) async fn talk(&self, said: ChatText) {
        let Some(talks) = &self.talks else { return self.leave(&said).await };
        let spot = ThreadKey::of(&said);
        let beginner = talks.beginner(&spot);
        let heard = self.port.read(&said.text);
        // A mention in a channel may come twice, and only one of the two says that it is one.
        let addressed = said.addressed || heard.names_us;
        if beginner.is_none() && !addressed {
            return;
        }
        let texts = self.texts(None).await;
        let person = Person { id: said.user.clone(), name: None };
        let ear =
            Recipient { person: &person.id, channel: &spot.channel, thread: Some(&spot.thread) };
        if !self.may_talk(&spot, &said.user, beginner.as_deref()).await {
            // Others may talk in the thread among themselves.
            if addressed {
                self.tell(&ear, &texts.say_with("chat-agent-stranger", self.named())).await;
            }
            return;
        }
        let text = heard.text;
        if text.is_empty() {
            return self.tell(&ear, &texts.say("chat-agent-hello")).await;
        }
        let words = Words { actor: self.actor(&person).await, person: said.user.clone(), text };
        if let Err(error) = talks.said(spot.clone(), words, texts).await {
            let why = shortened(&error.to_string());
            self.tell(&ear, &texts.say_with("chat-failed", [("why", why.into())])).await;
        }
    }
}
