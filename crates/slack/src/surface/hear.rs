//! What people say that is not about a question: it is for the agent whose thread it is in.

use std::sync::Arc;

use sayso_relay::Said as Words;

use super::tell::Ear;
use super::{Surface, is_person, reply};
use crate::incoming::{Incoming, Person, Said};
use crate::keyed_queue::Lane;
use crate::talk::{Spot, heard};

impl Surface {
    /// In order for each thread.
    pub(super) async fn hear_all(self: Arc<Self>, spot: Spot) {
        while let Some(said) = self.heard.next(&spot) {
            Arc::clone(&self).hear(said).await;
        }
    }

    /// An agent does what it is told, so that `anyone` is anyone in the channel that is asked, and nobody
    /// who writes to the app elsewhere.
    async fn may_talk(&self, spot: &Spot, user: &str, beginner: Option<&str>) -> bool {
        let ask = self.routing.ask.as_str();
        let asked = Some(ask).filter(|ask| is_person(ask));
        let is_open = self.routing.answerers.anyone && spot.channel == ask;
        is_open || self.people.is_named(user, beginner.or(asked)).await
    }

    async fn hear(self: Arc<Self>, said: Said) {
        if said.thread.is_some() {
            // It may answer what is only just being posted.
            self.all_posted(&said.channel).await;
            if let Some(post) = reply::post_above(&self.posts, &said) {
                let id = post.interaction;
                if self.work.push(id, Incoming::Said(said)) == Lane::Yours {
                    self.work_through(id).await;
                }
                return;
            }
        }
        self.talk(said).await;
    }

    /// Whether it names the app. A mention in a channel comes twice, and only one of the two says that
    /// it is one.
    pub(super) fn is_named(&self, said: &Said) -> bool {
        let app = self.app.get();
        app.is_some_and(|app| said.text.contains(&format!("<@{app}>")))
    }

    /// Whether an agent is talked to there.
    pub(super) fn is_talk(&self, said: &Said) -> bool {
        let talks = self.talks.as_ref();
        talks.is_some_and(|talks| talks.beginner(&Spot::of(said)).is_some())
    }

    /// To the agent whose thread it is in.
    pub(super) async fn talk(&self, said: Said) {
        let Some(talks) = &self.talks else { return };
        let spot = Spot::of(&said);
        let beginner = talks.beginner(&spot);
        let addressed = said.addressed || self.is_named(&said);
        if beginner.is_none() && !addressed {
            return;
        }
        let texts = self.texts(None).await;
        let person = Person { id: said.user.clone(), name: None };
        let ear = Ear { person: &person, channel: &spot.channel, thread: Some(&spot.thread) };
        if !self.may_talk(&spot, &said.user, beginner.as_deref()).await {
            // Others may talk in the thread among themselves.
            if addressed {
                self.tell(&ear, &texts.say("slack-agent-stranger")).await;
            }
            return;
        }
        let text = heard(&said.text, self.app.get().map(String::as_str));
        if text.is_empty() {
            return self.tell(&ear, &texts.say("slack-agent-hello")).await;
        }
        let words = Words { actor: self.actor(&person).await, person: said.user.clone(), text };
        if let Err(error) = talks.said(spot.clone(), words, texts).await {
            let why = crate::text::escaped_line(&error.to_string(), 500);
            self.tell(&ear, &texts.say_with("slack-failed", [("why", why.into())])).await;
        }
    }
}
