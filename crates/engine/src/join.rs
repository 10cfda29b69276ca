//! A client that lost its answer asks again: the same call joins the earlier question.
//!
//! Two agents that listen at the same time never share one, and a delivered answer is never handed
//! out again: the same text later is a new question.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::SignedDuration;
use parking_lot::Mutex;
use sayso_core::interaction::Outcome;
use sayso_core::{Interaction, InteractionId};
use sayso_desk::cluster::{Cluster, Take, TakeFrom, Taken};
use sayso_desk::{Claim, Result, StoreError};
use uuid::Uuid;

use super::Inner;

/// An unfetched answer is handed to a repeated call for this long.
const FRESH: SignedDuration = SignedDuration::from_mins(15);

impl Inner {
    /// The earlier interaction that this call repeats, claimed for it.
    pub(super) async fn join(
        &self,
        fingerprint: Option<&str>,
        call: Option<Uuid>,
    ) -> Result<Option<(Interaction, Claimed)>> {
        let Some(fingerprint) = fingerprint else { return Ok(None) };
        for id in self.store.repeats(fingerprint).await? {
            if self.listening(id) {
                continue;
            }
            // Claimed before it is read: a caller first records its delivery and then releases its
            // claim.
            let Some(mut claimed) = self.claims.claim(id, call) else { continue };
            if !self.claim_among_hubs(&mut claimed).await? {
                continue;
            }
            let earlier = match self.store.load(id).await {
                Ok(Some(earlier)) => earlier,
                // What can't be read can't be joined, and keeps nobody from asking.
                Ok(None) | Err(StoreError::Unreadable { .. }) => continue,
                Err(error) => return Err(error.into()),
            };
            if self.can_be_joined(&earlier) {
                return Ok(Some((earlier, claimed)));
            }
        }
        Ok(None)
    }

    pub(super) async fn claim(&self, id: InteractionId) -> Result<Claim> {
        let interaction = self.load(id).await?;
        let mut claimed = self.claims.take_over(id, None);
        self.take_over_among_hubs(&mut claimed).await?;
        Ok(Claim::new((claimed, self.hold(&interaction))))
    }

    /// Whether no other call has claimed it at another hub. Read it again after this.
    pub(super) async fn claim_among_hubs(&self, claimed: &mut Claimed) -> Result<bool> {
        match self.claim_from(claimed, TakeFrom::Nobody).await? {
            Taken::Done => Ok(true),
            // The same call has joined it there, and its connection broke before it heard so.
            Taken::By(call) if !call.is_empty() && call == claimed.call() => {
                self.take_over_among_hubs(claimed).await?;
                Ok(true)
            }
            Taken::By(_) => Ok(false),
        }
    }

    /// The same for a call that had it before, at whichever hub.
    pub(super) async fn take_over_among_hubs(&self, claimed: &mut Claimed) -> Result<()> {
        self.claim_from(claimed, TakeFrom::Anybody).await.map(drop)
    }

    async fn claim_from(&self, claimed: &mut Claimed, from: TakeFrom) -> Result<Taken> {
        let Some(cluster) = self.cluster() else { return Ok(Taken::Done) };
        let call = claimed.call();
        let take = Take { body: &call, lasts: None, from };
        let taken = cluster.take(&key(claimed.id), take).await?;
        claimed.among = (taken == Taken::Done).then(|| Arc::clone(cluster));
        Ok(taken)
    }

    /// Pending, or recently answered by a person: a timeout is no reason not to ask again.
    fn can_be_joined(&self, earlier: &Interaction) -> bool {
        match (earlier.outcome(), earlier.settled_at()) {
            (
                Some(
                    Outcome::Answered { .. } | Outcome::Cancelled { .. } | Outcome::Rejected { .. },
                ),
                Some(at),
            ) => earlier.delivered_at.is_none() && self.now().duration_since(at) <= FRESH,
            (Some(Outcome::TimedOut { .. } | Outcome::Withdrawn { .. }), _) => false,
            (None, _) | (_, None) => true,
        }
    }
}

/// Whose reply will carry which outcome. One caller at a time.
#[derive(Default)]
pub(super) struct Claims {
    book: Mutex<Book>,
}

#[derive(Default)]
struct Book {
    holders: HashMap<InteractionId, Held>,
    next: u64,
}

struct Held {
    /// So that dropping a claim that was taken over doesn't end the newer one.
    number: u64,
    /// The call that has it: repeated over a new connection, it gets what it had.
    call: Option<Uuid>,
}

impl Claims {
    /// `None` if another call has it.
    pub(super) fn claim(
        self: &Arc<Self>,
        id: InteractionId,
        call: Option<Uuid>,
    ) -> Option<Claimed> {
        let mut book = self.book.lock();
        match book.holders.get(&id) {
            Some(held) if call.is_none() || held.call != call => None,
            Some(_) | None => Some(self.enter(&mut book, id, call)),
        }
    }

    /// For a call that had it before its connection broke: the desk may not have noticed that yet.
    pub(super) fn take_over(self: &Arc<Self>, id: InteractionId, call: Option<Uuid>) -> Claimed {
        self.enter(&mut self.book.lock(), id, call)
    }

    fn enter(self: &Arc<Self>, book: &mut Book, id: InteractionId, call: Option<Uuid>) -> Claimed {
        book.next += 1;
        let number = book.next;
        book.holders.insert(id, Held { number, call });
        Claimed { claims: Arc::clone(self), id, number, call, among: None }
    }
}

/// A claim, until it is dropped.
pub(super) struct Claimed {
    claims: Arc<Claims>,
    id: InteractionId,
    number: u64,
    call: Option<Uuid>,
    /// The hubs that know of it.
    among: Option<Arc<dyn Cluster>>,
}

impl Claimed {
    fn call(&self) -> String {
        self.call.map(|call| call.to_string()).unwrap_or_default()
    }
}

fn key(id: InteractionId) -> String {
    format!("claim/{id}")
}

impl Drop for Claimed {
    fn drop(&mut self) {
        let mut book = self.claims.book.lock();
        if book.holders.get(&self.id).is_some_and(|held| held.number == self.number) {
            book.holders.remove(&self.id);
            if let Some(cluster) = &self.among {
                cluster.let_go(&key(self.id));
            }
        }
    }
}
