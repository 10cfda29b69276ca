//! Telegram as `sayso-chat` sees it.

mod lists;
mod remarks;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use sayso_chat::{
    AgentTurn, AlsoWaiting, ChatError, ChatMessage, Heard, Owner, Pages, Port, Recipient, Window,
};
use sayso_core::InteractionId;
use sayso_core::settings::Language;
use sayso_core::surface::Chat;
use sayso_desk::{Conversations, View};
use sayso_locale::Texts;
use serde_json::{Value, json};

use crate::account::Account;
use crate::beside::{Aside, Beside, Place};
use crate::client::BotApi;
use crate::codes::HubTag;
use crate::render::{self, Drawn};
use lists::Lists;

/// Words on a tap; more is a message.
const ALERT: usize = 200;
/// Messages whose time is known.
const DATES: usize = 4_096;

pub(crate) struct Telegram {
    api: Arc<BotApi>,
    account: Account,
    pub(crate) hub: HubTag,
    pub(crate) beside: Beside,
    pub(crate) lists: Lists,
    /// Taps that wait for an answer, by chat.
    taps: Mutex<HashMap<i64, Vec<String>>>,
    /// When messages were sent, and in which thread an agent's are.
    sent: Mutex<BTreeMap<i64, i64>>,
    threads: Mutex<BTreeMap<i64, i64>>,
    /// Taps before this may be lost.
    missed: Mutex<Option<Timestamp>>,
    /// For our own words: what was drawn last.
    language: Mutex<Language>,
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

fn number(id: &str) -> Result<i64, ChatError> {
    id.parse().map_err(|_| ChatError::Refused(format!("`{id}` is no id of Telegram")))
}

/// The newest are kept.
fn keep(map: &Mutex<BTreeMap<i64, i64>>, key: i64, value: i64) {
    let mut map = lock(map);
    map.insert(key, value);
    if map.len() > DATES {
        map.pop_first();
    }
}

impl Telegram {
    pub(crate) fn new(
        api: Arc<BotApi>,
        account: Account,
        hub: &str,
        memory: &Conversations,
    ) -> Telegram {
        Telegram {
            api,
            account,
            hub: HubTag::of(hub),
            beside: Beside::new(memory),
            lists: Lists::default(),
            taps: Mutex::default(),
            sent: Mutex::default(),
            threads: Mutex::default(),
            missed: Mutex::default(),
            language: Mutex::default(),
        }
    }

    /// In the chat with the paired account.
    pub(crate) fn is_here(&self, chat: i64) -> bool {
        chat == self.account.id
    }

    pub(crate) fn dated(&self, message: i64, date: i64) {
        keep(&self.sent, message, date);
    }

    /// A remark is about another message, an agent's words about what people had said.
    pub(crate) fn thread_of(&self, message: i64) -> i64 {
        lock(&self.threads).get(&message).copied().unwrap_or(message)
    }

    pub(crate) fn was_away(&self, until: Timestamp) {
        *lock(&self.missed) = Some(until);
    }

    /// A message beside a question has served.
    pub(crate) async fn put_away(&self, place: Place) {
        if self.beside.serve(place).await {
            self.take_away(place).await;
        }
    }

    /// A message that nobody needs any more.
    pub(crate) async fn take_away(&self, (chat, message): Place) {
        if let Err(error) = self.api.delete(chat, message).await {
            tracing::debug!(%error, "a message stays");
        }
    }

    fn texts(&self) -> &'static Texts {
        Texts::of(*lock(&self.language))
    }

    async fn send(
        &self,
        channel: &str,
        thread: Option<&str>,
        mut drawn: Value,
    ) -> Result<i64, ChatError> {
        let chat = number(channel)?;
        // An agent that an earlier account had talked to may still ask there.
        if !self.is_here(chat) {
            return Err(ChatError::Refused("that chat is not the paired account's".to_owned()));
        }
        if let Some(thread) = thread.and_then(|thread| thread.parse::<i64>().ok()) {
            drawn["reply_parameters"] =
                json!({ "message_id": thread, "allow_sending_without_reply": true });
        }
        let (message, date) = self.api.send(chat, drawn).await?;
        self.dated(message, date);
        Ok(message)
    }

    /// About the message above: a reply to the one is a reply to the other.
    async fn send_below(
        &self,
        channel: &str,
        thread: Option<&str>,
        drawn: Value,
    ) -> Result<i64, ChatError> {
        let id = self.send(channel, thread, drawn).await?;
        if let Some(thread) = thread.and_then(|thread| thread.parse().ok()) {
            keep(&self.threads, id, thread);
        }
        Ok(id)
    }
}

#[async_trait]
impl Port for Telegram {
    fn chat(&self) -> Chat {
        crate::CHAT
    }

    fn name(&self) -> &'static str {
        "Telegram"
    }

    fn has_threads(&self) -> bool {
        false
    }

    /// What is not confirmed comes again.
    fn delivers_again(&self) -> bool {
        true
    }

    fn asks_to_confirm(&self) -> bool {
        false
    }

    async fn introduce(&self) -> Result<(), ChatError> {
        let me = self.api.get_me().await?;
        tracing::info!(bot = me.username, "Telegram knows us");
        Ok(())
    }

    fn draw(&self, view: &View, beside: &AlsoWaiting, language: Language) -> Vec<ChatMessage> {
        *lock(&self.language) = language;
        self.lists.note(&beside.allowed);
        let missed = *lock(&self.missed);
        vec![ChatMessage(render::message(view, beside, language, &self.hub, missed).as_json())]
    }

    fn draw_words(&self, view: &View, language: Language) -> ChatMessage {
        ChatMessage(
            render::message(view, &AlsoWaiting::default(), language, &self.hub, None).as_words(),
        )
    }

    fn draw_removed(&self, language: Language) -> ChatMessage {
        ChatMessage(Drawn::plain(&Texts::of(language).say("chat-removed")).as_json())
    }

    fn draw_remark(&self, words: &str) -> ChatMessage {
        ChatMessage(Drawn::plain(words).as_json())
    }

    fn draw_turn(&self, turn: &AgentTurn<'_>, most: usize) -> Pages {
        let (pages, left) = render::turn(turn, most);
        Pages { messages: pages.iter().map(|page| ChatMessage(page.as_json())).collect(), left }
    }

    /// The private chat has the number of the person.
    async fn open(&self, person: &str) -> Result<String, ChatError> {
        Ok(person.to_owned())
    }

    async fn post(
        &self,
        channel: &str,
        thread: Option<&str>,
        message: &ChatMessage,
        owner: Option<&Owner>,
    ) -> Result<String, ChatError> {
        let message = message.0.clone();
        let id = match owner {
            Some(_) => self.send(channel, thread, message).await?,
            None => self.send_below(channel, thread, message).await?,
        };
        Ok(id.to_string())
    }

    async fn edit(
        &self,
        channel: &str,
        id: &str,
        message: &ChatMessage,
        _: Option<&Owner>,
    ) -> Result<(), ChatError> {
        Ok(self.api.edit(number(channel)?, number(id)?, message.0.clone()).await?)
    }

    async fn delete(&self, channel: &str, id: &str) -> Result<(), ChatError> {
        Ok(self.api.delete(number(channel)?, number(id)?).await?)
    }

    /// On the tap itself if there was one, else as a message.
    async fn hint(&self, recipient: &Recipient<'_>, words: &str) -> Result<(), ChatError> {
        let chat = number(recipient.channel)?;
        if words.encode_utf16().count() <= ALERT {
            let tap = lock(&self.taps).get_mut(&chat).and_then(Vec::pop);
            if let Some(query) = tap
                && self.answer(&query, Some(words)).await
            {
                return Ok(());
            }
        }
        let mut words = Drawn::plain(words).as_json();
        // It follows what they have just done: no sound.
        words["disable_notification"] = json!(true);
        self.send_below(recipient.channel, recipient.thread, words).await?;
        Ok(())
    }

    async fn open_window(
        &self,
        trigger: &str,
        view: &View,
        language: Language,
        window: &Window,
    ) -> Result<(), ChatError> {
        let (channel, message) = trigger.split_once('/').unwrap_or_default();
        let (id, chat, about) = (view.interaction.id, number(channel)?, number(message)?);
        if let Window::Whole = window {
            for page in render::whole(view, language) {
                self.send_below(channel, Some(message), page.as_json()).await?;
            }
            return Ok(());
        }
        // One at a time: two would leave open to which a text belongs.
        self.close_windows(id).await;
        let (drawn, asked) = match window {
            Window::Field(asked) => {
                (render::field(view, language, &self.hub, asked), Some(asked.clone()))
            }
            Window::Confirm { action, seal } => {
                (render::confirm(view, language, &self.hub, (action, *seal), about), None)
            }
            Window::Whole => unreachable!("shown above"),
        };
        let place = self.send(channel, Some(message), drawn.as_json()).await?;
        self.beside.add((chat, place), Aside::new(id, asked)).await;
        Ok(())
    }

    async fn close_windows(&self, question: InteractionId) {
        for (place, of) in self.beside.open() {
            if of == question {
                self.put_away(place).await;
            }
        }
    }

    fn sent_at(&self, message: &str) -> Option<i64> {
        lock(&self.sent).get(&message.parse().ok()?).copied()
    }

    async fn name_of(&self, person: &str) -> Result<String, ChatError> {
        match person == self.account.id.to_string() {
            true => Ok(self.account.name.clone()),
            false => Ok(person.to_owned()),
        }
    }

    /// By the time of both, if it is known; numbers count up.
    fn sent_after(&self, message: &str, earlier: &str) -> Duration {
        let (Ok(message), Ok(earlier)) = (number(message), number(earlier)) else {
            return Duration::ZERO;
        };
        let sent = lock(&self.sent);
        match (sent.get(&message), sent.get(&earlier)) {
            (Some(late), Some(early)) => {
                Duration::from_secs(u64::try_from(late - early).unwrap_or_default())
            }
            _ if message > earlier => Duration::MAX,
            _ => Duration::ZERO,
        }
    }

    /// Nobody else is there: everything is meant for us.
    fn read(&self, text: &str) -> Heard {
        Heard { text: text.trim().to_owned(), names_us: true }
    }
}
