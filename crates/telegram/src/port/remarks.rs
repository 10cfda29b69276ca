//! Our own words to somebody, on a tap or as a message.

use serde_json::json;

use super::{Telegram, lock};
use crate::render::Drawn;

impl Telegram {
    pub(crate) fn tapped(&self, chat: i64, query: String) {
        lock(&self.taps).entry(chat).or_default().push(query);
    }

    /// Those that got no words get none.
    pub(crate) async fn answer_taps(&self) {
        let waiting = std::mem::take(&mut *lock(&self.taps));
        for query in waiting.into_values().flatten() {
            self.answer(&query, None).await;
        }
    }

    /// It is not theirs to tap on.
    pub(crate) async fn refuse_tap(&self, query: &str) {
        self.answer(query, Some(&self.texts().say("chat-stranger"))).await;
    }

    pub(super) async fn answer(&self, query: &str, words: Option<&str>) -> bool {
        let answered = self.api.answer_tap(query, words).await;
        // One that is too old counts all the same.
        answered.inspect_err(|error| tracing::debug!(%error, "a tap is not answered")).is_ok()
    }

    /// Our own words, which have no part in a question.
    pub(crate) async fn tell(&self, chat: i64, key: &str) {
        let words = self.texts().say_with(key, [("chat", crate::CHAT.id.to_string().into())]);
        if let Err(error) = self.api.send(chat, json!({ "text": words })).await {
            tracing::warn!(%error, "a remark was not shown");
        }
    }

    /// Without a sound: it follows what they have just done.
    pub(crate) async fn refuse_text(&self, chat: i64) {
        let mut words = Drawn::plain(&self.texts().say("chat-stranger")).as_json();
        words["disable_notification"] = json!(true);
        if let Err(error) = self.api.send(chat, words).await {
            tracing::debug!(%error, "a stranger is not told");
        }
    }
}
