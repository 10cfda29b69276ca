//! An agent that speaks to an MCP server of its own, line by line.

use std::io::{BufRead, BufReader, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Child, ChildStdin, Stdio};
use std::time::Duration;

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use crate::place::World;
use crate::question;

/// What has not happened by then never will: a figure that cannot be had is an error, not a wait.
pub const SOON: Duration = Duration::from_secs(10);

/// Its server is killed when this is dropped.
pub struct Agent {
    server: Child,
    input: Option<ChildStdin>,
    output: BufReader<UnixStream>,
    calls: u64,
}

impl Agent {
    /// Started, and greeted.
    pub fn start(world: &World) -> anyhow::Result<Agent> {
        // A pipe, but for that reading from it can be given up.
        let (near, far) = UnixStream::pair()?;
        near.set_read_timeout(Some(SOON))?;
        let mut command = world.command(&["mcp"]);
        let mut server = command.stdin(Stdio::piped()).stdout(OwnedFd::from(far)).spawn()?;
        let input = server.stdin.take();
        let mut agent = Agent { server, input, output: BufReader::new(near), calls: 0 };
        let hello = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": { "name": "claude-code", "version": "1" },
        });
        agent.send(json!({ "id": 0, "method": "initialize", "params": hello }))?;
        ensure!(agent.reply(0)?["result"].is_object(), "no greeting");
        agent.send(json!({ "method": "notifications/initialized" }))?;
        Ok(agent)
    }

    /// Goes as agents do. One that kills its server with the reply hardly read may keep it from noting
    /// that it was delivered, and the next agent with the same call is given that reply again.
    pub fn leave(mut self) -> anyhow::Result<()> {
        drop(self.input.take());
        ensure!(self.server.wait()?.success(), "the server failed in the end");
        Ok(())
    }

    pub fn pid(&self) -> u32 {
        self.server.id()
    }

    /// Calls a tool, always with the same question, and wants to hear of progress.
    pub fn call(&mut self) -> anyhow::Result<()> {
        self.calls += 1;
        let mut arguments = question::ask().arguments;
        // It waits there; left open, it would be handed over to a terminal at once.
        arguments["interface"] = json!("web");
        let params = json!({
            "name": "provide_choice",
            "arguments": arguments,
            "_meta": { "progressToken": self.calls },
        });
        self.send(json!({ "id": self.calls, "method": "tools/call", "params": params }))
    }

    /// What the call gives.
    pub fn result(&mut self) -> anyhow::Result<()> {
        let reply = self.reply(self.calls)?;
        let status = &reply["result"]["structuredContent"]["action_status"];
        ensure!(*status == "selected", "the tool gave {reply}");
        Ok(())
    }

    fn send(&mut self, mut message: Value) -> anyhow::Result<()> {
        message["jsonrpc"] = json!("2.0");
        let input = self.input.as_mut().context("no pipe")?;
        Ok(input.write_all(format!("{message}\n").as_bytes())?)
    }

    fn reply(&mut self, id: u64) -> anyhow::Result<Value> {
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).context("the server does not answer")?;
            let message: Value = serde_json::from_str(&line).context("the server has gone")?;
            if message["id"] == id {
                return Ok(message);
            }
            ensure!(message["method"] == "notifications/progress", "out of place: {message}");
        }
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
