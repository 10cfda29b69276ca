//! A page says who it is: browsers send no header with a socket, so its first message is its token.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};

use crate::caller::Caller;
use crate::routes::Service;
use crate::serve::Connected;
use crate::wire::Introduction;

/// How long a socket has to say who it is.
const PATIENCE: Duration = Duration::from_secs(5);
/// A close frame has room for no more.
const REASON: usize = 123;
/// The code of the close frame: as 401 is for requests.
const UNKNOWN: u16 = 4_401;

/// Who it is; `None` if it did not say, and was told so.
pub(super) async fn introduced(
    service: &Service,
    socket: &mut WebSocket,
    origin: &str,
    connected: &Connected,
) -> Option<Caller> {
    // Longer than our own patience, so that it is told why.
    connected.asked();
    let mut ending = service.ending.clone();
    let told = tokio::select! {
        told = tokio::time::timeout(PATIENCE, first_text(socket)) => told,
        () = ending.announced() => return None,
        () = connected.closed() => {
            let reason = "too many sockets have not said who they are; try again";
            send_away(socket, close_code::AGAIN, reason).await;
            return None;
        }
    };
    let admitted = match told {
        Ok(Some(text)) => match serde_json::from_str(&text) {
            Ok(Introduction { token }) => {
                service.keys.admit(&token, origin).await.map_err(|problem| problem.detail)
            }
            Err(_) => Err("the first message must be {\"token\": \"…\"}".to_owned()),
        },
        Ok(None) => return None,
        Err(_) => Err("the first message must come within 5 seconds".to_owned()),
    };
    let caller = match admitted {
        Ok(caller) => caller,
        Err(reason) => {
            send_away(socket, UNKNOWN, &reason).await;
            return None;
        }
    };
    let sent = send(socket, Message::text(r#"{"n":0,"ok":true}"#)).await;
    sent.then_some(caller)
}

pub(super) async fn send_away(socket: &mut WebSocket, code: u16, reason: &str) {
    let reason = reason[..reason.floor_char_boundary(REASON)].into();
    send(socket, Message::Close(Some(CloseFrame { code, reason }))).await;
}

/// Whoever does not read it is as good as gone.
async fn send(socket: &mut WebSocket, message: Message) -> bool {
    tokio::time::timeout(PATIENCE, socket.send(message)).await.is_ok_and(|sent| sent.is_ok())
}

async fn first_text(socket: &mut WebSocket) -> Option<String> {
    loop {
        match socket.recv().await {
            Some(Ok(Message::Text(text))) => return Some(text.as_str().to_owned()),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => return None,
        }
    }
}
