//! Editing messages in place. However often something changes meanwhile, one edit shows it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, PoisonError};

use sayso_core::InteractionId;
use sayso_desk::{DeskError, Look, Post, View};

use super::{Surface, found};
use crate::blocks::Message;
use crate::client::{Fault, SlackError};
use crate::render;

impl Surface {
    /// Works through the lane of this interaction: looks, draws, sends, until nothing has changed.
    pub(super) async fn bring_up_to_date(self: Arc<Self>, id: InteractionId) {
        let mut pause = self.timing.retry;
        while self.stale.all(&id).is_some() {
            while let Err(error) = self.try_to_redraw(id).await {
                tracing::warn!(%error, session_id = %id, "a message is not up to date; trying again");
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(self.timing.longest_retry);
            }
            pause = self.timing.retry;
        }
    }

    /// `Err` only for what may pass.
    async fn try_to_redraw(&self, id: InteractionId) -> Result<(), SlackError> {
        let posts = self.posts.of(id);
        let unreachable = |error: DeskError| SlackError::Unreachable(error.to_string());
        let view = found(self.desk.show(&id.into()).await).map_err(unreachable)?;
        let language = self.language(view.as_ref().map(|view| &view.interaction)).await;
        for post in &posts {
            let message = match &view {
                Some(view) => drawn(view, post, language),
                None => render::removed(language),
            };
            self.send(post, &message, view.as_ref(), language).await?;
        }
        let ended = view.is_none_or(|view| !view.interaction.is_pending());
        // Still being posted: the rest comes, and then this again.
        let posting = self.posting.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&id);
        if ended && !posting {
            self.posts.remove(id).await.map_err(unreachable)?;
            let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
            shown.retain(|(of, _), _| *of != id);
            let mut hinted = self.hinted.lock().unwrap_or_else(PoisonError::into_inner);
            hinted.retain(|(of, _)| *of != id);
        }
        Ok(())
    }

    async fn send(
        &self,
        post: &Post,
        message: &Message,
        view: Option<&View>,
        language: sayso_core::settings::Language,
    ) -> Result<(), SlackError> {
        if !self.is_news(post, message) {
            return Ok(());
        }
        let owned = message.owned(&self.hub, post.interaction);
        match self.client.update(&post.channel, &post.message, &owned).await {
            Ok(()) => {}
            Err(error @ (SlackError::Unreachable(_) | SlackError::Protocol { .. })) => {
                return Err(error);
            }
            Err(error) if error.fault() == Some(&Fault::Blocks) && post.look == Look::Blocks => {
                tracing::warn!(%error, session_id = %post.interaction, "shown as text instead");
                let post = Post { look: Look::Text, ..post.clone() };
                if let Some(view) = view {
                    let words = render::words(view, language);
                    self.client.update(&post.channel, &post.message, &words).await?;
                }
                if let Err(error) = self.posts.save(post).await {
                    tracing::error!(%error, "how a message looks is not noted");
                }
            }
            // Deleted by somebody, or no longer ours: there is nothing to bring up to date.
            Err(error) => {
                tracing::warn!(%error, session_id = %post.interaction, "a message stays as it is");
            }
        }
        self.note_shown(post.interaction, post.part, message);
        Ok(())
    }

    fn is_news(&self, post: &Post, message: &Message) -> bool {
        let shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.get(&(post.interaction, post.part)) != Some(&hash(message))
    }

    pub(super) fn note_shown(&self, id: InteractionId, part: u32, message: &Message) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.insert((id, part), hash(message));
    }
}

fn drawn(view: &View, post: &Post, language: sayso_core::settings::Language) -> Message {
    match post.look {
        Look::Text => render::words(view, language),
        Look::Blocks => {
            let part = usize::try_from(post.part).unwrap_or(usize::MAX);
            let mut messages = render::messages(view, language);
            match part < messages.len() {
                true => messages.swap_remove(part),
                false => render::words(view, language),
            }
        }
    }
}

fn hash(message: &Message) -> u64 {
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(message).expect("plain data serialises").hash(&mut hasher);
    hasher.finish()
}
