//! A minimal MCP client, as Claude Code or Codex would speak to its server.

use anyhow::Context;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, Lines};

pub(crate) struct McpClient<R, W> {
    lines: Lines<BufReader<R>>,
    writer: W,
}

const HELLO: u32 = 0;

impl<R: AsyncRead + Unpin, W: AsyncWrite + Unpin> McpClient<R, W> {
    pub(crate) fn new(reader: R, writer: W) -> McpClient<R, W> {
        McpClient { lines: BufReader::new(reader).lines(), writer }
    }

    /// Introduces itself by this name; returns what the server says about itself.
    pub(crate) async fn initialize(&mut self, name: &str) -> anyhow::Result<Value> {
        let params = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": { "name": name, "version": env!("CARGO_PKG_VERSION") },
        });
        self.send(json!({ "id": HELLO, "method": "initialize", "params": params })).await?;
        let hello = self.reply(HELLO).await?;
        self.send(json!({ "method": "notifications/initialized" })).await?;
        Ok(hello["result"].clone())
    }

    /// Begins a call of a tool. Numbers start at 1.
    pub(crate) async fn call(&mut self, number: u32, params: Value) -> anyhow::Result<()> {
        self.send(json!({ "id": number, "method": "tools/call", "params": params })).await
    }

    /// The reply to this call; what comes before it is skipped.
    pub(crate) async fn reply(&mut self, number: u32) -> anyhow::Result<Value> {
        loop {
            let message = self.receive().await?;
            if message["id"] == number {
                return Ok(message);
            }
        }
    }

    pub(crate) async fn receive(&mut self) -> anyhow::Result<Value> {
        let line = self.lines.next_line().await?.context("the MCP server ended")?;
        serde_json::from_str(&line).context("it is not an MCP server")
    }

    async fn send(&mut self, mut message: Value) -> anyhow::Result<()> {
        message["jsonrpc"] = json!("2.0");
        let line = format!("{message}\n");
        self.writer.write_all(line.as_bytes()).await.context("the MCP server ended")
    }
}
