//! A desk, and clients that talk to it line by line.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use sayso_core::dialect::DialectLimits;
use sayso_core::surface::{Actor, Presence};
use sayso_core::{Command, InteractionId, QuestionId, Submission, Surface};
use sayso_desk::testing::{CountedIds, ManualClock};
use sayso_desk::{Answering, Asker, Asking, Attach, Attachment, Portal, Query, View};
use sayso_engine::{Engine, EngineConfig};
use sayso_mcp::{ClientRules, McpError, McpServer, McpSetup, Offered, serve};
use sayso_store::{Options, SqliteStore};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};
use tokio::task::JoinHandle;

use crate::held::Held;
use crate::samples::questions;

pub struct World {
    pub desk: Arc<Engine>,
    /// The desk as the servers see it.
    pub held: Arc<Held>,
    pub clock: Arc<ManualClock>,
    pub portal: Arc<RecordedPortal>,
    /// A page is open unless a test closes it, so agents wait.
    pub page: Option<Attachment>,
    _dir: TempDir,
}

impl World {
    pub async fn new() -> World {
        let dir = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&dir.path().join("sayso.db"), Options::default()).unwrap();
        let start: Timestamp = "2026-03-01T14:03:00Z".parse().unwrap();
        let clock = Arc::new(ManualClock::new(start));
        let ids = Arc::new(CountedIds::default());
        let desk = Engine::start(Arc::new(store), clock.clone(), ids, EngineConfig::default())
            .await
            .unwrap();
        let page = Attach {
            surface: Surface::Web,
            label: "a page".to_owned(),
            presence: Presence::Interactive,
            interaction: None,
            ticket: None,
        };
        let page = Some(desk.attach(page).await.unwrap());
        let portal = Arc::default();
        let desk = Arc::new(desk);
        World { held: Arc::new(Held::over(desk.clone())), desk, clock, portal, page, _dir: dir }
    }

    /// The setup of a server in this world.
    pub fn setup(&self) -> McpSetup {
        McpSetup {
            desk: self.held.clone(),
            clock: self.clock.clone(),
            asker: Asker { directory: Some("/work/api-server".to_owned()), ..Asker::default() },
            clients: ClientRules::default(),
            portal: Arc::clone(&self.portal) as Arc<dyn Portal>,
            limits: DialectLimits::default(),
            offered: Offered::default(),
            command: Box::new(|arguments| format!("/opt/sayso {}", arguments.join(" "))),
        }
    }

    /// A client with this name, connected and initialized.
    pub async fn client(&self, name: &str) -> Client {
        self.client_as(json!({ "name": name, "version": "1.2.3" })).await
    }

    /// The same with its full client info.
    pub async fn client_as(&self, info: Value) -> Client {
        self.client_of(self.setup(), info).await
    }

    /// The same, for a server with another setup.
    pub async fn client_of(&self, setup: McpSetup, info: Value) -> Client {
        let (near, far) = tokio::io::duplex(1 << 20);
        let (input, output) = tokio::io::split(far);
        let serving = tokio::spawn(serve(McpServer::new(setup), input, output));
        let (reader, writer) = tokio::io::split(near);
        let mut client = Client {
            lines: BufReader::new(reader).lines(),
            writer,
            serving,
            next: 0,
            progress: Vec::new(),
            greeting: Value::Null,
        };
        let greeting = client
            .request(
                "initialize",
                json!({
                    "protocolVersion": "2025-06-18",
                    "capabilities": {},
                    "clientInfo": info,
                }),
            )
            .await;
        client.greeting = greeting["result"].clone();
        assert_eq!(client.greeting["serverInfo"]["name"], "sayso");
        client.notify("notifications/initialized", json!({})).await;
        client
    }

    /// A call of this client, and the question it waits for.
    pub async fn asked(
        &self,
        client: &mut Client,
        tool: &str,
        call: Value,
    ) -> (u64, InteractionId) {
        let call = client.send_call(tool, call).await;
        (call, self.listened(0).await)
    }

    pub async fn active(&self) -> Vec<InteractionId> {
        self.desk.list(Query::default()).await.unwrap().rows.iter().map(|row| row.id).collect()
    }

    /// The only question there is.
    pub async fn only(&self) -> View {
        let ids = self.active().await;
        assert_eq!(ids.len(), 1, "{ids:?}");
        self.desk.show(&ids[0].into()).await.unwrap()
    }

    pub async fn answer(&self, id: InteractionId, option: &str) {
        let mut submission = Submission::default();
        submission.choose(QuestionId::from("q1"), vec![option.into()]);
        let ann = Actor::new(Some("ann".to_owned()), Surface::Web, Presence::Interactive);
        self.desk.act(id, Command::Answer { submission }, ann).await.unwrap();
    }

    /// Waits until an agent listens to a question, and returns its id.
    pub async fn listened(&self, nth: usize) -> InteractionId {
        let mut found = None;
        until(
            "listened",
            || async {
                let page = self.desk.list(Query::default()).await.unwrap();
                let mut rows: Vec<_> = page.rows.iter().filter(|row| row.live.listening).collect();
                rows.sort_by_key(|row| row.id);
                rows.get(nth).map(|row| row.id)
            },
            &mut found,
        )
        .await;
        found.unwrap()
    }

    pub async fn unheard(&self, id: InteractionId) {
        let mut done = None;
        until(
            "not listening",
            || async {
                let view = self.desk.show(&id.into()).await.unwrap();
                (!view.live.listening).then_some(())
            },
            &mut done,
        )
        .await;
    }

    pub async fn delivered(&self, id: InteractionId, wanted: bool) {
        let mut done = None;
        until(
            "delivery is noted",
            || async {
                let view = self.desk.show(&id.into()).await.unwrap();
                (view.interaction.delivered_at.is_some() == wanted).then_some(())
            },
            &mut done,
        )
        .await;
    }
}

/// A browser that only records what it was asked to open.
#[derive(Default)]
pub struct RecordedPortal {
    pub opened: Mutex<Vec<InteractionId>>,
    pub browser: AtomicBool,
    /// It exists, but doesn't work.
    pub broken: AtomicBool,
    /// It never says whether it does.
    pub hangs: AtomicBool,
}

#[async_trait]
impl Portal for RecordedPortal {
    async fn can_open(&self) -> bool {
        self.browser.load(Ordering::Relaxed)
    }

    async fn open(&self, id: InteractionId) -> bool {
        self.opened.lock().unwrap().push(id);
        if self.hangs.load(Ordering::Relaxed) {
            std::future::pending::<()>().await;
        }
        !self.broken.load(Ordering::Relaxed)
    }

    fn directions(&self, view: &View) -> String {
        format!("run `sayso open {}`", view.interaction.id.short())
    }
}

/// Questions that are asked without waiting.
pub fn at_once() -> Value {
    let mut call = questions();
    call["nonBlocking"] = json!(true);
    call
}

/// An unknown client in a new world.
pub async fn connected() -> (World, Client) {
    let world = World::new().await;
    let client = world.client("test").await;
    (world, client)
}

/// Yields until the condition returns a value; the store has threads, so it can't be driven by the
/// clock alone.
pub async fn until<T, F: Future<Output = Option<T>>>(
    what: &str,
    mut look: impl FnMut() -> F,
    found: &mut Option<T>,
) {
    let start = std::time::Instant::now();
    loop {
        *found = look().await;
        if found.is_some() {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(20), "never happened: {what}");
        tokio::task::yield_now().await;
    }
}

pub struct Client {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
    serving: JoinHandle<Result<(), McpError>>,
    next: u64,
    /// Progress received while waiting.
    pub progress: Vec<Value>,
    /// What the server said of itself.
    pub greeting: Value,
}

impl Client {
    pub async fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params).await;
        self.reply(id).await
    }

    /// Sends a request without waiting for its reply.
    pub async fn send(&mut self, method: &str, params: Value) -> u64 {
        let id = self.next;
        self.next += 1;
        self.write(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })).await;
        id
    }

    pub async fn notify(&mut self, method: &str, params: Value) {
        self.write(json!({ "jsonrpc": "2.0", "method": method, "params": params })).await;
    }

    async fn write(&mut self, message: Value) {
        self.writer.write_all(format!("{message}\n").as_bytes()).await.unwrap();
        self.writer.flush().await.unwrap();
    }

    /// The reply to this request; progress received before it is kept.
    pub async fn reply(&mut self, id: u64) -> Value {
        loop {
            let message = self.receive().await;
            if message["id"] == id {
                return message;
            }
            assert_eq!(message["method"], "notifications/progress", "{message}");
            self.progress.push(message["params"].clone());
        }
    }

    pub async fn receive(&mut self) -> Value {
        let line = tokio::time::timeout(Duration::from_secs(20), self.lines.next_line()).await;
        let line = line.expect("the server answers in time").unwrap();
        serde_json::from_str(&line.expect("the server is there")).unwrap()
    }

    pub async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let id = self.send_call(tool, arguments).await;
        self.reply(id).await["result"].clone()
    }

    pub async fn send_call(&mut self, tool: &str, arguments: Value) -> u64 {
        self.send("tools/call", json!({ "name": tool, "arguments": arguments })).await
    }

    pub async fn send_call_with_progress(&mut self, tool: &str, arguments: Value) -> u64 {
        let meta = json!({ "progressToken": "p" });
        self.send("tools/call", json!({ "name": tool, "arguments": arguments, "_meta": meta }))
            .await
    }

    pub async fn cancel(&mut self, id: u64) {
        self.notify("notifications/cancelled", json!({ "requestId": id })).await;
    }

    /// Closes its end and waits for the server to end.
    pub async fn leave(self) {
        drop((self.lines, self.writer));
        self.serving.await.unwrap().unwrap();
    }
}
