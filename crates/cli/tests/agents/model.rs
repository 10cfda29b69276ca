//! A model that follows a script: it calls a tool, reads the result, and ends its turn. Everything
//! that agents send is recorded: this is what a model would have seen.

mod read;
mod speak;

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{Method, Uri};
use axum::response::Response;
use serde_json::{Value, json};

pub use read::ModelRequest;
use read::{Protocol, Request};

/// What the model does in its turn.
#[derive(Debug, Clone)]
pub enum Move {
    Call(&'static str, Value),
    /// Runs this in the agent's own shell.
    Shell(&'static str),
    /// Fetches the id of the last result with this tool, repeatedly while it is pending.
    Fetch(&'static str),
    /// Starts an agent below it, in the agent's own way.
    Helper,
    /// A move of that one.
    InHelper(Box<Move>),
    /// The same again, until it is sent this text.
    Until(&'static str, Box<Move>),
    /// Quotes the last result and ends the turn.
    Say,
}

impl Move {
    /// With the agent's directory in place of `$WORK`.
    pub fn at(self, work: &Path) -> Move {
        match self {
            Move::Call(tool, arguments) => {
                let text = arguments.to_string().replace("$WORK", &work.display().to_string());
                Move::Call(tool, serde_json::from_str(&text).unwrap())
            }
            other => other,
        }
    }
}

/// A text instead of a tool call.
#[derive(Debug, Clone)]
enum Reply {
    Text(String),
    Call { namespace: Option<String>, name: String, arguments: Value },
}

pub struct Model {
    address: SocketAddr,
    shared: Arc<Shared>,
    _runtime: tokio::runtime::Runtime,
}

struct Shared {
    script: Mutex<Script>,
    changed: Condvar,
}

#[derive(Default)]
struct Script {
    moves: VecDeque<Move>,
    /// The script uses the agent's own shell, so any request with a shell counts.
    in_shell: bool,
    /// Every request as it came: path and body.
    requests: Vec<(String, Value)>,
    /// For each turn of the script: the last tool result in the request, if any.
    turns: Vec<Option<ModelRequest>>,
}

impl Model {
    pub fn start(moves: impl IntoIterator<Item = Move>) -> Model {
        let moves: VecDeque<Move> = moves.into_iter().collect();
        let in_shell = moves.iter().any(|one| matches!(one, Move::Shell(_) | Move::Helper));
        let script = Script { moves, in_shell, ..Script::default() };
        let shared = Arc::new(Shared { script: Mutex::new(script), changed: Condvar::new() });
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.unwrap();
        let router = Router::new().fallback(answer).with_state(Arc::clone(&shared));
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        runtime.spawn(async move { axum::serve(listener, router).await });
        Model { address, shared, _runtime: runtime }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The tool result of this turn, as the model received it; the first turn has none.
    #[track_caller]
    pub fn told(&self, turn: usize, patience: Duration) -> ModelRequest {
        match self.until(patience, |script| script.turns.get(turn).cloned()) {
            Some(Some(told)) => told,
            Some(None) => panic!("turn {turn} began without a tool result"),
            None => panic!("turn {turn} never began"),
        }
    }

    /// Waits until the model has begun this turn.
    #[track_caller]
    pub fn asked(&self, turn: usize, patience: Duration) {
        let began = self.until(patience, |script| script.turns.get(turn).map(|_| ()));
        assert!(began.is_some(), "turn {turn} never began");
    }

    /// The tool result of this turn, if there was one.
    pub fn at(&self, turn: usize) -> Option<ModelRequest> {
        self.script().turns.get(turn).cloned().flatten()
    }

    /// The last tool result that the model received.
    pub fn last(&self) -> Option<ModelRequest> {
        self.script().turns.iter().rev().flatten().next().cloned()
    }

    /// What it was told about this command, if it has run it in Claude Code's shell.
    pub fn result_of(&self, command: &str) -> Option<ModelRequest> {
        let script = self.script();
        script.requests.iter().rev().find_map(|(_, body)| read::result_of(body, command))
    }

    /// Everything that was sent here, for debugging a failure.
    pub fn recording(&self) -> String {
        let script = self.script();
        let lines = script.requests.iter().map(|(path, body)| json!([path, body]).to_string());
        lines.collect::<Vec<_>>().join("\n")
    }

    fn script(&self) -> MutexGuard<'_, Script> {
        self.shared.script.lock().unwrap()
    }

    fn until<T>(&self, patience: Duration, seen: impl Fn(&Script) -> Option<T>) -> Option<T> {
        let waiting = |script: &mut Script| seen(script).is_none();
        let waited = self.shared.changed.wait_timeout_while(self.script(), patience, waiting);
        seen(&waited.unwrap().0)
    }
}

impl Script {
    /// Requests without our tools, or without the required one, are for something else: titles,
    /// summaries, probes.
    fn turn(&mut self, request: &Request) -> Reply {
        if let Some(verdict) = request.verdict() {
            return Reply::Text(verdict.to_owned());
        }
        let ours =
            if self.in_shell { request.has_shell() } else { request.offers("provide_choice") };
        if !ours {
            return Reply::Text("A question".to_owned());
        }
        if let Some(Move::Until(text, meanwhile)) = self.moves.front().cloned() {
            match request.says(text) {
                true => drop(self.moves.pop_front()),
                false => return request.does(*meanwhile),
            }
        }
        let told = request.results.last().cloned();
        self.turns.push(told.clone());
        let quoted = || told.as_ref().map(ModelRequest::text).unwrap_or_default();
        if request.is_helper {
            let place = self.moves.iter().position(|one| matches!(one, Move::InHelper(_)));
            return match place.and_then(|place| self.moves.remove(place)) {
                Some(Move::InHelper(next)) => request.does(*next),
                _ => Reply::Text("Done.".to_owned()),
            };
        }
        let next = self.moves.iter().position(|one| !matches!(one, Move::InHelper(_)));
        let next = next.and_then(|place| self.moves.remove(place));
        if let Some(next) = next {
            self.moves.push_front(next);
        }
        match self.moves.front().cloned() {
            Some(Move::Call(tool, arguments)) => {
                self.moves.pop_front();
                request.call(tool, arguments)
            }
            Some(Move::Shell(line)) => {
                self.moves.pop_front();
                request.shell(line)
            }
            Some(Move::Helper) => {
                self.moves.pop_front();
                request.helper()
            }
            Some(Move::Fetch(tool)) => match told.as_ref().filter(|told| told.is_pending()) {
                Some(told) => {
                    let mut arguments = json!({ "session_id": told.session_id() });
                    if tool == "get_answered_questions" {
                        arguments["blocking"] = json!(true);
                    }
                    request.call(tool, arguments)
                }
                None => {
                    self.moves.pop_front();
                    self.turns.pop();
                    self.turn(request)
                }
            },
            Some(Move::InHelper(_)) => Reply::Text("I wait.".to_owned()),
            Some(Move::Until(..)) => panic!("one after the other"),
            Some(Move::Say) | None => {
                self.moves.pop_front();
                Reply::Text(format!("I was told: {}", quoted()))
            }
        }
    }
}

async fn answer(
    State(shared): State<Arc<Shared>>,
    method: Method,
    uri: Uri,
    body: Bytes,
) -> Response {
    let body: Value = serde_json::from_slice(&body).unwrap_or(Value::Null);
    let path = uri.path().to_owned();
    let reply = {
        let mut script = shared.script.lock().unwrap();
        script.requests.push((format!("{method} {path}"), body.clone()));
        match Protocol::of(&path) {
            Some(protocol) => {
                let request = Request::read(protocol, &body);
                let reply = script.turn(&request);
                let streaming = protocol.streams(&path, &body);
                Ok((protocol, reply, streaming, script.requests.len()))
            }
            None => Err(speak::beside(&path)),
        }
    };
    shared.changed.notify_all();
    let (kind, text) = match reply {
        Ok((protocol, reply, true, number)) => {
            ("text/event-stream", speak::stream(protocol, &reply, number))
        }
        Ok((protocol, reply, false, number)) => {
            ("application/json", speak::whole(protocol, &reply, number).to_string())
        }
        Err(other) => ("application/json", other.to_string()),
    };
    Response::builder().header("content-type", kind).body(Body::from(text)).unwrap()
}
