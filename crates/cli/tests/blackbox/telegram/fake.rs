//! A fake Bot API: urlencoded and JSON calls, long polling with confirmation by offset, conflicts, and
//! Telegram's errors and limits. python-telegram-bot and grammY play against it in `judges.rs`.

// By path: the shared chat tests (`crates/chat/tests/chats`) take this file from here.
#[path = "fake/api.rs"]
mod api;
#[path = "fake/limits.rs"]
mod limits;
#[path = "fake/people.rs"]
mod people;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use axum::Router;
use axum::routing::any;
use serde_json::Value;
use tokio::runtime::Runtime;

use crate::slack::fake::watched::{Look, Watched};

pub use people::{ANN, BOB};

/// The data of a button up to what it does: the question, and whose it is.
pub const DATA: usize = 26;

pub const TOKEN: &str = "123456789:AAgoodgoodgoodgoodgoodgoodgoodgood";

/// Everything that was sent, and what waits to be asked for.
pub struct State {
    pub messages: Vec<Message>,
    /// Alerts on taps, and messages without sound, in order.
    pub told: Vec<String>,
    /// Taps that were answered, by their ids.
    pub answered: Vec<String>,
    /// Every call as it came: method and arguments.
    pub calls: Vec<(String, Value)>,
    pub queue: VecDeque<Value>,
    pub faults: HashMap<&'static str, VecDeque<Fault>>,
    pub token: &'static str,
    pub is_blocked: bool,
    pub webhook: bool,
    /// Every connection is closed without an answer.
    pub is_away: bool,
    /// `Fault::Held` is answered when it no longer holds.
    pub is_held: bool,
    /// How often one that waited was ended by another.
    pub conflicts: u64,
    /// How often somebody began to wait for updates.
    pub polls: u64,
    /// How often there were some.
    pub handed: u64,
    /// Only the last of them waits.
    waiting: u64,
    /// Seconds; goes on by ten with each message.
    pub now: i64,
    counter: i64,
    update: i64,
}

impl Default for State {
    fn default() -> State {
        State {
            messages: Vec::new(),
            told: Vec::new(),
            answered: Vec::new(),
            calls: Vec::new(),
            queue: VecDeque::new(),
            faults: HashMap::new(),
            token: TOKEN,
            is_blocked: false,
            webhook: false,
            is_away: false,
            is_held: false,
            conflicts: 0,
            polls: 0,
            handed: 0,
            waiting: 0,
            now: 1_700_000_000,
            counter: 100,
            update: 7_000,
        }
    }
}

#[derive(Debug, Clone)]
pub struct Message {
    pub chat: i64,
    pub id: i64,
    pub date: i64,
    /// Without its marks.
    pub text: String,
    /// As it was sent.
    pub source: String,
    pub markup: Value,
    pub reply_to: Option<i64>,
    pub is_silent: bool,
    pub edits: usize,
    /// As it was when it was sent.
    pub first: Value,
}

#[derive(Debug, Clone)]
pub enum Fault {
    /// This code and description.
    Refused(u16, &'static str),
    /// 429 with `retry_after`.
    Slower(u64),
    /// 502 with HTML.
    Broken,
    /// The same, after it was done.
    Lost,
    /// The connection is closed without an answer.
    Gone,
    /// The same, after it was done.
    Cut,
    /// It is done, and its answer comes later.
    Held,
    /// For the first call that contains these words.
    About(&'static str, Box<Fault>),
}

impl State {
    fn fault(&mut self, method: &str, arguments: &Value) -> Option<Fault> {
        let faults = self.faults.get_mut(method)?;
        let is_meant = |fault: &Fault| match fault {
            Fault::About(words, _) => arguments.to_string().contains(words),
            _ => true,
        };
        let at = faults.iter().position(is_meant)?;
        match faults.remove(at)? {
            Fault::About(_, fault) => Some(*fault),
            fault => Some(fault),
        }
    }

    fn next_message(&mut self) -> (i64, i64) {
        self.counter += 1;
        self.now += 10;
        (self.counter, self.now)
    }

    fn next_update(&mut self) -> i64 {
        self.update += 1;
        self.update
    }

    /// How often this method was called.
    pub fn tries(&self, method: &str) -> usize {
        self.calls.iter().filter(|(called, _)| called == method).count()
    }

    /// Nobody asked in time, and Telegram forgets taps.
    pub fn forget_taps(&mut self) {
        self.queue.retain(|update| update.get("callback_query").is_none());
    }

    /// Those with buttons, or that had some: not what is beside them.
    pub fn questions(&self) -> Vec<&Message> {
        self.messages.iter().filter(|message| message.is_question()).collect()
    }
}

impl Message {
    pub fn is_question(&self) -> bool {
        !self.is_silent && self.reply_to.is_none() && self.first.get("inline_keyboard").is_some()
    }

    pub fn buttons(&self) -> Vec<(String, String)> {
        buttons(&self.markup)
    }

    /// The words on its buttons.
    pub fn labels(&self) -> Vec<String> {
        self.buttons().into_iter().map(|(words, _)| words).collect()
    }
}

pub fn buttons(markup: &Value) -> Vec<(String, String)> {
    let rows = markup["inline_keyboard"].as_array().into_iter().flatten();
    let all = rows.flat_map(|row| row.as_array().into_iter().flatten());
    let text = |button: &Value, name: &str| button[name].as_str().unwrap_or_default().to_owned();
    all.map(|button| (text(button, "text"), text(button, "callback_data"))).collect()
}

pub struct Fake {
    state: Arc<Watched<State>>,
    port: u16,
    _runtime: Runtime,
}

#[derive(Clone)]
struct Shared {
    state: Arc<Watched<State>>,
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
        let router = Router::new()
            .route("/{bot}/{method}", any(api::call))
            .with_state(Shared { state: Arc::clone(&state) });
        runtime.spawn(async move { axum::serve(listener, router).await });
        Fake { state, port, _runtime: runtime }
    }

    pub fn api_base(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    pub fn state(&self) -> Look<'_, State> {
        self.state.lock()
    }

    #[track_caller]
    pub fn wait(&self, what: &str, holds: impl FnMut(&State) -> bool) {
        let came = self.state.comes_to(holds);
        assert!(came, "never happened: {what}\n{:#?}", self.state().messages);
    }

    /// The question at this index, once it says this.
    #[track_caller]
    pub fn says(&self, at: usize, words: &str) -> Message {
        self.wait(&format!("question {at} says `{words}`"), |state| {
            state.questions().get(at).is_some_and(|message| message.text.contains(words))
        });
        self.state().questions()[at].clone()
    }

    #[track_caller]
    pub fn question(&self, at: usize) -> Message {
        self.says(at, "")
    }

    /// The question at this index, once it has this button.
    #[track_caller]
    pub fn offers(&self, at: usize, words: &str) -> Message {
        self.wait(&format!("question {at} offers `{words}`"), |state| {
            let labels = state.questions().get(at).map(|message| message.labels());
            labels.is_some_and(|labels| labels.iter().any(|label| label.contains(words)))
        });
        self.state().questions()[at].clone()
    }

    /// The newest message beside a question, once there is one that says this.
    #[track_caller]
    pub fn beside(&self, words: &str) -> Message {
        let is_it = |message: &&Message| !message.is_question() && message.text.contains(words);
        self.wait(&format!("something beside says `{words}`"), |state| {
            state.messages.iter().any(|message| is_it(&message))
        });
        let state = self.state();
        state.messages.iter().rev().find(is_it).unwrap().clone()
    }

    /// What somebody was told, once it is this many things.
    #[track_caller]
    pub fn told(&self, count: usize) -> String {
        self.wait(&format!("told {count} times"), |state| state.told.len() >= count);
        self.state().told[count - 1].clone()
    }

    /// Once everything that waited was asked for and confirmed.
    #[track_caller]
    pub fn is_confirmed(&self) {
        self.wait("everything is confirmed", |state| state.queue.is_empty());
    }

    /// Once somebody waits for updates, again.
    #[track_caller]
    pub fn is_polled(&self, more_than: u64) {
        self.wait("somebody asks for updates", |state| state.polls > more_than);
    }

    pub fn fail(&self, method: &'static str, fault: Fault) {
        self.state().faults.entry(method).or_default().push_back(fault);
    }
}
