//! The remaining time, pushed by a desk whose clock is driven by hand.

mod claims;
mod limits;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use futures_util::{SinkExt, StreamExt};
use sayso_access::proof::Meeting;
use sayso_access::{
    Access, AgentTokens, Arrival, Caller, Connections, Exchanged, Keys, PageTokens,
};
use sayso_core::surface::{Actor, Presence};
use sayso_core::{Command, Dialect, InteractionId, Purpose, Surface};
use sayso_desk::testing::{CountedIds, ManualClock};
use sayso_desk::{Answering, Ask, Asker, Asking, Clock, DeskError, Repeat};
use sayso_engine::{Engine, EngineConfig};
use sayso_store::{Options, SqliteStore};
use sayso_wire as wire;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::routes::{Operations, Service, routes};
use crate::{ApiServer, Ending};

struct Hub {
    clock: Arc<ManualClock>,
    desk: Arc<Engine>,
    socket: WebSocketStream<TcpStream>,
    host: String,
    token: String,
    keys: Arc<Keys>,
    _end: tokio::sync::watch::Sender<bool>,
    _dir: TempDir,
}

const NONCE: &str = "00112233445566778899aabbccddeeff";

struct NoHub;

#[async_trait]
impl Operations for NoHub {
    async fn status(&self) -> Result<wire::HubStatus, DeskError> {
        Err(DeskError::Unreachable("there is no hub round this desk".to_owned()))
    }

    async fn metrics(&self) -> Result<String, DeskError> {
        Ok(String::new())
    }

    fn stop(&self, _: wire::StopRequest) -> Result<(), DeskError> {
        Ok(())
    }
}

impl Hub {
    async fn start() -> Hub {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("sayso.db");
        let store = Arc::new(SqliteStore::open(&file, Options::default()).unwrap());
        let clock = Arc::new(ManualClock::new("2026-03-01T14:03:00Z".parse().unwrap()));
        let ids = Arc::new(CountedIds::default());
        let agents = AgentTokens::start(store.clone(), clock.clone(), ids.clone()).await.unwrap();
        let pages = PageTokens::start(store.clone(), clock.clone(), ids.clone()).await.unwrap();
        let desk = Engine::start(store, clock.clone(), ids, EngineConfig::default()).await.unwrap();
        let desk = Arc::new(desk);
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let host = format!("localhost:{}", listener.local_addr().unwrap().port());
        let page = Arrival { origin: host.clone(), browser: String::new(), paired: false };
        let Exchanged::LetIn { token, .. } =
            pages.exchange(&pages.code(&host).await.unwrap(), page).await.unwrap()
        else {
            panic!("not let in");
        };
        let keys = Arc::new(Keys::new(Arc::new(agents), pages, None, host.clone()));
        let (end, ending) = Ending::new();
        let hub = Arc::new(NoHub);
        let service = Service::new(
            desk.clone(),
            hub,
            keys.clone(),
            clock.clone(),
            ending.clone(),
            crate::Pace::PING,
        );
        let server = ApiServer {
            router: Access::new(vec![host.clone()], keys.clone()).protect(routes(service)),
            caller: Caller::Stranger,
            connections: Connections::default(),
            ending,
        };
        tokio::spawn(server.serve_tcp(listener, |_| Ok(())));
        let socket = connect(&host).await;
        let mut hub = Hub { clock, desk, socket, host, token, keys, _end: end, _dir: dir };
        hub.introduce().await;
        hub
    }

    async fn introduce(&mut self) {
        let page = self.token.split_once('.').unwrap().0.to_owned();
        self.send(json!({ "page": page, "nonce": NONCE })).await;
        let epoch = self.next().await["epoch"].as_str().unwrap().to_owned();
        let proof = Meeting::page_proof(&self.token, NONCE, &self.host, &epoch);
        self.send(json!({ "proof": proof })).await;
        assert!(self.next().await["session"].as_str().unwrap().starts_with(&page));
    }

    /// The connection is gone; a new one replaces it.
    async fn reconnect(&mut self) {
        self.socket = connect(&self.host).await;
        self.introduce().await;
    }

    /// Asks, and returns the id and whether the call has joined an earlier one.
    async fn claim(&mut self, n: u64) -> (Value, bool) {
        let arguments = json!({ "questions": [{ "title": "Framework", "prompt": "Which one is it?",
            "options": [{ "label": "React" }, { "label": "Svelte" }] }] });
        let ask =
            json!({ "dialect": "ask_user_questions", "arguments": arguments, "repeat": "join" });
        self.send(json!({ "n": n, "call": "ask", "ask": ask })).await;
        let reply = self.next().await;
        assert_eq!(reply["n"], n, "{reply}");
        (reply["ok"]["view"]["id"].clone(), reply["ok"]["joined"].as_bool().unwrap())
    }

    async fn send(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).await.unwrap();
    }

    async fn next(&mut self) -> Value {
        loop {
            let message = tokio::time::timeout(Duration::from_secs(20), self.socket.next()).await;
            match message.expect("in time").expect("open").unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    async fn ask(&self, seconds: u64) -> InteractionId {
        let arguments = json!({
            "title": "Which database?",
            "selection_mode": "single",
            "options": [{ "id": "pg", "label": "PostgreSQL" }, { "id": "lite", "label": "SQLite" }],
            "timeout_seconds": seconds,
        });
        let ask = Ask {
            dialect: Dialect::Shell,
            purpose: Purpose::Decision,
            arguments,
            asker: Asker::default(),
            call_id: None,
            repeat: Repeat::New,
        };
        self.desk.ask(ask).await.unwrap().interaction.id
    }
}

async fn connect(host: &str) -> WebSocketStream<TcpStream> {
    let stream = TcpStream::connect(host.replace("localhost", "127.0.0.1")).await.unwrap();
    stream.set_nodelay(true).unwrap();
    client_async(format!("ws://{host}/api/v1/socket"), stream).await.unwrap().0
}

/// REQ: WE-3
/// REQ: TO-2
#[tokio::test]
async fn the_time_left_is_pushed_at_once_and_every_fifteen_seconds_until_stopped() {
    let mut hub = Hub::start().await;
    let (first, second) = (hub.ask(300).await, hub.ask(100).await);
    let gone = InteractionId::new(uuid::Uuid::from_u128(0xabcd << 64 | 0x4000_8000 << 32));
    let watched = [first, second, gone].map(|id| id.to_string());
    hub.send(json!({ "n": 7, "call": "remaining", "ids": watched })).await;
    let left = |first: u64, second: u64| {
        let ok = json!({ &watched[0]: first, &watched[1]: second, &watched[2]: null });
        json!({ "n": 7, "ok": ok })
    };
    assert_eq!(hub.next().await, left(300_000, 100_000));
    for pushed in 1..=3 {
        hub.clock.advance(Duration::from_secs(15));
        let passed = pushed * 15_000;
        assert_eq!(hub.next().await, left(300_000 - passed, 100_000 - passed));
    }
    // A change comes as an event with the new time; the next push has it too.
    hub.send(json!({ "n": 8, "call": "events" })).await;
    let cursor = hub.next().await["ok"]["cursor"].clone();
    hub.send(json!({ "n": 9, "call": "events", "after": cursor })).await;
    let ann = Actor::new(None, Surface::Cli, Presence::Interactive);
    hub.desk.act(first, Command::SetRemaining { seconds: 600 }, ann).await.unwrap();
    let changed = hub.next().await;
    assert_eq!(changed["ok"]["events"][0]["row"]["remaining_ms"], 600_000, "{changed}");
    hub.clock.advance(Duration::from_secs(15));
    assert_eq!(hub.next().await, left(585_000, 40_000));

    hub.send(json!({ "n": 7, "call": "stop" })).await;
    // Answered in order: after this, the stop has been processed.
    hub.send(json!({ "n": 10, "call": "remaining", "ids": [] })).await;
    assert_eq!(hub.next().await, json!({ "n": 10, "ok": {} }));
    hub.clock.advance(Duration::from_secs(15));
    assert_eq!(hub.next().await, json!({ "n": 10, "ok": {} }), "and nothing of the other");
}

#[tokio::test]
async fn too_many_at_once_are_refused() {
    let mut hub = Hub::start().await;
    let ids: Vec<String> = (0..65_u128)
        .map(|n| InteractionId::new(uuid::Uuid::from_u128(n << 96 | 0x4000_8000 << 48)).to_string())
        .collect();
    hub.send(json!({ "n": 1, "call": "remaining", "ids": ids })).await;
    let refused = hub.next().await;
    assert_eq!(refused["problem"]["status"], 422, "{refused}");
    hub.send(json!({ "n": 1, "call": "remaining", "ids": ids[..64] })).await;
    assert_eq!(hub.next().await["ok"].as_object().unwrap().len(), 64);
}

/// Waits leave room for calls that are answered at once, and refused calls get an error.
#[tokio::test]
async fn a_crowd_of_waits_keeps_nobody_from_noting_a_delivery() {
    let mut hub = Hub::start().await;
    let (most, id) = (super::CALLS as u64, hub.ask(300).await);
    for n in 1..=most + 200 {
        hub.send(json!({ "n": n, "call": "wait", "id": id })).await;
    }
    hub.send(json!({ "n": most + 201, "call": "delivered", "id": id })).await;
    let (mut refused, mut noted) = (0, false);
    while refused < 200 || !noted {
        let reply = hub.next().await;
        if reply["n"] == most + 201 {
            assert!(reply.get("problem").is_none(), "{reply}");
            noted = true;
        } else {
            assert_eq!(reply["problem"]["status"], 429, "{reply}");
            refused += 1;
        }
    }
}

/// A check whether the connection hangs is answered at once, whatever else is in progress.
/// REQ: NA-7
#[tokio::test]
async fn a_ping_is_answered_at_once() {
    let mut hub = Hub::start().await;
    hub.send(json!({ "n": 1, "call": "events" })).await;
    let cursor = hub.next().await["ok"]["cursor"].clone();
    hub.send(json!({ "n": 2, "call": "events", "after": cursor })).await;
    hub.send(json!({ "n": 3, "call": "ping" })).await;
    assert_eq!(hub.next().await, json!({ "n": 3 }));
}

/// REQ: SA-3
#[tokio::test]
async fn an_answer_that_was_taken_back_is_not_given_and_one_that_is_wanted_is() {
    let mut hub = Hub::start().await;
    let id = hub.ask(300).await;
    let answer = |n: u64| {
        let submission = json!({ "questions": { "": { "options": ["pg"] } } });
        let command = json!({ "command": "answer", "submission": submission });
        json!({ "n": n, "call": "act", "id": id, "command": command })
    };
    // It is unknown by now whether it is still wanted: the hub asks, and it isn't.
    hub.clock.advance(Duration::from_secs(3));
    hub.send(answer(1)).await;
    hub.send(json!({ "n": 1, "call": "stop" })).await;
    for n in 2..=3 {
        hub.send(json!({ "n": n, "call": "ping" })).await;
        assert_eq!(hub.next().await, json!({ "n": n }));
    }
    let show = hub.desk.show(&id.into()).await.unwrap();
    assert!(show.interaction.is_pending());
    // Closed after it: the same.
    hub.clock.advance(Duration::from_secs(3));
    hub.send(answer(4)).await;
    hub.reconnect().await;
    hub.send(json!({ "n": 1, "call": "ping" })).await;
    assert_eq!(hub.next().await, json!({ "n": 1 }));
    assert!(hub.desk.show(&id.into()).await.unwrap().interaction.is_pending());
    // For a client that waits for the reply it is carried out.
    hub.clock.advance(Duration::from_secs(3));
    hub.send(answer(5)).await;
    let done = hub.next().await;
    assert_eq!((&done["n"], &done["ok"]["status"]), (&json!(5), &json!("submitted")), "{done}");
}

/// Revoked in the middle of a conversation, and not accepted again.
/// REQ: SA-2
#[tokio::test]
async fn a_page_that_is_revoked_loses_its_socket_at_once() {
    let mut hub = Hub::start().await;
    let id = hub.token.split_once('.').unwrap().0.to_owned();
    let pages = hub.keys.pages().list();
    assert_eq!((pages.len(), &pages[0].id, pages[0].open), (1, &id, 1));
    hub.send(json!({ "n": 1, "call": "events" })).await;
    hub.next().await;
    assert_eq!(hub.keys.pages().revoke(&[id]).await.unwrap(), 1);
    let said = tokio::time::timeout(Duration::from_secs(20), hub.socket.next()).await;
    let Some(Some(Ok(Message::Close(Some(frame))))) = said.ok() else { panic!("not closed") };
    assert_eq!(u16::from(frame.code), 4_401);
    assert!(frame.reason.contains("sayso open"), "{frame:?}");
}

/// Another hub has said that it changed something, and what is not read yet.
/// REQ: SA-2, TM-3
#[tokio::test]
async fn what_a_page_waits_for_is_kept_from_it_while_its_access_is_in_doubt() {
    let mut hub = Hub::start().await;
    let id = hub.ask(300).await;
    hub.send(json!({ "n": 1, "call": "events" })).await;
    let cursor = hub.next().await["ok"]["cursor"].clone();
    let mut set = 400;
    for call in [
        json!({ "n": 2, "call": "events", "after": cursor }),
        json!({ "n": 2, "call": "remaining", "ids": [id] }),
        json!({ "n": 2, "call": "wait", "id": id }),
    ] {
        hub.send(call.clone()).await;
        if call["call"] == "remaining" {
            hub.next().await;
        }
        // Answered in order: after this, the call is under way.
        hub.send(json!({ "n": 3, "call": "ping" })).await;
        assert_eq!(hub.next().await["n"], 3);
        hub.keys.pages().doubt();
        let ann = Actor::new(None, Surface::Cli, Presence::Interactive);
        let act = match call["call"] == "wait" {
            true => {
                let mut submission = sayso_core::Submission::default();
                submission.choose("".into(), vec!["pg".into()]);
                Command::Answer { submission }
            }
            false => Command::SetRemaining { seconds: set },
        };
        set += 100;
        hub.desk.act(id, act, ann).await.unwrap();
        if call["call"] == "remaining" {
            hub.clock.advance(Duration::from_secs(15));
        }
        let read_within = hub.clock.running() + Duration::from_secs(3);
        let checked = hub.clock.slept_on(read_within);
        tokio::time::timeout(Duration::from_secs(20), checked).await.expect("it is checked");
        hub.clock.advance(Duration::from_secs(3));
        let refused = hub.next().await;
        assert_eq!((&refused["n"], &refused["problem"]["status"]), (&json!(2), &json!(503)));
        hub.keys.pages().reload().await.unwrap();
    }
}
