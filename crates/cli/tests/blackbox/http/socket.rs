//! The WebSocket: many calls over one connection.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use super::{Http, NONCE, answer, question};
use crate::harness::{PATIENCE, World};

pub(super) struct Socket(pub(super) WebSocketStream<TcpStream>);

impl Socket {
    pub(super) async fn open(http: &Http) -> Socket {
        Socket::upgraded(http, &[("authorization", &http.bearer())]).await.unwrap()
    }

    /// With these headers; the status if it is refused.
    pub(super) async fn upgraded(
        http: &Http,
        headers: &[(&'static str, &str)],
    ) -> Result<Socket, u16> {
        let host = http.host();
        let stream = TcpStream::connect(&host.replace("localhost", "127.0.0.1")).await.unwrap();
        let mut request = format!("ws://{host}/api/v1/socket").into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        match client_async(request, stream).await {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    /// Opened and authenticated, like a page does.
    pub(super) async fn introduced(http: &Http) -> Socket {
        let mut socket = Socket::upgraded(http, &[]).await.unwrap();
        let page = http.kept().split_once('.').unwrap().0;
        socket.send(json!({ "page": page, "nonce": NONCE })).await;
        let hub = socket.next().await.unwrap();
        socket.send(json!({ "proof": http.proof(hub["epoch"].as_str().unwrap()) })).await;
        assert_eq!(socket.next().await, Some(json!({ "session": http.token() })));
        socket
    }

    pub(super) async fn send(&mut self, call: Value) {
        self.0.send(Message::text(call.to_string())).await.unwrap();
    }

    /// `None`: the hub has closed it.
    pub(super) async fn next(&mut self) -> Option<Value> {
        loop {
            let next = tokio::time::timeout(PATIENCE, self.0.next()).await.expect("in time");
            match next {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).ok(),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(_) | None => return None,
            }
        }
    }
}

fn asked(http: &Http) -> String {
    let view = http.post("/api/v1/interactions", &question()).json();
    view["id"].as_str().unwrap().to_owned()
}

fn listening(http: &Http, id: &str) -> bool {
    http.get(&format!("/api/v1/interactions/{id}")).json()["listening"] == true
}

#[tokio::test]
async fn calls_are_answered_by_number_whenever_they_are_ready() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::of(&world);
    let (first, second) = (asked(&http), asked(&http));
    let mut socket = Socket::open(&http).await;
    socket.send(json!({"n": 1, "call": "wait", "id": first})).await;
    socket.send(json!({"n": 2, "call": "wait", "id": second})).await;
    socket.send(json!({"n": 3, "call": "wait", "id": first, "milliseconds": 1})).await;
    assert_eq!(socket.next().await.unwrap()["n"], 3, "its patience is over");
    socket.send(json!({"n": 4, "call": "act", "id": second, "command": answer("lite")})).await;
    let mut numbers = Vec::new();
    for _ in 0..2 {
        let reply = socket.next().await.unwrap();
        assert_eq!(reply["ok"]["status"], "submitted", "{reply}");
        numbers.push(reply["n"].as_u64().unwrap());
    }
    numbers.sort_unstable();
    assert_eq!(numbers, [2, 4], "the first one still waits");
    socket.send(json!({"n": 1, "call": "events"})).await;
    let refused = socket.next().await.unwrap();
    assert_eq!((&refused["n"], &refused["problem"]["status"]), (&json!(1), &json!(429)));
}

/// REQ: TO-7
#[tokio::test]
async fn stop_ends_a_wait_and_so_does_going_away() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::of(&world);
    let id = asked(&http);
    let mut socket = Socket::open(&http).await;
    socket.send(json!({"n": 1, "call": "wait", "id": id})).await;
    world.until("it listens", || listening(&http, &id));
    socket.send(json!({"n": 1, "call": "stop"})).await;
    world.until("it listens no more", || !listening(&http, &id));
    socket.send(json!({"n": 2, "call": "wait", "id": id})).await;
    world.until("it listens again", || listening(&http, &id));
    drop(socket);
    world.until("its connection is gone", || !listening(&http, &id));
    let now = http.get(&format!("/api/v1/interactions/{id}")).json();
    assert_eq!(now["status"], "pending", "going away is no answer");
}

#[tokio::test]
async fn what_is_no_call_is_refused_and_the_rest_goes_on() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::of(&world);
    let id = asked(&http);
    let mut socket = Socket::open(&http).await;
    socket.send(json!({"n": 1, "call": "wait", "id": id})).await;
    socket.send(json!({"n": 7, "call": "explode"})).await;
    let refused = socket.next().await.unwrap();
    assert_eq!(refused["n"], 7);
    assert!(refused["problem"]["detail"].as_str().unwrap().contains("explode"), "{refused}");
    for garbage in ["", "{", "null", "[[[[", r#"{"n": -1}"#, r#"{"n": "x", "call": "stop"}"#] {
        socket.0.send(Message::text(garbage)).await.unwrap();
        let refused = socket.next().await.unwrap();
        assert_eq!((&refused["n"], &refused["problem"]["status"]), (&json!(0), &json!(400)));
    }
    socket.0.send(Message::text("[".repeat(100_000))).await.unwrap();
    assert_eq!(socket.next().await.unwrap()["problem"]["status"], 400);
    let unknown = "00000000-0000-4000-8000-000000000000";
    socket.send(json!({"n": 8, "call": "wait", "id": unknown})).await;
    assert_eq!(socket.next().await.unwrap()["problem"]["status"], 404);
    assert!(listening(&http, &id), "the call that was good still waits");
    socket.0.send(Message::binary(vec![0_u8, 1, 2])).await.unwrap();
    assert_eq!(socket.next().await, None, "binary frames mean nothing here");
    assert_eq!(http.get("/api/v1/status").status, 200);
}

/// Both sides say which wire they speak; the hub refuses another one, and says what to do.
#[tokio::test]
async fn another_wire_is_refused_with_the_reason() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::of(&world);
    for mut socket in [Socket::open(&http).await, Socket::introduced(&http).await] {
        socket.send(json!({"n": 0, "call": "hello", "wire": 2})).await;
        let refused = socket.next().await.unwrap();
        assert_eq!((&refused["n"], &refused["problem"]["status"]), (&json!(0), &json!(426)));
        let detail = refused["problem"]["detail"].as_str().unwrap();
        assert!(detail.contains("wire 1 and not 2"), "{detail}");
        socket.send(json!({"n": 1, "call": "hello", "wire": 1})).await;
        assert_eq!(socket.next().await.unwrap(), json!({"n": 1, "ok": {"wire": 1}}));
    }
}

/// A client with a token is a program, whatever it claims to be.
/// REQ: PC-16
#[tokio::test]
async fn a_program_cannot_take_a_hand_off() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::agent(&world);
    let id = asked(&http);
    let hand_off = format!("/api/v1/interactions/{id}/hand-off");
    let ticket = http.post(&hand_off, &json!(null)).json()["ticket"].clone();
    let mut socket = Socket::open(&http).await;
    let attach = json!({
        "surface": "terminal", "label": "agent", "presence": "interactive",
        "interaction": id, "ticket": ticket,
    });
    socket.send(json!({"n": 1, "call": "attach", "attach": attach})).await;
    let refused = socket.next().await.unwrap();
    assert_eq!(refused["problem"]["status"], 403, "{refused}");
    assert_eq!(http.get("/api/v1/surfaces").json(), json!([]));
}
