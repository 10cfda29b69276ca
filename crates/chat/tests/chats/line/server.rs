//! The server of the line chat, and the people who use it.

use std::collections::VecDeque;
use std::future::Future;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use sayso_core::surface::Chats;
use serde_json::{Value, json};

use crate::world::{Ground, Shown, TestChat, Who};

pub struct Line {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    /// As they were posted, with their text as it is now.
    messages: Vec<Value>,
    edits: Vec<usize>,
    hints: Vec<String>,
    listeners: Vec<TcpStream>,
    said: VecDeque<Value>,
}

impl State {
    /// `null`: there is no such message.
    fn answer(&mut self, request: Value) -> Value {
        let place = |id: &Value| {
            let id: usize = id.as_str()?.parse().ok()?;
            (id < self.messages.len()).then_some(id)
        };
        if let Some(id) = request.get("edit") {
            let Some(at) = place(id) else { return Value::Null };
            self.messages[at]["post"] = request["text"].clone();
            self.edits[at] += 1;
        } else if let Some(hint) = request.get("hint") {
            self.hints.push(hint.as_str().unwrap().to_owned());
        } else if request.get("post").is_some() {
            self.messages.push(request);
            self.edits.push(0);
            return json!((self.messages.len() - 1).to_string());
        }
        json!(true)
    }

    fn deliver(&mut self) {
        let line = format!("{}\n", self.said.back().unwrap());
        // One that is gone is no longer told.
        self.listeners.retain_mut(|socket| socket.write_all(line.as_bytes()).is_ok());
    }
}

impl Line {
    fn did(&self, who: Who, mut line: Value) {
        let mut state = self.state.lock().unwrap();
        line["from"] = json!(match who {
            Who::Ann => "ann",
            Who::Bob => "bob",
        });
        line["key"] = json!(state.said.len().to_string());
        state.said.push_back(line);
        state.deliver();
    }

    fn thread(&self, message: usize) -> Value {
        match &self.state.lock().unwrap().messages[message]["thread"] {
            Value::Null => json!(message.to_string()),
            thread => thread.clone(),
        }
    }
}

impl TestChat for Line {
    const CHATS: Chats = super::CHATS;

    fn start() -> Line {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (address, state) = (listener.local_addr().unwrap(), Arc::<Mutex<State>>::default());
        let shared = Arc::clone(&state);
        std::thread::spawn(move || {
            for socket in listener.incoming() {
                let mut socket = socket.unwrap();
                let mut line = String::new();
                BufReader::new(&socket).read_line(&mut line).unwrap();
                let mut state = shared.lock().unwrap();
                match serde_json::from_str(&line) {
                    Ok(Value::String(_)) => state.listeners.push(socket),
                    Ok(request) => {
                        writeln!(socket, "{}", state.answer(request)).unwrap_or_default()
                    }
                    // Closed before it said anything.
                    Err(_) => {}
                }
            }
        });
        Line { address, state }
    }

    fn open(&self, ground: Ground) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        super::open(self.address, ground)
    }

    fn connections(&self) -> usize {
        self.state.lock().unwrap().listeners.len()
    }

    fn messages(&self) -> Vec<Shown> {
        let state = self.state.lock().unwrap();
        let shown = |(message, edits): (&Value, &usize)| Shown {
            text: message["post"].as_str().unwrap().to_owned(),
            is_in_thread: message["thread"].is_string(),
            edits: *edits,
        };
        state.messages.iter().zip(&state.edits).map(shown).collect()
    }

    fn hints(&self) -> Vec<String> {
        self.state.lock().unwrap().hints.clone()
    }

    fn pick(&self, who: Who, message: usize, question: usize, option: usize) {
        let of = self.state.lock().unwrap().messages[message]["question"].clone();
        let line = json!({
            "pick": [question, option], "question": of, "message": message.to_string(),
            "thread": self.thread(message),
        });
        self.did(who, line);
    }

    fn reply(&self, who: Who, message: usize, text: &str) {
        self.did(who, json!({"text": text, "thread": self.thread(message), "message": "reply"}));
    }

    fn call(&self, who: Who, text: &str) {
        let number = self.state.lock().unwrap().said.len();
        self.did(who, json!({"text": text, "message": format!("call-{number}")}));
    }

    fn deliver_again(&self) {
        self.state.lock().unwrap().deliver();
    }
}
