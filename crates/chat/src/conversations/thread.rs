//! An agent's words in a thread: edited in place at a rate that people can read, over as many
//! messages as it takes.

#![expect(clippy::disallowed_methods, reason = "the timer of a connection or a process")]

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use async_trait::async_trait;
use sayso_core::text::cut;
use sayso_desk::Conversations;
use sayso_locale::Texts;
use sayso_relay::{AgentStatus, Flow, Notice, Piece, Venue};
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use super::thread_key::ThreadKey;
use crate::port::{AgentTurn, ChatError, ChatMessage, Port, PostTarget};
use crate::surface::Timing;

/// Messages of one turn: about 80,000 characters. What is longer is a file.
const MOST: usize = 10;
/// Text of one turn in bytes, with what goes into a file: an agent that never stops has to stop here.
const LONGEST: usize = 16 * 1024 * 1024;
/// New messages in a minute, over all turns: an agent that goes on and on does not fill the thread.
const A_MINUTE: usize = 20;
/// This much of a text is remembered while it is being written.
const BEGUN: usize = 20_000;
/// A pause doubles at most this often.
const MOST_DOUBLED: u32 = 8;
const MINUTE: Duration = Duration::from_secs(60);

pub(crate) struct Thread {
    port: Arc<dyn Port>,
    memory: Arc<Conversations>,
    timing: Timing,
    thread_key: ThreadKey,
    wanted: Mutex<Wanted>,
    shown: tokio::sync::Mutex<Shown>,
    /// When something was posted in the last minute.
    posted: Mutex<VecDeque<Instant>>,
    /// Somebody will show what is wanted.
    is_due: AtomicBool,
    /// How often in a row the chat could not be reached.
    failed: AtomicU32,
    me: Weak<Thread>,
}

/// What should stand there.
#[derive(Clone)]
struct Wanted {
    turn: Option<u64>,
    text: String,
    /// There was more than fits.
    is_cut: bool,
    flow: Flow,
    status: AgentStatus,
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
        port: Arc<dyn Port>,
        memory: Arc<Conversations>,
        timing: Timing,
        thread_key: ThreadKey,
        texts: &'static Texts,
        remembered: Option<&str>,
    ) -> Arc<Thread> {
        let shown: Option<Shown> = remembered.and_then(|body| serde_json::from_str(body).ok());
        let shown = shown.unwrap_or_default();
        let wanted = Wanted {
            turn: shown.turn.filter(|_| !shown.begun.is_empty()),
            text: shown.begun.clone(),
            is_cut: false,
            flow: Flow::Complete,
            status: AgentStatus::Idle,
            texts,
        };
        Arc::new_cyclic(|me| Thread {
            port,
            memory,
            timing,
            thread_key,
            wanted: Mutex::new(wanted),
            shown: tokio::sync::Mutex::new(shown),
            posted: Mutex::default(),
            is_due: AtomicBool::new(false),
            failed: AtomicU32::new(0),
            me: Weak::clone(me),
        })
    }

    /// From now on our own words are these.
    pub(crate) fn speak(&self, texts: &'static Texts) {
        self.want(|wanted| wanted.texts = texts);
    }

    fn want<T>(&self, change: impl FnOnce(&mut Wanted) -> T) -> T {
        change(&mut self.wanted.lock().unwrap_or_else(PoisonError::into_inner))
    }

    async fn remark(&self, words: &str) {
        if self.room() == 0 {
            return tracing::warn!(thread = self.key(), words, "too much is said here");
        }
        if let Err(error) = self.post(&self.port.draw_remark(words)).await {
            tracing::warn!(%error, thread = self.key(), "a notice is lost");
        }
    }

    /// What was said before stays, complete: an agent that corrects itself has not ended between.
    async fn end_turn(&self) {
        let status = self.want(|wanted| {
            wanted.flow = Flow::Complete;
            std::mem::replace(&mut wanted.status, AgentStatus::Idle)
        });
        self.show().await;
        self.want(|wanted| wanted.status = status);
    }

    /// Once for all that comes in the meantime; later each time the chat could not be reached.
    fn show_soon(&self) {
        let Some(me) = self.me.upgrade() else { return };
        if !self.is_due.swap(true, Ordering::AcqRel) {
            let longer = 1 << self.failed.load(Ordering::Relaxed).min(MOST_DOUBLED);
            let pause = (self.timing.edits * longer).min(self.timing.longest_retry);
            let pause = pause.max(self.timing.edits);
            tokio::spawn(async move {
                tokio::time::sleep(pause).await;
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
        shown.is_complete = wanted.flow == Flow::Complete && wanted.status != AgentStatus::Working;
        shown.begun = match shown.is_complete {
            true => String::new(),
            false => cut(&wanted.text, BEGUN),
        };
        // Before it is shown: the next hub knows what it was.
        if !shown.begun.is_empty() {
            self.remember(&shown).await;
        }
        let turn = AgentTurn {
            text: &wanted.text,
            is_working: wanted.status == AgentStatus::Working,
            texts: wanted.texts,
        };
        let most = (shown.messages.len() + self.room()).clamp(1, MOST);
        let pages = self.port.draw_turn(&turn, most);
        let left = pages.left;
        let done = match self.bring_up_to_date(&mut shown, pages.messages).await {
            Ok(()) if left > 0 && wanted.flow == Flow::Complete => {
                self.file(&mut shown, &wanted).await
            }
            done => done,
        };
        match done {
            Ok(()) => self.failed.store(0, Ordering::Relaxed),
            Err(error @ ChatError::Unreachable(_)) => {
                self.failed.fetch_add(1, Ordering::Relaxed);
                tracing::warn!(%error, thread = self.key(), "not shown yet");
                self.show_soon();
            }
            Err(error) => {
                tracing::error!(%error, thread = self.key(), "what the agent said is not shown");
            }
        }
        self.remember(&shown).await;
    }

    async fn remember(&self, shown: &Shown) {
        let body = serde_json::to_string(shown).expect("texts and numbers make valid JSON");
        if let Err(error) = self.memory.save(&self.key(), &body).await {
            tracing::error!(%error, thread = self.key(), "what is shown is not remembered");
        }
    }

    fn key(&self) -> String {
        self.thread_key.key(self.port.chat().id)
    }

    /// How many messages may be posted now.
    fn room(&self) -> usize {
        let mut posted = self.posted.lock().unwrap_or_else(PoisonError::into_inner);
        posted.retain(|at| at.elapsed() < MINUTE);
        A_MINUTE.saturating_sub(posted.len())
    }

    async fn post(&self, message: &ChatMessage) -> Result<String, ChatError> {
        let ThreadKey { channel, thread } = &self.thread_key;
        let posted = self.port.post(channel, Some(thread), message, None).await?;
        self.posted.lock().unwrap_or_else(PoisonError::into_inner).push_back(Instant::now());
        Ok(posted)
    }

    /// What did not fit into messages, whole, as a file; what comes after it as another one.
    async fn file(&self, shown: &mut Shown, wanted: &Wanted) -> Result<(), ChatError> {
        let Some(text) = wanted.text.get(shown.filed..).filter(|text| !text.is_empty()) else {
            return Ok(());
        };
        let ThreadKey { channel, thread } = self.thread_key.clone();
        let place = PostTarget { channel, thread: Some(thread), person: None };
        let name = format!("answer-{}.md", shown.turn.unwrap_or_default() + 1);
        match self.port.upload(&place, &name, text).await {
            Err(error @ ChatError::Unreachable(_)) => return Err(error),
            Ok(()) => {}
            Err(error) => {
                tracing::error!(%error, thread = self.key(), "a long text is not shown in full");
                let why = cut(&error.to_string(), 500);
                let words = wanted.texts.say_with("chat-agent-cut", [("why", why.into())]);
                self.post(&self.port.draw_remark(&words)).await?;
            }
        }
        shown.filed = wanted.text.len();
        Ok(())
    }

    /// Edits what has changed, adds what is new, takes away what is too much.
    async fn bring_up_to_date(
        &self,
        shown: &mut Shown,
        messages: Vec<ChatMessage>,
    ) -> Result<(), ChatError> {
        let ThreadKey { channel, .. } = &self.thread_key;
        while shown.messages.len() > messages.len() {
            if let Some(surplus) = shown.messages.pop() {
                shown.looks.truncate(shown.messages.len());
                self.port.delete(channel, &surplus).await?;
            }
        }
        for (at, message) in messages.iter().enumerate() {
            let look = message.look();
            match (shown.messages.get(at), shown.looks.get(at)) {
                (Some(_), Some(old)) if *old == look => continue,
                (Some(id), _) => match self.port.edit(channel, id, message, None).await {
                    // Somebody has deleted it.
                    Err(ChatError::Gone(_)) => {
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

#[async_trait]
impl Venue for Thread {
    /// Returns at once while it streams; what is complete stands there before the question that follows.
    async fn text(&self, turn: u64, piece: Piece<'_>, flow: Flow) {
        if self.want(|wanted| wanted.turn.is_some_and(|before| before != turn)) {
            self.end_turn().await;
        }
        let is_cut = self.want(|wanted| {
            (wanted.turn, wanted.flow) = (Some(turn), flow);
            wanted.take(piece)
        });
        if is_cut {
            let texts = self.wanted.lock().unwrap_or_else(PoisonError::into_inner).texts;
            self.remark(&texts.say("chat-agent-too-long")).await;
        }
        match flow {
            Flow::Complete => self.show().await,
            Flow::Streaming => self.show_soon(),
        }
    }

    async fn status(&self, status: AgentStatus) {
        self.want(|wanted| {
            if status == AgentStatus::Working
                && wanted.status != AgentStatus::Working
                && wanted.is_over()
            {
                (wanted.turn, wanted.flow) = (None, Flow::Streaming);
                wanted.text.clear();
            }
            wanted.status = status;
        });
        self.show().await;
    }

    async fn notice(&self, notice: Notice) {
        let texts = self.wanted.lock().unwrap_or_else(PoisonError::into_inner).texts;
        self.remark(&cut(&notice.say(texts), 2_000)).await;
    }
}

impl Wanted {
    /// Whether something of it doesn't fit for the first time.
    fn take(&mut self, piece: Piece<'_>) -> bool {
        let text = match piece {
            Piece::First(text) => {
                self.text.clear();
                self.is_cut = false;
                text
            }
            Piece::Next(text) => text,
        };
        let fits = if self.is_cut { 0 } else { LONGEST.saturating_sub(self.text.len()) };
        let fitting = &text[..text.floor_char_boundary(fits)];
        self.text.push_str(fitting);
        fitting.len() < text.len() && !std::mem::replace(&mut self.is_cut, true)
    }

    fn is_over(&self) -> bool {
        self.flow == Flow::Complete
    }
}

#[cfg(test)]
#[path = "thread_tests.rs"]
mod tests;
