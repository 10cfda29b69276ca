//! The calls on a socket, each carried out by its own task.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::extract::ws::Message;
use axum::http::StatusCode;
use sayso_core::{InteractionId, Surface};
use sayso_desk::{Asked, Collected, Desk, DeskError, Patience};
use serde::Serialize;
use tokio::sync::mpsc;

use crate::caller::{Caller, Via};
use crate::problem::ProblemDocument;
use crate::routes::Service;
use crate::wire::{self, Call, SocketReply};

/// Between two pushes of the remaining time.
const PUSHED_EVERY: Duration = Duration::from_secs(15);
/// More rows than any screen shows at once.
const WATCHED: usize = 64;
/// Late answers that are looked for at once; a connection remembers fewer.
const COLLECTED: usize = 256;

pub(super) async fn perform(
    service: Service,
    (caller, via): (Caller, Via),
    n: u64,
    call: Call,
    replies: mpsc::Sender<Message>,
) {
    let desk = service.desk_of(&caller);
    let mut held: Option<Box<dyn Send + Sync>> = None;
    let reply = match call {
        Call::Wait { id, milliseconds } => {
            let patience = milliseconds
                .map_or(Patience::Forever, |ms| Patience::For(Duration::from_millis(ms)));
            reply(n, desk.wait(id, patience).await)
        }
        Call::Watch { id } => reply(n, desk.watch(id).await),
        Call::Ask { ask } => {
            let asked = desk.ask_and_claim(*ask).await.map(|Asked { view, joined, claim }| {
                held = Some(Box::new(claim));
                wire::Asked { view, joined }
            });
            reply(n, asked)
        }
        Call::Collect { ids } if ids.len() > COLLECTED => {
            let detail = format!("collect: {} ids; give at most {COLLECTED}", ids.len());
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            refusal(n, ProblemDocument::request(status, detail))
        }
        Call::Collect { ids } => {
            let collected = desk.collect(ids).await.map(|Collected { views, over, claim }| {
                held = Some(Box::new(claim));
                wire::Collected { views, over }
            });
            reply(n, collected)
        }
        Call::Delivered { id } => reply(n, desk.delivered(id).await),
        Call::Undelivered { id } => reply(n, desk.undelivered(id).await),
        Call::Surfaces => reply(n, desk.attached().await),
        Call::Events { after } => {
            let (desk, clock) = (desk.as_ref(), service.clock.as_ref());
            service.snapshots.events(desk, clock, n, after).await
        }
        Call::Act { id, command } => reply(n, desk.act(id, command, caller.actor(via).await).await),
        Call::SaveDraft { id, fields } => {
            reply(n, desk.save_draft(id, fields, caller.actor(via).await).await)
        }
        Call::Attach { mut attach } => {
            // The connection decides whether a person can be there; a body may only say that none is.
            let actor = caller.actor(via).await;
            if !actor.presence.is_person() {
                attach.presence = actor.presence;
            }
            // A page is one, whatever it says.
            if actor.via == Surface::Web {
                attach.surface = Surface::Web;
            }
            let attached = desk.attach(attach).await;
            reply(n, attached.map(|attachment| held = Some(Box::new(attachment))))
        }
        Call::Remaining { ids } => {
            return push_remaining(&service, desk.as_ref(), n, &ids, &replies).await;
        }
        Call::Ping => message(&SocketReply { n, ok: None, problem: None }),
        // Handled where the calls are known.
        Call::Stop => return,
    };
    // The socket is gone if this fails, and the reply with it: the client asks again.
    let _ = replies.send(reply).await;
    if let Some(_held) = held {
        std::future::pending::<()>().await;
    }
}

/// At once and then again and again. A change comes as an event; this keeps the clocks of pages right
/// that count by themselves in between.
async fn push_remaining(
    service: &Service,
    desk: &dyn Desk,
    n: u64,
    ids: &[InteractionId],
    replies: &mpsc::Sender<Message>,
) {
    if ids.len() > WATCHED {
        let detail = format!("remaining: {} ids; give at most {WATCHED}", ids.len());
        let problem = ProblemDocument::request(StatusCode::UNPROCESSABLE_ENTITY, detail);
        let _ = replies.send(refusal(n, problem)).await;
        return;
    }
    let mut next = service.clock.running();
    loop {
        let left = remaining(desk, ids).await;
        let failed = left.is_err();
        if replies.send(reply(n, left)).await.is_err() || failed {
            return;
        }
        next += PUSHED_EVERY;
        service.clock.sleep_until(next).await;
    }
}

/// Milliseconds left; nothing for what has no deadline, has ended, or is not there.
async fn remaining(
    desk: &dyn Desk,
    ids: &[InteractionId],
) -> Result<BTreeMap<InteractionId, Option<u64>>, DeskError> {
    let mut left = BTreeMap::new();
    for id in ids {
        let milliseconds = match desk.show(&(*id).into()).await {
            Ok(view) => view.live.remaining_ms,
            Err(DeskError::NotFound { .. }) => None,
            Err(error) => return Err(error),
        };
        left.insert(*id, milliseconds);
    }
    Ok(left)
}

/// A reply as it is sent.
pub(super) fn reply<T: Serialize>(n: u64, result: Result<T, DeskError>) -> Message {
    #[derive(Serialize)]
    struct Reply<T> {
        n: u64,
        ok: T,
    }
    match result {
        Ok(ok) => message(&Reply { n, ok }),
        Err(error) => refusal(n, ProblemDocument::from_error(error)),
    }
}

pub(super) fn refusal(n: u64, problem: ProblemDocument) -> Message {
    message(&SocketReply::problem(n, problem))
}

fn message(reply: &impl Serialize) -> Message {
    Message::text(serde_json::to_string(reply).expect("plain data serialises"))
}
