//! The calls in progress on one socket: started, stopped, ended, and given up with their connection.

use std::sync::{Arc, OnceLock};

use axum::http::StatusCode;
use sayso_access::ProblemDocument;
use sayso_core::InteractionId;
use sayso_wire::{Call, SocketCall};
use tokio::task::{AbortHandle, Id, JoinError};

use super::calls::{perform, refusal};
use super::{CALLS, SHORT_CALLS, Session};

/// Limit for surfaces that one connection holds open: a terminal has one or two, a page one.
const ATTACHMENTS: usize = 64;

/// No call has this number: those of clients begin with 1.
const REFUSED: u64 = u64::MAX;

pub(super) struct Running {
    pub(super) task: AbortHandle,
    pub(super) lasts: bool,
    /// The question that this call holds a claim on.
    pub(super) claimed: Claimed,
}

pub(super) type Claimed = Arc<OnceLock<InteractionId>>;

impl Session {
    pub(super) fn start(&mut self, SocketCall { n, call }: SocketCall) {
        let lasts = call.lasts();
        let most = if lasts { CALLS } else { CALLS + SHORT_CALLS };
        if self.running.len() >= most || self.running.contains_key(&n) {
            let detail = format!("call {n}: its number is in use, or {most} calls are under way");
            let problem = ProblemDocument::request(StatusCode::TOO_MANY_REQUESTS, detail);
            return self.refuse(n, problem);
        }
        if matches!(call, Call::Attach { .. }) {
            self.attached.retain(|n| self.running.contains_key(n));
            if self.attached.len() >= ATTACHMENTS {
                let detail = format!("call {n}: {ATTACHMENTS} surfaces are attached already");
                let problem = ProblemDocument::request(StatusCode::TOO_MANY_REQUESTS, detail);
                return self.refuse(n, problem);
            }
            self.attached.insert(n);
        }
        let (service, caller, via) = (self.service.clone(), self.caller.clone(), self.via);
        let (replies, requests) = (self.replies.clone(), self.requests.clone());
        let claimed = Claimed::default();
        let (claims, open) = (Arc::clone(&claimed), self.attachments.clone());
        let task = self.calls.spawn(async move {
            perform(service, (caller, via), n, call, replies, requests, (&claims, open)).await;
            n
        });
        self.running.insert(n, Running { task, lasts, claimed });
    }

    /// Handled in order: the client may ask again for what it has released here.
    pub(super) async fn stop(&mut self, n: u64) {
        let Some(stopped) = self.running.remove(&n) else { return };
        stopped.task.abort();
        while let Some(done) = self.calls.join_next_with_id().await {
            if self.ended(done) == stopped.task.id() {
                return;
            }
        }
    }

    /// A call that panicked is answered too, and its number is free again.
    pub(super) fn ended(&mut self, done: Result<(Id, u64), JoinError>) -> Id {
        let error = match done {
            Ok((task, n)) => {
                self.running.remove(&n);
                return task;
            }
            Err(error) => error,
        };
        let task = error.id();
        let mut running = self.running.iter();
        if let Some(n) = running.find(|(_, call)| call.task.id() == task).map(|(n, _)| *n) {
            self.running.remove(&n);
            let detail = "the hub failed in the middle of this call; its log says where";
            let status = StatusCode::INTERNAL_SERVER_ERROR;
            self.refuse(n, ProblemDocument::request(status, detail));
        }
        task
    }

    pub(super) fn refuse(&mut self, n: u64, problem: ProblemDocument) {
        let Err(full) = self.replies.try_send(refusal(n, problem)) else { return };
        // Many replies are in transit; with twice as many nobody is reading them.
        if self.calls.len() < 2 * CALLS {
            let replies = self.replies.clone();
            self.calls.spawn(async move {
                let _ = replies.send(full.into_inner()).await;
                REFUSED
            });
        }
    }

    /// A client that is killed between asking and waiting never says that it stopped: its claims say
    /// so, because a call that returns releases its claim.
    pub(super) async fn give_up_claimed(mut self) {
        let running = self.running.values();
        let claimed: Vec<InteractionId> =
            running.filter_map(|call| call.claimed.get().copied()).collect();
        self.calls.shutdown().await;
        let desk = self.service.for_asking(&self.caller);
        for id in claimed {
            if let Err(error) = desk.give_up(id).await {
                tracing::debug!(%id, %error, "could not note that its agent is gone");
            }
        }
    }
}
