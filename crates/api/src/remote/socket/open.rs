//! Opens the socket to a hub; of several, to the first that greets back.

use sayso_core::{Surface, limits};
use sayso_desk::DeskError;
use sayso_wire::{BRIEF_HEADER, ProblemView, SURFACE_HEADER};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::{HeaderMap, HeaderValue, StatusCode, header};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::super::clock::{Deadline, Timer};
use super::super::connect::{Connect, Dialled, Stream};
use super::super::pause::Pause;
use crate::desktop::DESKTOP_HEADER;

/// A hub may end just when it is connected to, and the next one soon after it. If that happens this often,
/// something is wrong.
const TRIES: u32 = 6;

type Socket = WebSocketStream<Box<dyn Stream>>;

/// With the host that it leads to.
pub(super) async fn open(
    timer: &Timer,
    surface: Surface,
    is_brief: bool,
    deadline: Deadline,
) -> Result<(Socket, String), DeskError> {
    let (connect, hubs) = (&timer.connect, timer.connect.hubs());
    let (mut tried, mut pause) = (0, Pause::new());
    loop {
        tried += 1;
        let Dialled { stream, host } = connect.connect(deadline).await?;
        let greeting = greet(timer, surface, is_brief, stream, &host);
        let greeted = if hubs == 1 {
            greeting.await
        } else {
            let silent = |_| Err(DeskError::Unreachable(format!("{host}: no answer")));
            timeout(deadline.share(hubs), greeting).await.unwrap_or_else(silent)
        };
        match greeted {
            Ok(socket) => {
                timer.heard();
                return Ok((socket, host));
            }
            Err(error) => {
                connect.avoid(&host);
                // A token may be known to another hub already, or still.
                let tries = match error {
                    DeskError::Unreachable(_) => hubs.max(TRIES),
                    _ => hubs,
                };
                if tried >= tries {
                    return Err(error);
                }
                // One that is being killed accepts and resets for as long as that takes.
                if tried >= hubs {
                    pause.wait().await;
                }
            }
        }
    }
}

async fn greet(
    timer: &Timer,
    surface: Surface,
    is_brief: bool,
    stream: Box<dyn Stream>,
    host: &str,
) -> Result<Socket, DeskError> {
    let unreachable = |error: Error| DeskError::Unreachable(error.to_string());
    let mut request =
        format!("ws://{host}/api/v1/socket").into_client_request().map_err(unreachable)?;
    request.headers_mut().extend(headers(timer.connect.as_ref(), host, surface));
    if is_brief {
        request.headers_mut().insert(BRIEF_HEADER, HeaderValue::from_static("1"));
    }
    let config =
        WebSocketConfig::default().max_message_size(Some(16 * limits::BODY)).write_buffer_size(0);
    match client_async_with_config(request, stream, Some(config)).await {
        Ok((socket, _)) => Ok(socket),
        Err(Error::Http(response)) => {
            Err(problem(response.status(), response.body().as_deref().unwrap_or_default()))
        }
        Err(error) => Err(unreachable(error)),
    }
}

/// What every socket says about its client.
fn headers(connect: &dyn Connect, host: &str, surface: Surface) -> HeaderMap {
    let value = |text: &str| HeaderValue::from_str(text).expect("plain ASCII");
    let mut headers = HeaderMap::new();
    headers.insert(header::HOST, value(host));
    headers.insert(SURFACE_HEADER, value(surface.as_str()));
    if let Some(desktop) = connect.desktop() {
        headers.insert(DESKTOP_HEADER, desktop.clone());
    }
    if let Some(token) = connect.token() {
        headers.insert(header::AUTHORIZATION, value(&format!("Bearer {token}")));
    }
    headers
}

/// Why the hub refused.
fn problem(status: StatusCode, body: &[u8]) -> DeskError {
    match serde_json::from_slice::<ProblemView>(body) {
        Ok(problem) => problem.into_error(),
        Err(_) => DeskError::Protocol(format!("{status}, and no word why")),
    }
}
