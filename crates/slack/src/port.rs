//! Slack as `sayso-chat` sees it.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use async_trait::async_trait;
use sayso_chat::{
    AgentTurn, AlsoWaiting, ChatError, ChatMessage, Heard, Owner, Pages, Port, PostTarget,
    Recipient, Window,
};
use sayso_core::Form;
use sayso_core::settings::Language;
use sayso_core::surface::Chat;
use sayso_desk::View;
use serde_json::{Value, json};

use crate::client::{Client, SlackFault, field, said};
use crate::heard::heard;
use crate::{blocks, limits, render};
use sayso_chat::text::escaped;

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

    fn draw(&self, view: &View, beside: &AlsoWaiting, language: Language) -> Vec<ChatMessage> {
        render::messages(view, beside, language).iter().map(drawn).collect()
    }

    fn draw_words(&self, view: &View, language: Language) -> ChatMessage {
        drawn(&render::words(view, language))
    }

    fn draw_removed(&self, language: Language) -> ChatMessage {
        drawn(&render::removed(language))
    }

    fn draw_remark(&self, words: &str) -> ChatMessage {
        drawn(&blocks::SlackMessage::remark(&escaped(words, limits::CONTEXT)))
    }

    fn draw_turn(&self, turn: &AgentTurn<'_>, most: usize) -> Pages {
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
        message: &ChatMessage,
        owner: Option<&Owner>,
    ) -> Result<String, ChatError> {
        Ok(self.client.post(channel, thread, &owned(message, owner).0).await?)
    }

    /// Page by page: a thread comes with its oldest messages first, and a channel may have had many since.
    async fn find(
        &self,
        channel: &str,
        thread: Option<&str>,
        owner: &Owner,
    ) -> Result<Option<String>, ChatError> {
        let method =
            if thread.is_some() { "conversations.replies" } else { "conversations.history" };
        // Another hub may have posted it, and ended: its name doesn't matter.
        let Value::Object(wanted) = &metadata(owner)["event_payload"] else { return Ok(None) };
        let is_it = |message: &&Value| {
            let payload = &message["metadata"]["event_payload"];
            ["question", "part"].iter().all(|name| payload[name] == wanted[*name])
        };
        let mut cursor = String::new();
        for _ in 0..PAGES {
            let mut arguments =
                vec![("channel", channel), ("limit", PAGE), ("include_all_metadata", "true")];
            arguments.extend(thread.map(|thread| ("ts", thread)));
            if !cursor.is_empty() {
                arguments.push(("cursor", &cursor));
            }
            let body = self.client.form(method, &arguments).await?;
            let ours = body["messages"].as_array().into_iter().flatten().find(is_it);
            if let Some(ts) = ours.and_then(|message| message["ts"].as_str()) {
                return Ok(Some(ts.to_owned()));
            }
            match body["response_metadata"]["next_cursor"].as_str() {
                Some(next) if !next.is_empty() => cursor = next.to_owned(),
                _ => break,
            }
        }
        Ok(None)
    }

    async fn edit(
        &self,
        channel: &str,
        id: &str,
        message: &ChatMessage,
        owner: Option<&Owner>,
    ) -> Result<(), ChatError> {
        let mut arguments = said(&owned(message, owner).0);
        arguments["ts"] = json!(id);
        Ok(self.client.change("chat.update", channel, arguments).await.map(drop)?)
    }

    async fn delete(&self, channel: &str, id: &str) -> Result<(), ChatError> {
        match self.client.change("chat.delete", channel, json!({ "ts": id })).await {
            Err(error)
                if matches!(
                    error.fault(),
                    Some(SlackFault::Message | SlackFault::Unchangeable)
                ) =>
            {
                Ok(())
            }
            done => Ok(done.map(drop)?),
        }
    }

    async fn hint(&self, recipient: &Recipient<'_>, words: &str) -> Result<(), ChatError> {
        let mut arguments =
            json!({ "user": recipient.person, "text": escaped(words, limits::SECTION) });
        if let Some(thread) = recipient.thread {
            arguments["thread_ts"] = json!(thread);
        }
        Ok(self
            .client
            .change("chat.postEphemeral", recipient.channel, arguments)
            .await
            .map(drop)?)
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
            // A button with its own dialog asks there.
            Window::Confirm { .. } => return Err(ChatError::Refused("the button asks".to_owned())),
        };
        // The trigger of a click works once, for three seconds: nothing is waited for.
        let arguments = json!({ "trigger_id": trigger, "view": modal });
        Ok(self.client.json("views.open", &arguments).await.map(drop)?)
    }

    async fn upload(&self, place: &PostTarget, name: &str, text: &str) -> Result<(), ChatError> {
        let thread = place.thread.as_deref().unwrap_or_default();
        Ok(self.client.upload(&place.channel, thread, name, text).await?)
    }

    async fn name_of(&self, person: &str) -> Result<String, ChatError> {
        const METHOD: &str = "users.info";
        let body = self.client.form(METHOD, &[("user", person)]).await?;
        Ok(field(METHOD, &body, &["user", "name"])?)
    }

    async fn members(&self, group: &str) -> Result<Vec<String>, ChatError> {
        let body = self.client.form("usergroups.users.list", &[("usergroup", group)]).await?;
        let users = body["users"].as_array().into_iter().flatten();
        Ok(users.filter_map(Value::as_str).map(str::to_owned).collect())
    }

    /// Slack names a message by the time at which it came.
    fn sent_after(&self, message: &str, earlier: &str) -> Duration {
        let at = |ts: &str| ts.parse::<f64>().unwrap_or_default();
        Duration::try_from_secs_f64(at(message) - at(earlier)).unwrap_or_default()
    }

    fn read(&self, text: &str) -> Heard {
        let app = self.app.get().map(String::as_str);
        let names_us = app.is_some_and(|app| text.contains(&format!("<@{app}>")));
        Heard { text: heard(text, app), names_us }
    }
}

fn drawn(message: &blocks::SlackMessage) -> ChatMessage {
    ChatMessage(serde_json::to_value(message).expect("plain data serialises"))
}

/// With what a program can read in a message and people do not see: whose question it shows.
fn owned(message: &ChatMessage, owner: Option<&Owner>) -> ChatMessage {
    let mut message = message.clone();
    if let Some(owner) = owner {
        message.0["metadata"] = metadata(owner);
    }
    message
}

/// What Slack calls the metadata of our messages.
pub(crate) const QUESTION: &str = "sayso_question";

fn metadata(Owner { hub, question, part }: &Owner) -> Value {
    json!({
        "event_type": QUESTION,
        "event_payload": { "hub": hub, "question": question, "part": part },
    })
}

/// How many messages are looked through at once for one that may have arrived, and how often.
const PAGE: &str = "200";
const PAGES: usize = 10;
