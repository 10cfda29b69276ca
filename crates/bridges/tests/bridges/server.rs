//! A server on loopback that speaks as OpenCode does.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{broadcast, mpsc};
use tokio::task::JoinHandle;

pub struct FakeServer {
    pub port: u16,
    events: broadcast::Sender<String>,
    shared: Arc<Shared>,
    pub calls: mpsc::UnboundedReceiver<(String, Value)>,
    task: JoinHandle<()>,
}

struct Shared {
    /// What `/permission`, `/question` and `/session/status` list.
    lists: Mutex<[Value; 3]>,
    /// The status of each reply that is to come.
    replies: Mutex<VecDeque<u16>>,
    /// Streams that never say anything.
    mute: Mutex<usize>,
    told: mpsc::UnboundedSender<(String, Value)>,
}

impl FakeServer {
    pub async fn start() -> FakeServer {
        FakeServer::at(TcpListener::bind("127.0.0.1:0").await.unwrap(), 0)
    }

    /// The first streams stay mute.
    pub fn at(listener: TcpListener, mute: usize) -> FakeServer {
        let port = listener.local_addr().unwrap().port();
        let (events, _) = broadcast::channel(100);
        let (told, calls) = mpsc::unbounded_channel();
        let shared = Arc::new(Shared {
            lists: Mutex::new([json!([]), json!([]), json!({})]),
            replies: Mutex::default(),
            mute: Mutex::new(mute),
            told,
        });
        let (sender, state) = (events.clone(), shared.clone());
        let task = tokio::spawn(async move {
            let mut open = tokio::task::JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                open.spawn(serve(stream, sender.clone(), state.clone()));
            }
        });
        FakeServer { port, events, shared, calls, task }
    }

    pub fn list(&self, permissions: Value, questions: Value, busy: Value) {
        *self.shared.lists.lock().unwrap() = [permissions, questions, busy];
    }

    pub fn replies_with(&self, status: u16) {
        self.shared.replies.lock().unwrap().push_back(status);
    }

    pub fn says(&self, kind: &str, about: Value) {
        let event = json!({ "id": "evt", "type": kind, "properties": about });
        self.events.send(event.to_string()).unwrap();
    }

    /// The next call that is not a question of ours: its path and body.
    pub async fn called(&mut self) -> (String, Value) {
        let called = tokio::time::timeout(crate::bench::PATIENCE, self.calls.recv());
        called.await.expect("it is called").unwrap()
    }

    /// All streams end, and may be opened again.
    pub fn hang_up(&self) {
        self.events.send(String::new()).unwrap();
    }

    pub fn kill(self) {
        self.task.abort();
    }
}

async fn serve(mut stream: TcpStream, events: broadcast::Sender<String>, shared: Arc<Shared>) {
    let Some((method, path, body)) = request(&mut stream).await else { return };
    if path == "/event" {
        let mut events = events.subscribe();
        let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n";
        stream.write_all(head.as_bytes()).await.unwrap();
        let is_mute = {
            let mut mute = shared.mute.lock().unwrap();
            let is_mute = *mute > 0;
            *mute = mute.saturating_sub(1);
            is_mute
        };
        if is_mute {
            return std::future::pending().await;
        }
        let hello = json!({ "type": "server.connected", "properties": {} });
        stream.write_all(format!("data: {hello}\n\n").as_bytes()).await.unwrap();
        let _ = shared.told.send(("/event".to_owned(), Value::Null));
        while let Ok(event) = events.recv().await {
            if event.is_empty() {
                return;
            }
            if stream.write_all(format!("data: {event}\n\n").as_bytes()).await.is_err() {
                return;
            }
        }
        return;
    }
    let (status, answer) = match (method.as_str(), path.as_str()) {
        ("GET", "/path") => (200, json!({ "directory": "/home/ann/api" })),
        ("GET", "/permission") => (200, shared.lists.lock().unwrap()[0].clone()),
        ("GET", "/question") => (200, shared.lists.lock().unwrap()[1].clone()),
        ("GET", "/session/status") => (200, shared.lists.lock().unwrap()[2].clone()),
        ("POST", _) => {
            let status = shared.replies.lock().unwrap().pop_front().unwrap_or(200);
            let _ = shared.told.send((path, body));
            (status, json!(status == 200))
        }
        _ => (404, Value::Null),
    };
    let answer = answer.to_string();
    let head = format!("HTTP/1.1 {status} X\r\ncontent-length: {}\r\n\r\n", answer.len());
    let _ = stream.write_all((head + &answer).as_bytes()).await;
}

async fn request(stream: &mut TcpStream) -> Option<(String, String, Value)> {
    let mut seen = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&seen).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            if body.len() >= length.map_or(0, |length| length.parse().unwrap()) {
                let mut words = head.split(' ').map(str::to_owned);
                let body = serde_json::from_str(body).unwrap_or_default();
                return Some((words.next()?, words.next()?, body));
            }
        }
        if stream.read_buf(&mut seen).await.ok()? == 0 {
            return None;
        }
    }
}
