//! An agent whose replies are read as they come, so that the moment of each is known.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, SystemTime};

use anyhow::Context;
use serde_json::{Value, json};

use crate::place::World;
use crate::question;

/// Whatever has not happened by then will not.
const PATIENCE: Duration = Duration::from_secs(30);

pub struct TimedAgent {
    child: Child,
    input: ChildStdin,
    /// Each message with the moment it came.
    told: Receiver<(Value, SystemTime)>,
    next: u64,
}

impl TimedAgent {
    pub fn start(world: &World) -> anyhow::Result<TimedAgent> {
        let mut command = world.command(&["mcp"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = child.stdin.take().context("no pipe")?;
        let lines = BufReader::new(child.stdout.take().context("no pipe")?).lines();
        let (tell, told) = channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let came = now();
                let message = serde_json::from_str(&line).unwrap_or(Value::String(line));
                if tell.send((message, came)).is_err() {
                    return;
                }
            }
        });
        let mut agent = TimedAgent { child, input, told, next: 0 };
        let greeting = json!({
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": { "name": "claude-code", "version": "1.0" },
        });
        agent.send("initialize", greeting)?;
        agent.result()?;
        writeln!(agent.input, r#"{{"jsonrpc":"2.0","method":"notifications/initialized"}}"#)?;
        Ok(agent)
    }

    pub fn ask(&mut self, title: &str) -> anyhow::Result<()> {
        let mut arguments = question::ask().arguments;
        arguments["title"] = json!(title);
        arguments["interface"] = json!("web");
        self.send("tools/call", json!({ "name": "provide_choice", "arguments": arguments }))
    }

    fn send(&mut self, method: &str, params: Value) -> anyhow::Result<()> {
        self.next += 1;
        let call = json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params });
        Ok(writeln!(self.input, "{call}")?)
    }

    /// Of the call that was sent last, and when it came.
    pub fn result(&mut self) -> anyhow::Result<(Value, SystemTime)> {
        loop {
            let (message, came) = self.told.recv_timeout(PATIENCE)?;
            if message["id"] == self.next {
                return Ok((message["result"].clone(), came));
            }
        }
    }
}

impl Drop for TimedAgent {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[expect(clippy::disallowed_methods, reason = "the one clock that this process shares with a page")]
fn now() -> SystemTime {
    SystemTime::now()
}
