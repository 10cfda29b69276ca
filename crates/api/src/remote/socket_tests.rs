//! Calls that outlive their connection.

#![expect(clippy::disallowed_methods, reason = "tests measure and read their environment")]

use std::sync::Mutex;
use std::time::Duration;

use async_trait::async_trait;
use sayso_core::InteractionId;
use sayso_wire::Id;
use serde_json::{Value, json};
use tokio::io::DuplexStream;
use tokio_tungstenite::accept_async;
use uuid::Uuid;

use super::super::clock::{Deadline, Pace};
use super::super::connect::{Connect, Dialled};
use super::*;

/// Every connection comes out at the other end, where the test acts as the hub.
struct Wires {
    /// How many there are to try.
    hubs: u32,
    ends: mpsc::UnboundedSender<DuplexStream>,
}

#[async_trait]
impl Connect for Wires {
    async fn connect(&self, _: Deadline) -> Result<Dialled, DeskError> {
        let (near, far) = tokio::io::duplex(1 << 16);
        self.ends.send(far).unwrap();
        Ok(Dialled::new(near, "localhost"))
    }

    fn token(&self) -> Option<&str> {
        None
    }

    fn hubs(&self) -> u32 {
        self.hubs
    }
}

pub(super) fn timer(wires: mpsc::UnboundedSender<DuplexStream>) -> Arc<Timer> {
    timer_among(1, wires)
}

pub(super) fn timer_among(hubs: u32, ends: mpsc::UnboundedSender<DuplexStream>) -> Arc<Timer> {
    Arc::new(Timer::new(Arc::new(Wires { hubs, ends }), Pace::default()))
}

/// The next call after the greeting.
pub(super) async fn received_call(hub: &mut WebSocketStream<DuplexStream>) -> Value {
    loop {
        let message = hub.next().await.unwrap().unwrap();
        let call: Value = serde_json::from_str(message.to_text().unwrap()).unwrap();
        if call != json!({ "n": 0, "call": "hello", "wire": 1 }) {
            return call;
        }
    }
}

#[tokio::test]
async fn a_hub_that_speaks_another_wire_says_so_to_everybody_who_waits() {
    let (wires, mut ends) = mpsc::unbounded_channel();
    let socket = Socket::new(timer(wires), Surface::Cli);
    let waiting = tokio::spawn(async move { socket.wait::<Value>(a_wait()).await });
    let mut hub = accept_async(ends.recv().await.unwrap()).await.unwrap();
    received_call(&mut hub).await;
    let problem = json!({ "title": "Upgrade Required", "status": 426, "kind": "request",
        "detail": "this hub speaks wire 2 and not 1" });
    hub.send(Message::text(json!({ "n": 0, "problem": problem }).to_string())).await.unwrap();
    let error = waiting.await.unwrap().map_err(DeskError::from).unwrap_err();
    assert!(error.to_string().contains("speaks wire 2"), "{error}");
}

/// REQ: TM-3
#[tokio::test(start_paused = true)]
async fn a_wait_leaves_a_hub_without_its_database_if_there_is_another() {
    for hubs in [1, 2] {
        let (wires, mut ends) = mpsc::unbounded_channel();
        let socket = Socket::new(timer_among(hubs, wires), Surface::Cli);
        let waiting = tokio::spawn(async move { socket.wait::<Value>(a_wait()).await });
        let mut hub = accept_async(ends.recv().await.unwrap()).await.unwrap();
        let mut call = received_call(&mut hub).await;
        let problem = json!({ "title": "Service Unavailable", "status": 503, "detail": "",
            "kind": "database_away", "at": "its database", "why": "out of touch" });
        hub.send(Message::text(json!({ "n": 0, "problem": problem }).to_string())).await.unwrap();
        if hubs == 2 {
            hub = accept_async(ends.recv().await.unwrap()).await.unwrap();
            call = received_call(&mut hub).await;
        }
        let reply = json!({ "n": call["n"], "ok": "outcome" });
        hub.send(Message::text(reply.to_string())).await.unwrap();
        assert_eq!(waiting.await.unwrap().map_err(DeskError::from).unwrap(), "outcome");
    }
}

/// REQ: RA-12
#[tokio::test(start_paused = true)]
async fn a_wait_keeps_the_time_it_had_left_when_its_connection_breaks() {
    let (id, milliseconds) = (Id(Uuid::from_u128(7)), Some(60_000));
    let wanted = sayso_core::dialect::ReplyWanted::default().into();
    for call in [Call::Wait { id, milliseconds }, Call::WaitForReply { id, milliseconds, wanted }] {
        let (wires, mut ends) = mpsc::unbounded_channel();
        let socket = Socket::new(timer(wires), Surface::Cli);
        let waiting = tokio::spawn(async move { socket.wait::<Value>(call).await });
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
}

/// A hub that accepts and hangs up is not called again at once.
/// REQ: SA-3
#[tokio::test(start_paused = true)]
async fn a_connection_that_breaks_at_once_is_followed_by_a_pause() {
    let (wires, mut ends) = mpsc::unbounded_channel();
    let socket = Socket::new(timer(wires), Surface::Cli);
    let waiting = tokio::spawn(async move { socket.wait::<Value>(a_wait()).await });
    let (mut last, mut pauses) = (Instant::now(), Vec::new());
    for _ in 0..4 {
        drop(accept_async(ends.recv().await.unwrap()).await.unwrap());
        pauses.push(last.elapsed().as_millis());
        last = Instant::now();
    }
    assert_eq!(pauses, [0, 50, 50, 50]);
    // One that lasted is followed at once.
    let mut hub = accept_async(ends.recv().await.unwrap()).await.unwrap();
    received_call(&mut hub).await;
    tokio::time::advance(Duration::from_secs(2)).await;
    drop(hub);
    let begun = Instant::now();
    let mut hub = accept_async(ends.recv().await.unwrap()).await.unwrap();
    assert_eq!(begun.elapsed(), Duration::ZERO);
    let n = received_call(&mut hub).await["n"].clone();
    hub.send(Message::text(json!({ "n": n, "ok": "outcome" }).to_string())).await.unwrap();
    assert_eq!(waiting.await.unwrap().map_err(DeskError::from).unwrap(), "outcome");
}

/// Both sides have more to send than fits between them.
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

fn a_wait() -> Call {
    Call::Wait { id: Id(Uuid::from_u128(7)), milliseconds: None }
}

/// REQ: SA-3
#[tokio::test(start_paused = true)]
async fn fifteen_seconds_without_a_frame_are_no_answer_and_the_wait_goes_on_elsewhere() {
    let (wires, mut ends) = mpsc::unbounded_channel();
    let timer = timer(wires);
    let told = Arc::new(Mutex::new(Vec::new()));
    let telling = Arc::clone(&told);
    timer.tell(Box::new(move |unresponsive| telling.lock().unwrap().push(unresponsive.cloned())));
    let socket = Socket::new(timer, Surface::Cli);
    let waiting = tokio::spawn(async move { socket.wait::<Value>(a_wait()).await });
    let mut frozen = accept_async(ends.recv().await.unwrap()).await.unwrap();
    received_call(&mut frozen).await;
    let begun = Instant::now();
    tokio::time::advance(Duration::from_secs(10)).await;
    frozen.send(Message::Ping("1".into())).await.unwrap();
    let next = ends.recv().await.unwrap();
    assert_eq!(begun.elapsed(), Duration::from_secs(25), "the ping counts");
    assert_eq!(told.lock().unwrap().len(), 1);
    let mut hub = accept_async(next).await.unwrap();
    let n = received_call(&mut hub).await["n"].clone();
    hub.send(Message::text(json!({ "n": n, "ok": "outcome" }).to_string())).await.unwrap();
    assert_eq!(waiting.await.unwrap().map_err(DeskError::from).unwrap(), "outcome");
    assert_eq!(*told.lock().unwrap(), [Some(sayso_desk::Unresponsive::UNKNOWN), None]);
}

/// REQ: SA-3
#[tokio::test(start_paused = true)]
async fn a_call_is_mentioned_after_three_seconds_over_after_ten_and_taken_back() {
    let (wires, mut ends) = mpsc::unbounded_channel();
    let timer = timer(wires);
    let begun = Instant::now();
    let told = Arc::new(Mutex::new(Vec::new()));
    let telling = Arc::clone(&told);
    timer.tell(Box::new(move |_| telling.lock().unwrap().push(begun.elapsed().as_secs())));
    let socket = Arc::new(Socket::new(timer, Surface::Cli));
    let calling = Arc::clone(&socket);
    let called = tokio::spawn(async move {
        let first = calling.call::<Value>(Call::Surfaces).await;
        (first.map_err(DeskError::from), begun.elapsed().as_secs())
    });
    let mut hub = accept_async(ends.recv().await.unwrap()).await.unwrap();
    let n = received_call(&mut hub).await["n"].clone();
    let (first, took) = called.await.unwrap();
    assert_eq!(first.unwrap_err().to_string(), "no answer from the hub; gave up after 10 s");
    assert_eq!((took, &told.lock().unwrap()[..]), (10, &[3][..]));
    assert_eq!(received_call(&mut hub).await, json!({ "n": n, "call": "stop" }));
    // It is known to be silent: nobody waits as long again.
    assert!(socket.call::<Value>(Call::Surfaces).await.is_err());
    assert_eq!(begun.elapsed().as_secs(), 13);
}

/// A call that asked or joined keeps its question: over the next connection it claims that one.
/// REQ: AU-9
#[tokio::test(start_paused = true)]
async fn a_question_that_was_asked_is_claimed_over_the_next_connection_and_not_asked_again() {
    let (wires, mut ends) = mpsc::unbounded_channel();
    let socket = Arc::new(Socket::new(timer(wires), Surface::Cli));
    let ask = json!({ "dialect": "shell", "arguments": { "title": "Which?" }, "repeat": "join" });
    let call = Call::Ask { ask: serde_json::from_value(ask).unwrap() };
    let asking = Arc::clone(&socket);
    let asking = tokio::spawn(async move { asking.hold::<Value>(call).await });
    let mut hub = accept_async(ends.recv().await.unwrap()).await.unwrap();
    assert_eq!(received_call(&mut hub).await["call"], "ask");
    // The reply is lost, so the next hub has to be asked again.
    drop(hub);
    let mut hub = accept_async(ends.recv().await.unwrap()).await.unwrap();
    let again = received_call(&mut hub).await;
    assert_eq!(again["call"], "ask");
    let id = InteractionId::new(Uuid::from_u128(7)).to_string();
    let reply = json!({ "n": again["n"], "ok": { "view": { "id": id }, "joined": true } });
    hub.send(Message::text(reply.to_string())).await.unwrap();
    let (_, _held) = asking.await.unwrap().unwrap();
    for _ in 0..2 {
        drop(hub);
        hub = accept_async(ends.recv().await.unwrap()).await.unwrap();
        let claim = received_call(&mut hub).await;
        assert_eq!((&claim["call"], &claim["id"]), (&json!("claim"), &json!(id)));
        hub.send(Message::text(json!({ "n": claim["n"], "ok": null }).to_string())).await.unwrap();
    }
}
