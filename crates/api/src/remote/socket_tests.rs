//! Calls that outlive their connection.

use async_trait::async_trait;
use sayso_core::InteractionId;
use serde_json::{Value, json};
use tokio::io::DuplexStream;
use tokio_tungstenite::accept_async;
use uuid::Uuid;

use super::super::clock::Pace;
use super::super::connect::Connect;
use super::*;

/// Every connection comes out at the other end, for the test to be the hub.
struct Wires(mpsc::UnboundedSender<DuplexStream>);

#[async_trait]
impl Connect for Wires {
    async fn connect(&self, _: Deadline) -> Result<Box<dyn Stream>, DeskError> {
        let (near, far) = tokio::io::duplex(1 << 16);
        self.0.send(far).unwrap();
        Ok(Box::new(near))
    }

    fn host(&self) -> &str {
        "localhost"
    }

    fn token(&self) -> Option<&str> {
        None
    }
}

fn timer(wires: mpsc::UnboundedSender<DuplexStream>) -> Arc<Timer> {
    Arc::new(Timer::new(Arc::new(Wires(wires)), Pace::default()))
}

async fn received_call(hub: &mut WebSocketStream<DuplexStream>) -> Value {
    let message = hub.next().await.unwrap().unwrap();
    serde_json::from_str(message.to_text().unwrap()).unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_wait_keeps_the_time_it_had_left_when_its_connection_breaks() {
    let (wires, mut ends) = mpsc::unbounded_channel();
    let socket = Socket::new(timer(wires), Surface::Cli);
    let id = InteractionId::new(Uuid::from_u128(7));
    let waiting = tokio::spawn(async move {
        socket.wait::<Value>(Call::Wait { id, milliseconds: Some(60_000) }).await
    });
    let mut hub = accept_async(ends.recv().await.unwrap()).await.unwrap();
    assert_eq!(received_call(&mut hub).await["milliseconds"], 60_000);
    tokio::time::advance(Duration::from_secs(20)).await;
    drop(hub);
    let mut hub = accept_async(ends.recv().await.unwrap()).await.unwrap();
    let again = received_call(&mut hub).await;
    assert_eq!(again["milliseconds"], 40_000);
    let reply = json!({ "n": again["n"], "ok": "outcome" });
    hub.send(Message::text(reply.to_string())).await.unwrap();
    assert_eq!(waiting.await.unwrap().map_err(DeskError::from).unwrap(), "outcome");
}

/// Both sides have more to say than fits between them.
#[tokio::test]
async fn a_hub_that_answers_before_it_reads_on_is_heard() {
    const CALLS: u64 = 100;
    let (wires, mut ends) = mpsc::unbounded_channel();
    let socket = Arc::new(Socket::new(timer(wires), Surface::Cli));
    let long = "x".repeat(10_000);
    let mut waiting = tokio::task::JoinSet::new();
    for _ in 0..CALLS {
        let socket = Arc::clone(&socket);
        let arguments = json!({ "title": long });
        let ask = json!({ "dialect": "shell", "arguments": arguments });
        let ask = Box::new(serde_json::from_value(ask).unwrap());
        waiting.spawn(async move {
            socket.call::<String>(Call::Ask { ask }).await.map_err(DeskError::from).unwrap()
        });
    }
    let mut hub = accept_async(ends.recv().await.unwrap()).await.unwrap();
    for n in 1..=CALLS {
        let reply = json!({ "n": n + 1_000, "ok": long });
        hub.send(Message::text(reply.to_string())).await.unwrap();
    }
    for _ in 0..CALLS {
        let n = received_call(&mut hub).await["n"].clone();
        hub.send(Message::text(json!({ "n": n, "ok": "done" }).to_string())).await.unwrap();
    }
    assert!(waiting.join_all().await.iter().all(|reply| reply == "done"));
}
