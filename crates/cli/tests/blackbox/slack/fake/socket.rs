//! Socket Mode: single-use addresses, hello, envelopes until they are acknowledged.

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{RawQuery, State as Given};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::sync::mpsc::unbounded_channel;

use super::Shared;

/// Instructions for a socket.
pub enum Frame {
    Text(Value),
    Close,
}

pub async fn link(
    Given(shared): Given<Shared>,
    RawQuery(query): RawQuery,
    upgrade: WebSocketUpgrade,
) -> Response {
    let ticket = query.unwrap_or_default();
    let ticket = ticket.split('&').find_map(|pair| pair.strip_prefix("ticket="));
    let known = ticket.is_some_and(|ticket| shared.state.lock().tickets.remove(ticket));
    if !known {
        return StatusCode::NOT_FOUND.into_response();
    }
    upgrade.on_upgrade(move |socket| serve(shared, socket))
}

async fn serve(shared: Shared, mut socket: WebSocket) {
    let (send, mut frames) = unbounded_channel();
    let connections = shared.state.lock().sockets.len() + 1;
    let hello = json!({
        "type": "hello", "num_connections": connections,
        "debug_info": { "host": "applink", "approximate_connection_time": 18_060 },
        "connection_info": { "app_id": "A1" },
    });
    if socket.send(Message::Text(hello.to_string().into())).await.is_err() {
        return;
    }
    let number = {
        let mut state = shared.state.lock();
        state.opened += 1;
        let number = state.opened;
        state.sockets.push((number, send));
        number
    };
    loop {
        tokio::select! {
            frame = frames.recv() => match frame {
                Some(Frame::Text(frame)) => {
                    if socket.send(Message::Text(frame.to_string().into())).await.is_err() {
                        break;
                    }
                }
                Some(Frame::Close) | None => break,
            },
            heard = socket.recv() => match heard {
                Some(Ok(Message::Text(text))) => {
                    let ack: Value = serde_json::from_str(&text).unwrap_or_default();
                    if let Some(id) = ack["envelope_id"].as_str() {
                        let mut state = shared.state.lock();
                        state.acks.push(id.to_owned());
                        state.responses.extend(ack.get("payload").cloned());
                    }
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                Some(Ok(_)) => {}
            },
        }
    }
    shared.state.lock().sockets.retain(|(known, _)| *known != number);
}
