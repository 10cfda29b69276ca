//! What an agent says, in a thread: edited in place at a rate that people can read, over as many
//! messages as it takes.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use async_trait::async_trait;
use sayso_desk::Conversations as Kept;
use sayso_locale::Texts;
use sayso_relay::{Conversation, Flow, Notice, Status};
use serde::{Deserialize, Serialize};

use super::spot::Spot;
use crate::blocks::{Block, Message};
use crate::client::{Client, Fault, SlackError};
use crate::limits;
use crate::mrkdwn::{mrkdwn, pieces};
use crate::text::escaped;

/// Between two edits of a text that is being written. Slack takes about one a second.
const RATE: Duration = Duration::from_secs(1);

/// Of one message. Three full ones leave room for the rest of it.
const SECTIONS: usize = 3;

pub(crate) struct Thread {
    client: Arc<Client>,
    kept: Arc<Kept>,
    spot: Spot,
    wanted: Mutex<Wanted>,
    shown: tokio::sync::Mutex<Shown>,
    /// Somebody will show what is wanted.
    is_due: AtomicBool,
    me: Weak<Thread>,
}

/// What should stand there.
#[derive(Clone)]
struct Wanted {
    turn: Option<u64>,
    text: String,
    flow: Flow,
    status: Status,
    /// Our own words beside it.
    texts: &'static Texts,
}

/// What stands there. It is remembered, so that what a hub began the next one goes on with.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Shown {
    turn: Option<u64>,
    is_complete: bool,
    /// Messages of the turn, in order.
    messages: Vec<String>,
    /// What each of them shows.
    #[serde(skip)]
    looks: Vec<u64>,
}

impl Thread {
    /// Goes on where an earlier hub stopped.
    pub(crate) fn new(
        client: Arc<Client>,
        kept: Arc<Kept>,
        spot: Spot,
        texts: &'static Texts,
        remembered: Option<&str>,
    ) -> Arc<Thread> {
        let shown = remembered.and_then(|body| serde_json::from_str(body).ok());
        let wanted = Wanted {
            turn: None,
            text: String::new(),
            flow: Flow::Complete,
            status: Status::Idle,
            texts,
        };
        Arc::new_cyclic(|me| Thread {
            client,
            kept,
            spot,
            wanted: Mutex::new(wanted),
            shown: tokio::sync::Mutex::new(shown.unwrap_or_default()),
            is_due: AtomicBool::new(false),
            me: Weak::clone(me),
        })
    }

    /// From now on our own words are these.
    pub(crate) fn speak(&self, texts: &'static Texts) {
        self.want(|wanted| wanted.texts = texts);
    }

    fn want(&self, change: impl FnOnce(&mut Wanted)) {
        change(&mut self.wanted.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Once for all that comes in the meantime.
    fn show_soon(&self) {
        let Some(me) = self.me.upgrade() else { return };
        if !self.is_due.swap(true, Ordering::AcqRel) {
            tokio::spawn(async move {
                tokio::time::sleep(RATE).await;
                me.is_due.store(false, Ordering::Release);
                me.show().await;
            });
        }
    }

    async fn show(&self) {
        let mut shown = self.shown.lock().await;
        let wanted = self.wanted.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if shown.is_complete && wanted.turn != shown.turn {
            *shown = Shown::default();
        }
        shown.turn = wanted.turn.or(shown.turn);
        shown.is_complete = wanted.flow == Flow::Complete && wanted.status != Status::Working;
        match self.bring_up_to_date(&mut shown, self.draw(&wanted)).await {
            Ok(()) => {}
            Err(error @ (SlackError::Unreachable(_) | SlackError::Protocol { .. })) => {
                tracing::warn!(%error, thread = %self.spot, "not shown yet");
                self.show_soon();
            }
            Err(error) => {
                tracing::error!(%error, thread = %self.spot, "what the agent said is not shown");
            }
        }
        let body = serde_json::to_string(&*shown).expect("texts and numbers make valid JSON");
        if let Err(error) = self.kept.save(&self.spot.to_string(), &body).await {
            tracing::error!(%error, thread = %self.spot, "what is shown is not remembered");
        }
    }

    fn draw(&self, wanted: &Wanted) -> Vec<Message> {
        let mut pages: Vec<Vec<Block>> = pieces(&mrkdwn(&wanted.text), limits::SECTION)
            .chunks(SECTIONS)
            .map(|page| page.iter().map(|section| Block::section(section)).collect())
            .collect();
        if wanted.status == Status::Working {
            let working = Block::context(&[wanted.texts.say("slack-agent-works").into_owned()]);
            match pages.last_mut() {
                Some(page) => page.push(working),
                None => pages.push(vec![working]),
            }
        }
        let words = match wanted.text.trim() {
            "" => wanted.texts.say("slack-agent-works").into_owned(),
            text => escaped(text, 300),
        };
        pages.into_iter().map(|blocks| Message::new(&words, blocks)).collect()
    }

    /// Edits what has changed, adds what is new, takes away what is too much.
    async fn bring_up_to_date(
        &self,
        shown: &mut Shown,
        messages: Vec<Message>,
    ) -> Result<(), SlackError> {
        let Spot { channel, thread } = &self.spot;
        while shown.messages.len() > messages.len() {
            if let Some(surplus) = shown.messages.pop() {
                shown.looks.truncate(shown.messages.len());
                self.client.delete(channel, &surplus).await?;
            }
        }
        for (at, message) in messages.iter().enumerate() {
            let look = look(message);
            match (shown.messages.get(at), shown.looks.get(at)) {
                (Some(_), Some(old)) if *old == look => continue,
                (Some(ts), _) => match self.client.update(channel, ts, message).await {
                    // Somebody has deleted it.
                    Err(error) if error.fault() == Some(&Fault::Message) => {
                        shown.messages[at] =
                            self.client.post(channel, Some(thread), message).await?;
                    }
                    done => done?,
                },
                (None, _) => {
                    shown.messages.push(self.client.post(channel, Some(thread), message).await?);
                }
            }
            // In order: those before are known.
            shown.looks.truncate(at);
            shown.looks.push(look);
        }
        Ok(())
    }
}

fn look(message: &Message) -> u64 {
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(message).expect("plain data serialises").hash(&mut hasher);
    hasher.finish()
}

#[async_trait]
impl Conversation for Thread {
    /// Returns at once while it streams; what is complete stands there before the question that follows.
    async fn text(&self, turn: u64, text: &str, flow: Flow) {
        self.want(|wanted| {
            (wanted.turn, wanted.flow) = (Some(turn), flow);
            text.clone_into(&mut wanted.text);
        });
        match flow {
            Flow::Complete => self.show().await,
            Flow::Streaming => self.show_soon(),
        }
    }

    async fn status(&self, status: Status) {
        self.want(|wanted| {
            if status == Status::Working && wanted.status != Status::Working && wanted.is_over() {
                (wanted.turn, wanted.flow) = (None, Flow::Streaming);
                wanted.text.clear();
            }
            wanted.status = status;
        });
        self.show().await;
    }

    async fn notice(&self, notice: Notice) {
        let texts = self.wanted.lock().unwrap_or_else(PoisonError::into_inner).texts;
        let words = escaped(&notice.say(texts), 2_000);
        let message = Message::new(&words, vec![Block::context(std::slice::from_ref(&words))]);
        let Spot { channel, thread } = &self.spot;
        if let Err(error) = self.client.post(channel, Some(thread), &message).await {
            tracing::warn!(%error, thread = %self.spot, "a notice is lost");
        }
    }
}

impl Wanted {
    fn is_over(&self) -> bool {
        self.flow == Flow::Complete
    }
}
