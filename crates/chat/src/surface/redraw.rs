//! Editing messages in place. However often something changes meanwhile, one edit shows it.

use std::sync::Arc;

use sayso_core::InteractionId;
use sayso_core::settings::Language;
use sayso_desk::{DeskError, Post, PostFormat, View};

use super::{ChatSurface, found};
use crate::port::{ChatError, ChatMessage};

/// What is left to do after all messages were brought up to date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rest {
    Nothing,
    /// Some are gone.
    Missing,
}

impl ChatSurface {
    /// Works through the lane of this interaction: looks, draws, sends, until nothing has changed.
    pub(super) async fn bring_up_to_date(self: Arc<Self>, id: InteractionId) {
        let mut pause = self.timing.retry;
        while self.shown.is_left_to_draw(id) {
            let rest = loop {
                match self.try_to_redraw(id).await {
                    Ok(rest) => break rest,
                    Err(error) => {
                        tracing::warn!(%error, session_id = %id, "a message is not up to date; trying again");
                    }
                }
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(self.timing.longest_retry);
            };
            pause = self.timing.retry;
            if rest == Rest::Missing {
                Arc::clone(&self).repost(id).await;
            }
        }
    }

    /// `Err` only for what may pass.
    async fn try_to_redraw(&self, id: InteractionId) -> Result<Rest, ChatError> {
        let posts = self.posts.of(id);
        let unreachable = |error: DeskError| ChatError::Unreachable(error.to_string());
        let view = found(self.desk.show(&id.into()).await).map_err(unreachable)?;
        let language = self.language(view.as_ref().map(|view| &view.interaction)).await;
        let ended = view.as_ref().is_none_or(|view| !view.interaction.is_pending());
        if ended {
            self.port.close_windows(id).await;
        }
        let (mut rest, mut is_barred) = (Rest::Nothing, false);
        for post in &posts {
            let message = match &view {
                Some(view) => self.drawn(view, post, language),
                None => self.port.draw_removed(language),
            };
            match self.send(post, &message, view.as_ref(), language).await {
                Err(ChatError::Gone(_)) if !ended => {
                    self.lost(post).await;
                    rest = Rest::Missing;
                }
                Err(error @ ChatError::Unreachable(_)) => return Err(error),
                Err(error @ ChatError::Barred(_)) => {
                    tracing::warn!(%error, session_id = %id, "a message is not up to date");
                    self.shown.is_barred(id);
                    is_barred = true;
                }
                // It is no longer ours, or cannot be changed: there is nothing to bring up to date.
                Err(error) => {
                    tracing::warn!(%error, session_id = %id, "a message stays as it is");
                    self.shown.note(post, &message);
                }
                Ok(()) => self.shown.note(post, &message),
            }
        }
        // Still being posted: the rest comes, and then this again.
        let posting = self.posting.has(id);
        if ended && !posting && !is_barred {
            // One that became known during the edits above gets its end after this.
            self.posts.remove(id, &posts).await.map_err(unreachable)?;
            self.shown.forget(id);
        }
        Ok(rest)
    }

    async fn send(
        &self,
        post: &Post,
        message: &ChatMessage,
        view: Option<&View>,
        language: Language,
    ) -> Result<(), ChatError> {
        if !self.shown.is_news(post, message) {
            return Ok(());
        }
        let owner = self.owner(post.interaction, post.part);
        match self.port.edit(&post.channel, &post.message, message, Some(&owner)).await {
            Err(error @ ChatError::Drawing(_)) if post.look == PostFormat::Drawn => {
                tracing::warn!(%error, session_id = %post.interaction, "shown as text instead");
                let post = Post { look: PostFormat::Text, ..post.clone() };
                if let Some(view) = view {
                    let words = self.port.draw_words(view, language);
                    self.port.edit(&post.channel, &post.message, &words, None).await?;
                }
                if let Err(error) = self.posts.save(post).await {
                    tracing::error!(%error, "how a message looks is not noted");
                }
            }
            done => return done,
        }
        Ok(())
    }

    /// As it looks now.
    pub(super) fn draw(&self, view: &View, language: Language) -> Vec<ChatMessage> {
        self.port.draw(view, &self.together.beside(view.interaction.id), language)
    }

    fn drawn(&self, view: &View, post: &Post, language: Language) -> ChatMessage {
        let part = usize::try_from(post.part).unwrap_or(usize::MAX);
        let mut messages = match post.look {
            PostFormat::Text => Vec::new(),
            PostFormat::Drawn => self.draw(view, language),
        };
        match part < messages.len() {
            true => messages.swap_remove(part),
            false => self.port.draw_words(view, language),
        }
    }
}
