//! Traces of the ladder of attention: in memory while their question waits, in the store for as long
//! as it exists. Who is notified, and when, is decided by core and done by the hub.

use std::collections::HashMap;

use parking_lot::Mutex;
use sayso_core::InteractionId;
use sayso_core::attention::{Rung, RungFate, Trace};
use sayso_core::surface::{ChatId, Chats};
use sayso_desk::{DeskError, EventKind, Posted, Result, Row, Traces};

use super::{Engine, Inner};

/// Somebody else may change the same traces meanwhile.
const TRIES: usize = 3;

#[derive(Default)]
pub(super) struct KnownTraces {
    known: Mutex<HashMap<InteractionId, Traces>>,
}

impl KnownTraces {
    pub(super) fn list(&self, id: InteractionId) -> Vec<Trace> {
        self.of(id).traces
    }

    fn of(&self, id: InteractionId) -> Traces {
        self.known.lock().get(&id).cloned().unwrap_or_default()
    }
}

impl Engine {
    /// The chats that are wired in.
    pub fn chats(&self) -> Chats {
        self.inner.chats()
    }

    /// Whether the person was at a page that can be seen, or at an inbox, within the last minute.
    pub fn is_person_seen(&self) -> bool {
        self.inner.is_person_seen()
    }

    pub fn traces(&self, id: InteractionId) -> Vec<Trace> {
        self.inner.traces.list(id)
    }

    /// Reads those of pending questions; tells everybody who watches what is new.
    pub async fn load_traces(&self, ids: &[InteractionId]) -> Result<()> {
        self.inner.load_traces(ids).await
    }

    /// Replaces the traces of a question if they are still these; otherwise another hub was faster. Only
    /// who succeeds acts on them.
    pub async fn leave_traces(
        &self,
        id: InteractionId,
        were: &[Trace],
        are: Vec<Trace>,
    ) -> Result<bool> {
        self.inner.leave_traces(id, were, are).await
    }

    /// The question has ended: they are read from the store now.
    pub fn drop_traces(&self, id: InteractionId) {
        self.inner.traces.known.lock().remove(&id);
    }

    /// The question was removed, perhaps before its traces were left.
    pub async fn remove_traces(&self, id: InteractionId) -> Result<()> {
        let known = self.inner.traces.known.lock().remove(&id);
        if known.is_some() {
            Traces::remove(self.inner.store.as_ref(), &[id]).await?;
        }
        Ok(())
    }
}

impl Inner {
    /// Of one that has ended, from the store.
    pub(super) async fn stored_traces(&self, id: InteractionId) -> Result<Vec<Trace>> {
        Ok(Traces::load(self.store.as_ref(), id).await?.traces)
    }

    async fn load_traces(&self, ids: &[InteractionId]) -> Result<()> {
        for id in ids {
            let stored = Traces::load(self.store.as_ref(), *id).await?;
            if self.traces.of(*id) != stored {
                self.put_traces(*id, stored).await?;
            }
        }
        Ok(())
    }

    /// A chat has posted a question, or could not: then its card says so. What goes to a chat without a step
    /// of the ladder has no trace unless that failed.
    pub(super) async fn posted(&self, id: InteractionId, chat: ChatId, done: Posted) -> Result<()> {
        let rung = Rung::Chat(chat);
        let fate =
            done.map_or_else(RungFate::Skipped, |()| RungFate::Notified { taken_back: None });
        for _ in 0..TRIES {
            let were = self.traces.list(id);
            let place = were.iter().position(|trace| trace.rung == rung);
            let is_news = match (place.map(|at| were[at]), done) {
                (Some(trace), Ok(())) => trace.is_failed(),
                (Some(trace), Err(_)) => {
                    trace.is_notified() || (trace.is_failed() && trace.fate != fate)
                }
                (None, done) => done.is_err(),
            };
            if !is_news || !self.load(id).await?.is_pending() {
                break;
            }
            let (trace, mut are) = (Trace { rung, at: self.now(), fate }, were.clone());
            match place {
                Some(at) => are[at] = trace,
                None => are.push(trace),
            }
            if self.leave_traces(id, &were, are).await? {
                break;
            }
        }
        Ok(())
    }

    /// Another hub has changed the traces of these; an empty key: of any.
    pub(super) async fn reload_traces(&self, keys: &[&str]) -> Result<()> {
        let ids: Vec<InteractionId> = match keys.iter().any(|key| key.is_empty()) {
            true => self.traces.known.lock().keys().copied().collect(),
            false => keys.iter().filter_map(|key| key.parse().ok()).collect(),
        };
        self.load_traces(&ids).await
    }

    async fn leave_traces(
        &self,
        id: InteractionId,
        were: &[Trace],
        are: Vec<Trace>,
    ) -> Result<bool> {
        let known = self.traces.of(id);
        let open = |trace: &&Trace| trace.fate == RungFate::Notified { taken_back: None };
        let tells = are.iter().filter(open).any(|trace| !were.contains(trace));
        // It may have ended just now, which the caller has not heard yet.
        let is_over = tells && !self.load(id).await?.is_pending();
        if known.traces != were || is_over {
            return Ok(false);
        }
        let replaced = match known.in_memory(&are) {
            Some(kept) => Some(kept),
            None => known.replace(self.store.as_ref(), id, are).await?,
        };
        match replaced {
            // Of most questions nobody is notified. Should this one end just now, the caller drops them when
            // it hears of that: nothing is loaded.
            Some(replaced) if !is_shown(&replaced.traces) => {
                self.traces.known.lock().insert(id, replaced);
                Ok(true)
            }
            Some(replaced) => self.put_traces(id, replaced).await.map(|()| true),
            None => self.load_traces(&[id]).await.map(|()| false),
        }
    }

    /// Surfaces that show the question show them, too; a chat that is notified posts it.
    async fn put_traces(&self, id: InteractionId, traces: Traces) -> Result<()> {
        match self.load(id).await {
            Ok(interaction) if interaction.is_pending() => {
                let is_news = is_shown(&traces.traces);
                self.traces.known.lock().insert(id, traces);
                if is_news {
                    let row = Box::new(Row::new(&interaction, self.live(&interaction)));
                    self.tell(&interaction, EventKind::Changed { row, terms: None });
                }
                Ok(())
            }
            Ok(_) => {
                self.traces.known.lock().remove(&id);
                Ok(())
            }
            // Removed in between: so are they.
            Err(DeskError::NotFound { .. }) => {
                self.traces.known.lock().remove(&id);
                Ok(Traces::remove(self.store.as_ref(), &[id]).await?)
            }
            Err(error) => Err(error),
        }
    }
}

/// Whether somebody was notified, will be, or was to be: why else somebody was not is no news to anybody.
fn is_shown(traces: &[Trace]) -> bool {
    let is_skipped = |trace: &Trace| matches!(trace.fate, RungFate::Skipped(_));
    traces.iter().any(|trace| !is_skipped(trace) || trace.is_failed())
}
