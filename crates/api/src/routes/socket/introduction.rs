//! The mutual introduction of a page and its hub. Browsers send no header with a socket, so it is
//! in the first messages: the page names itself, the hub proves its identity, then the page does.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, close_code};
use sayso_access::{Caller, Connected, ProblemDocument};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::frames::WebSocket;
use crate::routes::Service;
use crate::routes::page_tokens::hub_proof;
use sayso_wire::{Introduction, PageProof, PageSession};

/// Time limit for authentication.
const PATIENCE: Duration = Duration::from_secs(5);
/// Maximum size of the reason in a close frame.
const REASON: usize = 123;
/// The close code that corresponds to status 401.
pub(super) const UNKNOWN: u16 = 4_401;

/// Why the introduction failed.
enum Failed {
    /// The client is gone, or doesn't read.
    Gone,
    /// With this reason for the client.
    Refused(String),
}

/// Who it is; `None` if it didn't authenticate, which it was told. `origin` is the address in its
/// browser.
pub(super) async fn introduced(
    service: &Service,
    socket: &mut WebSocket,
    origin: &str,
    connected: &Connected,
) -> Option<Caller> {
    // Longer than our own limit, so that the client gets the reason.
    connected.asked();
    let mut ending = service.ending.clone();
    let met = tokio::select! {
        met = tokio::time::timeout(PATIENCE, meet(service, socket, origin)) => met,
        () = ending.announced() => return None,
        () = connected.closed() => {
            let reason = "too many sockets have not said who they are; try again";
            send_away(socket, close_code::AGAIN, reason).await;
            return None;
        }
    };
    let reason = match met {
        Ok(Ok(caller)) => return Some(caller),
        Ok(Err(Failed::Gone)) => return None,
        Ok(Err(Failed::Refused(reason))) => reason,
        Err(_) => "a page must say who it is within 5 seconds".to_owned(),
    };
    send_away(socket, UNKNOWN, &reason).await;
    None
}

/// A client that doesn't read it counts as gone.
pub(super) async fn send_away(socket: &mut WebSocket, code: u16, reason: &str) {
    let reason = reason[..reason.floor_char_boundary(REASON)].into();
    let goodbye = socket.send(Message::Close(Some(CloseFrame { code, reason })));
    let _ = tokio::time::timeout(PATIENCE, goodbye).await;
}

async fn meet(service: &Service, socket: &mut WebSocket, origin: &str) -> Result<Caller, Failed> {
    let refused = |problem: ProblemDocument| Failed::Refused(problem.detail.clone());
    let first = "the first message must be {\"page\": \"…\", \"nonce\": \"…\"}";
    let Introduction { page, nonce } = next(socket, first).await?;
    let token = service.keys.page(&page, &nonce, origin).await.map_err(refused)?;
    let meeting = service.keys.pages().meeting(&token, &nonce);
    say(socket, &hub_proof(&meeting)).await?;
    let PageProof { proof } = next(socket, "the second message must be {\"proof\": \"…\"}").await?;
    let session = service.keys.session(&token, &meeting, &proof).map_err(refused)?;
    say(socket, &PageSession { session }).await?;
    Ok(service.keys.page_caller(token))
}

async fn say(socket: &mut WebSocket, message: &impl Serialize) -> Result<(), Failed> {
    let text = serde_json::to_string(message).expect("plain data serialises");
    socket.send(Message::text(text)).await.map_err(|_| Failed::Gone)
}

async fn next<T: DeserializeOwned>(socket: &mut WebSocket, expected: &str) -> Result<T, Failed> {
    loop {
        match socket.recv().await {
            Some(Ok(Message::Text(text))) => {
                return serde_json::from_str(text.as_str())
                    .map_err(|_| Failed::Refused(expected.to_owned()));
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => {
                return Err(Failed::Gone);
            }
        }
    }
}
