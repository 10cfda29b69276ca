//! A minimal HTTP client: keeps connections open, sends prepared requests, and reads of each
//! response only what is needed to find its end.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::bare::median;
use crate::bench_world::Hub;
use crate::figure::Quantity;
use crate::question;

/// Concurrent connections, each with one request after the other.
const CONNECTIONS: usize = 64;
const ROUNDS: usize = 8;
const ROUND: Duration = Duration::from_millis(500);

/// Where to ask, and with which token.
pub struct Door {
    port: u16,
    request: Vec<u8>,
}

impl Door {
    pub fn new(port: u16, token: &str) -> anyhow::Result<Door> {
        let body = serde_json::to_string(&sayso_wire::AskRequest::from(question::ask()))?;
        let request = format!(
            "POST /api/v1/interactions HTTP/1.1\r\nhost: localhost:{port}\r\n\
             authorization: Bearer {token}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        Ok(Door { port, request: request.into_bytes() })
    }

    pub fn of(hub: &Hub) -> anyhow::Result<Door> {
        Door::new(hub.port, &hub.token)
    }

    /// Asks again and again for a round; returns the number of responses per second.
    fn rate(&self) -> anyhow::Result<f64> {
        let start = Instant::now();
        let answered = self.send(CONNECTIONS, move |_| start.elapsed() < ROUND)?;
        Ok(answered as f64 / start.elapsed().as_secs_f64())
    }

    pub fn ask(&self, times: usize) -> anyhow::Result<()> {
        self.send(CONNECTIONS, move |sent| sent < times / CONNECTIONS)?;
        self.send(times % CONNECTIONS, |sent| sent < 1)?;
        Ok(())
    }

    /// Uses one thread, to leave as much of the machine as possible to the server.
    fn send(
        &self,
        connections: usize,
        more: impl Fn(usize) -> bool + Copy + Send + 'static,
    ) -> anyhow::Result<usize> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let mut clients = JoinSet::new();
            for _ in 0..connections {
                let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await?;
                stream.set_nodelay(true)?;
                let request = self.request.clone();
                clients.spawn(async move {
                    let (mut sent, mut buffer) = (0, Vec::with_capacity(8_192));
                    while more(sent) {
                        exchange(&mut stream, &request, &mut buffer).await?;
                        sent += 1;
                    }
                    anyhow::Ok(sent)
                });
            }
            let mut total = 0;
            while let Some(done) = clients.join_next().await {
                total += done??;
            }
            Ok(total)
        })
    }
}

/// Of asks, in turns.
pub fn rates(doors: [Door; 2]) -> anyhow::Result<[Quantity; 2]> {
    let mut rates = [Vec::new(), Vec::new()];
    for _ in 0..=ROUNDS {
        for (door, rates) in doors.iter().zip(&mut rates) {
            rates.push(door.rate()?);
        }
    }
    // The first round is a warm-up.
    Ok(rates.map(|mut rates| Quantity::Rate(median(rates.split_off(1)))))
}

/// One request and its whole response, of which only the length counts.
async fn exchange(
    stream: &mut TcpStream,
    request: &[u8],
    buffer: &mut Vec<u8>,
) -> anyhow::Result<()> {
    stream.write_all(request).await?;
    buffer.clear();
    loop {
        ensure!(stream.read_buf(buffer).await? > 0, "the server closed the connection");
        if length(buffer)?.is_some_and(|length| buffer.len() >= length) {
            return Ok(());
        }
    }
}

/// Of the whole response, once the head is complete. Only a success counts.
fn length(bytes: &[u8]) -> anyhow::Result<Option<usize>> {
    let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else { return Ok(None) };
    let head = std::str::from_utf8(&bytes[..end])?;
    ensure!(head.starts_with("HTTP/1.1 2"), "refused: {head}");
    let body = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    Ok(Some(end + 4 + body.context("a response without length")?.parse::<usize>()?))
}
