//! The desk over a store. One use case per file, each with the same four steps: load, decide, save,
//! publish.
//!
//! # Time
//! Nothing polls. One timer sleeps until the nearest deadline; asking or extending rings it only if
//! it would sleep too long. Deadlines are stored as times of day, but a jump of the clock moves
//! them along (`crates/engine/src/steady_time.rs`): a question keeps the time it had left. Time,
//! ids and the environment come in as arguments (`Clock`, `Ids`,
//! `crates/cli/src/config/environment.rs`); clippy bans the rest. Clients have their own clock
//! (`crates/api/src/remote/clock.rs`): a call says after 3 s what the hub does and ends after 10 s,
//! or after 60 s if the hub is starting; a wait takes 15 s without a ping for no answer and
//! connects again. What a client gave up is not done later
//! (`crates/api/src/routes/socket/alive.rs`).
//!
//! # Events
//! `events(after)` waits until something happened after the cursor and returns it; a cursor is the
//! hub's run and a sequence over a ring in memory. Too old or unknown: a reset with what is active.
//! The WebSocket carries many such calls at once (`crates/api/src/routes/socket.rs`), each with a
//! number.

mod act;
mod ask;
mod attention;
mod browse;
mod call_bound;
mod cluster;
mod cluster_news;
mod deliver;
mod draft;
mod feed;
mod join;
mod metrics;
mod preferences;
mod presence;
mod recall;
mod seen;
mod settle_due;
mod stats;
mod steady_time;
mod sweep;
mod wait;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use parking_lot::RwLock;
use sayso_core::dialect::DialectLimits;
use sayso_core::settings::{Key, SettingsLayer};
use sayso_core::{Actor, Command, DraftField, IdPrefix, Interaction, InteractionId, RaceNews};
use sayso_desk::cluster::{Cluster, OtherHub};
use sayso_desk::store::Survey;
use sayso_desk::whole::whole;
use sayso_desk::{
    Answering, Ask, Asked, Asking, Attach, Attached, Attachment, Claim, Clock, Collected, Cursor,
    DeskError, EventKind, Events, Ids, Live, Opening, Page, Patience, Posted, Query, Result,
    SettingView, Store, View,
};
use serde_json::Value;
use tokio::sync::{Notify, watch};
use tokio::task::AbortHandle;

use attention::KnownTraces;
use call_bound::Callers;
use cluster::ClusterView;
use draft::Typing;
use feed::Feed;
use join::Claims;
use metrics::Metrics;
use presence::Surfaces;
use recall::Recall;
use settle_due::Alarm;
use steady_time::{SteadyTime, whole_millis};
use wait::Waiters;

/// The desk's configuration.
#[derive(Debug, Clone)]
pub struct EngineConfig {
    /// Personal settings from the configuration file.
    pub file: SettingsLayer,
    pub dialects: DialectLimits,
    pub retention_days: u32,
    pub retention_count: usize,
}

impl Default for EngineConfig {
    fn default() -> EngineConfig {
        EngineConfig {
            file: SettingsLayer::new(),
            dialects: DialectLimits::default(),
            retention_days: 365,
            retention_count: 100_000,
        }
    }
}

/// A local desk. Its timer and its sweeper end with it.
pub struct Engine {
    inner: Arc<Inner>,
    background: Vec<AbortHandle>,
}

struct Inner {
    store: Arc<dyn Store>,
    /// `None`: this hub has the store to itself.
    team: Option<ClusterView>,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn Ids>,
    config: EngineConfig,
    /// The person's settings; also in the store.
    person: RwLock<SettingsLayer>,
    steady: SteadyTime,
    alarm: Alarm,
    sweeper: Notify,
    feed: Feed,
    waiters: Waiters,
    claims: Arc<Claims>,
    callers: Arc<Callers>,
    surfaces: Surfaces,
    traces: KnownTraces,
    recall: Recall,
    typing: Typing,
    pending: watch::Sender<u64>,
    metrics: Metrics,
    /// There may be test questions, which are swept soon.
    tests: AtomicBool,
    portal: OnceLock<String>,
}

impl Engine {
    /// Opens the desk over a store that nobody else uses. What became due while it was closed is
    /// settled at once, in the background.
    pub async fn start(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        ids: Arc<dyn Ids>,
        config: EngineConfig,
    ) -> Result<Engine> {
        Engine::start_among(None, store, clock, ids, config).await
    }

    /// The same over a store that other hubs use, too. The clock is one by which they agree.
    pub async fn start_among(
        cluster: Option<Arc<dyn Cluster>>,
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        ids: Arc<dyn Ids>,
        config: EngineConfig,
    ) -> Result<Engine> {
        // Listens first, then reads.
        let news = cluster.as_ref().map(|cluster| cluster.listen());
        let team = cluster.map(ClusterView::new);
        let survey = store.survey().await?;
        let person = preferences::load(store.as_ref(), config.dialects.chats).await?;
        let (epoch, _) = ids.draw().as_u64_pair();
        let (callers, gone) = Callers::new();
        let inner = Arc::new(Inner {
            steady: SteadyTime::new(clock.as_ref()),
            person: RwLock::new(person),
            alarm: Alarm::default(),
            sweeper: Notify::new(),
            feed: if team.is_some() { Feed::shared(epoch) } else { Feed::new(epoch) },
            waiters: Waiters::default(),
            claims: Arc::default(),
            callers: Arc::new(callers),
            surfaces: Surfaces::default(),
            traces: KnownTraces::default(),
            recall: Recall::default(),
            typing: Typing::default(),
            pending: watch::Sender::new(survey.pending),
            metrics: Metrics::default(),
            tests: AtomicBool::new(survey.tests > 0),
            portal: OnceLock::new(),
            team,
            store,
            clock,
            ids,
            config,
        });
        inner.warn_if_clock_went_back().await?;
        inner.remember_asked_back().await?;
        inner.sweeper.notify_one();
        let mut background = vec![
            tokio::spawn(settle_due::run(Arc::clone(&inner))).abort_handle(),
            tokio::spawn(sweep::run(Arc::clone(&inner))).abort_handle(),
            tokio::spawn(call_bound::run(Arc::clone(&inner), gone)).abort_handle(),
        ];
        if let Some(news) = news {
            background
                .push(tokio::spawn(cluster_news::run(Arc::clone(&inner), news)).abort_handle());
        }
        Ok(Engine { inner, background })
    }

    /// The number of pending questions, as it changes. Among other hubs it is a hint.
    pub fn pending(&self) -> watch::Receiver<u64> {
        self.inner.pending.subscribe()
    }

    /// The number of pending questions, by the rows.
    pub async fn count_pending(&self) -> Result<u64> {
        let count = self.inner.store.survey().await?.pending;
        let is_other = |pending: &mut u64| std::mem::replace(pending, count) != count;
        self.inner.pending.send_if_modified(is_other);
        Ok(count)
    }

    /// The portal's address, once known; every view then contains its URL.
    pub fn set_portal(&self, base: String) {
        // Only the first one counts: a hub has the same port for its lifetime.
        let _ = self.inner.portal.set(base);
    }

    /// How many questions there are, and which of them are known to be unreadable.
    pub async fn survey(&self) -> Result<Survey> {
        Ok(self.inner.store.survey().await?)
    }

    /// The other hubs over the same database that are alive.
    pub async fn other_hubs(&self) -> Result<Vec<OtherHub>> {
        match self.inner.cluster() {
            Some(cluster) => Ok(cluster.alive().await?),
            None => Ok(Vec::new()),
        }
    }

    /// Whether the database that it shares with other hubs is out of reach.
    pub fn is_away(&self) -> Option<watch::Receiver<bool>> {
        self.inner.cluster().map(|cluster| cluster.is_away())
    }

    /// This hub is about to end. Its callers come back to the next one, so their questions stay.
    pub fn close(&self) {
        self.inner.callers.close();
    }

    /// Its metrics in the text format of Prometheus, with more in the same format.
    pub async fn metrics(&self, more: &str) -> Result<String> {
        self.inner.render_metrics(more).await
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        for task in &self.background {
            task.abort();
        }
    }
}

impl Inner {
    /// The desk's time, in whole milliseconds, as stored.
    fn now(&self) -> Timestamp {
        if self.team.is_some() {
            return whole_millis(self.clock.now());
        }
        self.steady.now(self.clock.as_ref(), || self.alarm.ring())
    }

    fn live(&self, interaction: &Interaction) -> Live {
        let remaining = interaction.deadline().map(|deadline| {
            let left = deadline.duration_since(self.now()).as_millis();
            u64::try_from(left).unwrap_or(0)
        });
        let listening = self.listening(interaction.id);
        Live {
            remaining_ms: remaining,
            listening,
            stopped: interaction.is_pending() && interaction.given_up && !listening,
            shown: interaction.is_pending() && self.is_shown(interaction),
            url: self.portal.get().map(|base| format!("{base}/choice/{}", interaction.id)),
            attention: self.traces.list(interaction.id),
        }
    }

    fn view(&self, interaction: Interaction) -> View {
        View {
            status: interaction.status(),
            live: self.live(&interaction),
            draft: None,
            interaction,
        }
    }

    /// Nobody watches a test question.
    fn tell(&self, about: &Interaction, kind: EventKind) {
        if !about.is_test() {
            self.feed.publish(kind);
        }
    }

    async fn load(&self, id: InteractionId) -> Result<Interaction> {
        let found = self.store.load(id).await?;
        found.ok_or_else(|| DeskError::NotFound { id: id.to_string() })
    }
}

/// One use case per file, but a trait has one `impl`. What changes something is never left half done.
macro_rules! use_cases {
    ($($side:ident {
        reads { $(fn $read:ident($($given:ident: $kind:ty),*) -> $out:ty;)* }
        changes { $(fn $change:ident($($passed:ident: $sort:ty),*) -> $done:ty;)* }
    })+) => {
        $(#[async_trait]
        impl $side for Engine {
            $(async fn $read(&self, $($given: $kind),*) -> Result<$out> {
                self.inner.$read($($given),*).await
            })*

            $(async fn $change(&self, $($passed: $sort),*) -> Result<$done> {
                let inner = Arc::clone(&self.inner);
                whole(async move { inner.$change($($passed),*).await }).await
            })*
        })+
    };
}

use_cases! {
    Asking {
        reads {
            fn wait(id: InteractionId, patience: Patience) -> View;
            fn watch(id: InteractionId) -> ();
            fn show(id: &IdPrefix) -> View;
            fn collect(ids: Vec<InteractionId>) -> Collected;
            fn attached() -> Vec<Attached>;
        }
        changes {
            fn ask_and_claim(ask: Ask) -> Asked;
            fn claim(id: InteractionId) -> Claim;
            fn withdraw(id: InteractionId, why: Option<String>, actor: Actor) -> View;
            fn give_up(id: InteractionId) -> ();
            fn race(id: InteractionId, news: RaceNews, actor: Actor) -> View;
            fn hand_off(id: InteractionId) -> String;
            fn delivered(id: InteractionId) -> ();
            fn undelivered(id: InteractionId) -> ();
        }
    }
    Answering {
        reads {
            fn attach(attach: Attach) -> Attachment;
            fn raw(id: &IdPrefix) -> Value;
            fn list(query: Query) -> Page;
            fn stats(within: Option<Duration>) -> sayso_core::stats::Stats;
            fn events(after: Option<Cursor>) -> Events;
            fn events_within(after: Cursor, wait: Duration) -> Option<Events>;
            fn settings(environment: SettingsLayer) -> Vec<SettingView>;
            fn claim_opening() -> Opening;
            fn give_up_opening() -> ();
        }
        changes {
            fn act(id: InteractionId, command: Command, actor: Actor) -> View;
            fn save_draft(id: InteractionId, fields: Vec<DraftField>, actor: Actor) -> ();
            fn forget(id: InteractionId) -> ();
            fn set_setting(key: Key, value: Option<String>) -> ();
            fn posted(id: InteractionId, chat: sayso_core::ChatId, done: Posted) -> ();
        }
    }
}
