//! Calls to OpenCode's server.

use std::io;
use std::time::Duration;

use hyper::body::Bytes;
use hyper::{Method, Request, StatusCode};
use sayso_core::dialect::bridged::AgentReply;
use sayso_http::{Chunks, Connection};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::events::{EventLines, pending};
use super::reply;
use crate::dialog::OwnDialog;
use crate::server::OpenCodeServer;

/// It answers at once, or something is wrong with it.
const WITHIN: Duration = Duration::from_secs(5);
/// Larger answers are an error.
const LARGEST: usize = 16 * 1024 * 1024;

pub(super) struct OpenCodeCalls {
    server: OpenCodeServer,
    is_ours: fn(&TcpStream) -> Result<(), String>,
}

/// The events as they come.
pub(super) struct EventStream {
    chunks: Chunks,
    lines: EventLines,
    _connection: Connection,
}

impl EventStream {
    /// The data of at least one event.
    pub(super) async fn next(&mut self) -> io::Result<Vec<String>> {
        loop {
            let chunk = self.chunks.next().await?;
            let chunk = chunk.ok_or_else(|| io::Error::other("the stream has ended"))?;
            let events = self.lines.add(&chunk);
            if !events.is_empty() {
                return Ok(events);
            }
        }
    }
}

impl OpenCodeCalls {
    pub(super) fn new(
        server: OpenCodeServer,
        is_ours: fn(&TcpStream) -> Result<(), String>,
    ) -> OpenCodeCalls {
        OpenCodeCalls { server, is_ours }
    }

    pub(super) fn host(&self) -> &str {
        &self.server.host
    }

    pub(super) async fn events(&self) -> io::Result<EventStream> {
        let mut connection = self.connection().await?;
        let request = self.request(Method::GET, "/event", Bytes::new());
        let begun =
            timeout(WITHIN, connection.begin(request)).await.map_err(io::Error::other)??;
        if begun.status() != StatusCode::OK {
            let status = begun.status();
            if status == StatusCode::UNAUTHORIZED {
                let host = self.host();
                tracing::warn!(
                    host,
                    "OpenCode refuses the password; `sayso setup opencode --questions` sets it"
                );
            }
            return Err(io::Error::other(format!("OpenCode answers {status}")));
        }
        let chunks = begun.into_body();
        Ok(EventStream { chunks, lines: EventLines::default(), _connection: connection })
    }

    /// Where it works.
    pub(super) async fn directory(&self) -> Option<String> {
        let path = self.get("/path").await.ok()?;
        path["directory"].as_str().map(str::to_owned)
    }

    /// What is open there now.
    pub(super) async fn pending(&self, directory: Option<&str>) -> io::Result<Vec<OwnDialog>> {
        let permissions = self.get("/permission").await?;
        let questions = self.get("/question").await?;
        let busy = self.get("/session/status").await?;
        Ok(pending(&permissions, &questions, &busy, directory))
    }

    /// Whether it was taken; if not, somebody was first.
    pub(super) async fn reply(&self, key: &str, given: &AgentReply) -> io::Result<bool> {
        let (path, body) = reply(key, given);
        let (status, _) = self.call(Method::POST, &path, body.to_string().into()).await?;
        match status {
            StatusCode::OK => Ok(true),
            StatusCode::NOT_FOUND => Ok(false),
            other => Err(io::Error::other(format!("OpenCode answers {other}"))),
        }
    }

    async fn get(&self, path: &str) -> io::Result<Value> {
        let (status, body) = self.call(Method::GET, path, Bytes::new()).await?;
        match status {
            StatusCode::OK => Ok(serde_json::from_slice(&body)?),
            other => Err(io::Error::other(format!("OpenCode answers {other} to {path}"))),
        }
    }

    async fn call(
        &self,
        method: Method,
        path: &str,
        body: Bytes,
    ) -> io::Result<(StatusCode, Bytes)> {
        let exchange = async {
            let request = self.request(method, path, body);
            self.connection().await?.exchange(request, LARGEST).await
        };
        let answer = timeout(WITHIN, exchange).await.map_err(io::Error::other)??;
        Ok((answer.status(), answer.into_body()))
    }

    /// To a program of this user, before anything is sent.
    async fn connection(&self) -> io::Result<Connection> {
        let stream = timeout(WITHIN, TcpStream::connect(self.server.host.as_str()));
        let stream = stream.await.map_err(io::Error::other)??;
        if let Err(why) = (self.is_ours)(&stream) {
            tracing::warn!(why, host = self.host(), "OpenCode is not used");
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, why));
        }
        stream.set_nodelay(true)?;
        Connection::over(Box::new(stream)).await
    }

    fn request(&self, method: Method, path: &str, body: Bytes) -> Request<Bytes> {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header("host", &self.server.address.authority)
            .header("content-type", "application/json");
        if let Some(authorization) = &self.server.authorization {
            request = request.header("authorization", authorization);
        }
        request.body(body).expect("the parts of a request are valid")
    }
}
