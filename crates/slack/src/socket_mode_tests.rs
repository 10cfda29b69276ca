//! Sockets that fall silent.

use axum::Router;
use axum::extract::WebSocketUpgrade;
use axum::extract::ws::Message as Frame;
use axum::routing::{get, post};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::*;
use crate::client::Tokens;

/// A Slack that says hello to everybody and then neither speaks nor answers; tells of each visitor.
async fn silent_slack() -> (String, UnboundedReceiver<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let host = listener.local_addr().unwrap().to_string();
    let (came, visitors) = unbounded_channel();
    let url = json!({ "ok": true, "url": format!("ws://{host}/link") }).to_string();
    let link = async move |upgrade: WebSocketUpgrade| {
        upgrade.on_upgrade(async move |mut socket| {
            let _ = socket.send(Frame::Text(json!({ "type": "hello" }).to_string().into())).await;
            let _ = came.send(());
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

/// A connection that is open but dead is noticed without anybody's help.
///
/// REQ: SL-10
#[tokio::test]
async fn a_socket_that_falls_silent_is_replaced() {
    let (base, mut visitors) = silent_slack().await;
    let tokens = Tokens { bot: "xoxb-1".to_owned(), app: Some("xapp-1".to_owned()) };
    let client = Arc::new(Client::new(&base, tokens).unwrap());
    let silence = Duration::from_millis(50);
    let timing = Timing { ping: silence / 5, silence, ..Timing::default() };
    let (deliver, _delivered) = unbounded_channel();
    let running = tokio::spawn(run(client, deliver, timing));
    for _ in 0..3 {
        visitors.recv().await.unwrap();
    }
    running.abort();
}
