//! An agent: a process that talks MCP to its own `sayso mcp`, line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, SystemTime};

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use crate::place::World;
use crate::question;

/// What hasn't happened by then never will: report a figure that can't be measured as an error.
pub const SOON: Duration = Duration::from_secs(10);

/// Kills its server when dropped.
pub struct Agent {
    server: Child,
    input: Option<ChildStdin>,
    /// Each message with the time it arrived.
    told: Receiver<(Value, SystemTime)>,
    calls: u64,
}

impl Agent {
    /// Started and initialized.
    pub fn start(world: &World) -> anyhow::Result<Agent> {
        Agent::of(world.command(&["mcp"]))
    }

    /// The same for another command that starts the server.
    pub fn of(mut command: Command) -> anyhow::Result<Agent> {
        // No call ends as pending, even if a figure takes long.
        command.env("CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS", "0");
        let mut server = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (tell, told) = channel();
        let output = server.stdout.take().context("no pipe")?;
        std::thread::spawn(move || listen(output, &tell));
        let input = server.stdin.take();
        let mut agent = Agent { server, input, told, calls: 0 };
        let hello = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": { "name": "claude-code", "version": "1" },
        });
        agent.send(json!({ "id": 0, "method": "initialize", "params": hello }))?;
        ensure!(agent.reply(0)?.0["result"].is_object(), "no greeting");
        agent.send(json!({ "method": "notifications/initialized" }))?;
        Ok(agent)
    }

    /// Ends like real agents do. Killing the server right after the reply may keep it from
    /// recording the delivery, and the next agent with the same call would get that reply again.
    pub fn leave(mut self) -> anyhow::Result<()> {
        drop(self.input.take());
        ensure!(self.server.wait()?.success(), "the server failed in the end");
        Ok(())
    }

    pub fn pid(&self) -> u32 {
        self.server.id()
    }

    /// Calls a tool with this question, with progress enabled.
    pub fn ask(&mut self, title: &str) -> anyhow::Result<()> {
        let mut arguments = question::ask().arguments;
        arguments["title"] = json!(title);
        // It waits there; otherwise it would be handed over to a terminal at once.
        arguments["interface"] = json!("web");
        self.call("provide_choice", arguments)
    }

    pub fn call(&mut self, tool: &str, arguments: Value) -> anyhow::Result<()> {
        self.calls += 1;
        let params = json!({
            "name": tool,
            "arguments": arguments,
            "_meta": { "progressToken": self.calls },
        });
        self.send(json!({ "id": self.calls, "method": "tools/call", "params": params }))
    }

    /// The next reply to any call.
    pub fn any_result(&mut self) -> anyhow::Result<Value> {
        loop {
            let (message, _) =
                self.told.recv_timeout(SOON).context("the server does not answer")?;
            if message.get("id").is_some() {
                return Ok(message["result"].clone());
            }
        }
    }

    /// The result of the call, and when it arrived.
    pub fn result(&mut self) -> anyhow::Result<(Value, SystemTime)> {
        let (reply, came) = self.reply(self.calls)?;
        let status = &reply["result"]["structuredContent"]["action_status"];
        ensure!(*status == "selected", "the tool gave {reply}");
        Ok((reply["result"].clone(), came))
    }

    fn send(&mut self, mut message: Value) -> anyhow::Result<()> {
        message["jsonrpc"] = json!("2.0");
        let input = self.input.as_mut().context("no pipe")?;
        Ok(input.write_all(format!("{message}\n").as_bytes())?)
    }

    fn reply(&mut self, id: u64) -> anyhow::Result<(Value, SystemTime)> {
        loop {
            let (message, came) =
                self.told.recv_timeout(SOON).context("the server does not answer")?;
            if message["id"] == id {
                return Ok((message, came));
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

fn listen(output: ChildStdout, tell: &Sender<(Value, SystemTime)>) {
    for line in BufReader::new(output).lines().map_while(Result::ok) {
        let came = now();
        let message = serde_json::from_str(&line).unwrap_or(Value::String(line));
        if tell.send((message, came)).is_err() {
            return;
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the one clock that this process shares with a page")]
fn now() -> SystemTime {
    SystemTime::now()
}
