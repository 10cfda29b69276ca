//! Hubs that end, start slowly, refuse or say nothing, and what a client does then.

#![expect(clippy::disallowed_methods, reason = "tests measure and read their environment")]

use std::sync::Mutex;
use std::time::Duration;

use async_trait::async_trait;
use sayso_desk::{HubState, Unresponsive};
use sayso_wire::Id;
use serde_json::{Value, json};
use tokio::io::{AsyncWriteExt, DuplexStream};
use tokio::task::JoinHandle;
use tokio_tungstenite::accept_async;
use uuid::Uuid;

use super::super::clock::{Deadline, Pace};
use super::super::connect::{Connect, Dialled};
use super::super::millis;
use super::tests::{received_call, timer, timer_among};
use super::*;

/// REQ: SA-3
#[tokio::test]
async fn a_hub_that_ends_while_it_is_connected_to_is_followed_by_the_next() {
    let (wires, mut ends) = mpsc::unbounded_channel();
    let socket = Socket::new(timer(wires), Surface::Cli);
    let called = tokio::spawn(async move { socket.get::<Value>("/status".to_owned()).await });
    // It ends before it has greeted, twice.
    drop(ends.recv().await.unwrap());
    drop(ends.recv().await.unwrap());
    let mut hub = accept_async(ends.recv().await.unwrap()).await.unwrap();
    let call = received_call(&mut hub).await;
    assert_eq!((&call["call"], &call["path"]), (&json!("request"), &json!("/status")));
    let reply = json!({ "n": call["n"], "ok": { "pid": 7 } });
    hub.send(Message::text(reply.to_string())).await.unwrap();
    assert_eq!(called.await.unwrap().map_err(DeskError::from).unwrap(), json!({ "pid": 7 }));
}

/// One of them may not have heard of the token yet.
/// REQ: TM-3
#[tokio::test]
async fn a_token_that_one_hub_refuses_is_shown_to_the_others() {
    for (hubs, is_known) in [(1, false), (2, true)] {
        let (wires, mut ends) = mpsc::unbounded_channel();
        let socket = Socket::new(timer_among(hubs, wires), Surface::Cli);
        let called = tokio::spawn(async move { socket.get::<Value>("/status".to_owned()).await });
        let mut end = ends.recv().await.unwrap();
        let problem = json!({ "title": "Unauthorized", "status": 401, "kind": "request",
            "detail": "the token is wrong" });
        let (status, body) = ("401 Unauthorized", problem.to_string());
        let length = body.len();
        let refusal = format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\n\r\n{body}");
        end.write_all(refusal.as_bytes()).await.unwrap();
        if is_known {
            let mut hub = accept_async(ends.recv().await.unwrap()).await.unwrap();
            let n = received_call(&mut hub).await["n"].clone();
            hub.send(Message::text(json!({ "n": n, "ok": "fine" }).to_string())).await.unwrap();
        }
        let called = called.await.unwrap().map_err(|failed| DeskError::from(failed).to_string());
        let expected = if is_known {
            Ok(json!("fine"))
        } else {
            Err("the hub refused access: the token is wrong")
        };
        assert_eq!(called.as_ref().map_err(String::as_str), expected.as_ref().map_err(|why| *why));
    }
}

/// Over the same connection: what waits there stays.
/// REQ: SA-3, TM-3
#[tokio::test(start_paused = true)]
async fn a_change_is_tried_again_while_the_database_is_away_and_a_look_is_not() {
    for (aways, is_look, expected) in [(3, false, true), (100, false, false), (1, true, false)] {
        let (wires, mut ends) = mpsc::unbounded_channel();
        let socket = Socket::new(timer(wires), Surface::Cli);
        let begun = Instant::now();
        let called = tokio::spawn(async move {
            match is_look {
                true => socket.get::<Value>("/interactions".to_owned()).await,
                false => socket.post::<Value>("/interactions".to_owned(), &json!({})).await,
            }
        });
        let serving = serve_after(accept_async(ends.recv().await.unwrap()).await.unwrap(), aways);
        let called = called.await.unwrap().map_err(DeskError::from);
        serving.abort();
        assert_eq!(called.is_ok(), expected, "{aways}: {called:?}");
        assert!(begun.elapsed() < Pace::default().end, "{aways}");
        if let Err(error) = called {
            assert!(error.to_string().contains("restarts"), "{error}");
        }
    }
}

/// What a surface shows goes on by itself after a restart, and it hears of one that is no restart.
/// REQ: SA-3, TM-3
#[tokio::test(start_paused = true)]
async fn news_are_asked_for_again_while_the_database_is_away() {
    for (aways, expected) in [(3, true), (100, false)] {
        let (wires, mut ends) = mpsc::unbounded_channel();
        let socket = Socket::new(timer(wires), Surface::Cli);
        let begun = Instant::now();
        let events = Call::Events { after: None };
        let called = tokio::spawn(async move { socket.wait::<Value>(events).await });
        let serving = serve_after(accept_async(ends.recv().await.unwrap()).await.unwrap(), aways);
        let called = called.await.unwrap().map_err(DeskError::from);
        serving.abort();
        assert_eq!(called.is_ok(), expected, "{aways}: {called:?}");
        let limit = Pace::default().starting + Duration::from_secs(5);
        assert!(begun.elapsed() < limit, "{aways}");
    }
}

/// Each of several hubs says so again and again, at first or after an earlier outage: a wait goes on for
/// as long as its caller is patient.
/// REQ: SA-3, TM-3
#[tokio::test(start_paused = true)]
async fn a_wait_outlasts_an_outage_of_the_database_of_all_hubs() {
    let id = Id(Uuid::from_u128(7));
    for (hubs, aways, milliseconds) in [(1, 100, None), (2, 100, None), (2, 9, Some(600_000))] {
        let (wires, mut ends) = mpsc::unbounded_channel();
        let socket = Socket::new(timer_among(hubs, wires), Surface::Cli);
        let begun = Instant::now();
        let waiting =
            tokio::spawn(
                async move { socket.wait::<Value>(Call::Wait { id, milliseconds }).await },
            );
        let mut said = 0;
        'hubs: while let Some(end) = ends.recv().await {
            let mut hub = accept_async(end).await.unwrap();
            while let Some(Ok(message)) = hub.next().await {
                let Ok(text) = message.to_text() else { break };
                let Ok(call) = serde_json::from_str::<Value>(text) else { break };
                if call["call"] != "wait" {
                    continue;
                }
                let left = milliseconds.map(|ms| ms - millis(begun.elapsed()));
                assert_eq!(call["milliseconds"].as_u64(), left, "{said}");
                said += 1;
                let reply = match said > aways {
                    true => json!({ "n": call["n"], "ok": "outcome" }),
                    false => json!({ "n": call["n"], "problem": away() }),
                };
                hub.send(Message::text(reply.to_string())).await.unwrap();
                if said > aways {
                    break 'hubs;
                }
            }
        }
        let waited = waiting.await.unwrap().map_err(DeskError::from);
        assert_eq!(waited.unwrap(), "outcome", "{hubs}");
    }
}

/// REQ: SA-3, TM-3
#[tokio::test(start_paused = true)]
async fn a_wait_whose_time_is_over_tells_that_the_database_is_away() {
    let (wires, mut ends) = mpsc::unbounded_channel();
    let socket = Socket::new(timer(wires), Surface::Cli);
    let begun = Instant::now();
    let wait = Call::Wait { id: Id(Uuid::from_u128(7)), milliseconds: Some(60_000) };
    let waiting = tokio::spawn(async move { socket.wait::<Value>(wait).await });
    let serving = serve_after(accept_async(ends.recv().await.unwrap()).await.unwrap(), 1_000);
    let error = waiting.await.unwrap().map_err(DeskError::from).unwrap_err().to_string();
    serving.abort();
    assert!(error.contains("restarts"), "{error}");
    assert_eq!(begun.elapsed().as_secs(), 60);
}

/// A hub whose database is away for this number of calls.
fn serve_after(mut hub: WebSocketStream<DuplexStream>, aways: usize) -> JoinHandle<()> {
    tokio::spawn(async move {
        for try_of in 0.. {
            let n = received_call(&mut hub).await["n"].clone();
            let reply = match try_of < aways {
                true => json!({ "n": n, "problem": away() }),
                false => json!({ "n": n, "ok": "asked" }),
            };
            hub.send(Message::text(reply.to_string())).await.unwrap();
        }
    })
}

fn away() -> Value {
    json!({ "title": "", "status": 503, "detail": "",
        "kind": "database_away", "at": "its database", "why": "restarts" })
}

/// It ends, and what it had is rescued or gone: the next hub knows.
/// REQ: SA-4
#[tokio::test(start_paused = true)]
async fn a_call_goes_on_at_the_hub_after_one_that_has_lost_its_files() {
    let problem = |status: u16, kind: &str, detail: &str| json!({ "title": "", "status": status, "kind": kind, "detail": detail, "id": "7" });
    let lost = problem(503, "files_lost", "the database was removed");
    let missing = problem(404, "not_found", "no question");
    let cases = [(json!({ "ok": "fine" }), Ok("fine")), (json!({ "problem": missing }), Err(()))];
    for (last, expected) in cases {
        let (wires, mut ends) = mpsc::unbounded_channel();
        let socket = Socket::new(timer(wires), Surface::Cli);
        let called = tokio::spawn(async move { socket.get::<String>("/status".to_owned()).await });
        // The same one may be met again before it has ended.
        for reply in [json!({ "problem": lost }), json!({ "problem": lost }), last] {
            let mut hub = accept_async(ends.recv().await.unwrap()).await.unwrap();
            let mut reply = reply;
            reply["n"] = received_call(&mut hub).await["n"].clone();
            hub.send(Message::text(reply.to_string())).await.unwrap();
        }
        let called = called.await.unwrap().map_err(|failed| DeskError::from(failed).to_string());
        let told = "the database was removed";
        assert_eq!(called.as_deref(), expected.map_err(|()| told.to_owned()).as_ref().copied());
    }
}

/// It may never end: then its word is the reason.
/// REQ: SA-4
#[tokio::test(start_paused = true)]
async fn a_hub_that_says_until_the_end_that_it_has_lost_its_files_is_believed() {
    let (wires, mut ends) = mpsc::unbounded_channel();
    let socket = Socket::new(timer(wires), Surface::Cli);
    let called = tokio::spawn(async move { socket.get::<Value>("/status".to_owned()).await });
    let hub = tokio::spawn(async move {
        while let Some(end) = ends.recv().await {
            let mut hub = accept_async(end).await.unwrap();
            let n = received_call(&mut hub).await["n"].clone();
            let problem =
                json!({ "title": "", "status": 503, "kind": "files_lost", "detail": "lost" });
            let reply = json!({ "n": n, "problem": problem });
            // The client may be gone.
            let _ = hub.send(Message::text(reply.to_string())).await;
        }
    });
    let error = called.await.unwrap().map_err(DeskError::from).unwrap_err();
    assert_eq!(error.to_string(), "lost");
    hub.abort();
}

/// REQ: SA-3
#[tokio::test(start_paused = true)]
async fn a_call_leaves_one_of_several_hubs_that_is_silent_in_time_for_the_others() {
    let (wires, mut ends) = mpsc::unbounded_channel();
    let socket = Socket::new(timer_among(3, wires), Surface::Cli);
    let begun = Instant::now();
    let called = tokio::spawn(async move { socket.get::<Value>("/status".to_owned()).await });
    let mut frozen = Vec::new();
    for _ in 0..2 {
        let mut hub = accept_async(ends.recv().await.unwrap()).await.unwrap();
        received_call(&mut hub).await;
        frozen.push(hub);
    }
    let mut hub = accept_async(ends.recv().await.unwrap()).await.unwrap();
    let n = received_call(&mut hub).await["n"].clone();
    hub.send(Message::text(json!({ "n": n, "ok": "fine" }).to_string())).await.unwrap();
    assert_eq!(called.await.unwrap().map_err(DeskError::from).unwrap(), "fine");
    assert_eq!(begun.elapsed().as_secs(), 6);
}

/// The hub would close the connection, and get it again over the next.
#[tokio::test]
async fn a_call_that_is_longer_than_the_hub_accepts_is_refused_here() {
    let (wires, mut ends) = mpsc::unbounded_channel();
    let socket = Arc::new(Socket::new(timer(wires), Surface::Cli));
    let calling = Arc::clone(&socket);
    let called = tokio::spawn(async move {
        let body = "x".repeat(sayso_core::limits::MESSAGE);
        let long = calling.post::<Value>("/extract".to_owned(), &body).await;
        let short = calling.get::<Value>("/status".to_owned()).await;
        (long.map_err(DeskError::from), short.map_err(DeskError::from))
    });
    let mut hub = accept_async(ends.recv().await.unwrap()).await.unwrap();
    let n = received_call(&mut hub).await["n"].clone();
    hub.send(Message::text(json!({ "n": n, "ok": "fine" }).to_string())).await.unwrap();
    let (long, short) = called.await.unwrap();
    assert_eq!(long.unwrap_err().to_string(), "longer than 1048576 bytes (shorten it)");
    assert_eq!(short.unwrap(), "fine");
}

/// A hub that is not there yet, and says so.
struct Slow {
    ready: Instant,
    state: HubState,
    ends: mpsc::UnboundedSender<DuplexStream>,
}

#[async_trait]
impl Connect for Slow {
    async fn connect(&self, _: Deadline) -> Result<Dialled, DeskError> {
        tokio::time::sleep_until(self.ready).await;
        let (near, far) = tokio::io::duplex(1 << 16);
        self.ends.send(far).unwrap();
        Ok(Dialled::new(near, "localhost"))
    }

    fn unresponsive(&self) -> Unresponsive {
        Unresponsive::of(7, self.state)
    }

    fn token(&self) -> Option<&str> {
        None
    }
}

/// REQ: SA-3
#[tokio::test(start_paused = true)]
async fn a_hub_that_is_starting_is_waited_for_a_minute() {
    let cases = [
        (HubState::Starting, Pace::default(), 45, Ok(45)),
        (HubState::Starting, Pace::default(), 90, Err(60)),
        (HubState::Starting, Pace::PROMPT, 45, Err(3)),
        (HubState::NoAnswer, Pace::default(), 45, Err(10)),
    ];
    for (state, pace, ready, expected) in cases {
        let (ends, mut opened) = mpsc::unbounded_channel();
        let begun = Instant::now();
        let slow = Slow { ready: begun + Duration::from_secs(ready), state, ends };
        let timer = Arc::new(Timer::new(Arc::new(slow), pace));
        let told = Arc::new(Mutex::new(Vec::new()));
        let telling = Arc::clone(&told);
        timer.tell(Box::new(move |unresponsive| {
            telling.lock().unwrap().push(unresponsive.cloned())
        }));
        let socket = Socket::new(timer, Surface::Cli);
        let called = tokio::spawn(async move {
            let called = socket.get::<Value>("/status".to_owned()).await;
            called.map(drop).map_err(DeskError::from)
        });
        let serving = tokio::spawn(async move {
            let mut hub = accept_async(opened.recv().await.unwrap()).await.unwrap();
            let n = received_call(&mut hub).await["n"].clone();
            hub.send(Message::text(json!({ "n": n, "ok": "fine" }).to_string())).await.unwrap();
        });
        let called = called.await.unwrap();
        serving.abort();
        let took = begun.elapsed().as_secs();
        assert_eq!(called.map(|()| took).map_err(|_| took), expected, "{state:?}");
        assert_eq!(told.lock().unwrap()[0], Some(Unresponsive::of(7, state)), "a line says so");
    }
}
