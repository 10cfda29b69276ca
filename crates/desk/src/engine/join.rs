//! A client that lost its answer asks again: the same call joins the earlier question.
//!
//! Two callers that listen at the same time never share one, and a delivered answer is never handed
//! out again: the same words later are a new question.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::SignedDuration;
use sayso_core::{Interaction, InteractionId};

use super::Inner;
use crate::desk::Repeat;
use crate::error::DeskError;

/// An answer that nobody fetched is handed to a repeated call for so long.
const FRESH: SignedDuration = SignedDuration::from_mins(15);
/// Whoever has asked, or joined, will wait within this time; until then it counts as listening.
const CLAIM: Duration = Duration::from_secs(10);

impl Inner {
    /// The earlier interaction that this call repeats, now claimed for it.
    pub(super) async fn join(
        &self,
        fingerprint: Option<&str>,
        repeat: Repeat,
    ) -> Result<Option<Interaction>, DeskError> {
        let Some(fingerprint) = fingerprint else { return Ok(None) };
        for id in self.store.repeats(fingerprint).await? {
            let Some(earlier) = self.store.load(id).await? else { continue };
            let open = match earlier.settled_at() {
                None => true,
                Some(at) => self.now().duration_since(at) <= FRESH,
            };
            // Of those who still listen, one is the caller who has left.
            let left = usize::from(repeat == Repeat::Rejoin(id));
            if open
                && self.waiters.listening_to(id) <= left
                && self.claims.claim(id, self.clock.running()) == Claim::Granted
            {
                return Ok(Some(earlier));
            }
        }
        Ok(None)
    }
}

/// Who is about to wait for what.
#[derive(Default)]
pub(super) struct Claims {
    book: Mutex<Book>,
}

#[derive(Default)]
struct Book {
    until: HashMap<InteractionId, Duration>,
    /// In the order in which they end, which is the order in which they were made.
    ending: VecDeque<(Duration, InteractionId)>,
}

impl Book {
    fn forget_ended(&mut self, now: Duration) {
        while let Some((end, id)) = self.ending.pop_front_if(|(end, _)| *end <= now) {
            // It may have been released and claimed anew.
            if self.until.get(&id) == Some(&end) {
                self.until.remove(&id);
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Claim {
    Granted,
    /// Somebody else is about to wait for it.
    Taken,
}

impl Claims {
    pub(super) fn claim(&self, id: InteractionId, now: Duration) -> Claim {
        let mut book = self.lock();
        book.forget_ended(now);
        if book.until.contains_key(&id) {
            return Claim::Taken;
        }
        let end = now + CLAIM;
        book.until.insert(id, end);
        book.ending.push_back((end, id));
        Claim::Granted
    }

    /// Somebody waits: from now on that is what counts.
    pub(super) fn release(&self, id: InteractionId) {
        self.lock().until.remove(&id);
    }

    fn lock(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
