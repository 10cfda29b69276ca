//! Open pages as the hub sees them: authenticated sockets that wait for events.

use anyhow::{Context, ensure};
use futures_util::{SinkExt, StreamExt};
use sayso_core::InteractionId;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::place::Hub;

/// Reads what arrives, until dropped.
pub struct Pages {
    _readers: JoinSet<()>,
}

impl Pages {
    pub async fn open(
        hub: &Hub,
        session: &str,
        ids: &[InteractionId],
        count: usize,
    ) -> anyhow::Result<Pages> {
        let mut readers = JoinSet::new();
        for _ in 0..count {
            let mut page = open(hub, session, ids).await?;
            readers
                .spawn(async move { while page.next().await.is_some_and(|next| next.is_ok()) {} });
        }
        Ok(Pages { _readers: readers })
    }
}

type Page = WebSocketStream<TcpStream>;

async fn open(hub: &Hub, session: &str, ids: &[InteractionId]) -> anyhow::Result<Page> {
    let stream = TcpStream::connect(("127.0.0.1", hub.port)).await?;
    let address = format!("ws://localhost:{}/api/v1/socket", hub.port);
    let mut request = address.into_client_request()?;
    request.headers_mut().insert("authorization", format!("Bearer {session}").parse()?);
    let (mut page, _) = client_async(request, stream).await?;
    let attach = json!({ "surface": "web", "label": "Chrome", "presence": "interactive" });
    send(&mut page, json!({ "n": 1, "call": "attach", "attach": attach })).await?;
    next(&mut page).await?;
    // The first call returns the current state, the second one waits.
    send(&mut page, json!({ "n": 2, "call": "events" })).await?;
    let cursor = next(&mut page).await?["ok"]["cursor"].clone();
    ensure!(cursor.is_string(), "no cursor");
    send(&mut page, json!({ "n": 3, "call": "events", "after": cursor })).await?;
    send(&mut page, json!({ "n": 4, "call": "remaining", "ids": ids })).await?;
    Ok(page)
}

async fn send(page: &mut Page, call: Value) -> anyhow::Result<()> {
    Ok(page.send(Message::text(call.to_string())).await?)
}

async fn next(page: &mut Page) -> anyhow::Result<Value> {
    let message = page.next().await.context("closed")??;
    Ok(serde_json::from_str(message.to_text()?)?)
}
