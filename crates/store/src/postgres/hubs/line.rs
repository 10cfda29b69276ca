//! The connection that listens: entered, kept alive, and made again when it was lost.

#![expect(clippy::disallowed_methods, reason = "the timer of a connection or a process")]

use std::sync::Arc;
use std::time::Duration;

use sayso_desk::Clock;
use sayso_desk::cluster::{ClusterNews, HubId, HubStatement, OtherHub, RowChange};
use sayso_desk::store::StoreError;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};
use tokio_postgres::Notification;

use super::news::{Message, read};
use super::{Hubs, statements};
use crate::postgres::connect::{Use, open};
use crate::postgres::link::{Link, Params, Session};

/// Between two attempts to connect, doubled each time.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// Own leases that are not heard, after which nothing else is expected to be heard either.
const UNHEARD: u32 = 2;

/// From its own greeting to hearing it.
const GREETING: Duration = Duration::from_secs(3);

/// A connection that is entered as this hub's.
pub(in crate::postgres) struct Line {
    session: Arc<Session>,
    notes: mpsc::UnboundedReceiver<Notification>,
}

impl Hubs {
    /// For the first time: the error is the user's.
    pub(in crate::postgres) async fn begin(&self) -> Result<Line, StoreError> {
        let mut line = self.enter().await?;
        let heard = async {
            while let Some(note) = line.notes.recv().await {
                if let Some((hub, Message::Hello)) = read(note.payload())
                    && hub == self.own
                {
                    return true;
                }
            }
            false
        };
        match timeout(GREETING, heard).await {
            Ok(true) => Ok(line),
            Ok(false) => Err(self.place.away("the connection broke")),
            Err(_) => Err(StoreError::Other(format!(
                "{} does not pass on what hubs tell each other (LISTEN and NOTIFY); a pooler in \
                 transaction mode cannot: connect to PostgreSQL itself, or to a pooler in session mode",
                self.place.0
            ))),
        }
    }

    /// Until the store is closed. `links` are this hub's other connections.
    pub(in crate::postgres) async fn run(self: Arc<Self>, mut line: Line, links: [Arc<Link>; 3]) {
        loop {
            let lost = match self.serve(&mut line).await {
                Ok(()) => "not heard any more".to_owned(),
                Err(error) => error.to_string(),
            };
            self.lose();
            // Nothing came, and nobody said why: the others are likely to be as dead.
            if !line.session.is_closed() {
                links.iter().for_each(|link| link.distrust());
            }
            tracing::warn!(why = lost, "lost touch with the other hubs");
            let (since, mut pause) = (Instant::now(), FIRST_PAUSE);
            line = loop {
                match self.enter().await {
                    Ok(line) => break line,
                    Err(error) => tracing::debug!(%error, "no touch with the other hubs yet"),
                }
                if since.elapsed() >= self.patience {
                    self.away.send_if_modified(|away| !std::mem::replace(away, true));
                }
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(LONGEST_PAUSE);
            };
            self.away.send_if_modified(std::mem::take);
            tracing::info!("in touch with the other hubs again");
        }
    }

    /// Connects, listens, and only then reads.
    async fn enter(&self) -> Result<Line, StoreError> {
        self.state.lock().in_doubt = false;
        let (told, notes) = mpsc::unbounded_channel();
        let opened = open(&self.address, &self.runtime, Use::Hub, Some(told));
        let opened = match timeout(self.patience, opened).await {
            Ok(opened) => opened.map_err(|unopened| unopened.explain(&self.place))?,
            Err(_) => return Err(self.place.away("it takes too long to connect")),
        };
        let session = Arc::new(Session::new(opened, self.place.clone(), self.patience));
        let own = self.own.0;
        self.ask(&session, statements::END_FORMER, &[&own]).await?;
        self.ask(&session, statements::LOCK, &[&own]).await?;
        self.listen_to_all(&session).await?;
        let asked = self.machine.running();
        let time = self.ask(&session, statements::TIME, &[]).await?;
        time.first().inspect(|row| self.clock.set(asked, row.get(0)));
        let since = self.clock.now().as_millisecond();
        let lease = i32::try_from(self.lease.as_millis()).unwrap_or(i32::MAX);
        self.ask(&session, statements::ENTER, &[&own, &self.name, &since, &lease]).await?;
        self.say_everything(&session).await?;
        let alive = self.list_alive(&session).await?;
        let hubs: Vec<uuid::Uuid> = alive.iter().map(|hub| hub.id.0).collect();
        let said = self.read_said(&session, &hubs, None).await?;
        self.ask(&session, statements::HELLO, &[&self.sender()]).await?;
        let mut state = self.state.lock();
        state.alive = alive.into_iter().map(|hub| (hub.id, hub)).collect();
        drop(state);
        self.session.send_replace(Some(Arc::clone(&session)));
        // Duties are tried for at once.
        self.rung.notify_one();
        self.tell(&ClusterNews::Anew(said));
        Ok(Line { session, notes })
    }

    async fn listen_to_all(&self, session: &Session) -> Result<(), StoreError> {
        let rows = self.ask(session, statements::CHANNEL, &[]).await?;
        let channel: &str = rows.first().map(|row| row.get(0)).unwrap_or_default();
        let listen = format!("listen {channel}");
        match timeout(self.patience, session.client.batch_execute(&listen)).await {
            Ok(listens) => listens.map_err(|error| self.place.explain(&error)),
            Err(_) => Err(self.place.away("it takes too long")),
        }
    }

    async fn say_everything(&self, session: &Session) -> Result<(), StoreError> {
        let (keys, bodies, held, held_bodies, lasts) = {
            let mut state = self.state.lock();
            state.unsent.clear();
            state.unheld.clear();
            let said = state.said.iter().map(|(key, body)| (key.clone(), body.clone()));
            let (keys, bodies): (Vec<String>, Vec<String>) = said.unzip();
            let held: Vec<String> = state.held.keys().cloned().collect();
            let held_bodies: Vec<String> =
                state.held.values().map(|held| held.body.clone()).collect();
            let lasts: Vec<Option<f64>> = state
                .held
                .values()
                .map(|held| held.lasts.map(|lasts| lasts.as_secs_f64()))
                .collect();
            (keys, bodies, held, held_bodies, lasts)
        };
        let own = self.own.0;
        self.ask(session, statements::SAY_ALL, &[&own, &keys, &bodies]).await?;
        let params: Params<'_> = &[&own, &held, &held_bodies, &lasts];
        self.ask(session, statements::HOLD_ALL, params).await.map(drop)
    }

    /// Until the connection is lost, or nothing is heard any more.
    async fn serve(&self, line: &mut Line) -> Result<(), StoreError> {
        let session = Arc::clone(&line.session);
        let mut lease = interval_at(Instant::now() + self.lease, self.lease);
        lease.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut unheard = 0;
        loop {
            tokio::select! {
                note = line.notes.recv() => {
                    let Some(note) = note else { return Err(self.place.away("the connection broke")) };
                    match read(note.payload()) {
                        Some((hub, Message::Lease)) if hub == self.own => unheard = 0,
                        Some((hub, message)) if hub != self.own => {
                            self.on_message(&session, hub, message).await?;
                        }
                        // The one that cleans up hears of it like all others.
                        Some((_, Message::Changes { mut rows, .. })) => {
                            rows.retain(|(change, _)| *change == RowChange::Swept);
                            self.tell_changes(rows, Vec::new());
                        }
                        Some(_) | None => {}
                    }
                }
                _ = lease.tick() => {
                    if unheard == UNHEARD {
                        return Ok(());
                    }
                    unheard += 1;
                    self.renew(&session).await?;
                }
                () = self.rung.notified() => {
                    self.send(&session).await?;
                    self.greet_newcomers(&session).await?;
                    self.settle_doubts(&session).await?;
                    self.try_duties(&session).await?;
                }
            }
        }
    }

    async fn on_message(
        &self,
        session: &Session,
        hub: HubId,
        message: Message<'_>,
    ) -> Result<(), StoreError> {
        match message {
            Message::Changes { rows, items } => self.tell_changes(rows, items),
            Message::Presence(keys) => {
                let mut said = self.read_said(session, &[hub.0], Some(&keys)).await?;
                for key in keys {
                    if !said.iter().any(|said| said.key == key) {
                        said.push(HubStatement { hub, key: key.to_owned(), body: None });
                    }
                }
                self.tell(&ClusterNews::Said(said));
            }
            Message::Lease => {}
            Message::Hello => {
                self.leave(hub);
                self.look_around(session).await?;
            }
            Message::Bye => {
                self.leave(hub);
                self.try_duties(session).await?;
            }
        }
        Ok(())
    }

    fn leave(&self, hub: HubId) {
        let known = self.state.lock().alive.remove(&hub);
        if known.is_some() {
            self.tell(&ClusterNews::Gone(hub));
        }
    }

    async fn renew(&self, session: &Session) -> Result<(), StoreError> {
        let asked = self.machine.running();
        let params: Params<'_> = &[&self.own.0, &self.sender()];
        let rows = self.ask(session, statements::RENEW, params).await?;
        let Some(row) = rows.first() else {
            return Err(self.place.away("this hub was taken for dead"));
        };
        self.clock.set(asked, row.get(0));
        self.look_around(session).await?;
        self.try_duties(session).await
    }

    /// What the others say, for those who have begun to listen.
    async fn greet_newcomers(&self, session: &Session) -> Result<(), StoreError> {
        let (newcomers, alive) = {
            let mut state = self.state.lock();
            let alive: Vec<uuid::Uuid> = state.alive.keys().map(|hub| hub.0).collect();
            (std::mem::take(&mut state.newcomers), alive)
        };
        if newcomers.is_empty() || alive.is_empty() {
            return Ok(());
        }
        let said = ClusterNews::Said(self.read_said(session, &alive, None).await?);
        // Those who listen no more are noticed with the next news.
        newcomers.iter().for_each(|listener| drop(listener.send(said.clone())));
        Ok(())
    }

    async fn settle_doubts(&self, session: &Session) -> Result<(), StoreError> {
        let (in_doubt, alive) = {
            let mut state = self.state.lock();
            let alive: Vec<uuid::Uuid> = state.alive.keys().map(|hub| hub.0).collect();
            (std::mem::take(&mut state.in_doubt), alive)
        };
        if in_doubt {
            self.tell(&ClusterNews::Anew(self.read_said(session, &alive, None).await?));
        }
        Ok(())
    }

    /// Who has come, and who is gone.
    async fn look_around(&self, session: &Session) -> Result<(), StoreError> {
        let alive = self.list_alive(session).await?;
        let known: Vec<HubId> = self.state.lock().alive.keys().copied().collect();
        let is_alive = |id: &HubId| alive.iter().any(|hub| hub.id == *id);
        known.iter().filter(|id| !is_alive(id)).for_each(|id| self.leave(*id));
        let new: Vec<OtherHub> = alive.into_iter().filter(|hub| !known.contains(&hub.id)).collect();
        if new.is_empty() {
            return Ok(());
        }
        let ids: Vec<uuid::Uuid> = new.iter().map(|hub| hub.id.0).collect();
        let said = self.read_said(session, &ids, None).await?;
        self.state.lock().alive.extend(new.into_iter().map(|hub| (hub.id, hub)));
        self.tell(&ClusterNews::Said(said));
        Ok(())
    }

    /// What this hub says of itself, and what it let go of.
    async fn send(&self, session: &Session) -> Result<(), StoreError> {
        let (mut gone, mut keys, mut bodies) = (Vec::new(), Vec::new(), Vec::new());
        let unheld: Vec<String> = {
            let mut state = self.state.lock();
            for key in std::mem::take(&mut state.unsent) {
                match state.said.get(&key) {
                    Some(body) => {
                        bodies.push(body.clone());
                        keys.push(key);
                    }
                    None => gone.push(key),
                }
            }
            std::mem::take(&mut state.unheld).into_iter().collect()
        };
        let own = self.own.0;
        if !unheld.is_empty() {
            self.ask(session, statements::LET_GO, &[&own, &unheld]).await?;
        }
        if !gone.is_empty() || !keys.is_empty() {
            let params: Params<'_> = &[&own, &gone, &keys, &bodies, &self.sender()];
            self.ask(session, statements::SAY, params).await?;
        }
        Ok(())
    }

    async fn try_duties(&self, session: &Session) -> Result<(), StoreError> {
        let (left, open): (Vec<String>, Vec<String>) = {
            let duties = &mut self.state.lock().duties;
            let left = duties.extract_if(.., |_, held| held.receiver_count() == 0);
            let left = left.filter(|(_, held)| *held.borrow()).map(|(name, _)| name).collect();
            let open = duties.iter().filter(|(_, held)| !*held.borrow());
            (left, open.map(|(name, _)| name.clone()).collect())
        };
        for name in left {
            self.ask(session, statements::END_DUTY, &[&name]).await?;
        }
        for name in open {
            let rows = self.ask(session, statements::TRY_DUTY, &[&name]).await?;
            let is_ours = rows.first().is_some_and(|row| row.get(0));
            if is_ours && let Some(duty) = self.state.lock().duties.get(&name) {
                tracing::info!(name = name.as_str(), "this hub does what only one may do");
                duty.send_replace(true);
            }
        }
        Ok(())
    }

    /// What a session holds is lost with it.
    fn lose(&self) {
        self.session.send_replace(None);
        let state = self.state.lock();
        for duty in state.duties.values() {
            duty.send_if_modified(std::mem::take);
        }
    }

    /// The others need not wait for the next lease.
    pub(in crate::postgres) async fn end(&self) {
        let Some(session) = self.current() else { return };
        let params: Params<'_> = &[&self.own.0, &self.sender()];
        if let Err(error) = self.ask(&session, statements::LEAVE, params).await {
            tracing::debug!(%error, "the other hubs will notice that this one has ended");
        }
        self.lose();
    }
}
