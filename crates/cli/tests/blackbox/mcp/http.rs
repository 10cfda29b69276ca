//! Calls over HTTP when clients, streams and hubs go away.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

use super::lines::greeting;
use super::{choice, left_alone, waited_for};
use crate::harness::{World, resident};
use crate::http::Http;

pub const ACCEPT: (&str, &str) = ("Accept", "application/json, text/event-stream");
pub const JSON: (&str, &str) = ("Content-Type", "application/json");

pub fn initialize() -> Value {
    json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": greeting() })
}

/// A client of either generation of the protocol.
enum Client {
    /// With a session from `initialize`.
    Session(String),
    /// Each request on its own.
    Stateless,
}

impl Client {
    fn with_session(http: &Http) -> Client {
        let body = initialize().to_string();
        let greeted = http.send("POST", "/mcp", &[ACCEPT, JSON], body.as_bytes());
        let client = Client::Session(greeted.header("mcp-session-id").unwrap().to_owned());
        let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        assert_eq!(client.post(http, &ready), 202);
        client
    }

    fn headers(&self) -> Vec<(&str, &str)> {
        match self {
            Client::Session(id) => {
                vec![ACCEPT, JSON, ("Mcp-Session-Id", id), ("MCP-Protocol-Version", "2025-11-25")]
            }
            Client::Stateless => vec![
                ACCEPT,
                JSON,
                ("MCP-Protocol-Version", "2026-07-28"),
                ("Mcp-Method", "tools/call"),
                ("Mcp-Name", "provide_choice"),
            ],
        }
    }

    fn call(&self, id: u64) -> Value {
        let mut params = json!({ "name": "provide_choice", "arguments": choice() });
        if let Client::Stateless = self {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": greeting()["clientInfo"],
                "io.modelcontextprotocol/clientCapabilities": {},
            });
        }
        json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params })
    }

    /// Sends it and returns the status.
    fn post(&self, http: &Http, message: &Value) -> u16 {
        http.send("POST", "/mcp", &self.headers(), message.to_string().as_bytes()).status
    }

    /// Sends it; the response is still to be read.
    fn open(&self, http: &Http, message: &Value) -> TcpStream {
        let body = message.to_string();
        let mut head = format!(
            "POST /mcp HTTP/1.1\r\nHost: {}\r\nAuthorization: {}\r\nContent-Length: {}\r\n",
            http.host(),
            http.bearer(),
            body.len(),
        );
        for (name, value) in self.headers() {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        let mut stream = http.connect();
        stream.write_all(format!("{head}\r\n{body}").as_bytes()).unwrap();
        stream
    }
}

/// The structured content of the reply on this stream.
fn reply(stream: TcpStream) -> Value {
    for line in BufReader::new(stream).lines() {
        let line = line.unwrap();
        let data = line.strip_prefix("data: ").and_then(|data| serde_json::from_str(data).ok());
        if let Some(message @ Value::Object(_)) = data {
            return message["result"]["structuredContent"].clone();
        }
    }
    panic!("the stream ended without a reply");
}

fn delivered(world: &World, id: &str) -> bool {
    !world.show(id)["delivered_at"].is_null()
}

/// In either generation; repeating the call joins the question.
/// REQ: TO-7, AU-9
#[test]
fn a_response_that_is_dropped_is_nobody_listening() {
    for generation in ["session", "stateless"] {
        let world = World::new();
        let _hub = world.hub();
        let http = Http::agent(&world);
        let client = || match generation {
            "session" => Client::with_session(&http),
            _ => Client::Stateless,
        };
        let gone = client();
        let stream = gone.open(&http, &gone.call(1));
        let id = waited_for(&world);
        drop(stream);
        left_alone(&world, &id);
        world.run(&["answer", &id, "SQLite"]).ok();
        assert!(!delivered(&world, &id), "{generation}: nobody was there");

        let back = client();
        let reply = reply(back.open(&http, &back.call(1)));
        assert_eq!(reply["session_id"], json!(id), "{generation}");
        assert_eq!(reply["action_status"], "selected", "{generation}");
        world.until("the delivery is noted", || delivered(&world, &id));
    }
}

/// REQ: AU-9
#[test]
fn a_cancel_just_after_the_reply_changes_nothing() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::agent(&world);
    let client = Client::with_session(&http);
    let stream = client.open(&http, &client.call(7));
    let id = waited_for(&world);
    world.run(&["answer", &id, "SQLite"]).ok();
    assert_eq!(reply(stream)["session_id"], json!(id));
    world.until("the delivery is noted", || delivered(&world, &id));
    let cancel = |request: u64| {
        json!({
            "jsonrpc": "2.0", "method": "notifications/cancelled",
            "params": { "requestId": request, "reason": "too late" },
        })
    };
    assert_eq!(client.post(&http, &cancel(7)), 202);
    let stream = client.open(&http, &client.call(8));
    let new = waited_for(&world);
    assert_ne!(new, id, "the person is asked again");
    assert!(delivered(&world, &id));
    world.run(&["answer", &new, "PostgreSQL"]).ok();
    assert_eq!(reply(stream)["session_id"], json!(new));
}

/// Clients give up on a response that doesn't begin, so it begins with or without progress.
#[test]
fn the_head_comes_before_the_answer() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::agent(&world);
    for client in [Client::with_session(&http), Client::Stateless] {
        let stream = client.open(&http, &client.call(1));
        let id = waited_for(&world);
        let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
        assert_eq!(lines.next().unwrap(), "HTTP/1.1 200 OK");
        let kind = lines.find(|line| line.to_lowercase().starts_with("content-type")).unwrap();
        assert!(kind.ends_with("text/event-stream"), "{kind}");
        assert_eq!(world.show(&id)["status"], "pending");
        world.run(&["cancel", &id]).ok();
        let data = lines.find(|line| line.starts_with("data: {")).unwrap();
        assert!(data.contains("cancelled"), "{data}");
        drop(lines);
        world.until("the delivery is noted", || delivered(&world, &id));
    }
}

/// A hub that ends tells waiting clients how to proceed, and the questions survive it.
/// REQ: PC-15
#[test]
fn the_end_of_the_hub_ends_every_wait() {
    let world = World::new();
    let hub = world.hub();
    let http = Http::agent(&world);
    let streams = [Client::with_session(&http), Client::Stateless]
        .map(|client| client.open(&http, &client.call(1)));
    world.until("both are waited for", || {
        let page = world.run(&["list", "--json"]).ok().json();
        page["rows"].as_array().unwrap().iter().filter(|row| row["listening"] == true).count() == 2
    });
    world.run(&["hub", "stop"]).ok();
    let replies = streams.map(reply);
    assert_eq!(hub.finish().code, 0);
    let _hub = world.hub();
    for reply in replies {
        assert_eq!(reply["action_status"], "pending");
        left_alone(&world, reply["session_id"].as_str().unwrap());
    }
}

/// Clients that come again and again and never say goodbye: what each leaves behind is small.
/// REQ: SA-5
#[cfg(target_os = "linux")]
#[test]
fn a_session_that_nobody_uses_costs_little() {
    let world = World::new();
    let hub = world.hub();
    let http = Http::agent(&world);
    let resident = || resident(hub.pid());
    // What the first ones cost is the server's own.
    let open = |count: u64| (0..count).for_each(|_| drop(Client::with_session(&http)));
    open(300);
    let before = resident();
    open(700);
    let each = resident().saturating_sub(before) as f64 / 700.0;
    assert!(each <= 16.0, "{each} kB a session");
}
