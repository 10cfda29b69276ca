//! A minimal HTTP client: keeps connections open, sends prepared requests, and reads of each
//! response only what is needed to find its end.

use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

/// Concurrent connections, each with one request after the other.
pub const CONNECTIONS: usize = 64;

/// Where to connect, and with which token.
#[derive(Clone)]
pub struct Door {
    pub port: u16,
    pub token: String,
}

impl Door {
    pub fn get(&self, path: &str) -> Vec<u8> {
        self.request("GET", path, "")
    }

    pub fn post(&self, path: &str, json: &str) -> Vec<u8> {
        let body = format!(
            "content-type: application/json\r\ncontent-length: {}\r\n\r\n{json}",
            json.len()
        );
        self.request("POST", path, &body)
    }

    fn request(&self, method: &str, path: &str, rest: &str) -> Vec<u8> {
        let Door { port, token } = self;
        let end = if rest.is_empty() { "\r\n" } else { rest };
        format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost:{port}\r\n\
             authorization: Bearer {token}\r\n{end}"
        )
        .into_bytes()
    }

    /// Sends each request repeatedly over its own connection for this time; returns the number of
    /// responses per second.
    pub fn rate(&self, requests: &[Vec<u8>], time: Duration) -> anyhow::Result<f64> {
        rate(&self.all(requests), time)
    }

    /// Each of these to here.
    pub fn all(&self, requests: &[Vec<u8>]) -> Vec<(u16, Vec<u8>)> {
        requests.iter().map(|request| (self.port, request.clone())).collect()
    }

    /// Sends one request this many times.
    pub fn repeat(&self, request: &[u8], times: usize) -> anyhow::Result<()> {
        let requests = vec![request.to_vec(); CONNECTIONS.min(times)];
        send(&self.all(&requests), Amount::Each(times / requests.len()))?;
        send(&self.all(&requests[..times % requests.len()]), Amount::Each(1))?;
        Ok(())
    }
}

/// Sends each request repeatedly to its port, as [`Door::rate`].
pub fn rate(requests: &[(u16, Vec<u8>)], time: Duration) -> anyhow::Result<f64> {
    let (answered, took) = send(requests, Amount::For(time))?;
    Ok(answered as f64 / took.as_secs_f64())
}

/// Uses one thread, to leave as much of the machine as possible to the server.
fn send(requests: &[(u16, Vec<u8>)], amount: Amount) -> anyhow::Result<(usize, Duration)> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut connections = Vec::new();
        for (port, request) in requests.iter().cloned() {
            connections.push((Connection::open(port).await?, request));
        }
        let start = Instant::now();
        let mut clients = JoinSet::new();
        for (mut connection, request) in connections {
            clients.spawn(async move {
                let mut sent = 0;
                while amount.is_left(sent, start) {
                    connection.exchange(&request).await?;
                    sent += 1;
                }
                anyhow::Ok(sent)
            });
        }
        let mut total = 0;
        while let Some(done) = clients.join_next().await {
            total += done??;
        }
        Ok((total, start.elapsed()))
    })
}

/// How much each connection has to do.
#[derive(Clone, Copy)]
enum Amount {
    Each(usize),
    For(Duration),
}

impl Amount {
    fn is_left(self, sent: usize, start: Instant) -> bool {
        match self {
            Amount::Each(times) => sent < times,
            Amount::For(time) => start.elapsed() < time,
        }
    }
}

pub struct Connection<S> {
    stream: S,
    buffer: Vec<u8>,
}

impl Connection<TcpStream> {
    async fn open(port: u16) -> anyhow::Result<Connection<TcpStream>> {
        let stream = TcpStream::connect(("127.0.0.1", port)).await?;
        stream.set_nodelay(true)?;
        Ok(Connection::over(stream))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Connection<S> {
    pub fn over(stream: S) -> Connection<S> {
        Connection { stream, buffer: Vec::with_capacity(8_192) }
    }

    /// Returns the response, with its head.
    pub async fn exchange(&mut self, request: &[u8]) -> anyhow::Result<&[u8]> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        let mut whole = None;
        while whole.is_none_or(|whole| self.buffer.len() < whole) {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                bail!("the server closed the connection");
            }
            if whole.is_none() {
                whole = length(&self.buffer)?;
            }
        }
        Ok(&self.buffer)
    }
}

/// Length of the whole response, once its head is complete. Only a success counts.
fn length(bytes: &[u8]) -> anyhow::Result<Option<usize>> {
    let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else { return Ok(None) };
    let head = std::str::from_utf8(&bytes[..end])?;
    ensure!(head.starts_with("HTTP/1.1 2"), "refused: {head}");
    let body = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "))
        .context("a response without length")?;
    Ok(Some(end + 4 + body.parse::<usize>()?))
}
