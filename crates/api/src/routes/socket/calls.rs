//! The calls on a socket, each in its own task.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::Duration;

use axum::extract::ws::Message;
use axum::http::StatusCode;
use sayso_access::{Caller, ProblemDocument, Via};
use sayso_core::{DraftField, InteractionId, Surface};
use sayso_desk::{Ask, Asked, Asking, Attach, Collected, Cursor, DeskError, Patience, PersonSign};
use sayso_wire::{
    AskedView, AttachedView, Call, CollectedView, HelloView, Id, InteractionView, NotKnown,
    RepliedView, SocketReply, WIRE, translate_all,
};
use serde::Serialize;
use tokio::sync::mpsc;

use super::attachments::OpenAttachments;
use super::request::Requests;
use crate::routes::Service;

/// Between two pushes of the remaining time.
const PUSHED_EVERY: Duration = Duration::from_secs(15);
/// More rows than any screen shows at once.
const WATCHED: usize = 64;
/// Maximum number of late answers per lookup; a connection remembers fewer.
const COLLECTED: usize = 256;

pub(super) async fn perform(
    service: Service,
    (caller, via): (Caller, Via),
    n: u64,
    call: Call,
    replies: mpsc::Sender<Message>,
    requests: Requests,
    (claimed, open): (&OnceLock<InteractionId>, OpenAttachments),
) {
    if let Err(error) = check(&service, &caller).await {
        // If this fails the socket is gone.
        return drop(replies.send(refusal(n, error)).await);
    }
    let lasts = call.lasts();
    let desk = service.for_asking(&caller);
    let mut held: Option<Box<dyn Send + Sync>> = None;
    let reply = match call {
        Call::Hello { wire: WIRE } => reply(n, Ok(HelloView { wire: WIRE })),
        Call::Hello { wire } => {
            let detail = format!(
                "this hub speaks wire {WIRE} and not {wire}; use the sayso that belongs to it, or \
                 end it with `sayso hub stop`"
            );
            refusal(n, ProblemDocument::request(StatusCode::UPGRADE_REQUIRED, detail))
        }
        Call::Wait { id, milliseconds } => {
            reply(n, desk.wait(id.into(), patience(milliseconds)).await.map(InteractionView::from))
        }
        Call::WaitForReply { id, milliseconds, wanted } => match wanted.try_into() {
            Ok(wanted) => {
                let patience = patience(milliseconds);
                let replied = desk.wait_for_reply(id.into(), patience, wanted).await;
                reply(n, replied.map(RepliedView::from))
            }
            Err(unknown) => refusal(n, unknown),
        },
        Call::Watch { id } => reply(n, desk.watch(id.into()).await),
        Call::Ask { ask } => match (*ask).try_into() {
            Ok(ask) => {
                let ask: Ask = ask;
                let is_waited_for = ask.is_waited_for();
                let asked = desk.ask_and_claim(ask).await.map(|Asked { view, joined, claim }| {
                    held = Some(Box::new(claim));
                    if is_waited_for {
                        claimed.get_or_init(|| view.interaction.id);
                    }
                    AskedView { view: view.into(), joined }
                });
                reply(n, asked)
            }
            Err(unknown) => refusal(n, unknown),
        },
        Call::Claim { id } => {
            let claim = desk.claim(id.into()).await;
            let claim = claim.map(|claim| {
                held = Some(Box::new(claim));
                claimed.get_or_init(|| id.into());
            });
            reply(n, claim)
        }
        Call::Collect { ids } if ids.len() > COLLECTED => {
            let detail = format!("collect: {} ids; give at most {COLLECTED}", ids.len());
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            refusal(n, ProblemDocument::request(status, detail))
        }
        Call::Collect { ids } => {
            let collected = desk.collect(translate_all(ids)).await;
            let collected = collected.map(|Collected { late, over, claim }| {
                held = Some(Box::new(claim));
                CollectedView { late: translate_all(late), over: translate_all(over) }
            });
            reply(n, collected)
        }
        Call::Delivered { id } => reply(n, desk.delivered(id.into()).await),
        Call::Undelivered { id } => reply(n, desk.undelivered(id.into()).await),
        Call::Surfaces => reply(n, desk.attached().await.map(translate_all::<_, AttachedView>)),
        Call::Events { after } => {
            let after = after.map(Cursor::try_from).transpose().map_err(DeskError::from);
            match service.for_answering(&caller).and_then(|desk| Ok((desk, after?))) {
                Ok((desk, after)) => {
                    let (desk, clock) = (desk.as_ref(), service.clock.as_ref());
                    service.snapshots.events(desk, clock, n, after).await
                }
                Err(error) => refusal(n, error),
            }
        }
        Call::Act { id, command } => match command.try_into() {
            Ok(command) => {
                let acted = service.act(&caller, via, id.into(), command).await;
                reply(n, acted.map(InteractionView::from))
            }
            Err(unknown) => refusal(n, unknown),
        },
        Call::SaveDraft { id, fields } => {
            match fields.into_iter().map(DraftField::try_from).collect() {
                Ok(fields) => {
                    let actor = caller.actor(via).await;
                    let save = async {
                        service.for_answering(&caller)?.save_draft(id.into(), fields, actor).await
                    };
                    reply(n, save.await)
                }
                Err(unknown) => refusal::<NotKnown>(n, unknown),
            }
        }
        Call::Attach { attach } => {
            let mut attach: Attach = match attach.try_into() {
                Ok(attach) => attach,
                Err(unknown) => {
                    let _ = replies.send(refusal(n, unknown)).await;
                    return;
                }
            };
            // The connection decides whether a person can be present; a body may only say that none
            // is.
            let actor = caller.actor(via).await;
            if !actor.presence.is_person() {
                attach.presence = actor.presence;
            }
            // A page counts as one, whatever it claims.
            if actor.via == Surface::Web {
                attach.surface = Surface::Web;
            }
            let attach = async { service.for_answering(&caller)?.attach(attach).await };
            let attached = attach.await.map(|attachment| {
                held = Some(Box::new(open.hold(n, attachment)));
            });
            reply(n, attached)
        }
        Call::Seen { attach, visible, touched } => {
            open.report(attach, PersonSign { visible, touched });
            reply(n, Ok(()))
        }
        Call::Remaining { ids } => {
            let ids = translate_all(ids);
            return push_remaining(&service, &caller, desk.as_ref(), n, &ids, &replies).await;
        }
        Call::Request { method, path, body } => {
            requests.perform(caller.clone(), n, &method, &path, body).await
        }
        Call::Ping => message(&SocketReply { n, ok: None, problem: None }),
        // Handled where the calls are known.
        Call::Stop => return,
    };
    // Since it began, the page's access may have been revoked at another hub.
    if lasts && let Err(error) = check(&service, &caller).await {
        return drop(replies.send(refusal(n, error)).await);
    }
    // If this fails the socket is gone, and the client asks again.
    let _ = replies.send(reply).await;
    if let Some(_held) = held {
        std::future::pending::<()>().await;
    }
}

/// Whether a page still has access; an agent's desk checks its token.
async fn check(service: &Service, caller: &Caller) -> Result<(), DeskError> {
    match caller.page() {
        Some(page) => service.keys.pages().check(page).await,
        None => Ok(()),
    }
}

fn patience(milliseconds: Option<u64>) -> Patience {
    milliseconds.map_or(Patience::Forever, |ms| Patience::For(Duration::from_millis(ms)))
}

/// At once and then periodically. A change comes as an event; this corrects the clocks of pages,
/// which count down themselves in between.
async fn push_remaining(
    service: &Service,
    caller: &Caller,
    desk: &dyn Asking,
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
        let left = match check(service, caller).await {
            Ok(()) => remaining(desk, ids).await,
            Err(error) => Err(error),
        };
        let failed = left.is_err();
        if replies.send(reply(n, left)).await.is_err() || failed {
            return;
        }
        next += PUSHED_EVERY;
        service.clock.sleep_until(next).await;
    }
}

/// Milliseconds left; nothing for questions without a deadline, settled ones, or unknown ones.
async fn remaining(
    desk: &dyn Asking,
    ids: &[InteractionId],
) -> Result<BTreeMap<Id, Option<u64>>, DeskError> {
    let mut left = BTreeMap::new();
    for id in ids {
        let milliseconds = match desk.show(&(*id).into()).await {
            Ok(view) => view.live.remaining_ms,
            Err(DeskError::NotFound { .. }) => None,
            Err(error) => return Err(error),
        };
        left.insert((*id).into(), milliseconds);
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
        Err(error) => refusal(n, error),
    }
}

pub(super) fn refusal<P: Into<ProblemDocument>>(n: u64, problem: P) -> Message {
    let ProblemDocument(problem) = problem.into();
    message(&SocketReply { n, ok: None, problem: Some(problem) })
}

pub(super) fn message(reply: &impl Serialize) -> Message {
    Message::text(serde_json::to_string(reply).expect("plain data serialises"))
}
