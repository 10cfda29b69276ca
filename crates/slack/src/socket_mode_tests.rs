//! Sockets that fall silent, and sockets that are closed as soon as they are open.

#![expect(clippy::disallowed_methods, reason = "tests measure and read their environment")]

use axum::Router;
use axum::extract::WebSocketUpgrade;
use axum::extract::ws::Message as Frame;
use axum::routing::{get, post};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::*;
use crate::client::Tokens;

/// What it does after its hello.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Then {
    Nothing,
    Closes,
}

/// A Slack that says hello to everybody and then neither speaks nor answers; tells of each visitor.
async fn slack(then: Then) -> (String, UnboundedReceiver<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let host = listener.local_addr().unwrap().to_string();
    let (came, visitors) = unbounded_channel();
    let url = json!({ "ok": true, "url": format!("ws://{host}/link") }).to_string();
    let link = async move |upgrade: WebSocketUpgrade| {
        upgrade.on_upgrade(async move |mut socket| {
            let _ = socket.send(Frame::Text(json!({ "type": "hello" }).to_string().into())).await;
            let _ = came.send(());
            if then == Then::Closes {
                return;
            }
            // Not read either: pings stay without an answer.
            std::future::pending::<()>().await;
        })
    };
    let router = Router::new()
        .route("/api/apps.connections.open", post(async move || url))
        .route("/link", get(link));
    tokio::spawn(async move { axum::serve(listener, router).await });
    (format!("http://{host}/api"), visitors)
}

fn client(base: &str) -> Arc<Client> {
    let tokens = Tokens { bot: "xoxb-1".to_owned(), app: Some("xapp-1".to_owned()) };
    Arc::new(Client::new(base, tokens).unwrap())
}

/// A connection that is open but dead is noticed without anybody's help.
///
/// REQ: SL-10
#[tokio::test]
async fn a_socket_that_falls_silent_is_replaced() {
    let (base, mut visitors) = slack(Then::Nothing).await;
    let silence = Duration::from_millis(50);
    let timing = Timing { ping: silence / 5, silence, ..Timing::default() };
    let (deliver, _delivered) = unbounded_channel();
    let running = tokio::spawn(run(client(&base), deliver, timing));
    for _ in 0..3 {
        visitors.recv().await.unwrap();
    }
    running.abort();
}

/// A socket that is opened and closed again waits longer each time, or Slack would be called without end.
///
/// REQ: SL-10
#[tokio::test]
async fn a_socket_that_is_closed_at_once_is_not_opened_at_once() {
    let (base, mut visitors) = slack(Then::Closes).await;
    let retry = Duration::from_millis(20);
    let mut timing = Timing::default();
    timing.chat.retry = retry;
    let (deliver, _delivered) = unbounded_channel();
    let start = Instant::now();
    let running = tokio::spawn(run(client(&base), deliver, timing));
    for _ in 0..4 {
        visitors.recv().await.unwrap();
    }
    assert!(start.elapsed() >= retry * (1 + 2 + 4), "{:?}", start.elapsed());
    running.abort();
}
