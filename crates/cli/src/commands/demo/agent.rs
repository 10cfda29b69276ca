//! A minimal agent: talks MCP to the real server, as Claude Code or Codex would.

use anyhow::{Context, bail};
use sayso_mcp::{Server, Setup, serve};
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};

/// One call in progress.
pub struct Agent {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
}

const HELLO: u32 = 0;
const CALL: u32 = 1;

impl Agent {
    /// Connects to its own server and initializes it.
    pub async fn connect(setup: Setup) -> anyhow::Result<Agent> {
        let (near, far) = tokio::io::duplex(64 * 1024);
        let (input, output) = tokio::io::split(far);
        tokio::spawn(serve(Server::new(setup), input, output));
        let (reader, writer) = tokio::io::split(near);
        let mut agent = Agent { lines: BufReader::new(reader).lines(), writer };
        let hello = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": { "name": "demo-agent", "version": env!("CARGO_PKG_VERSION") },
        });
        agent.send(json!({ "id": HELLO, "method": "initialize", "params": hello })).await?;
        agent.reply(HELLO).await?;
        agent.send(json!({ "method": "notifications/initialized" })).await?;
        Ok(agent)
    }

    /// Calls a tool and returns the first progress message, which says where to answer.
    pub async fn call(&mut self, tool: &str, arguments: Value) -> anyhow::Result<String> {
        let params =
            json!({ "name": tool, "arguments": arguments, "_meta": { "progressToken": "demo" } });
        self.send(json!({ "id": CALL, "method": "tools/call", "params": params })).await?;
        let message = self.receive().await?;
        match message["params"]["message"].as_str() {
            Some(text) => Ok(text.to_owned()),
            None => bail!("the call failed: {message}"),
        }
    }

    /// The final result of the tool: while it is pending the agent asks again, as instructed.
    pub async fn result(&mut self) -> anyhow::Result<Value> {
        let mut call = CALL;
        loop {
            let received = self.reply(call).await?["result"]["structuredContent"].take();
            if received["action_status"] != "pending" {
                return Ok(received);
            }
            call += 1;
            let arguments = json!({ "session_id": received["session_id"] });
            let params = json!({ "name": "provide_choice", "arguments": arguments });
            self.send(json!({ "id": call, "method": "tools/call", "params": params })).await?;
        }
    }

    async fn reply(&mut self, id: u32) -> anyhow::Result<Value> {
        loop {
            let message = self.receive().await?;
            if message["id"] == id {
                return Ok(message);
            }
        }
    }

    async fn send(&mut self, mut message: Value) -> anyhow::Result<()> {
        message["jsonrpc"] = json!("2.0");
        Ok(self.writer.write_all(format!("{message}\n").as_bytes()).await?)
    }

    async fn receive(&mut self) -> anyhow::Result<Value> {
        let line = self.lines.next_line().await?.context("the MCP server ended")?;
        Ok(serde_json::from_str(&line)?)
    }
}
