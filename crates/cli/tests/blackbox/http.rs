//! The hub's API over TCP, as seen by pages and agents, and by clients without a token.

mod access;
mod agents;
mod connections;
mod crowds;
mod extract;
mod fuzz;
mod metrics;
mod openapi;
mod page_tokens;
mod requests;
mod schema;
mod secrets;
mod socket;
mod strangers;
mod users;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;

use sayso_access::proof::Meeting;
use serde_json::{Value, json};

use crate::harness::{PATIENCE, World};

/// A client simple enough to send what no library would.
pub struct Http {
    port: u16,
    /// The socket for programs of this user.
    socket: PathBuf,
    /// Sent with its requests.
    token: String,
    /// The token of a page, which is never sent.
    kept: Option<String>,
}

/// Any value will do.
pub const NONCE: &str = "00112233445566778899aabbccddeeff";

/// What came back.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    head: String,
    pub body: String,
}

impl Http {
    /// A client of the hub in this world, as a page of the person.
    pub fn of(world: &World) -> Http {
        let (port, socket) = (world.hub_info().port, world.socket());
        Http { port, socket, token: String::new(), kept: None }.page()
    }

    /// The same as an agent with its own token.
    pub fn agent(world: &World) -> Http {
        Http::bearing(world, &world.run(&["token", "create"]).ok().stdout)
    }

    /// The same with this token, of whatever hub.
    pub fn bearing(world: &World, token: &str) -> Http {
        let (port, socket) = (world.hub_info().port, world.socket());
        Http { port, socket, token: token.trim().to_owned(), kept: None }
    }

    /// The same hub, as seen by another authenticated page.
    pub fn page(&self) -> Http {
        let code = self.local("POST", "/api/v1/codes", "null").json()["code"].clone();
        let body = json!({ "code": code }).to_string();
        let headers = [("Authorization", ""), ("Content-Type", "application/json")];
        let made = self.send("POST", "/api/v1/tokens", &headers, body.as_bytes());
        assert_eq!(made.status, 201, "{made:?}");
        let text = |name: &str| made.json()[name].as_str().unwrap().to_owned();
        let (token, kept, socket) = (text("session"), text("token"), self.socket.clone());
        Http { port: self.port, socket, token, kept: Some(kept) }
    }

    /// The same hub, as seen by a program of this user: over the unix socket.
    pub fn local(&self, method: &str, path: &str, body: &str) -> Response {
        let mut stream = UnixStream::connect(&self.socket).unwrap();
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {length}\r\n\
             Content-Type: application/json\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        Response::parse(&bytes).expect("an answer")
    }

    /// The same page at another hub, or at this one later: it has its stored token, and the
    /// previous session.
    pub fn at(&self, world: &World) -> Http {
        let (token, kept) = (self.token.clone(), self.kept.clone());
        Http { port: world.hub_info().port, socket: world.socket(), token, kept }
    }

    /// A page's proof without a socket; returns its result.
    pub fn prove(&mut self) -> Response {
        let open = |body: Value| {
            let headers = [("Authorization", ""), ("Content-Type", "application/json")];
            self.send("POST", "/api/v1/sessions", &headers, body.to_string().as_bytes())
        };
        let page = self.kept().split_once('.').unwrap().0;
        let hub = open(json!({ "page": page, "nonce": NONCE }));
        if hub.status != 200 {
            return hub;
        }
        let hub = hub.json();
        let proof = self.proof(hub["epoch"].as_str().unwrap());
        let opened = open(json!({ "page": page, "nonce": NONCE, "proof": proof }));
        if opened.status == 200 {
            self.token = opened.json()["session"].as_str().unwrap().to_owned();
        }
        opened
    }

    /// What a page sends to a hub process that has proven its identity.
    pub fn proof(&self, epoch: &str) -> String {
        Meeting::page_proof(self.kept(), NONCE, &self.host(), epoch)
    }

    pub fn kept(&self) -> &str {
        self.kept.as_deref().expect("a page")
    }

    /// A client with a page's token, at the hub in this world.
    pub fn holding(world: &World, kept: &str) -> Http {
        let (port, socket) = (world.hub_info().port, world.socket());
        Http { port, socket, token: String::new(), kept: Some(kept.to_owned()) }
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn token(&self) -> &str {
        &self.token
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    pub fn host(&self) -> String {
        format!("localhost:{}", self.port)
    }

    pub fn bearer(&self) -> String {
        format!("Bearer {}", self.token)
    }

    pub fn get(&self, path: &str) -> Response {
        self.send("GET", path, &[], b"")
    }

    pub fn post(&self, path: &str, body: &Value) -> Response {
        self.send_json("POST", path, body.to_string().as_bytes())
    }

    pub fn send_json(&self, method: &str, path: &str, body: &[u8]) -> Response {
        self.send(method, path, &[("Content-Type", "application/json")], body)
    }

    /// With `Host` and token, unless `headers` override them.
    pub fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Response {
        let (host, bearer, length) = (self.host(), self.bearer(), body.len().to_string());
        let usual = [("Host", &*host), ("Authorization", &*bearer), ("Content-Length", &*length)];
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        for (name, value) in usual {
            if !headers.iter().any(|(given, _)| *given == name) {
                head.push_str(&format!("{name}: {value}\r\n"));
            }
        }
        // A header with an empty value is left out.
        for (name, value) in headers.iter().filter(|(_, value)| !value.is_empty()) {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        let mut request = format!("{head}\r\n").into_bytes();
        request.extend_from_slice(body);
        self.raw(&request).expect("an answer")
    }

    /// Sends these bytes and reads until the hub hangs up.
    pub fn raw(&self, request: &[u8]) -> Option<Response> {
        let mut stream = self.connect();
        let mut writer = stream.try_clone().unwrap();
        let request = request.to_vec();
        // A hub that has seen enough answers and hangs up while we still send.
        let writing = std::thread::spawn(move || writer.write_all(&request));
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let _ = writing.join().unwrap();
        Response::parse(&bytes)
    }

    /// Sends these bytes, reads the head of the response, and hangs up.
    pub fn peek(&self, request: &[u8]) -> Option<Response> {
        let mut stream = self.connect();
        let _ = stream.write_all(request);
        let mut bytes = Vec::new();
        let mut byte = [0];
        while !bytes.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|read| read > 0) {
            bytes.push(byte[0]);
        }
        Response::parse(&bytes)
    }

    /// The number of stored questions, at most a page.
    pub fn count(&self) -> usize {
        let page = self.local("GET", "/api/v1/interactions?limit=500", "").json();
        page["rows"].as_array().unwrap().len()
    }
}

impl Response {
    pub fn parse(bytes: &[u8]) -> Option<Response> {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some(Response { status, head: head.to_lowercase(), body: body.to_owned() })
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(given, _)| *given == name).map(|(_, value)| value)
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Refused with this status, as a problem document whose detail contains this.
    #[track_caller]
    pub fn refused(&self, status: u16, says: &str) -> Value {
        assert_eq!(self.status, status, "{self:?}");
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{self:?}");
        let problem = self.json();
        assert_eq!(problem["status"], status);
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains(says), "`{says}` is not said: {detail}");
        problem
    }
}

/// The body of a valid question.
pub fn question() -> Value {
    json!({
        "dialect": "shell",
        "arguments": {
            "title": "Which database?",
            "selection_mode": "single",
            "options": [{"id": "pg", "label": "PostgreSQL"}, {"id": "lite", "label": "SQLite"}],
        },
    })
}

/// An answer to it.
pub fn answer(option: &str) -> Value {
    let submission = json!({ "questions": { "q1": { "options": [option] } } });
    json!({ "command": "answer", "submission": submission })
}
