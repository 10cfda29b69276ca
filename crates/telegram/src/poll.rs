//! Asking for updates. An update is confirmed by asking for those behind it, and not before what it
//! did is stored: after a crash it comes again, and is known to the desk.

mod happened;

use std::collections::HashSet;
use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use sayso_chat::{Incoming, WindowReply};
use sayso_desk::{Clock, Conversations, fail};
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::timeout;

use crate::account::Account;
use crate::client::{BotApi, LONG_POLL, TelegramError, TelegramFault};
use crate::port::Telegram;
use crate::updates::{BotUpdate, Update};

pub(crate) use happened::Recent;

/// Telegram forgets a tap that nobody asks for in this time.
const TAPS_LAST: Duration = Duration::from_secs(150);
/// How often it is remembered that we asked.
const REMEMBERED: Duration = Duration::from_secs(60);
/// What takes longer is not waited for.
const LONGEST_WORK: Duration = Duration::from_secs(20);
/// Between two looks at the same updates.
const PAUSE: Duration = Duration::from_secs(1);
const RETRY: Duration = Duration::from_millis(500);
const LONGEST_RETRY: Duration = Duration::from_secs(30);
/// When we last asked, for the next hub.
const ASKED: &str = "asked";

pub(crate) struct Poll {
    pub(crate) api: Arc<BotApi>,
    pub(crate) port: Arc<Telegram>,
    pub(crate) account: Account,
    pub(crate) hub: String,
    pub(crate) deliver: UnboundedSender<Incoming>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) memory: Conversations,
    /// Locked while an account is being paired.
    pub(crate) pairing: Option<PathBuf>,
    pub(crate) texts: Recent,
    pub(crate) strangers: HashSet<i64>,
}

/// The surface is gone.
struct Gone;

impl Poll {
    /// Forever.
    pub(crate) async fn run(mut self) {
        self.memory = self.memory.space("telegram-poll");
        let mut asked = self.last_asked().await;
        let mut saved = Duration::ZERO;
        let (mut offset, mut pause) = (None, RETRY);
        // What came before is confirmed by the next call.
        let mut confirms = false;
        // Taps that were not stored when they last came, by their updates.
        let mut unstored: Vec<i64> = Vec::new();
        // The last trouble that was reported; at first nobody knows whether it works.
        let mut trouble = Some(String::new());
        loop {
            if self.is_pairing() {
                self.clock.sleep_until(self.clock.running() + PAUSE).await;
                continue;
            }
            // Whether it works is to be known at once, and whether a tap is lost.
            let is_urgent = trouble.is_some() || !unstored.is_empty();
            let wait = if is_urgent { Duration::ZERO } else { LONG_POLL };
            let served = self.port.beside.served();
            let updates = match self.whole_texts(offset, wait).await {
                Ok(updates) => updates,
                Err(error) => {
                    let why = self.on_error(&error).await;
                    if trouble.as_ref() != Some(&why) {
                        tracing::warn!(%error, "no updates from Telegram; trying again");
                        trouble = Some(why.clone());
                        if self.deliver.send(Incoming::Trouble(why)).is_err() {
                            return;
                        }
                    }
                    self.clock.sleep_until(self.clock.running() + pause).await;
                    pause = (pause * 2).min(LONGEST_RETRY);
                    continue;
                }
            };
            // Nothing of it can come again.
            if confirms || updates.is_empty() {
                self.port.beside.forget(served).await;
            }
            let now = self.clock.now();
            let away = asked.map(|asked: jiff::Timestamp| now.duration_since(asked));
            asked = Some(now);
            let is_new = trouble.take().is_some();
            let mut news = Vec::new();
            if is_new {
                news.push(Incoming::Connected { others: 0 });
            }
            // We asked all the time, but could not store a tap before Telegram forgot it.
            let is_there = |id: &i64| updates.iter().any(|update| update.id == *id);
            let is_lost = !unstored.iter().all(is_there);
            if is_lost || away.is_some_and(|away| away.unsigned_abs() > TAPS_LAST) {
                self.port.was_away(now);
                news.push(Incoming::Missed);
            }
            if self.clock.running() >= saved {
                saved = self.clock.running() + REMEMBERED;
                self.remember(now).await;
            }
            let next = updates.iter().map(|update| update.id + 1).next_back();
            let is_tap = |update: &&Update| matches!(update.what, BotUpdate::Tap { .. });
            let taps: Vec<i64> = updates.iter().filter(is_tap).map(|update| update.id).collect();
            for what in news {
                if self.deliver.send(what).is_err() {
                    return;
                }
            }
            for what in self.joined(updates) {
                if self.happened(what).await.is_err() {
                    return;
                }
            }
            confirms = match self.carried_out().await {
                Ok(is_done) => is_done,
                Err(Gone) => return,
            };
            unstored = if confirms { Vec::new() } else { taps };
            if confirms {
                fail::point("chat.before_confirm");
                offset = next.or(offset);
                pause = RETRY;
            } else {
                // They come again, and those that are stored are known.
                self.clock.sleep_until(self.clock.running() + pause.max(PAUSE)).await;
                pause = (pause * 2).min(LONGEST_RETRY);
            }
        }
    }

    /// The rest of a text that was too long for one message comes a moment later.
    async fn whole_texts(
        &self,
        offset: Option<i64>,
        wait: Duration,
    ) -> Result<Vec<Update>, TelegramError> {
        let updates = self.api.updates(offset, wait).await?;
        if !updates.last().is_some_and(|last| happened::is_begun(&last.what)) {
            return Ok(updates);
        }
        self.clock.sleep_until(self.clock.running() + PAUSE).await;
        // The same once more, with what has come since.
        self.api.updates(offset, LONG_POLL).await
    }

    /// `sayso telegram pair` asks for updates instead of us.
    fn is_pairing(&self) -> bool {
        let Some(lock) = self.pairing.as_ref().and_then(|path| File::open(path).ok()) else {
            return false;
        };
        flock(&lock, FlockOperation::NonBlockingLockShared).is_err()
    }

    async fn last_asked(&self) -> Option<jiff::Timestamp> {
        let all = self.memory.all().await.unwrap_or_default();
        let (_, at) = all.into_iter().find(|(key, _)| key == ASKED)?;
        at.parse().ok()
    }

    async fn remember(&self, now: jiff::Timestamp) {
        if let Err(error) = self.memory.save(ASKED, &now.to_string()).await {
            tracing::warn!(%error, "when Telegram was last asked is not remembered");
        }
    }

    /// What a person can do about it.
    async fn on_error(&self, error: &TelegramError) -> String {
        match error.fault() {
            Some(TelegramFault::Webhook) => {
                if let Err(error) = self.api.delete_webhook().await {
                    tracing::warn!(%error, "the webhook stays");
                }
                "its updates went to a webhook".to_owned()
            }
            Some(TelegramFault::Conflict) => {
                "another program uses this bot: end it, or make a bot for sayso alone".to_owned()
            }
            Some(TelegramFault::Token) => {
                "the token was revoked: `sayso telegram setup`".to_owned()
            }
            _ => "not reachable".to_owned(),
        }
    }

    /// Whether everything that was delivered is stored; then nobody waits for an answer to a tap.
    async fn carried_out(&self) -> Result<bool, Gone> {
        let (done, all) = WindowReply::awaited();
        self.send(Incoming::Barrier(done))?;
        let is_done = matches!(timeout(LONGEST_WORK, all).await, Ok(Ok(Ok(()))));
        self.port.answer_taps().await;
        Ok(is_done)
    }

    fn send(&self, incoming: Incoming) -> Result<(), Gone> {
        self.deliver.send(incoming).map_err(|_| Gone)
    }
}
