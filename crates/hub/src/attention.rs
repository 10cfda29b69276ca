//! The driver of the ladder: watches questions, lets core decide who is notified, keeps the traces, and
//! acts. One timer, no polling.
//!
//! Every hub over a database runs one. The traces are compared and set, so of several hubs one acts.
//! A chat posts what its trace says it was notified (`crates/chat/src/surface/watch.rs`), at the hub that
//! leads it.

mod screens;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use jiff::tz::TimeZone;
use sayso_core::attention::{
    AttentionPlan, AttentionRules, Ladder, OpenQuestion, PersonNow, QuietHours, Rung, RungAct,
    SkippedWhy, Trace, plan, record,
};
use sayso_core::settings::{Key, SettingsLayer};
use sayso_core::{ChatId, InteractionId, Preferred};
use sayso_desk::{
    Answering, Asking, Clock, Cursor, DeskError, EventKind, Events, Query, Result, Row, Scope,
};
use sayso_engine::Engine;
use tokio::task::JoinSet;

use crate::notice::Notices;
use screens::Screens;

/// Until the database is back.
const RETRY: Duration = Duration::from_secs(1);
/// Read in one page, and acted on together.
const BATCH: usize = 100;

pub(crate) struct Attention {
    desk: Arc<Engine>,
    clock: Arc<dyn Clock>,
    zone: TimeZone,
    /// The chats that are set up at this hub.
    chats: Vec<ChatId>,
    notices: Notices,
    rules: AttentionRules,
    notifies: bool,
    open: HashMap<InteractionId, Watched>,
    due: BTreeSet<(Duration, InteractionId)>,
}

/// A question that waits: thousands may. Times are those of the monotonic clock.
struct Watched {
    /// When it was first looked at, and how old it was then.
    noted: (Duration, Duration),
    until: Option<Duration>,
    is_irreversible: bool,
    meant: Option<ChatId>,
    look_at: Option<Duration>,
}

impl Attention {
    pub(crate) fn new(
        desk: Arc<Engine>,
        clock: Arc<dyn Clock>,
        zone: TimeZone,
        chats: Vec<ChatId>,
        notices: Notices,
    ) -> Attention {
        Attention {
            desk,
            clock,
            zone,
            chats,
            notices,
            rules: AttentionRules::default(),
            notifies: true,
            open: HashMap::new(),
            due: BTreeSet::new(),
        }
    }

    /// Forever.
    pub(crate) async fn run(mut self) {
        let mut cursor = None;
        loop {
            match self.step(cursor).await {
                Ok(next) => cursor = next,
                Err(error) => {
                    tracing::warn!(%error, "who is to be notified is not known; trying again");
                    self.clock.sleep_until(self.clock.running() + RETRY).await;
                    cursor = None;
                }
            }
        }
    }

    async fn step(&mut self, cursor: Option<Cursor>) -> Result<Option<Cursor>> {
        let due = async {
            match self.due.first() {
                Some((at, _)) if cursor.is_some() => self.clock.sleep_until(*at).await,
                Some(_) | None => std::future::pending().await,
            }
        };
        let news = tokio::select! {
            news = self.desk.events(cursor) => Some(news?),
            () = due => None,
        };
        match news {
            Some(news) => {
                let next = news.cursor;
                self.hear(news).await?;
                Ok(Some(next))
            }
            None => {
                self.act_on_due().await?;
                Ok(cursor)
            }
        }
    }

    async fn hear(&mut self, news: Events) -> Result<()> {
        if news.reset.is_some() {
            self.look_at_all().await?;
        }
        for event in news.events {
            match event.kind {
                EventKind::Created { row } | EventKind::Changed { row, .. } => self.consider(&row),
                EventKind::Settled { row } => self.ended(row.id).await?,
                EventKind::Removed { id } => {
                    self.leave(id);
                    self.desk.remove_traces(id).await?;
                }
                EventKind::Settings => self.learn_rules().await?,
                EventKind::Drafted { .. }
                | EventKind::Listening { .. }
                | EventKind::Delivered { .. }
                | EventKind::Undelivered { .. }
                | EventKind::Presence => {}
            }
        }
        Ok(())
    }

    /// After a start, or having missed something.
    async fn look_at_all(&mut self) -> Result<()> {
        self.learn_rules().await?;
        let mut query = Query { scope: Scope::Active, limit: BATCH, ..Query::default() };
        let mut active = HashSet::new();
        loop {
            let page = self.desk.list(query.clone()).await?;
            let ids: Vec<InteractionId> = page.rows.iter().map(|row| row.id).collect();
            self.desk.load_traces(&ids).await?;
            page.rows.iter().for_each(|row| self.consider(row));
            active.extend(ids);
            match page.next {
                Some(next) => query.after = Some(next),
                None => break,
            }
        }
        let gone: Vec<_> = self.open.keys().filter(|id| !active.contains(id)).copied().collect();
        for id in gone {
            self.ended(id).await?;
        }
        Ok(())
    }

    async fn learn_rules(&mut self) -> Result<()> {
        let settings = self.desk.settings(SettingsLayer::new()).await?;
        let value = |key| settings.iter().find(|set| set.key == key).map_or("", |set| &set.value);
        // What is stored was read by the same rules, with the same chats.
        let chats = self.desk.chats();
        let rules = AttentionRules {
            ladder: Ladder::parse(value(Key::Attention), chats).unwrap_or_default(),
            quiet: QuietHours::parse(value(Key::QuietHours), chats).unwrap_or_default(),
        };
        let notifies = value(Key::Notifications) == "on";
        if (&rules, notifies) != (&self.rules, self.notifies) {
            (self.rules, self.notifies) = (rules, notifies);
            let all: Vec<InteractionId> = self.open.keys().copied().collect();
            all.into_iter().for_each(|id| self.look_again(id, Some(Duration::ZERO)));
        }
        Ok(())
    }

    fn consider(&mut self, row: &Row) {
        let now = self.clock.running();
        let age = self.clock.now().duration_since(row.created_at);
        let noted = (now, Duration::try_from(age).unwrap_or(Duration::ZERO));
        let known = self.open.get(&row.id);
        let chat = match row.interface.parse() {
            Ok(Preferred::Chat(chat)) => Some(chat),
            Ok(Preferred::Auto | Preferred::Terminal | Preferred::Web) | Err(_) => None,
        };
        let watched = Watched {
            noted: known.map_or(noted, |known| known.noted),
            until: row.live.remaining_ms.map(|left| now + Duration::from_millis(left)),
            is_irreversible: row.irreversible,
            meant: chat.filter(|chat| self.chats.contains(chat)),
            look_at: known.and_then(|known| known.look_at),
        };
        self.open.insert(row.id, watched);
        self.look_again(row.id, Some(Duration::ZERO));
    }

    fn look_again(&mut self, id: InteractionId, within: Option<Duration>) {
        let Some(watched) = self.open.get_mut(&id) else { return };
        if let Some(at) = watched.look_at.take() {
            self.due.remove(&(at, id));
        }
        watched.look_at = within.map(|within| self.clock.running() + within);
        if let Some(at) = watched.look_at {
            self.due.insert((at, id));
        }
    }

    fn leave(&mut self, id: InteractionId) {
        self.look_again(id, None);
        self.open.remove(&id);
        self.notices.take_back(id);
    }

    /// What was notified is taken back: the notice here, the messages of a chat by itself.
    async fn ended(&mut self, id: InteractionId) -> Result<()> {
        self.leave(id);
        let traces = self.desk.traces(id);
        let ended = OpenQuestion {
            is_pending: false,
            age: Duration::ZERO,
            left: None,
            is_irreversible: false,
            meant: None,
        };
        let anybody = PersonNow { is_seen: false, barred: &|_| None };
        let plan = self.plan(&ended, anybody, &traces);
        if !plan.acts.is_empty() {
            let taken_back = record(&traces, &plan.acts, self.clock.now());
            // If another hub has noted it, that is as good.
            self.desk.leave_traces(id, &traces, taken_back).await?;
        }
        self.desk.drop_traces(id);
        Ok(())
    }

    fn plan(
        &self,
        question: &OpenQuestion,
        person: PersonNow<'_>,
        traces: &[Trace],
    ) -> AttentionPlan {
        let now = self.clock.now().to_zoned(self.zone.clone());
        plan(question, person, traces, &self.rules, &now)
    }

    /// Together, so that the traces of many share a commit.
    async fn act_on_due(&mut self) -> Result<()> {
        let now = self.clock.running();
        let due = self.due.iter().take_while(|(at, _)| *at <= now).take(BATCH);
        let due: Vec<InteractionId> = due.map(|(_, id)| *id).collect();
        let is_seen = self.desk.is_person_seen();
        let mut screens: Option<Screens> = None;
        let mut tasks = JoinSet::new();
        for id in due {
            let traces = self.desk.traces(id);
            let mut plan = self.plan_for(id, is_seen, &traces, None);
            // Only now that it matters it is found out what is on the screens.
            if plan.acts.contains(&(Rung::Desktop, RungAct::Notify)) {
                let known = match screens.take() {
                    Some(known) => known,
                    None => Screens::look(&self.desk, &self.notices).await?,
                };
                let bar = screens.insert(known).bar(id);
                plan = self.plan_for(id, is_seen, &traces, bar);
            }
            self.look_again(id, plan.next);
            if plan.acts.is_empty() {
                continue;
            }
            let (desk, at) = (Arc::clone(&self.desk), self.clock.now());
            tasks.spawn(async move {
                let left = record(&traces, &plan.acts, at);
                (id, desk.leave_traces(id, &traces, left).await, plan.acts)
            });
        }
        while let Some(done) = tasks.join_next().await {
            let Ok((id, left, acts)) = done else { continue };
            match left {
                Ok(true) => {
                    if acts.contains(&(Rung::Desktop, RungAct::Notify)) {
                        self.notify(id).await;
                    }
                }
                // It has ended, or somebody else has noted something.
                Ok(false) => match self.desk.show(&id.into()).await {
                    Ok(view) if view.interaction.is_pending() => {
                        self.look_again(id, Some(Duration::ZERO));
                    }
                    Ok(_) | Err(DeskError::NotFound { .. }) => self.ended(id).await?,
                    Err(_) => self.look_again(id, Some(RETRY)),
                },
                Err(error) => {
                    tracing::warn!(%error, session_id = %id, "nobody is notified yet");
                    self.look_again(id, Some(RETRY));
                }
            }
        }
        Ok(())
    }

    fn plan_for(
        &self,
        id: InteractionId,
        is_seen: bool,
        traces: &[Trace],
        desktop: Option<SkippedWhy>,
    ) -> AttentionPlan {
        let Some(watched) = self.open.get(&id) else { return AttentionPlan::default() };
        let now = self.clock.running();
        let meant = watched.meant;
        let (noted, age) = watched.noted;
        let question = OpenQuestion {
            is_pending: true,
            age: age + now.saturating_sub(noted),
            left: watched.until.map(|until| until.saturating_sub(now)),
            is_irreversible: watched.is_irreversible,
            meant,
        };
        let barred = |rung: Rung| match rung {
            Rung::Desktop if meant.is_some() => Some(SkippedWhy::Meant),
            Rung::Desktop if !self.notifies => Some(SkippedWhy::SwitchedOff),
            Rung::Desktop => desktop,
            Rung::Chat(chat) => (!self.chats.contains(&chat)).then_some(SkippedWhy::Absent),
        };
        self.plan(&question, PersonNow { is_seen, barred: &barred }, traces)
    }

    async fn notify(&mut self, id: InteractionId) {
        match self.desk.show(&id.into()).await {
            Ok(view) if view.interaction.is_pending() => {
                self.notices.show(&Row::new(&view.interaction, view.live));
            }
            Ok(_) | Err(DeskError::NotFound { .. }) => {}
            Err(error) => tracing::warn!(%error, session_id = %id, "no notification"),
        }
    }
}

#[cfg(test)]
#[path = "attention_tests.rs"]
mod tests;
