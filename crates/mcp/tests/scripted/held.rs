//! The desk as a server sees it, with a switch to hold back notifications about finished calls.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use sayso_core::surface::Presence;
use sayso_core::{Actor, Command, IdPrefix, InteractionId, RaceNews, Submission, Surface};
use sayso_desk::{
    Answering, Ask, Asked, Asking, Attached, Claim, Collected, DeskError, Patience, StoreError,
    View,
};
use sayso_engine::Engine;
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;

type Result<T> = std::result::Result<T, DeskError>;

pub struct Held {
    inner: Arc<Engine>,
    holding: watch::Sender<bool>,
    /// Finished waits that the desk doesn't know about.
    stale: watch::Sender<usize>,
    /// Number of lookups of late answers.
    pub collected: AtomicUsize,
    /// The hub is gone: requests to it fail.
    pub lost: AtomicBool,
    /// A person answers before the next hand-off.
    pub answered_first: Mutex<Option<Submission>>,
    /// This number of calls of the desk fails from now on: the database is restarted.
    pub away: AtomicUsize,
    /// Ends the wait that is open: its desk has lost the database.
    pub cut: Notify,
    /// The hub is silent: the next call gives up, and its question is here, to be stored later.
    pub silent: Mutex<Option<Option<Ask>>>,
}

impl Held {
    pub fn over(inner: Arc<Engine>) -> Held {
        Held {
            inner,
            holding: watch::Sender::new(false),
            stale: watch::Sender::new(0),
            collected: AtomicUsize::new(0),
            lost: AtomicBool::new(false),
            away: AtomicUsize::new(0),
            cut: Notify::new(),
            answered_first: Mutex::default(),
            silent: Mutex::default(),
        }
    }

    fn there(&self) -> Result<()> {
        let counted = |left: usize| left.checked_sub(1);
        if self.away.fetch_update(Ordering::Relaxed, Ordering::Relaxed, counted).is_ok() {
            let (at, detail) = ("its database".to_owned(), "restarts".to_owned());
            return Err(StoreError::Away { at, detail }.into());
        }
        match self.lost.load(Ordering::Relaxed) {
            true => Err(DeskError::Unreachable("nobody listens".to_owned())),
            false => Ok(()),
        }
    }

    /// From now on the desk isn't notified about replies and waits.
    pub fn hold(&self) {
        self.holding.send_replace(true);
    }

    pub fn let_go(&self) {
        self.holding.send_replace(false);
    }

    async fn passage(&self) {
        passage(self.holding.clone()).await;
    }
}

async fn passage(holding: watch::Sender<bool>) {
    holding.subscribe().wait_for(|holding| !holding).await.unwrap();
}

/// A wait that continues until the desk is notified that nobody wants it any more.
struct Waiting {
    task: Option<JoinHandle<Result<View>>>,
    holding: watch::Sender<bool>,
    stale: watch::Sender<usize>,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let Some(task) = self.task.take().filter(|task| !task.is_finished()) else { return };
        let (holding, stale) = (self.holding.clone(), self.stale.clone());
        stale.send_modify(|stale| *stale += 1);
        tokio::spawn(async move {
            passage(holding).await;
            task.abort();
            let _ = task.await;
            stale.send_modify(|stale| *stale -= 1);
        });
    }
}

#[async_trait]
impl Asking for Held {
    async fn delivered(&self, id: InteractionId) -> Result<()> {
        self.passage().await;
        self.there()?;
        self.inner.delivered(id).await
    }

    async fn undelivered(&self, id: InteractionId) -> Result<()> {
        self.passage().await;
        self.inner.undelivered(id).await
    }

    /// Ordered as over a connection: earlier messages arrive first.
    async fn ask_and_claim(&self, ask: Ask) -> Result<Asked> {
        self.there()?;
        if let Some(given_up @ None) = &mut *self.silent.lock().unwrap() {
            *given_up = Some(ask);
            return Err(DeskError::Unreachable("no answer from the hub".to_owned()));
        }
        self.stale.subscribe().wait_for(|stale| *stale == 0).await.unwrap();
        self.inner.ask_and_claim(ask).await
    }

    async fn claim(&self, id: InteractionId) -> Result<Claim> {
        self.inner.claim(id).await
    }

    async fn collect(&self, ids: Vec<InteractionId>) -> Result<Collected> {
        self.collected.fetch_add(1, Ordering::Relaxed);
        self.there()?;
        self.inner.collect(ids).await
    }

    async fn give_up(&self, id: InteractionId) -> Result<()> {
        self.inner.give_up(id).await
    }

    async fn watch(&self, id: InteractionId) -> Result<()> {
        self.inner.watch(id).await
    }

    async fn wait(&self, id: InteractionId, patience: Patience) -> Result<View> {
        let inner = Arc::clone(&self.inner);
        let task = tokio::spawn(async move { inner.wait(id, patience).await });
        let (holding, stale) = (self.holding.clone(), self.stale.clone());
        let mut waiting = Waiting { task: Some(task), holding, stale };
        let view = tokio::select! {
            view = waiting.task.as_mut().unwrap() => view.unwrap()?,
            () = self.cut.notified() => {
                self.away.store(1, Ordering::Relaxed);
                return Err(self.there().unwrap_err());
            }
        };
        self.there()?;
        Ok(view)
    }

    async fn hand_off(&self, id: InteractionId) -> Result<String> {
        self.there()?;
        let answered = self.answered_first.lock().unwrap().take();
        if let Some(submission) = answered {
            let ann = Actor::new(Some("ann".to_owned()), Surface::Web, Presence::Interactive);
            self.inner.act(id, Command::Answer { submission }, ann).await?;
        }
        self.inner.hand_off(id).await
    }

    async fn show(&self, id: &IdPrefix) -> Result<View> {
        self.there()?;
        self.inner.show(id).await
    }

    async fn attached(&self) -> Result<Vec<Attached>> {
        self.inner.attached().await
    }

    async fn withdraw(&self, id: InteractionId, why: Option<String>, actor: Actor) -> Result<View> {
        self.inner.withdraw(id, why, actor).await
    }

    async fn race(&self, id: InteractionId, news: RaceNews, actor: Actor) -> Result<View> {
        self.inner.race(id, news, actor).await
    }
}
