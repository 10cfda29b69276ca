//! Socket Mode: Slack's messages over a socket that we open. Each is acknowledged before anybody looks
//! at it, except for a modal, which closes with that; a socket that is about to be closed is replaced first; one that fell silent is given up.

#![expect(clippy::disallowed_methods, reason = "the timer of a connection or a process")]

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use sayso_chat::Incoming;
use sayso_http::Stream;
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, UnboundedSender};
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::client::http::address;
use crate::client::{Client, SlackError, SlackFault};
use crate::incoming;
use crate::modal::Submitted;

/// How long is too long.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Timing {
    /// We ask whether the other side is there.
    pub ping: Duration,
    /// Nothing has come for this long: nobody is.
    pub silence: Duration,
    pub chat: sayso_chat::Timing,
    /// An old socket is read for this long after it was replaced.
    pub overlap: Duration,
}

impl Default for Timing {
    fn default() -> Timing {
        Timing {
            ping: Duration::from_secs(10),
            silence: Duration::from_secs(30),
            chat: sayso_chat::Timing {
                retry: Duration::from_millis(500),
                longest_retry: Duration::from_secs(30),
                // Slack takes about one a second.
                edits: Duration::from_secs(1),
            },
            // Slack warns about ten seconds ahead.
            overlap: Duration::from_secs(30),
        }
    }
}

type Socket = WebSocketStream<Box<dyn Stream>>;

/// Stays connected forever. Dropping the future closes every socket.
pub(crate) async fn run(client: Arc<Client>, deliver: UnboundedSender<Incoming>, timing: Timing) {
    let mut sockets = JoinSet::new();
    let mut pause = timing.chat.retry;
    loop {
        match connect(&client, timing).await {
            Ok((socket, connections)) => {
                while sockets.try_join_next().is_some() {}
                // This one, and those of ours that are about to end.
                let ours = 1 + u64::try_from(sockets.len()).unwrap_or_default();
                let others = connections.saturating_sub(ours);
                tracing::info!(others, "connected to Slack");
                if deliver.send(Incoming::Connected { others }).is_err() {
                    return;
                }
                let began = Instant::now();
                let (replace, wanted) = oneshot::channel();
                sockets.spawn(read(socket, deliver.clone(), timing, replace));
                // Told to replace it, or it broke and the sender is gone: the same is to be done.
                let _ = wanted.await;
                while sockets.try_join_next().is_some() {}
                if began.elapsed() >= timing.silence {
                    pause = timing.chat.retry;
                    continue;
                }
                // Slack lets us in and out again, for example when Socket Mode is switched off.
            }
            Err(error) => {
                if matches!(error.fault(), Some(SlackFault::Token | SlackFault::Scope { .. })) {
                    tracing::error!(%error, "Slack does not let us in");
                    pause = timing.chat.longest_retry;
                } else {
                    tracing::warn!(%error, "no connection to Slack; trying again");
                }
            }
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(timing.chat.longest_retry);
    }
}

/// Connected when Slack has said hello, and how many connections the app has.
async fn connect(client: &Client, timing: Timing) -> Result<(Socket, u64), SlackError> {
    let url = client.open_connection().await?;
    let place = address(&url)?;
    let failed = |error: &dyn std::fmt::Display| SlackError::Unreachable(error.to_string());
    let request = url.as_str().into_client_request().map_err(|error| failed(&error))?;
    let hello = async {
        let stream = client.connector.open(&place).await.map_err(|error| failed(&error))?;
        let (mut socket, _) = tokio_tungstenite::client_async(request, stream)
            .await
            .map_err(|error| failed(&error))?;
        while let Some(frame) = socket.next().await {
            let frame = frame.map_err(|error| failed(&error))?;
            if let Message::Text(text) = frame
                && let Ok(frame) = serde_json::from_str::<Value>(&text)
                && frame["type"] == "hello"
            {
                return Ok((socket, frame["num_connections"].as_u64().unwrap_or(1)));
            }
        }
        Err(failed(&"closed before it said hello"))
    };
    timeout(timing.silence, hello).await.map_err(|_| failed(&"no hello"))?
}

/// Reads until it is closed, has been replaced for long enough, or fell silent.
async fn read(
    mut socket: Socket,
    deliver: UnboundedSender<Incoming>,
    timing: Timing,
    replace: oneshot::Sender<()>,
) {
    let mut replace = Some(replace);
    let mut ping = interval(timing.ping);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    let mut end = None;
    let (decided, mut modals) = mpsc::unbounded_channel();
    loop {
        let until = end.unwrap_or(heard + timing.silence);
        let frame = tokio::select! {
            frame = socket.next() => frame,
            Some(ack) = modals.recv() => {
                if socket.send(said(&ack)).await.is_err() {
                    return;
                }
                continue;
            }
            _ = ping.tick() => {
                if socket.send(Message::Ping(Vec::new().into())).await.is_err() {
                    return;
                }
                continue;
            }
            () = tokio::time::sleep_until(until) => {
                if end.is_none() {
                    tracing::warn!("the connection to Slack fell silent");
                }
                return;
            }
        };
        let Some(Ok(frame)) = frame else { return };
        heard = Instant::now();
        let Message::Text(text) = frame else { continue };
        let Ok(frame) = serde_json::from_str::<Value>(&text) else { continue };
        if let Some(id) = frame["envelope_id"].as_str() {
            let mut incoming = open(&frame);
            let mut ack = json!({ "envelope_id": id });
            match incoming.as_mut().and_then(Submitted::of) {
                // A modal closes when it is acknowledged: not before its text is taken.
                Some(submitted) => {
                    let decided = decided.clone();
                    tokio::spawn(async move {
                        if let Some(response) = submitted.response().await {
                            ack["payload"] = response;
                        }
                        decided.send(ack)
                    });
                }
                // First: whatever it is, Slack waits three seconds for this and for nothing else.
                None if socket.send(said(&ack)).await.is_err() => return,
                None => {}
            }
            if let Some(incoming) = incoming
                && deliver.send(incoming).is_err()
            {
                return;
            }
        } else if frame["type"] == "disconnect" {
            tracing::info!(reason = frame["reason"].as_str(), "Slack will close the connection");
            if let Some(replace) = replace.take() {
                let _ = replace.send(());
            }
            end.get_or_insert(Instant::now() + timing.overlap);
        }
    }
}

fn said(ack: &Value) -> Message {
    Message::Text(ack.to_string().into())
}

fn open(envelope: &Value) -> Option<Incoming> {
    match envelope["type"].as_str()? {
        "interactive" => incoming::interactive(&envelope["payload"]),
        "events_api" => incoming::event(&envelope["payload"]),
        _ => None,
    }
}

#[cfg(test)]
#[path = "socket_mode_tests.rs"]
mod tests;
