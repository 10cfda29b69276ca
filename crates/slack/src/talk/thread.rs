//! What an agent says, in a thread: edited in place at a rate that people can read, over as many
//! messages as it takes.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use async_trait::async_trait;
use sayso_desk::Conversations as Kept;
use sayso_locale::Texts;
use sayso_relay::{Conversation, Flow, Notice, Status};
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use super::spot::Spot;
use crate::blocks::{Block, Message};
use crate::client::{Client, Fault, SlackError};
use crate::limits;
use crate::mrkdwn::{mrkdwn, pieces};
use crate::text::{cut, escaped};

/// Between two edits of a text that is being written. Slack takes about one a second.
const RATE: Duration = Duration::from_secs(1);

/// Of one message. Three full ones leave room for the rest of it.
const SECTIONS: usize = 3;

/// Messages of one turn: about 80,000 characters. What is longer is a file.
const MOST: usize = 10;
/// New messages in a minute, over all turns: an agent that goes on and on does not fill the thread.
const A_MINUTE: usize = 20;
/// So much of a text is remembered while it is being written.
const BEGUN: usize = 20_000;
const MINUTE: Duration = Duration::from_secs(60);

pub(crate) struct Thread {
    client: Arc<Client>,
    kept: Arc<Kept>,
    spot: Spot,
    wanted: Mutex<Wanted>,
    shown: tokio::sync::Mutex<Shown>,
    /// When something was posted in the last minute.
    posted: Mutex<VecDeque<Instant>>,
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
    /// Its text, as long as it is not complete: another hub may have to show it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    begun: String,
    /// So much of its text is in files.
    #[serde(default)]
    filed: usize,
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
        let shown: Option<Shown> = remembered.and_then(|body| serde_json::from_str(body).ok());
        let shown = shown.unwrap_or_default();
        let wanted = Wanted {
            turn: shown.turn.filter(|_| !shown.begun.is_empty()),
            text: shown.begun.clone(),
            flow: Flow::Complete,
            status: Status::Idle,
            texts,
        };
        Arc::new_cyclic(|me| Thread {
            client,
            kept,
            spot,
            wanted: Mutex::new(wanted),
            shown: tokio::sync::Mutex::new(shown),
            posted: Mutex::default(),
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
        shown.begun = match shown.is_complete {
            true => String::new(),
            false => cut(&wanted.text, BEGUN),
        };
        // Before it stands there: whoever comes after us knows what it was.
        if !shown.begun.is_empty() {
            self.remember(&shown).await;
        }
        let pages = self.draw(&wanted, shown.messages.len() + self.room());
        let left = pages.left;
        let done = match self.bring_up_to_date(&mut shown, pages.messages).await {
            Ok(()) if left > 0 && wanted.flow == Flow::Complete => {
                self.file(&mut shown, &wanted).await
            }
            done => done,
        };
        match done {
            Ok(()) => {}
            Err(error @ (SlackError::Unreachable(_) | SlackError::Protocol { .. })) => {
                tracing::warn!(%error, thread = %self.spot, "not shown yet");
                self.show_soon();
            }
            Err(error) => {
                tracing::error!(%error, thread = %self.spot, "what the agent said is not shown");
            }
        }
        self.remember(&shown).await;
    }

    async fn remember(&self, shown: &Shown) {
        let body = serde_json::to_string(shown).expect("texts and numbers make valid JSON");
        if let Err(error) = self.kept.save(&self.spot.to_string(), &body).await {
            tracing::error!(%error, thread = %self.spot, "what is shown is not remembered");
        }
    }

    /// How many messages may be posted now.
    fn room(&self) -> usize {
        let mut posted = self.posted.lock().unwrap_or_else(PoisonError::into_inner);
        posted.retain(|at| at.elapsed() < MINUTE);
        A_MINUTE.saturating_sub(posted.len())
    }

    async fn post(&self, message: &Message) -> Result<String, SlackError> {
        let Spot { channel, thread } = &self.spot;
        let ts = self.client.post(channel, Some(thread), message).await?;
        self.posted.lock().unwrap_or_else(PoisonError::into_inner).push_back(Instant::now());
        Ok(ts)
    }

    /// What did not fit into messages, whole, as a file; what comes after it as another one.
    async fn file(&self, shown: &mut Shown, wanted: &Wanted) -> Result<(), SlackError> {
        let Some(text) = wanted.text.get(shown.filed..).filter(|text| !text.is_empty()) else {
            return Ok(());
        };
        let Spot { channel, thread } = &self.spot;
        let name = format!("answer-{}.md", shown.turn.unwrap_or_default() + 1);
        match self.client.upload(channel, thread, &name, text).await {
            Err(error @ (SlackError::Unreachable(_) | SlackError::Protocol { .. })) => {
                return Err(error);
            }
            Ok(()) => {}
            Err(error) => {
                tracing::error!(%error, thread = %self.spot, "a long text is not shown in full");
                let why = escaped(&error.to_string(), 500);
                let words = wanted.texts.say_with("slack-agent-cut", [("why", why.into())]);
                let cut = Message::new(&words, vec![Block::context(std::slice::from_ref(&words))]);
                self.post(&cut).await?;
            }
        }
        shown.filed = wanted.text.len();
        Ok(())
    }

    /// At most so many messages, and one at least.
    fn draw(&self, wanted: &Wanted, most: usize) -> Pages {
        let most = most.clamp(1, MOST);
        // What cannot be shown need not be looked at.
        let fits = wanted.text.floor_char_boundary(most * SECTIONS * limits::SECTION);
        let pieces = pieces(&mrkdwn(&wanted.text[..fits]), limits::SECTION);
        let shown = pieces.len().min(most * SECTIONS);
        let hidden: usize = pieces[shown..].iter().map(|piece| piece.chars().count()).sum();
        let left = hidden + wanted.text[fits..].chars().count();
        let mut pages: Vec<Vec<Block>> = pieces[..shown]
            .chunks(SECTIONS)
            .map(|page| page.iter().map(|section| Block::section(section)).collect())
            .collect();
        if let (Some(page), 1..) = (pages.last_mut(), left) {
            let words = wanted.texts.say_with("slack-agent-more", [("count", left.into())]);
            page.push(Block::context(&[words]));
        }
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
        let messages = pages.into_iter().map(|blocks| Message::new(&words, blocks)).collect();
        Pages { messages, left }
    }

    /// Edits what has changed, adds what is new, takes away what is too much.
    async fn bring_up_to_date(
        &self,
        shown: &mut Shown,
        messages: Vec<Message>,
    ) -> Result<(), SlackError> {
        let Spot { channel, .. } = &self.spot;
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
                        shown.messages[at] = self.post(message).await?;
                    }
                    done => done?,
                },
                (None, _) => {
                    shown.messages.push(self.post(message).await?);
                }
            }
            // In order: those before are known.
            shown.looks.truncate(at);
            shown.looks.push(look);
        }
        Ok(())
    }
}

/// A turn as messages.
struct Pages {
    messages: Vec<Message>,
    /// So many characters have no room in them.
    left: usize,
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
        if self.room() == 0 {
            return tracing::warn!(thread = %self.spot, ?notice, "too much is said here");
        }
        if let Err(error) = self.post(&message).await {
            tracing::warn!(%error, thread = %self.spot, "a notice is lost");
        }
    }
}

impl Wanted {
    fn is_over(&self) -> bool {
        self.flow == Flow::Complete
    }
}
