//! The races of one server: a question at the desk for each dialog that is open there.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use sayso_core::dialect::bridged::AgentReply;
use sayso_core::race::{RaceNews, Seen};
use sayso_core::{InteractionId, Race, Status};
use sayso_desk::{Asked, Claim, DeskError, HistoryFilter, Patience, StoreError};
use tokio::task::{AbortHandle, JoinSet};

use crate::BridgeSetup;
use crate::dialog::{AgentName, OwnDialog};
use crate::report::{RaceSign, Told, tell};

/// Before the desk is tried again while its database restarts.
const PAUSE: Duration = Duration::from_millis(500);
/// How often a dialog that hubs have lost is asked again.
const ATTEMPTS: u32 = 20;
/// What was given longer ago belongs to a session that is over.
const GIVEN_WITHIN: SignedDuration = SignedDuration::from_hours(24);

pub(crate) struct Races {
    setup: Arc<BridgeSetup>,
    agent: AgentName,
    open: HashMap<String, OpenRace>,
    /// Open there, and to be asked here as soon as the database is back.
    unasked: HashMap<String, OwnDialog>,
    steps: JoinSet<Step>,
}

struct OpenRace {
    id: InteractionId,
    session: String,
    stage: Stage,
    /// What a person has decided here.
    reply: Option<AgentReply>,
    /// What the desk is to be told as soon as its database is back.
    untold: Option<RaceSign>,
    /// Without it the question would be withdrawn.
    _claim: Claim,
    waits: AbortHandle,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Here and there.
    Asked,
    /// The agent was given our answer.
    Sent,
    /// Answered there; what was said is not known yet.
    Lost,
}

/// What is to be done next.
#[derive(Debug)]
pub(crate) enum Step {
    /// A person has decided here.
    Decided { key: String, reply: AgentReply },
    /// It ended here without a decision: only its own dialog is left.
    LeftThere { key: String },
    /// The time for what was to come has passed.
    Due { key: String },
    /// What an agent has written about it, if it was found.
    Read { key: String, seen: Option<Seen> },
    /// The desk is tried again: call [`Races::again`].
    Again { key: String },
}

impl Races {
    pub(crate) fn new(setup: Arc<BridgeSetup>, agent: AgentName) -> Races {
        let (open, unasked, steps) = Default::default();
        Races { setup, agent, open, unasked, steps }
    }

    pub(crate) fn stage(&self, key: &str) -> Option<Stage> {
        self.open.get(key).map(|race| race.stage)
    }

    pub(crate) fn set(&mut self, key: &str, stage: Stage) {
        if let Some(race) = self.open.get_mut(key) {
            race.stage = stage;
        }
    }

    /// What was decided here, unless it was answered there before.
    pub(crate) fn reply(&self, key: &str) -> Option<AgentReply> {
        let race = self.open.get(key).filter(|race| race.stage != Stage::Lost)?;
        race.reply.clone()
    }

    /// Whether a dialog is open there, as far as is known.
    pub(crate) fn has_open(&self) -> bool {
        !self.unasked.is_empty() || self.open.values().any(|race| race.untold.is_none())
    }

    /// Asks it here too, unless that was done before.
    pub(crate) async fn begin(&mut self, dialog: &OwnDialog) {
        let key = &dialog.key;
        if self.open.contains_key(key) || (self.setup.is_paused)(self.agent.id) {
            return;
        }
        for attempt in 0..ATTEMPTS {
            let ask = dialog.ask(self.agent, attempt, &self.setup);
            let Asked { view, claim, .. } = match self.setup.desk.ask_and_claim(ask).await {
                Ok(asked) => asked,
                Err(error) if is_away(&error) => {
                    tracing::debug!(%error, agent = self.agent.id, "asked later");
                    if self.unasked.insert(key.clone(), dialog.clone()).is_none() {
                        self.try_again(key);
                    }
                    return;
                }
                Err(error) => {
                    tracing::warn!(%error, agent = self.agent.id, "left to the agent's own dialog");
                    self.unasked.remove(key);
                    return;
                }
            };
            // An earlier hub asked it, and it was withdrawn with that hub; it is open there all the same.
            // If the agent has done what was answered, this is another dialog of the same name.
            let race = view.interaction.race;
            if view.status == Status::Withdrawn || race == Some(Race::Confirmed) {
                continue;
            }
            let id = view.interaction.id;
            let waits = self.wait(key.clone(), id);
            let (session, stage) = (dialog.session.clone(), Stage::Asked);
            let (reply, untold) = (None, None);
            let race = OpenRace { id, session, stage, reply, untold, _claim: claim, waits };
            self.open.insert(key.clone(), race);
            self.unasked.remove(key);
            return;
        }
    }

    /// What the desk could not do while its database was away.
    pub(crate) async fn again(&mut self, key: &str) {
        if let Some(dialog) = self.unasked.remove(key) {
            self.begin(&dialog).await;
        }
        if let Some(sign) = self.open.get_mut(key).and_then(|race| race.untold.take()) {
            self.tell(key, sign).await;
        }
    }

    /// It is not open there any more, or will be said again: if it was not asked yet, it never is.
    pub(crate) fn forget(&mut self, key: &str) {
        self.unasked.remove(key);
    }

    fn try_again(&mut self, key: &str) {
        let key = key.to_owned();
        self.steps.spawn(async move {
            tokio::time::sleep(PAUSE).await;
            Step::Again { key }
        });
    }

    fn wait(&mut self, key: String, id: InteractionId) -> AbortHandle {
        let desk = Arc::clone(&self.setup.desk);
        self.steps.spawn(async move {
            let view = desk.wait(id, Patience::Forever).await.ok();
            match view.and_then(|view| AgentReply::of(&view.interaction)) {
                Some(reply) => Step::Decided { key, reply },
                None => Step::LeftThere { key },
            }
        })
    }

    /// Never resolves while nothing is open.
    pub(crate) async fn next(&mut self) -> Step {
        loop {
            match self.steps.join_next().await {
                Some(Ok(Step::LeftThere { key })) => {
                    self.open.remove(&key);
                    return Step::LeftThere { key };
                }
                Some(Ok(Step::Decided { key, reply })) => {
                    if let Some(race) = self.open.get_mut(&key) {
                        race.reply = Some(reply.clone());
                    }
                    return Step::Decided { key, reply };
                }
                Some(Ok(step)) => return step,
                Some(Err(_)) => {}
                None => std::future::pending().await,
            }
        }
    }

    /// [`Step::Due`] after this time.
    pub(crate) fn due(&mut self, key: &str, after: Duration) {
        let key = key.to_owned();
        self.steps.spawn(async move {
            tokio::time::sleep(after).await;
            Step::Due { key }
        });
    }

    /// [`Step::Read`], when this is read.
    pub(crate) fn read(
        &mut self,
        key: &str,
        reading: impl Future<Output = Option<Seen>> + Send + 'static,
    ) {
        let key = key.to_owned();
        self.steps.spawn(async move { Step::Read { key, seen: reading.await } });
    }

    /// Notes what is known about a dialog. It stays if that doesn't end its race.
    pub(crate) async fn tell(&mut self, key: &str, sign: RaceSign) {
        self.forget(key);
        let Some(race) = self.open.get_mut(key) else { return };
        let desk = self.setup.desk.as_ref();
        // The first sign says who won; later ones know less. It is kept in case we are stopped meanwhile.
        let is_first = race.untold.is_none();
        let sign = race.untold.get_or_insert(sign).clone();
        match tell(desk, race.id, &sign, self.agent.title, &self.setup.actor).await {
            Ok(Told::Open) => race.untold = None,
            Ok(Told::Over | Told::Confirmed) => {
                if let Some(race) = self.open.remove(key) {
                    race.waits.abort();
                }
            }
            Err(error) if is_away(&error) => {
                tracing::debug!(%error, session_id = %race.id, "noted later");
                if is_first {
                    self.try_again(key);
                }
            }
            Err(error) => {
                tracing::warn!(%error, session_id = %race.id, "not noted");
                race.untold = None;
            }
        }
    }

    /// The agent took our answer.
    pub(crate) async fn confirm(&mut self, key: &str) {
        self.tell(key, RaceSign::Said(RaceNews::Confirmed)).await;
    }

    /// It was answered there, with what was said if that is known.
    pub(crate) async fn answered_there(&mut self, key: &str, what: &str) {
        let why = format!("{what} in {}", self.agent.title);
        self.tell(key, RaceSign::Said(RaceNews::AnsweredThere { why })).await;
    }

    pub(crate) fn keys(&self, session: &str) -> Vec<String> {
        let open = self.open.iter().map(|(key, race)| (key, &race.session));
        let all = open.chain(self.unasked.iter().map(|(key, dialog)| (key, &dialog.session)));
        all.filter(|(_, its)| *its == session).map(|(key, _)| key.clone()).collect()
    }

    /// Those that are not among these any more.
    pub(crate) fn others(&self, listed: &[OwnDialog]) -> Vec<String> {
        let is_listed = |key: &&String| listed.iter().any(|dialog| dialog.key == **key);
        let all = self.open.keys().chain(self.unasked.keys());
        all.filter(|key| !is_listed(key)).cloned().collect()
    }

    /// The agent is gone, and with it all its dialogs.
    pub(crate) async fn end(&mut self) {
        for key in self.others(&[]) {
            self.tell(&key, RaceSign::Seen(Seen::Ended)).await;
        }
        self.open.retain(|_, race| {
            let stays = race.untold.is_some();
            if !stays {
                race.waits.abort();
            }
            stays
        });
    }

    /// Waits for this while nobody serves the agent here: what could not be noted before is noted
    /// meanwhile. What is open there will be said again.
    pub(crate) async fn meanwhile<T>(&mut self, lasts: impl Future<Output = T>) -> T {
        self.unasked.clear();
        let untold = self.open.iter().filter(|(_, race)| race.untold.is_some());
        let untold: Vec<String> = untold.map(|(key, _)| key.clone()).collect();
        untold.iter().for_each(|key| self.try_again(key));
        tokio::pin!(lasts);
        loop {
            tokio::select! {
                done = &mut lasts => return done,
                step = self.next() => if let Step::Again { key } = step {
                    self.again(&key).await;
                },
            }
        }
    }

    /// What an earlier hub gave to the agent and never saw confirmed: nothing more will be said about it.
    pub(crate) async fn close_given(&self) {
        if self.setup.cluster.is_some() {
            return;
        }
        let since = self.setup.clock.now() - GIVEN_WITHIN;
        let filter = HistoryFilter {
            agent: Some(self.agent.id.to_owned()),
            status: Some(Status::Given),
            since: Some(since),
            ..HistoryFilter::default()
        };
        let Ok(page) = filter.find(self.setup.desk.as_ref(), None).await else { return };
        let is_open = |id: InteractionId| self.open.values().any(|race| race.id == id);
        for row in page.rows.into_iter().filter(|row| !is_open(row.id)) {
            let Ok(view) = self.setup.desk.show(&row.id.into()).await else { continue };
            if view.interaction.race != Some(Race::Given) {
                continue;
            }
            let sign = RaceSign::Seen(Seen::Ended);
            let desk = self.setup.desk.as_ref();
            if let Err(error) = tell(desk, row.id, &sign, self.agent.title, &self.setup.actor).await
            {
                tracing::warn!(%error, session_id = %row.id, "not noted");
            }
        }
    }
}

/// The database restarts, and is back in a moment.
fn is_away(error: &DeskError) -> bool {
    matches!(error, DeskError::Store(StoreError::Away { .. }))
}
