//! Permissions: questions that end with the call that asked them, so that no other call uses the
//! answer.
//!
//! One is withdrawn when its last caller is gone. If it was the hub that ended, the caller comes
//! back to the next one.

use std::collections::VecDeque;
use std::collections::hash_map::{Entry, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use sayso_core::surface::{Actor, Presence};
use sayso_core::{Command, Interaction, InteractionId, Surface};
use sayso_desk::store::{LONGEST_PAGE, PageEnd};
use sayso_desk::{DeskError, Query, Result, Scope, StoreError};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

use super::Inner;

/// A caller that lost its hub has connected to the next one by then.
const BACK_WITHIN: Duration = Duration::from_secs(10);

const GONE: &str = "the agent no longer waits for it";

/// Who holds which permission.
pub(super) struct Callers {
    holding: Mutex<HashMap<InteractionId, usize>>,
    gone: UnboundedSender<InteractionId>,
    /// The hub is ending: callers lose their connection, not their interest.
    closing: AtomicBool,
    /// Two hooks of one tool use arrive at the same moment: the second one finds what the first asks.
    pub(super) asking: tokio::sync::Mutex<()>,
}

impl Callers {
    /// With the questions whose last caller is gone, as it happens.
    pub(super) fn new() -> (Callers, UnboundedReceiver<InteractionId>) {
        let (gone, left) = mpsc::unbounded_channel();
        let (holding, closing, asking) = Default::default();
        (Callers { holding, gone, closing, asking }, left)
    }

    pub(super) fn close(&self) {
        self.closing.store(true, Ordering::SeqCst);
    }

    /// This hub ends: its callers come back to the next one.
    pub(super) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::SeqCst)
    }

    fn holds(&self, id: InteractionId) -> bool {
        self.holding.lock().contains_key(&id)
    }
}

/// A caller that holds a permission, until it is dropped.
pub(super) struct Held {
    callers: Arc<Callers>,
    id: InteractionId,
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut holding = self.callers.holding.lock();
        let Entry::Occupied(mut callers) = holding.entry(self.id) else { return };
        *callers.get_mut() -= 1;
        if *callers.get() == 0 {
            callers.remove();
            // Without a receiver the desk is gone.
            let _ = self.callers.gone.send(self.id);
        }
    }
}

impl Inner {
    /// For a permission: its caller is here.
    pub(super) fn hold(&self, interaction: &Interaction) -> Option<Held> {
        let id = interaction.id;
        interaction.policy.ends_with_call.then(|| {
            *self.callers.holding.lock().entry(id).or_default() += 1;
            Held { callers: Arc::clone(&self.callers), id }
        })
    }

    /// Its caller lost another hub, or is gone.
    pub(super) fn expect_caller(&self, interaction: &Interaction) {
        if interaction.policy.ends_with_call {
            let _ = self.callers.gone.send(interaction.id);
        }
    }

    /// The pending permission that another call has asked for the same tool use. Only while
    /// [`Callers::asking`] is locked.
    pub(super) async fn share(
        &self,
        fingerprint: Option<&str>,
    ) -> Result<Option<(Interaction, Option<Held>)>> {
        let Some(fingerprint) = fingerprint else { return Ok(None) };
        for id in self.store.repeats(fingerprint).await? {
            match self.store.load(id).await {
                Ok(Some(other)) if other.is_pending() => {
                    let held = self.hold(&other);
                    return Ok(Some((other, held)));
                }
                Ok(_) | Err(StoreError::Unreadable { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(None)
    }

    /// Whether a caller may still use its answer. One at another hub is known by its waiting.
    fn has_caller(&self, id: InteractionId) -> bool {
        self.callers.holds(id) || self.other_hubs().is_some_and(|other| other.listening(id))
    }

    async fn withdraw_without_caller(&self, id: InteractionId) -> Result<()> {
        let _arriving = self.callers.asking.lock().await;
        if self.has_caller(id) || self.callers.is_closing() {
            return Ok(());
        }
        let desk = Actor::new(Some("sayso".to_owned()), Surface::Api, Presence::Unattended);
        match self.act(id, Command::Withdraw { why: Some(GONE.to_owned()) }, desk).await {
            // Answered or forgotten in the meantime, which is fine.
            Ok(_) | Err(DeskError::Refused(_) | DeskError::NotFound { .. }) => Ok(()),
            // The store has reported it.
            Err(DeskError::Store(StoreError::Unreadable { .. })) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Pending permissions, asked before this hub was here.
    async fn permissions_found(&self) -> Result<Vec<InteractionId>> {
        let mut query = Query { scope: Scope::Active, limit: LONGEST_PAGE, ..Query::default() };
        let mut found = Vec::new();
        loop {
            let page = self.store.page(&query).await?;
            let permissions = page.rows.iter().filter(|row| row.policy.ends_with_call);
            found.extend(permissions.map(|row| row.id));
            match page.next {
                Some(end) => query.after = Some(PageEnd::encode(end)),
                None => return Ok(found),
            }
        }
    }
}

pub(super) async fn run(inner: Arc<Inner>, mut gone: UnboundedReceiver<InteractionId>) {
    // In the order in which it is their turn.
    let mut expected = VecDeque::new();
    let later = || inner.clock.running() + BACK_WITHIN;
    match inner.permissions_found().await {
        Ok(found) => expected.extend(found.into_iter().map(|id| (later(), id))),
        Err(error) => {
            tracing::warn!(%error, "permissions asked earlier stay until their time is over")
        }
    }
    loop {
        let turn = expected.front().map(|(turn, _)| *turn);
        let id = tokio::select! {
            id = gone.recv() => match id {
                // Its caller may have gone to another hub.
                Some(id) if inner.team.is_some() => {
                    expected.push_back((later(), id));
                    continue;
                }
                Some(id) => id,
                None => return,
            },
            () = inner.clock.sleep_until(turn.unwrap_or_default()), if turn.is_some() => {
                match expected.pop_front() {
                    Some((_, id)) => id,
                    None => continue,
                }
            }
        };
        if let Err(error) = inner.withdraw_without_caller(id).await {
            tracing::warn!(%id, %error, "could not withdraw what nobody waits for; trying again");
            expected.push_back((later(), id));
        }
    }
}
