//! A page says who it is: browsers send no header with a socket, so its first message is its token.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::caller::Caller;
use crate::problem::ProblemDocument;
use crate::routes::Service;
use crate::wire::Introduction;

/// Sockets that have not said yet who they are. A browser needs a few, for a moment.
const STRANGERS: usize = 256;
/// How long each has for it.
const PATIENCE: Duration = Duration::from_secs(5);
/// A close frame has room for no more.
const REASON: usize = 123;
/// The code of the close frame: as 401 is for requests.
const UNKNOWN: u16 = 4_401;

/// Places for those who are still to be asked.
#[derive(Clone)]
pub(crate) struct Strangers(Arc<Semaphore>);

impl Default for Strangers {
    fn default() -> Strangers {
        Strangers(Arc::new(Semaphore::new(STRANGERS)))
    }
}

/// Held by a stranger until it is known or gone.
pub(super) type Place = OwnedSemaphorePermit;

impl Strangers {
    pub(super) fn enter(&self) -> Result<Place, ProblemDocument> {
        Arc::clone(&self.0).try_acquire_owned().map_err(|_| {
            ProblemDocument::request(
                StatusCode::SERVICE_UNAVAILABLE,
                format!("{STRANGERS} sockets have not said who they are; try again in a moment"),
            )
        })
    }
}

/// Who it is; `None` if it did not say, and was told so.
pub(super) async fn introduced(
    service: &Service,
    socket: &mut WebSocket,
    origin: &str,
    place: Place,
) -> Option<Caller> {
    let mut ending = service.ending.clone();
    let told = tokio::select! {
        told = tokio::time::timeout(PATIENCE, first_text(socket)) => told,
        () = ending.announced() => return None,
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
    drop(place);
    let message = match &admitted {
        Ok(_) => Message::text(r#"{"n":0,"ok":true}"#),
        Err(reason) => {
            let reason = &reason[..reason.floor_char_boundary(REASON)];
            let frame = CloseFrame { code: UNKNOWN, reason: reason.into() };
            Message::Close(Some(frame))
        }
    };
    // Whoever does not read it is as good as gone.
    let sent = tokio::time::timeout(PATIENCE, socket.send(message)).await;
    admitted.ok().filter(|_| sent.is_ok_and(|sent| sent.is_ok()))
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
