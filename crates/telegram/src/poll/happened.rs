//! Taps and texts of the paired account, for the surface; strangers learn that they are not.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use sayso_chat::text::width;
use sayso_chat::{
    ChatText, Click, ClickAction, Incoming, Person, Typed, WindowContext, WindowReply,
};

use super::{Gone, Poll};
use crate::beside::{Awaited, Place, fields};
use crate::codes::Code;
use crate::updates::{BotUpdate, Update, Writer};

/// Texts that are remembered, to know whether a change is one.
const TEXTS: usize = 100;
/// A text of this width was probably cut there: Telegram takes 4,096.
const SPLIT: usize = 4_000;
/// Strangers that get an answer.
const STRANGERS: usize = 100;

/// What was written lately, by message.
#[derive(Default)]
pub(crate) struct Recent {
    order: VecDeque<i64>,
    texts: HashMap<i64, String>,
}

impl Poll {
    pub(super) async fn happened(&mut self, what: BotUpdate) -> Result<(), Gone> {
        match what {
            BotUpdate::Tap { query, from, message, data } => {
                self.tapped(query, &from, message, &data).await
            }
            BotUpdate::Text { from, text, .. } if !self.is_account(&from) => {
                self.refuse_stranger(&from, &text).await;
                Ok(())
            }
            // A sticker, a voice message, or what Telegram says of the chat.
            BotUpdate::Text { from, text, .. } if text.trim().is_empty() => {
                self.port.tell(from.chat, "chat-only-text").await;
                Ok(())
            }
            BotUpdate::Text { from, message, last, date, reply_to, text } => {
                self.port.dated(message, date);
                self.texts.note(message, &text);
                self.wrote(&from, (message, last), reply_to, text).await
            }
            BotUpdate::Edited { from, message, text } => {
                if self.is_account(&from) && self.texts.is_changed(message, &text) {
                    self.port.tell(from.chat, "chat-edited").await;
                }
                Ok(())
            }
            BotUpdate::Blocked { from, is_blocked } if self.is_account(&from) => {
                self.send(match is_blocked {
                    true => Incoming::Trouble("the person has blocked the bot".to_owned()),
                    false => Incoming::Connected { others: 0 },
                })
            }
            BotUpdate::Blocked { .. } | BotUpdate::Other => Ok(()),
        }
    }

    /// In their own chat with the bot: in a group others read along.
    fn is_account(&self, from: &Writer) -> bool {
        from.is_private && from.id == self.account.id && from.chat == self.account.id
    }

    /// A stranger learns once that they can't answer; nothing of what they write goes further.
    async fn refuse_stranger(&mut self, from: &Writer, text: &str) {
        let is_first = self.strangers.len() < STRANGERS && self.strangers.insert(from.id);
        if !from.is_private || !is_first {
            return;
        }
        match text.starts_with("/start") {
            true => self.port.tell(from.chat, "chat-not-paired").await,
            false => self.port.refuse_text(from.chat).await,
        }
    }

    /// Texts that belong together are one: those that Telegram's programs have split, and those for the
    /// same message beside a question.
    pub(super) fn joined(&self, updates: Vec<Update>) -> Vec<BotUpdate> {
        let mut all: Vec<BotUpdate> = Vec::new();
        let mut is_cut = false;
        for Update { what, .. } in updates {
            let goes_on = all.last().is_some_and(|before| self.goes_on(before, is_cut, &what));
            is_cut = is_begun(&what);
            match (all.last_mut(), what) {
                (
                    Some(BotUpdate::Text { text, last, .. }),
                    BotUpdate::Text { message, text: rest, .. },
                ) if goes_on => {
                    *text = format!("{text}\n{rest}");
                    *last = message;
                }
                (_, what) => all.push(what),
            }
        }
        all
    }

    fn goes_on(&self, before: &BotUpdate, is_cut: bool, after: &BotUpdate) -> bool {
        let BotUpdate::Text { from, message, reply_to, text, .. } = before else { return false };
        let BotUpdate::Text { from: by, message: next, reply_to: to, text: rest, .. } = after
        else {
            return false;
        };
        let is_text = |text: &str| !text.trim().is_empty() && !is_command(text);
        let is_alike =
            self.is_account(from) && self.is_account(by) && is_text(text) && is_text(rest);
        if !is_alike || (to.is_some() && to != reply_to) {
            return false;
        }
        let place = |message: i64, reply_to: Option<i64>| match self
            .awaiting(from.chat, message, reply_to)
        {
            Some(Awaited::By(place, _)) => Some(place),
            Some(Awaited::Taken) | None => None,
        };
        let first = place(*message, *reply_to);
        is_cut || (first.is_some() && first == place(*next, *to))
    }

    fn awaiting(&self, chat: i64, message: i64, reply_to: Option<i64>) -> Option<Awaited> {
        match reply_to {
            Some(to) => self.port.beside.awaiting_at((chat, to), message),
            None => self.port.beside.awaiting((chat, message)),
        }
    }

    async fn tapped(
        &self,
        query: String,
        from: &Writer,
        message: i64,
        data: &str,
    ) -> Result<(), Gone> {
        let place = (from.chat, message);
        // A stranger's tap does nothing but say so.
        if !self.is_account(from) {
            self.port.refuse_tap(&query).await;
            return Ok(());
        }
        self.port.tapped(from.chat, query.clone());
        let Some((code, hub)) = Code::read(data) else {
            tracing::warn!("a tap with data that is not ours");
            return Ok(());
        };
        let click = |id, wish, message: i64, sure| {
            Incoming::Click(Click {
                person: self.person(from),
                id,
                wish,
                channel: from.chat.to_string(),
                message: message.to_string(),
                thread: None,
                trigger: format!("{}/{message}", from.chat),
                // The name of another one is not known.
                hub: hub.as_ref().filter(|hub| **hub == self.port.hub).map(|_| self.hub.clone()),
                sure,
                key: format!("tap {query}"),
            })
        };
        match code {
            Code::Click(id, wish) => self.send(click(id, wish, message, None)),
            Code::Sure { id, action, about, seal } => {
                self.port.put_away(place).await;
                self.send(click(id, action, about, Some(seal)))
            }
            Code::Together(id, mark) => match self.port.lists.named(&mark) {
                Some(ids) => {
                    self.send(click(id, ClickAction::AllowTogether { ids }, message, None))
                }
                None => {
                    self.port.tell(from.chat, "chat-changed").await;
                    Ok(())
                }
            },
            Code::Back => {
                self.port.put_away(place).await;
                Ok(())
            }
            Code::Plainly => match self.port.beside.at(place) {
                Some(asked) => self.typed(query, from, (place, asked), Vec::new(), None),
                None => Ok(()),
            },
        }
    }

    /// A text is for what was asked beside a question, or for a question itself.
    async fn wrote(
        &self,
        from: &Writer,
        (message, last): (i64, i64),
        reply_to: Option<i64>,
        text: String,
    ) -> Result<(), Gone> {
        if is_command(&text) {
            self.port.tell(from.chat, "chat-paired").await;
            return Ok(());
        }
        let key = format!("said {} {message}", from.chat);
        match self.awaiting(from.chat, message, reply_to) {
            Some(Awaited::Taken) => return Ok(()),
            Some(Awaited::By(place, asked)) => {
                self.port.beside.takes(place, last).await;
                let fields = fields(&asked, &text);
                let unnamed = reply_to.is_none().then(|| place.1.to_string());
                return self.typed(key, from, (place, asked), fields, unnamed);
            }
            None => {}
        }
        self.send(Incoming::Said(ChatText {
            user: from.id.to_string(),
            channel: from.chat.to_string(),
            message: message.to_string(),
            thread: reply_to.map(|to| self.port.thread_of(to).to_string()),
            text,
            addressed: true,
            key,
        }))
    }

    /// What asked for it goes once it is stored, and stays if it was refused.
    fn typed(
        &self,
        key: String,
        from: &Writer,
        (place, asked): (Place, WindowContext),
        fields: Vec<(String, String)>,
        unnamed: Option<String>,
    ) -> Result<(), Gone> {
        let (verdict, outcome) = WindowReply::awaited();
        let (person, port) = (self.person(from), Arc::clone(&self.port));
        tokio::spawn(async move {
            if let Ok(Ok(())) = outcome.await {
                port.put_away(place).await;
            }
        });
        self.send(Incoming::Typed(Typed { person, asked, fields, verdict, unnamed, key }))
    }

    fn person(&self, from: &Writer) -> Person {
        let name = if from.name.is_empty() { &self.account.name } else { &from.name };
        Person { id: from.id.to_string(), name: Some(name.clone()) }
    }
}

/// Its rest may be on its way.
pub(super) fn is_begun(what: &BotUpdate) -> bool {
    matches!(what, BotUpdate::Text { text, .. } if width(text) >= SPLIT)
}

fn is_command(text: &str) -> bool {
    matches!(text.split_whitespace().next(), Some("/start" | "/help"))
}

impl Recent {
    fn note(&mut self, message: i64, text: &str) {
        self.order.push_back(message);
        self.texts.insert(message, text.to_owned());
        if self.order.len() > TEXTS
            && let Some(oldest) = self.order.pop_front()
        {
            self.texts.remove(&oldest);
        }
    }

    /// Telegram also reports changes that nobody sees.
    fn is_changed(&mut self, message: i64, text: &str) -> bool {
        let known = self.texts.get_mut(&message);
        known.is_some_and(|known| {
            let is_changed = known != text;
            text.clone_into(known);
            is_changed
        })
    }
}
