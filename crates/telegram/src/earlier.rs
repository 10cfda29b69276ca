//! Leftovers of an earlier hub in the chat, or of one that was paired with another account.

use sayso_desk::{Desk, DeskError, Post, Posts};

use crate::beside::Place;
use crate::port::Telegram;

impl Telegram {
    /// Called before anything is posted or heard. Returns the messages that nobody needs any more.
    pub(crate) async fn take_up(&self, posts: &Posts, desk: &dyn Desk) -> Vec<Place> {
        let mut old = Vec::new();
        self.beside.load().await;
        for (place, id) in self.beside.open() {
            let ended = match desk.show(&id.into()).await {
                Ok(view) => !view.interaction.is_pending(),
                Err(error) => matches!(error, DeskError::NotFound { .. }),
            };
            if ended || !self.is_here(place.0) {
                self.beside.serve(place).await;
                old.push(place);
            }
        }
        for id in posts.interactions().into_iter().chain(posts.uncertain()) {
            let all = posts.of(id);
            let is_ours = |channel: &str| channel.parse().is_ok_and(|chat| self.is_here(chat));
            let begun = posts.begun(id);
            if all.iter().chain(&begun).all(|post| is_ours(&post.channel)) {
                for post in &all {
                    if let (Ok(message), Some(sent)) = (post.message.parse(), post.sent) {
                        self.dated(message, sent);
                    }
                }
                continue;
            }
            // Somebody else was asked, who may no longer answer: it is put to the account of now.
            tracing::info!(session_id = %id, "a question was put to another account; it is put again");
            let place =
                |post: &Post| Some((post.channel.parse().ok()?, post.message.parse().ok()?));
            old.extend(all.iter().filter_map(place));
            if let Err(error) = posts.remove(id, &posts.of(id)).await {
                tracing::error!(%error, session_id = %id, "a message is not forgotten");
            }
        }
        old
    }
}
