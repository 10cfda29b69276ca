//! MCP over Streamable HTTP as a stream of lines: each line that is written is posted, and what comes
//! back can be read.

use anyhow::{Context, bail};
use hyper::body::Bytes;
use hyper::{Request, Response};
use sayso_http::{Address, Chunks, Connection, Connector};
use tokio::io::{AsyncBufReadExt, AsyncWrite, AsyncWriteExt, BufReader, DuplexStream, duplex};
use tokio::task::JoinHandle;

/// The header with the session, from the first reply on.
const SESSION: &str = "mcp-session-id";
/// A longer message is not ours.
const LONGEST: usize = 1024 * 1024;

/// The stream, and what works behind it: it ends with the first thing that goes wrong.
pub(crate) fn open(
    url: &str,
    headers: &[(String, String)],
) -> anyhow::Result<(DuplexStream, JoinHandle<anyhow::Result<()>>)> {
    let address = Address::parse(url).map_err(|why| anyhow::anyhow!("its URL is wrong: {why}"))?;
    let (near, far) = duplex(LONGEST);
    let bridge = Bridge {
        connector: Connector::new()?,
        address,
        url: url.to_owned(),
        headers: headers.to_vec(),
        session: None,
    };
    Ok((near, tokio::spawn(bridge.run(far))))
}

struct Bridge {
    connector: Connector,
    address: Address,
    url: String,
    headers: Vec<(String, String)>,
    session: Option<String>,
}

impl Bridge {
    async fn run(mut self, far: DuplexStream) -> anyhow::Result<()> {
        let (lines, mut out) = tokio::io::split(far);
        let mut lines = BufReader::new(lines).lines();
        while let Some(line) = lines.next_line().await? {
            let answer = self.post(line).await?;
            pass(answer, &mut out).await?;
        }
        Ok(())
    }

    async fn post(&mut self, line: String) -> anyhow::Result<Response<Chunks>> {
        let url = &self.url;
        let opened = self.connector.open(&self.address).await;
        let stream = opened.with_context(|| format!("{url} cannot be reached"))?;
        let mut connection = Connection::over(stream).await?;
        let mut request = Request::post(&self.address.path)
            .header("host", &self.address.authority)
            .header("accept", "application/json, text/event-stream")
            .header("content-type", "application/json");
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        if let Some(session) = &self.session {
            request = request.header(SESSION, session).header("mcp-protocol-version", VERSION);
        }
        let request = request.body(Bytes::from(line)).context("its headers are wrong")?;
        let answer = connection.begin(request).await;
        let answer = answer.with_context(|| format!("{url} does not answer"))?;
        match answer.status().as_u16() {
            200..300 => {}
            401 | 403 => bail!("{url} refuses its token"),
            status => bail!("{url} answers with status {status}"),
        }
        if let Some(session) = answer.headers().get(SESSION) {
            self.session = Some(session.to_str()?.to_owned());
        }
        Ok(answer)
    }
}

const VERSION: &str = "2025-11-25";

/// Every message of the answer as a line: it is either one of them, or a stream of events.
async fn pass(answer: Response<Chunks>, out: &mut (impl AsyncWrite + Unpin)) -> anyhow::Result<()> {
    let kind = answer.headers().get("content-type").and_then(|kind| kind.to_str().ok());
    let is_stream = kind.is_some_and(|kind| kind.starts_with("text/event-stream"));
    let mut body = answer.into_body();
    let mut text = Vec::new();
    while let Some(chunk) = body.next().await? {
        text.extend_from_slice(&chunk);
        if text.len() > LONGEST {
            bail!("it is not an MCP server");
        }
        while let Some(end) = text.iter().position(|byte| *byte == b'\n').filter(|_| is_stream) {
            let line: Vec<u8> = text.drain(..=end).collect();
            // Other lines are comments, and names of events.
            if let Some(data) = line.strip_prefix(b"data:") {
                send(data, out).await?;
            }
        }
    }
    if is_stream { Ok(()) } else { send(&text, out).await }
}

async fn send(message: &[u8], out: &mut (impl AsyncWrite + Unpin)) -> anyhow::Result<()> {
    let message = message.trim_ascii();
    if !message.is_empty() {
        out.write_all(message).await?;
        out.write_all(b"\n").await?;
    }
    Ok(())
}
