//! A fake Slack: Web API with Slack's error codes and limits, Socket Mode with hello, envelopes,
//! warnings and redelivery. The official clients connect to it in `judges.rs`.

// By path: the shared chat tests (`crates/chat/tests/chats`) take this file from here.
#[path = "fake/api.rs"]
mod api;
#[path = "fake/limits.rs"]
mod limits;
#[path = "fake/people.rs"]
mod people;
#[path = "fake/socket.rs"]
mod socket;
#[path = "fake/watched.rs"]
pub mod watched;

pub use socket::Frame;

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use axum::Router;
use axum::routing::{any, get};
use serde_json::Value;
use tokio::runtime::Runtime;
use tokio::sync::mpsc::UnboundedSender;

use watched::{Look, Watched};

pub const BOT: &str = "xoxb-good";
pub const APP: &str = "xapp-good";

/// Everything that was posted and shown.
#[derive(Default)]
pub struct State {
    pub messages: Vec<Message>,
    pub files: HashMap<String, File>,
    pub ephemerals: Vec<Value>,
    pub views: Vec<Value>,
    /// Every call as it came: method and arguments.
    pub calls: Vec<(String, Value)>,
    pub acks: Vec<String>,
    /// What came with them.
    pub responses: Vec<Value>,
    /// Open sockets, in the order in which they were opened.
    pub sockets: Vec<(u64, UnboundedSender<socket::Frame>)>,
    pub opened: u64,
    pub groups: HashMap<String, Vec<String>>,
    /// Faults for the next calls of a method.
    pub faults: HashMap<&'static str, VecDeque<Fault>>,
    pub scopes: Option<&'static str>,
    tickets: HashSet<String>,
    /// Whether each was used. They don't expire by the clock, which a busy machine would fail:
    /// a test says when one has.
    triggers: HashMap<String, bool>,
    counter: u64,
}

#[derive(Debug, Clone)]
pub struct Message {
    pub channel: String,
    pub ts: String,
    /// The message whose thread it is in.
    pub thread: Option<String>,
    pub text: String,
    pub blocks: Value,
    /// Data for programs.
    pub metadata: Value,
    pub edits: usize,
}

#[derive(Debug, Clone, Default)]
pub struct File {
    pub name: String,
    length: usize,
    pub content: String,
    /// Channel and thread, once it is shown.
    pub place: Option<(String, Option<String>)>,
}

#[derive(Debug, Clone)]
pub enum Fault {
    /// `ok: false` with this code.
    Refused(&'static str),
    /// The same for the first call that contains these words.
    RefusedAbout(&'static str, &'static str),
    /// 429 with `Retry-After`.
    Slower(u64),
    /// This status, with a body that says something else.
    Down(u16),
    /// 500 without a body.
    Broken,
    /// This reply, after it was done.
    Lost(Box<Fault>),
    /// Done when the first event is acknowledged, and not before.
    AfterAcknowledgement,
}

impl State {
    /// The fault for this call, if any.
    fn fault(&mut self, method: &str, arguments: &Value) -> Option<Fault> {
        let faults = self.faults.get_mut(method)?;
        let is_meant = |fault: &Fault| match fault {
            Fault::RefusedAbout(words, _) => arguments.to_string().contains(words),
            Fault::Refused(_)
            | Fault::Slower(_)
            | Fault::Down(_)
            | Fault::Broken
            | Fault::Lost(_)
            | Fault::AfterAcknowledgement => true,
        };
        let at = faults.iter().position(is_meant)?;
        faults.remove(at)
    }

    pub fn next(&mut self) -> u64 {
        self.counter += 1;
        self.counter
    }

    /// As Slack names messages: seconds and a unique number.
    fn ts(&mut self) -> String {
        format!("1700000000.{:06}", self.next())
    }

    pub fn trigger(&mut self) -> String {
        let trigger = format!("trigger.{}", self.next());
        self.triggers.insert(trigger.clone(), false);
        trigger
    }
}

pub struct Fake {
    state: Arc<Watched<State>>,
    port: u16,
    _runtime: Runtime,
}

impl Fake {
    pub fn start() -> Fake {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let state: Arc<Watched<State>> = Arc::default();
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
        let port = listener.local_addr().unwrap().port();
        let shared = Shared { state: Arc::clone(&state), port };
        let router = Router::new()
            .route("/api/{method}", any(api::call))
            .route("/link", get(socket::link))
            .route("/upload/{file}", axum::routing::post(api::upload))
            .layer(axum::extract::DefaultBodyLimit::disable())
            .with_state(shared);
        runtime.spawn(async move { axum::serve(listener, router).await });
        Fake { state, port, _runtime: runtime }
    }

    pub fn api_base(&self) -> String {
        format!("http://127.0.0.1:{}/api", self.port)
    }

    pub fn state(&self) -> Look<'_, State> {
        self.state.lock()
    }

    #[track_caller]
    pub fn wait(&self, what: &str, holds: impl FnMut(&State) -> bool) {
        assert!(self.state.comes_to(holds), "never happened: {what}");
    }

    /// The message at this index, once it is there.
    #[track_caller]
    pub fn message(&self, at: usize) -> Message {
        self.wait(&format!("message {at}"), |state| state.messages.len() > at);
        self.state().messages[at].clone()
    }

    /// Waits until a message contains this.
    #[track_caller]
    pub fn says(&self, at: usize, words: &str) -> Message {
        self.wait(&format!("message {at} says `{words}`"), |state| {
            state.messages.get(at).is_some_and(|message| message.shown().contains(words))
        });
        self.message(at)
    }

    /// The last ephemeral message, once there are this many.
    #[track_caller]
    pub fn whisper(&self, count: usize) -> String {
        self.wait(&format!("{count} ephemeral messages"), |state| state.ephemerals.len() >= count);
        let state = self.state();
        state.ephemerals[count - 1]["text"].as_str().unwrap().to_owned()
    }

    pub fn fail(&self, method: &'static str, fault: Fault) {
        self.state().faults.entry(method).or_default().push_back(fault);
    }
}

#[derive(Clone)]
pub struct Shared {
    state: Arc<Watched<State>>,
    port: u16,
}

impl Message {
    /// All text of its blocks, or its text if it has none.
    pub fn shown(&self) -> String {
        let mut words = Vec::new();
        texts(&self.blocks, &mut words);
        if words.is_empty() { self.text.clone() } else { words.join("\n") }
    }

    /// Every action id in it, in order.
    pub fn actions(&self) -> Vec<String> {
        elements(&self.blocks)
            .iter()
            .map(|(_, element)| element["action_id"].as_str().unwrap().to_owned())
            .collect()
    }
}

/// Each with its block.
pub fn elements(blocks: &Value) -> Vec<(Value, Value)> {
    let blocks = blocks.as_array().into_iter().flatten();
    let inside = |block: &Value| -> Vec<(Value, Value)> {
        let listed = block["elements"].as_array().cloned().unwrap_or_default();
        let all = listed.into_iter().chain(block.get("accessory").cloned());
        let all = all.filter(|element| element["action_id"].is_string());
        all.map(|element| (block.clone(), element)).collect()
    };
    blocks.flat_map(inside).collect()
}

fn texts(value: &Value, words: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::String(text) if name == "text" => words.push(text.clone()),
                    other => texts(other, words),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| texts(item, words)),
        _ => {}
    }
}
