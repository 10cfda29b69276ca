//! Clients over HTTP: single requests, and sessions.

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::request::Builder;
use axum::response::Response;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

/// A request of the revision without sessions, with its complete response.
pub fn post(router: &Router, tool: &str, arguments: Value) -> impl Future<Output = String> + use<> {
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": tool,
        "arguments": arguments,
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1.2.3" },
            "io.modelcontextprotocol/clientCapabilities": {},
        },
    } });
    let request = request()
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "tools/call")
        .header("mcp-name", tool)
        .body(Body::from(body.to_string()))
        .unwrap();
    let answering = router.clone().oneshot(request);
    async move { text(answering.await.unwrap()).await }
}

fn request() -> Builder {
    Request::post("/mcp")
        .header("host", "localhost")
        .header("accept", "application/json, text/event-stream")
        .header("content-type", "application/json")
}

async fn text(response: Response) -> String {
    let body = response.into_body().collect().await.unwrap();
    String::from_utf8(body.to_bytes().to_vec()).unwrap()
}

/// A client that began with `initialize`.
pub struct Session {
    router: Router,
    id: String,
    calls: u64,
}

impl Session {
    pub async fn open(router: &Router) -> Session {
        let mut session = Session { router: router.clone(), id: String::new(), calls: 0 };
        let hello = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": { "name": "test", "version": "1.2.3" },
        });
        let greeting =
            session.send(json!({ "id": 0, "method": "initialize", "params": hello })).await;
        session.id = greeting.headers()["mcp-session-id"].to_str().unwrap().to_owned();
        text(greeting).await;
        text(session.send(json!({ "method": "notifications/initialized" })).await).await;
        session
    }

    /// The response to a call; its body isn't read yet.
    pub fn call(&mut self, tool: &str, arguments: Value) -> impl Future<Output = Response> + use<> {
        self.calls += 1;
        let params = json!({ "name": tool, "arguments": arguments });
        self.send(json!({ "id": self.calls, "method": "tools/call", "params": params }))
    }

    /// The result of a call.
    pub async fn result(&mut self, tool: &str, arguments: Value) -> Value {
        let number = self.calls + 1;
        let response = self.call(tool, arguments).await;
        let events = text(response).await;
        let messages = events.lines().filter_map(|line| line.strip_prefix("data:"));
        let mut replies = messages.filter_map(|data| serde_json::from_str::<Value>(data).ok());
        let reply = replies.find(|message| message["id"] == number);
        reply.unwrap_or_else(|| panic!("no reply in {events}"))["result"].clone()
    }

    fn send(&self, mut message: Value) -> impl Future<Output = Response> + use<> {
        message["jsonrpc"] = json!("2.0");
        let mut request = request();
        if !self.id.is_empty() {
            request = request.header("mcp-session-id", &self.id);
        }
        let request = request.body(Body::from(message.to_string())).unwrap();
        let answering = self.router.clone().oneshot(request);
        async move { answering.await.unwrap() }
    }
}
