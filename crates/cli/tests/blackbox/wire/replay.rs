//! Sends what was recorded to a hub of today, and checks what it replies.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::time::Instant;

use serde_json::Value;
use tokio_tungstenite::tungstenite::protocol::Role;
use tokio_tungstenite::tungstenite::{Message, WebSocket};

use super::names::Bound;
use super::proxy::ORIGIN;
use super::transcript::{Over, Step, parse};
use crate::harness::{PATIENCE, Running, World};

pub fn replay(text: &str) {
    let world = World::new().with("SAYSO_HOSTS", ORIGIN);
    let hub = Some(world.hub());
    let mut replay =
        Replay { world, hub, connections: BTreeMap::new(), current: 0, bound: Bound::default() };
    let steps = parse(text);
    let replies =
        steps.iter().filter(|(_, step)| matches!(step, Step::Response { .. } | Step::Message(_)));
    assert!(replies.count() >= 5, "a transcript without replies shows nothing");
    for (line, step) in steps {
        if let Err(why) = replay.perform(step) {
            panic!("line {line}: {why}");
        }
    }
}

type Socket = WebSocket<Box<dyn Stream>>;

trait Stream: Read + Write + Send {}
impl<S: Read + Write + Send> Stream for S {}

struct Replay {
    world: World,
    hub: Option<Running>,
    connections: BTreeMap<u32, Connection>,
    current: u32,
    bound: Bound,
}

enum Connection {
    Http(Box<dyn Stream>),
    Socket { socket: Box<Socket>, inbox: Inbox },
    Upgrading,
}

/// What has come and was not asked about yet.
#[derive(Default)]
struct Inbox {
    messages: Vec<Value>,
    events: Vec<Value>,
}

impl Replay {
    fn perform(&mut self, step: Step) -> Result<(), String> {
        match step {
            Step::Replaced => {
                self.world.run(&["hub", "stop"]).ok();
                drop(self.hub.take());
                self.hub = Some(self.world.hub());
            }
            Step::On { connection, over } => {
                self.current = connection;
                if !self.connections.contains_key(&connection) {
                    let opened = Connection::Http(self.connect(over));
                    self.connections.insert(connection, opened);
                }
            }
            Step::Request { line, headers, body } => {
                let mut head = format!("{} HTTP/1.1\r\n", self.bound.filled(&line, ORIGIN));
                for header in headers {
                    head.push_str(&format!("{}\r\n", self.bound.filled(&header, ORIGIN)));
                }
                let body = body.map(|body| self.bound.filled(&body, ORIGIN)).unwrap_or_default();
                if !body.is_empty() {
                    head.push_str(&format!("content-length: {}\r\n", body.len()));
                }
                let Some(Connection::Http(stream)) = self.connections.get_mut(&self.current) else {
                    return Err("a request on a socket".to_owned());
                };
                stream.write_all(format!("{head}\r\n{body}").as_bytes()).map_err(said)?;
            }
            Step::Call(text) => {
                let text = self.bound.filled(&text, ORIGIN);
                self.socket()?.0.send(Message::text(text)).map_err(said)?;
            }
            Step::Response { status, body } => self.respond(status, body)?,
            Step::Message(recorded) => self.receive(&recorded)?,
        }
        Ok(())
    }

    fn connect(&self, over: Over) -> Box<dyn Stream> {
        match over {
            Over::Unix => {
                let stream = UnixStream::connect(self.world.socket()).unwrap();
                stream.set_read_timeout(Some(PATIENCE)).unwrap();
                Box::new(stream)
            }
            Over::Tcp => {
                let port = self.world.hub_info().port;
                let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
                stream.set_read_timeout(Some(PATIENCE)).unwrap();
                Box::new(stream)
            }
        }
    }

    fn respond(&mut self, recorded: u16, body: Option<Value>) -> Result<(), String> {
        let open = self.connections.get_mut(&self.current).expect("it is open");
        let Connection::Http(stream) = open else { return Err("no request".to_owned()) };
        let (status, text) = response(stream).map_err(said)?;
        if status != recorded {
            return Err(format!("{recorded} was {status}: {text}"));
        }
        if status == 101 {
            let Connection::Http(stream) = std::mem::replace(open, Connection::Upgrading) else {
                unreachable!("it was one above")
            };
            let socket = Box::new(WebSocket::from_raw_socket(stream, Role::Client, None));
            *open = Connection::Socket { socket, inbox: Inbox::default() };
        }
        match body {
            Some(recorded) => {
                let now =
                    serde_json::from_str(&text).map_err(|error| format!("{error}: {text}"))?;
                self.bound.check(&recorded, &now, "body")
            }
            None => Ok(()),
        }
    }

    fn socket(&mut self) -> Result<(&mut Socket, &mut Inbox), String> {
        match self.connections.get_mut(&self.current) {
            Some(Connection::Socket { socket, inbox }) => Ok((socket, inbox)),
            _ => Err("it is not a socket".to_owned()),
        }
    }

    /// Replies come in any order; what happened may come in one message or in several.
    fn receive(&mut self, recorded: &Value) -> Result<(), String> {
        let Some(events) = recorded["ok"]["events"].as_array().filter(|all| !all.is_empty()) else {
            let now = self.next(&recorded["n"])?;
            return self.bound.check(recorded, &now, "message");
        };
        let mut last: Option<Value> = None;
        for (number, event) in events.iter().enumerate() {
            loop {
                let mut known = std::mem::take(&mut self.socket()?.1.events);
                let at = format!("events[{number}]");
                let found = known.iter().position(|now| self.bound.check(event, now, &at).is_ok());
                let rest = known.split_off(found.map_or(0, |at| at + 1));
                self.socket()?.1.events = rest;
                if found.is_some() {
                    break;
                }
                let mut now = match &last {
                    None => self.next(&recorded["n"])?,
                    Some(cursor) => {
                        let call = serde_json::json!({ "n": 1_000_000, "call": "events", "after": cursor });
                        self.socket()?.0.send(Message::text(call.to_string())).map_err(said)?;
                        self.next(&call["n"])?
                    }
                };
                last = Some(now["ok"]["cursor"].clone());
                let Value::Array(more) = now["ok"]["events"].take() else {
                    return Err(format!("no events: {now}"));
                };
                self.socket()?.1.events.extend(more);
            }
        }
        match last {
            Some(cursor) => {
                self.bound.check(&recorded["ok"]["cursor"], &cursor, "cursor").or(Ok(()))
            }
            None => Ok(()),
        }
    }

    /// The next message with this number; `null` for the next one at all.
    fn next(&mut self, n: &Value) -> Result<Value, String> {
        let (socket, inbox) = self.socket()?;
        let until = Instant::now() + PATIENCE;
        loop {
            // Pings keep the connection alive.
            if Instant::now() > until {
                return Err(format!("no reply to call {n}; unread: {:?}", inbox.messages));
            }
            if let Some(at) = inbox.messages.iter().position(|message| message["n"] == *n) {
                return Ok(inbox.messages.remove(at));
            }
            match socket.read().map_err(|error| format!("no reply to call {n}: {error}"))? {
                Message::Text(text) => {
                    inbox.messages.push(serde_json::from_str(&text).map_err(said)?);
                }
                Message::Close(frame) => return Err(format!("closed: {frame:?}")),
                Message::Ping(_) | Message::Pong(_) | Message::Binary(_) | Message::Frame(_) => {}
            }
        }
    }
}

fn said(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// The status and the body of the next response.
fn response(stream: &mut dyn Stream) -> std::io::Result<(u16, String)> {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte)?;
        head.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&head).to_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let mut body = vec![0; length.and_then(|length| length.parse().ok()).unwrap_or(0)];
    stream.read_exact(&mut body)?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    Ok((status.unwrap_or_default(), String::from_utf8_lossy(&body).into_owned()))
}
