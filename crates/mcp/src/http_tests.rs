//! Many sessions in a small table, over a desk whose clock is driven by hand.

use std::future::pending;
use std::sync::atomic::{AtomicU64, Ordering};

use async_trait::async_trait;
use axum::http::Response as HttpResponse;
use futures_util::future::join_all;
use http_body_util::BodyExt;
use sayso_core::dialect::DialectLimits;
use sayso_core::surface::{Actor, Presence, Surface};
use sayso_core::{Command, InteractionId, Submission};
use sayso_desk::testing::{CountedIds, ManualClock};
use sayso_desk::{Answering, Asker, Attach, Attachment, Portal, View};
use sayso_engine::{Engine, EngineConfig};
use sayso_store::{Options, SqliteStore};
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt;

use super::*;
use crate::clients::ClientRules;

struct NoPortal;

#[async_trait]
impl Portal for NoPortal {
    async fn can_open(&self) -> bool {
        false
    }

    async fn open(&self, _: InteractionId) -> bool {
        false
    }

    fn directions(&self, _: &View) -> String {
        String::new()
    }
}

struct World {
    router: Router,
    table: Arc<Table>,
    clock: Arc<ManualClock>,
    desk: Arc<Engine>,
    requests: AtomicU64,
    _page: Attachment,
    _dir: TempDir,
}

impl World {
    async fn new(limits: Limits) -> World {
        let dir = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&dir.path().join("sayso.db"), Options::default()).unwrap();
        let clock = Arc::new(ManualClock::new("2026-03-01T14:03:00Z".parse().unwrap()));
        let ids = Arc::new(CountedIds::default());
        let desk = Engine::start(Arc::new(store), clock.clone(), ids, EngineConfig::default());
        let desk = Arc::new(desk.await.unwrap());
        let page = Attach {
            surface: Surface::Web,
            label: "a page".to_owned(),
            presence: Presence::Interactive,
            interaction: None,
            ticket: None,
        };
        let page = desk.attach(page).await.unwrap();
        let setup = McpSetup {
            desk: desk.clone(),
            clock: clock.clone(),
            asker: Asker::default(),
            clients: ClientRules::default(),
            portal: Arc::new(NoPortal),
            limits: DialectLimits::default(),
            offered: crate::Offered::default(),
            command: Box::new(|arguments| arguments.join(" ")),
        };
        let (router, table) = mount(setup, pending(), |server| server, limits);
        World { router, table, clock, desk, requests: AtomicU64::new(1), _page: page, _dir: dir }
    }

    async fn post(&self, session: Option<&str>, message: Value) -> HttpResponse<Body> {
        self.clock.advance(Duration::from_millis(1));
        let mut request = Request::post("/mcp")
            .header("host", "localhost")
            .header("accept", "application/json, text/event-stream")
            .header("content-type", "application/json");
        if let Some(session) = session {
            request = request.header(SESSION, session);
        }
        let request = request.body(Body::from(message.to_string())).unwrap();
        self.router.clone().oneshot(request).await.unwrap()
    }

    async fn open(&self) -> String {
        let params = json!({
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        });
        let hello = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params });
        let greeted = self.post(None, hello).await;
        let id = greeted.headers()[SESSION].to_str().unwrap().to_owned();
        text(greeted).await;
        let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        assert_eq!(self.post(Some(&id), ready).await.status(), 202);
        id
    }

    async fn request(&self, session: &str, method: &str, params: Value) -> HttpResponse<Body> {
        let id = self.requests.fetch_add(1, Ordering::Relaxed);
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.post(Some(session), message).await
    }

    /// The status of a request of this session.
    async fn status(&self, session: &str) -> u16 {
        let response = self.request(session, "ping", json!({})).await;
        let status = response.status().as_u16();
        let reply = text(response).await;
        assert!(status != 200 || reply.contains(r#""result":{}"#), "{reply}");
        status
    }

    /// Asks without waiting.
    async fn ask(&self, session: &str) -> InteractionId {
        let questions = json!([{ "title": "Framework", "prompt": "Which one is it?",
            "options": [{ "label": "React" }, { "label": "Svelte" }] }]);
        let arguments = json!({ "questions": questions, "nonBlocking": true });
        let call = json!({ "name": "ask_user_questions", "arguments": arguments });
        text(self.request(session, "tools/call", call).await).await;
        self.desk.list(Default::default()).await.unwrap().rows[0].id
    }

    async fn answer(&self, id: InteractionId) {
        let mut submission = Submission::default();
        submission.choose("q1".into(), vec!["1".into()]);
        let ann = Actor::new(None, Surface::Web, Presence::Interactive);
        self.desk.act(id, Command::Answer { submission }, ann).await.unwrap();
    }
}

async fn text(response: HttpResponse<Body>) -> String {
    let body = response.into_body().collect().await.unwrap();
    String::from_utf8(body.to_bytes().to_vec()).unwrap()
}

/// REQ: SA-5
#[tokio::test(flavor = "multi_thread")]
async fn idle_sessions_sleep_and_their_next_request_wakes_them() {
    let world = World::new(Limits { known: 100, idle: 2 }).await;
    let mut sessions = Vec::new();
    for _ in 0..20 {
        sessions.push(world.open().await);
    }
    assert_eq!(world.table.counts(), (20, 2));
    for round in 0..2 {
        for session in &sessions {
            assert_eq!(world.status(session).await, 200, "round {round}");
        }
    }
    let same = join_all((0..16).map(|_| world.status(&sessions[0]))).await;
    assert_eq!(same, [200; 16], "all at once");
    assert_eq!(world.table.counts(), (20, 2));
}

/// REQ: SA-5
#[tokio::test(flavor = "multi_thread")]
async fn what_was_asked_before_the_sleep_is_announced_after_it() {
    let world = World::new(Limits { known: 100, idle: 1 }).await;
    let asking = world.open().await;
    let id = world.ask(&asking).await;
    for _ in 0..5 {
        world.open().await;
    }
    assert!(!world.table.is_awake(&asking));
    world.answer(id).await;
    let fetch =
        json!({ "name": "get_answered_questions", "arguments": { "session_id": "00000000" } });
    let reply = text(world.request(&asking, "tools/call", fetch).await).await;
    assert!(reply.contains(&id.to_string()) && reply.contains("React"), "{reply}");
}

/// REQ: SA-5
#[tokio::test(flavor = "multi_thread")]
async fn of_too_many_the_oldest_idle_is_forgotten() {
    let world = World::new(Limits { known: 3, idle: 2 }).await;
    let (first, second) = (world.open().await, world.open().await);
    assert_eq!(world.status(&first).await, 200, "used again");
    let asking = world.open().await;
    world.ask(&asking).await;
    let fourth = world.open().await;
    assert_eq!(world.status(&second).await, 404);
    assert_eq!(world.status(&first).await, 200);
    assert_eq!(world.status(&fourth).await, 200);
    let last = [world.open().await, world.open().await];
    assert_eq!(world.table.counts().0, 3);
    assert_eq!(world.status(&asking).await, 200, "its answer is still to come");
    assert_eq!(world.status(&fourth).await, 404);
    assert_eq!(world.status(&last[1]).await, 200);
    // Questions don't keep sessions forever: the next one is forgotten, and its question stays at
    // the desk.
    for session in &last {
        world.ask(session).await;
    }
    world.open().await;
    assert_eq!(world.status(&asking).await, 404);
    assert_eq!(world.table.counts().0, 3);
}

/// REQ: SA-5
#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_waits_is_not_idle() {
    let world = World::new(Limits { known: 2, idle: 1 }).await;
    let waiting = world.open().await;
    let arguments = json!({ "questions": [{ "title": "Framework", "prompt": "Which one is it?",
        "options": [{ "label": "React" }, { "label": "Svelte" }] }] });
    let call = json!({ "name": "ask_user_questions", "arguments": arguments });
    let response = world.request(&waiting, "tools/call", call).await;
    let listening = async {
        let mut cursor = world.desk.events(None).await.unwrap().cursor;
        loop {
            let rows = world.desk.list(Default::default()).await.unwrap().rows;
            if let Some(row) = rows.iter().find(|row| row.live.listening) {
                return row.id;
            }
            cursor = world.desk.events(Some(cursor)).await.unwrap().cursor;
        }
    };
    let id =
        tokio::time::timeout(Duration::from_secs(30), listening).await.expect("the call waits");
    for _ in 0..10 {
        world.open().await;
    }
    assert_eq!(world.table.counts().0, 2);
    world.answer(id).await;
    assert!(text(response).await.contains("React"));
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_sessions_and_ended_ones_are_forgotten() {
    let world = World::new(Limits { known: 100, idle: 1 }).await;
    let (old, ended) = (world.open().await, world.open().await);
    let request = Request::delete("/mcp").header("host", "localhost").header(SESSION, &ended);
    let request = request.body(Body::empty()).unwrap();
    assert_eq!(world.router.clone().oneshot(request).await.unwrap().status(), 204);
    assert_eq!(world.status(&ended).await, 404);
    assert_eq!(world.table.counts().0, 1);
    world.clock.advance(Duration::from_secs(24 * 60 * 60));
    world.open().await;
    assert_eq!(world.table.counts().0, 1);
    assert_eq!(world.status(&old).await, 404);
}
