//! Slack as `sayso-chat` sees it.

use std::sync::{Arc, OnceLock};

use async_trait::async_trait;
use sayso_chat::{ChatError, Ear, Heard, Message, Owner, Pages, Place, Port, Turn, Window};
use sayso_core::Form;
use sayso_core::settings::Language;
use sayso_core::surface::Chat;
use sayso_desk::View;
use serde_json::json;

use crate::client::Client;
use crate::heard::heard;
use crate::text::escaped;
use crate::{blocks, limits, render};

pub(crate) struct Slack {
    client: Arc<Client>,
    /// Slack's id of the app's own user, once it is known.
    app: OnceLock<String>,
}

impl Slack {
    pub(crate) fn new(client: Arc<Client>) -> Slack {
        Slack { client, app: OnceLock::new() }
    }
}

#[async_trait]
impl Port for Slack {
    fn chat(&self) -> Chat {
        crate::CHAT
    }

    fn name(&self) -> &'static str {
        "Slack"
    }

    async fn introduce(&self) -> Result<(), ChatError> {
        let identity = self.client.auth_test().await?;
        tracing::info!(team = identity.team, bot = identity.bot, "Slack knows us");
        // Set once: this is not called again after it worked.
        let _ = self.app.set(identity.user_id);
        Ok(())
    }

    fn draw(&self, view: &View, language: Language) -> Vec<Message> {
        render::messages(view, language).iter().map(drawn).collect()
    }

    fn draw_words(&self, view: &View, language: Language) -> Message {
        drawn(&render::words(view, language))
    }

    fn draw_removed(&self, language: Language) -> Message {
        drawn(&render::removed(language))
    }

    fn draw_remark(&self, words: &str) -> Message {
        drawn(&blocks::Message::remark(&escaped(words, limits::CONTEXT)))
    }

    fn draw_turn(&self, turn: &Turn<'_>, most: usize) -> Pages {
        let (messages, left) = render::turn(turn, most);
        Pages { messages: messages.iter().map(drawn).collect(), left }
    }

    fn part_of(&self, form: &Form, question: usize) -> usize {
        render::part_of(form, question)
    }

    async fn open(&self, person: &str) -> Result<String, ChatError> {
        Ok(self.client.open_conversation(person).await?)
    }

    async fn post(
        &self,
        channel: &str,
        thread: Option<&str>,
        message: &Message,
        owner: Option<&Owner>,
    ) -> Result<String, ChatError> {
        Ok(self.client.post(channel, thread, &owned(message, owner).0).await?)
    }

    async fn edit(
        &self,
        channel: &str,
        id: &str,
        message: &Message,
        owner: Option<&Owner>,
    ) -> Result<(), ChatError> {
        Ok(self.client.update(channel, id, &owned(message, owner).0).await?)
    }

    async fn delete(&self, channel: &str, id: &str) -> Result<(), ChatError> {
        Ok(self.client.delete(channel, id).await?)
    }

    async fn hint(&self, ear: &Ear<'_>, words: &str) -> Result<(), ChatError> {
        let words = escaped(words, limits::SECTION);
        Ok(self.client.post_ephemeral(ear.channel, ear.person, ear.thread, &words).await?)
    }

    async fn open_window(
        &self,
        trigger: &str,
        view: &View,
        language: Language,
        window: &Window,
    ) -> Result<(), ChatError> {
        let sheet = render::Sheet::new(view, language);
        let modal = match window {
            Window::Field(asked) => render::modal(&sheet, asked),
            Window::Whole => render::reading(&sheet),
        };
        Ok(self.client.open_view(trigger, &modal).await?)
    }

    async fn upload(&self, place: &Place, name: &str, text: &str) -> Result<(), ChatError> {
        let thread = place.thread.as_deref().unwrap_or_default();
        Ok(self.client.upload(&place.channel, thread, name, text).await?)
    }

    async fn name_of(&self, person: &str) -> Result<String, ChatError> {
        Ok(self.client.user_name(person).await?)
    }

    async fn members(&self, group: &str) -> Result<Vec<String>, ChatError> {
        Ok(self.client.group_members(group).await?)
    }

    fn read(&self, text: &str) -> Heard {
        let app = self.app.get().map(String::as_str);
        let names_us = app.is_some_and(|app| text.contains(&format!("<@{app}>")));
        Heard { text: heard(text, app), names_us }
    }
}

fn drawn(message: &blocks::Message) -> Message {
    Message(serde_json::to_value(message).expect("plain data serialises"))
}

/// With what a program can read in a message and people do not see: whose question it shows.
fn owned(message: &Message, owner: Option<&Owner>) -> Message {
    let mut message = message.clone();
    if let Some(Owner { hub, question }) = owner {
        message.0["metadata"] = json!({
            "event_type": "sayso_question",
            "event_payload": { "hub": hub, "question": question },
        });
    }
    message
}
