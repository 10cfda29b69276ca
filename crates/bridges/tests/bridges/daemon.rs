//! A daemon on a unix socket that speaks as Codex's does.

use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use futures_util::{FutureExt, SinkExt, StreamExt};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::{UnixListener, UnixStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, accept_async};

use crate::bench::PATIENCE;

/// The directory of a Codex with one session.
pub struct FakeCodex {
    dir: TempDir,
    listener: UnixListener,
}

/// A connection to it.
pub struct Client(WebSocketStream<UnixStream>);

pub const THREAD: &str = "t1";

impl FakeCodex {
    pub fn start() -> FakeCodex {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("app-server-control");
        std::fs::DirBuilder::new().mode(0o700).create(&folder).unwrap();
        let listener = UnixListener::bind(folder.join("app-server-control.sock")).unwrap();
        FakeCodex { dir, listener }
    }

    pub fn home(&self) -> PathBuf {
        self.dir.path().to_owned()
    }

    pub fn rollout(&self) -> PathBuf {
        self.dir.path().join("rollout.jsonl")
    }

    /// What a call returned, as it is written into the file of the session.
    pub fn returns(&self, call: &str, output: &Value) {
        let payload = json!({
            "type": "function_call_output", "call_id": call, "output": output.to_string(),
        });
        let line = json!({ "type": "response_item", "payload": payload });
        std::fs::write(self.rollout(), format!("{line}\n")).unwrap();
    }

    /// Nothing listens at its socket any more.
    pub fn kill(self) -> TempDir {
        self.dir
    }

    /// It is started in the directory of one that was killed.
    pub fn again(dir: TempDir) -> FakeCodex {
        let socket = dir.path().join("app-server-control/app-server-control.sock");
        std::fs::remove_file(&socket).unwrap();
        let listener = UnixListener::bind(socket).unwrap();
        FakeCodex { dir, listener }
    }

    /// The next connection, which listens to the session.
    pub async fn client(&self) -> Client {
        let mut client = self.newcomer().await;
        client.resumed(&self.rollout()).await;
        client
    }

    /// The same, whose session has this last turn.
    pub async fn client_after(&self, turn: Value) -> Client {
        let mut client = self.newcomer().await;
        client.resumed_after(&self.rollout(), "active", turn).await;
        client
    }

    /// The next connection, also one that says nothing.
    pub async fn called(&self) -> Client {
        let accepted = tokio::time::timeout(PATIENCE, self.listener.accept()).await;
        let (stream, _) = accepted.expect("it connects").unwrap();
        Client(accept_async(stream).await.unwrap())
    }

    pub fn is_called(&self) -> bool {
        self.listener.accept().now_or_never().is_some()
    }

    async fn newcomer(&self) -> Client {
        let (mut client, hello) = loop {
            let mut client = self.called().await;
            if let Some(hello) = client.heard().await {
                break (client, hello);
            }
        };
        assert_eq!(hello["method"], "initialize");
        assert_eq!(hello["params"]["capabilities"]["experimentalApi"], true);
        client.send(&json!({ "id": hello["id"], "result": { "userAgent": "x" } })).await;
        assert_eq!(client.receives().await["method"], "initialized");
        let list = client.receives().await;
        assert_eq!(list["method"], "thread/loaded/list");
        client.send(&json!({ "id": list["id"], "result": { "data": [THREAD] } })).await;
        client
    }
}

impl Client {
    pub async fn resumed(&mut self, rollout: &Path) {
        self.resumed_after(rollout, "active", Value::Null).await;
    }

    pub async fn resumed_after(&mut self, rollout: &Path, status: &str, turn: Value) {
        let resume = self.receives().await;
        assert_eq!(
            (&resume["method"], &resume["params"]["threadId"]),
            (&json!("thread/resume"), &json!(THREAD))
        );
        let thread = json!({ "id": THREAD, "path": rollout, "cwd": "/home/ann/api",
            "status": { "type": status, "activeFlags": [] } });
        let page = json!({ "data": [turn] });
        let result = json!({ "thread": thread, "initialTurnsPage": page });
        self.send(&json!({ "id": resume["id"], "result": result })).await;
    }

    pub async fn send(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
    }

    pub async fn says(&mut self, method: &str, params: Value) {
        self.send(&json!({ "method": method, "params": params })).await;
    }

    pub async fn asks(&mut self, id: u64, method: &str, params: Value) {
        self.send(&json!({ "id": id, "method": method, "params": params })).await;
    }

    /// The next message of ours.
    pub async fn receives(&mut self) -> Value {
        self.heard().await.expect("it is not closed")
    }

    /// The same; `None`: it is closed.
    pub async fn heard(&mut self) -> Option<Value> {
        let next = tokio::time::timeout(PATIENCE, self.0.next()).await.expect("it says something");
        match next?.ok()? {
            Message::Text(text) => Some(serde_json::from_str(text.as_str()).unwrap()),
            other => panic!("{other:?}"),
        }
    }

    pub async fn resolved(&mut self, id: u64) {
        self.says("serverRequest/resolved", json!({ "threadId": THREAD, "requestId": id })).await;
    }

    pub async fn completes(&mut self, item: &str, status: &str) {
        let item = json!({ "type": "commandExecution", "id": item, "status": status });
        self.says("item/completed", json!({ "threadId": THREAD, "item": item })).await;
    }
}
