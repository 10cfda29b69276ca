//! The calls in progress of one desk, and what the hub has to hear about them.

#![expect(clippy::disallowed_methods, reason = "the timer of a connection or a process")]

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sayso_core::{Problem, limits};
use sayso_desk::{DeskError, StoreError};
use sayso_wire::{Call, SocketCall, SocketReply};
use serde_json::value::RawValue;
use tokio::sync::oneshot;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

use super::super::millis;
use super::super::requests::Failed;

pub(super) type Answer = Result<Option<Box<RawValue>>, Failed>;

/// What the hub has to hear.
pub(super) enum News {
    Begun(u64),
    Ended(u64),
    /// It was not answered within the share of one hub.
    Unanswered {
        n: u64,
        within: Duration,
    },
}

/// Calls by number. They are sent again over each new connection.
#[derive(Default)]
pub(super) struct Calls(Mutex<HashMap<u64, Pending>>);

pub(super) struct Pending {
    call: Call,
    since: Instant,
    /// Over how many connections it was sent.
    sent: u32,
    /// When it was sent over this one.
    told: Option<Instant>,
    /// Gone once it was answered; a held call stays for the next connection.
    answer: Option<oneshot::Sender<Answer>>,
    held: bool,
    /// What a hub said that has lost its files: the next one was asked.
    lost: Option<DeskError>,
}

impl Pending {
    pub(super) fn new(call: Call, held: bool, answer: oneshot::Sender<Answer>) -> Pending {
        let (since, answer) = (Instant::now(), Some(answer));
        Pending { call, since, sent: 0, told: None, answer, held, lost: None }
    }
}

/// What remains to be done: for a wait, with the remaining time.
pub(super) fn left(call: &Call, since: Instant) -> Call {
    let mut call = call.clone();
    if let Call::Wait { milliseconds: Some(milliseconds), .. }
    | Call::WaitForReply { milliseconds: Some(milliseconds), .. } = &mut call
    {
        *milliseconds = milliseconds.saturating_sub(millis(since.elapsed()));
    }
    call
}

/// What became of a reply.
#[derive(PartialEq, Eq)]
pub(super) enum Settled {
    Done,
    /// This hub can't do it at the moment, and another one may.
    Elsewhere,
}

impl Calls {
    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Pending>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn insert(&self, n: u64, pending: Pending) {
        self.lock().insert(n, pending);
    }

    /// Whether the hub has to hear that it is over.
    pub(super) fn remove(&self, n: u64) -> bool {
        self.lock().remove(&n).is_some_and(|pending| pending.told.is_some())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    pub(super) fn clear(&self) {
        self.lock().clear();
    }

    /// Whether all are answered at once.
    pub(super) fn are_brief(&self) -> bool {
        !self.lock().values().any(|pending| pending.call.lasts())
    }

    /// Whether this one takes longer.
    pub(super) fn lasts(&self, n: u64) -> bool {
        self.lock().get(&n).is_some_and(|pending| pending.call.lasts())
    }

    /// Whether it is time to try another hub: one that has only just got it is given more.
    pub(super) fn is_overdue(&self, n: u64, within: Duration) -> bool {
        let told = self.lock().get(&n).and_then(|pending| pending.told);
        told.is_some_and(|told| told.elapsed() >= within / 2)
    }

    /// These calls fail, unless they were answered; the others stay.
    pub(super) fn fail(&self, error: &DeskError, which: impl Fn(&Call) -> bool) {
        self.lock().retain(|_, pending| {
            let failing = pending.answer.take_if(|_| which(&pending.call));
            let Some(answer) = failing else { return true };
            let error = pending.lost.take().unwrap_or_else(|| error.clone());
            let _ = answer.send(Err(Failed { error, repeated: pending.sent > 0 }));
            false
        });
    }

    /// Why it was not answered, if that is known.
    pub(super) fn lost(&self, n: u64) -> Option<DeskError> {
        self.lock().get_mut(&n)?.lost.take()
    }

    /// The numbers of all calls, none of which was sent over this connection yet.
    pub(super) fn unsent(&self) -> Vec<u64> {
        let mut calls = self.lock();
        calls.values_mut().for_each(|pending| pending.told = None);
        let mut numbers: Vec<u64> = calls.keys().copied().collect();
        numbers.sort_unstable();
        numbers
    }

    /// The message that begins a call, unless the hub has it. One that is longer than the hub accepts
    /// is refused here: the hub would close the connection, and get it again over the next.
    pub(super) fn begin(&self, n: u64) -> Option<Message> {
        let mut calls = self.lock();
        let pending = calls.get_mut(&n).filter(|pending| pending.told.is_none())?;
        let message = encoded(&SocketCall { n, call: left(&pending.call, pending.since) });
        if message.len() <= limits::MESSAGE {
            pending.told = Some(Instant::now());
            pending.sent += 1;
            return Some(message);
        }
        let rule = format!("longer than {} bytes", limits::BODY);
        let too_long = DeskError::from(Problem::new("", rule, "shorten it"));
        if let Some(answer) = calls.remove(&n).and_then(|pending| pending.answer) {
            let _ = answer.send(Err(too_long.into()));
        }
        None
    }

    /// One of `hubs` has replied.
    pub(super) fn settle(&self, reply: SocketReply, hubs: u32) -> Settled {
        let mut calls = self.lock();
        let Some(pending) = calls.get_mut(&reply.n) else { return Settled::Done };
        let repeated = pending.sent > 1;
        let answer = match reply.problem.map(|problem| problem.into_error()) {
            Some(error @ DeskError::Store(StoreError::Lost(_))) => {
                pending.lost = Some(error);
                return Settled::Elsewhere;
            }
            Some(error) if is_of_this_hub(&error) && pending.sent < hubs => {
                return Settled::Elsewhere;
            }
            Some(error @ DeskError::NotFound { .. }) => {
                // It may have been in what was lost.
                Err(Failed { error: pending.lost.take().unwrap_or(error), repeated })
            }
            Some(error) => Err(Failed { error, repeated }),
            None => Ok(reply.ok),
        };
        let keep = pending.held && answer.is_ok();
        if let Ok(Some(reply)) = &answer
            && let Some(kept) = pending.call.kept(reply)
        {
            pending.call = kept;
        }
        if let Some(waiting) = pending.answer.take() {
            // The caller may be gone; then nobody needs to know.
            let _ = waiting.send(answer);
        }
        if !keep {
            calls.remove(&reply.n);
        }
        Settled::Done
    }
}

pub(super) fn encoded(call: &SocketCall) -> Message {
    Message::text(serde_json::to_string(call).expect("plain data serialises"))
}

/// Another hub may do it: this one has no connection to its database, or has lost its files and ends.
pub(super) fn is_of_this_hub(error: &DeskError) -> bool {
    matches!(error, DeskError::Store(StoreError::Away { .. } | StoreError::Lost(_)))
}
