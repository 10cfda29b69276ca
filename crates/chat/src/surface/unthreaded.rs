//! Words in a chat without threads: everything written there is meant for us, and answers the one
//! question that is open (SL-9), if it was written after its message.

use std::time::Duration;

use sayso_core::InteractionId;
use sayso_desk::Post;

use super::{ChatSurface, Unstored, found};
use crate::incoming::{ChatText, Incoming};
use crate::keyed_queue::Lane;
use crate::port::Recipient;
use crate::words;

/// Who writes sooner has not read the question.
pub(super) const READ: Duration = Duration::from_secs(2);

impl ChatSurface {
    pub(super) async fn said_openly(
        self: std::sync::Arc<Self>,
        said: ChatText,
    ) -> Result<(), Unstored> {
        // It may answer what is only just being posted.
        self.all_posted(&said.channel).await;
        let open = self.open_here(&said.channel).await?;
        self.said_among(said, &open).await;
        Ok(())
    }

    async fn said_among(
        self: std::sync::Arc<Self>,
        said: ChatText,
        open: &[(InteractionId, Post)],
    ) {
        let (user, channel) = (said.user.clone(), said.channel.clone());
        let recipient = Recipient { person: &user, channel: &channel, thread: None };
        let texts = self.texts(None).await;
        let is_ours = self.people.is_named(&said.user, self.routing.ask.person()).await;
        if !is_ours && self.left.is_none() {
            return self.tell(&recipient, &texts.say("chat-stranger")).await;
        }
        let (id, post) = match open {
            _ if said.thread.is_some() && self.left.is_some() => return self.talk(said).await,
            // Below another message, it is about that one.
            _ if said.thread.is_some() => {
                return self.tell(&recipient, &texts.say("chat-not-waiting")).await;
            }
            [] if self.left.is_some() => return self.talk(said).await,
            [] => return self.tell(&recipient, &texts.say("nothing-waiting")).await,
            [only] if !self.may_be_late(&said) => only.clone(),
            _ => return self.tell(&recipient, &texts.say("chat-which-question")).await,
        };
        if self.left.is_some() && !self.is_exact(id, &said.text).await {
            return self.talk(said).await;
        }
        if self.port.sent_after(&said.message, &post.message) < READ {
            return self.tell(&recipient, &texts.say("chat-too-early")).await;
        }
        let said = Incoming::Said(ChatText { thread: Some(post.message), ..said });
        if self.inbox.work.push(id, said) == Lane::Yours {
            self.work_through(id).await;
        }
    }

    /// The questions that wait in a channel, each with its first message.
    pub(super) async fn open_here(
        &self,
        channel: &str,
    ) -> Result<Vec<(InteractionId, Post)>, Unstored> {
        let mut open = Vec::new();
        for id in self.posts.interactions() {
            let posts = self.posts.of(id).into_iter();
            let Some(post) = posts.into_iter().find(|post| post.channel == channel) else {
                continue;
            };
            match found(self.desk.show(&id.into()).await) {
                Ok(Some(view)) if view.interaction.is_pending() => open.push((id, post)),
                Err(error) if self.is_unstored(&error) => return Err(Unstored),
                Ok(_) | Err(_) => {}
            }
        }
        Ok(open)
    }

    /// Whether another question that waits here came after this message.
    pub(super) async fn is_newer_open(
        &self,
        id: InteractionId,
        channel: &str,
        message: &str,
    ) -> Result<bool, Unstored> {
        let open = self.open_here(channel).await?;
        let is_newer = |post: &Post| !self.port.sent_after(&post.message, message).is_zero();
        Ok(open.iter().any(|(other, post)| *other != id && is_newer(post)))
    }

    async fn is_exact(&self, id: InteractionId, text: &str) -> bool {
        let text = self.port.read(text).text;
        let view = self.desk.show(&id.into()).await;
        view.is_ok_and(|view| words::exact(&view.interaction.form, &text).is_some())
    }
}
