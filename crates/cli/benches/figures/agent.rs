//! An agent: a process that talks MCP to its own `sayso mcp`, line by line. And the person who
//! answers it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use sayso_api::RemoteDesk;
use sayso_core::InteractionId;
use sayso_desk::{Answering, Asking, Patience, Query, Scope};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::bench_world::{Hub, World, runtime};
use crate::question;

/// What hasn't happened by then never will: report a figure that can't be measured as an error.
const SOON: Duration = Duration::from_secs(10);

/// Kills its server when dropped.
pub struct Agent {
    server: Child,
    input: ChildStdin,
    told: Receiver<Value>,
    calls: u64,
}

impl Agent {
    /// Started and initialized.
    pub fn start(world: &World) -> anyhow::Result<Agent> {
        let mut command = world.command(&["mcp"]);
        // No call ends as pending, even if a figure takes long.
        command.env("CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS", "0");
        let mut server = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (tell, told) = channel();
        let output = BufReader::new(server.stdout.take().context("no pipe")?);
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let message = serde_json::from_str(&line).unwrap_or(Value::String(line));
                if tell.send(message).is_err() {
                    return;
                }
            }
        });
        let input = server.stdin.take().context("no pipe")?;
        let mut agent = Agent { server, input, told, calls: 0 };
        let client = json!({ "name": "claude-code", "version": "1" });
        let hello =
            json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
        agent.send(json!({ "id": 0, "method": "initialize", "params": hello }))?;
        ensure!(agent.reply()?.is_object(), "no greeting");
        agent.send(json!({ "method": "notifications/initialized" }))?;
        Ok(agent)
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
        let meta = json!({ "progressToken": self.calls });
        let params = json!({ "name": tool, "arguments": arguments, "_meta": meta });
        self.send(json!({ "id": self.calls, "method": "tools/call", "params": params }))
    }

    /// The next reply to any call.
    pub fn reply(&mut self) -> anyhow::Result<Value> {
        loop {
            let message = self.told.recv_timeout(SOON).context("the server does not answer")?;
            if message.get("id").is_some() {
                return Ok(message["result"].clone());
            }
            ensure!(message["method"] == "notifications/progress", "out of place: {message}");
        }
    }

    fn send(&mut self, mut message: Value) -> anyhow::Result<()> {
        message["jsonrpc"] = json!("2.0");
        Ok(self.input.write_all(format!("{message}\n").as_bytes())?)
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// A person with an open connection to the hub.
pub struct Person {
    runtime: Runtime,
    desk: Arc<RemoteDesk>,
}

impl Person {
    pub fn new(hub: &Hub) -> anyhow::Result<Person> {
        Ok(Person { runtime: runtime()?, desk: hub.desk() })
    }

    /// The newest questions with these words, once there are `count` of them and calls wait for
    /// all.
    pub fn sees(&self, words: &str, count: usize) -> anyhow::Result<Vec<InteractionId>> {
        let search = Some(words.to_owned());
        let query = Query { scope: Scope::Active, search, limit: count, ..Query::default() };
        let begin = Instant::now();
        while begin.elapsed() < SOON {
            let rows = self.runtime.block_on(self.desk.list(query.clone()))?.rows;
            if rows.len() == count && rows.iter().all(|row| row.live.listening) {
                return Ok(rows.iter().map(|row| row.id).collect());
            }
        }
        anyhow::bail!("the agent's questions are nowhere to be seen")
    }

    /// From the answer to the tool's result, while the call waits.
    pub fn answers(&self, agent: &mut Agent, title: &str) -> anyhow::Result<Duration> {
        agent.ask(title)?;
        let id = self.sees(title, 1)?[0];
        let begin = Instant::now();
        self.runtime.block_on(self.desk.act(id, question::answer(), question::person()))?;
        let result = agent.reply()?;
        let took = begin.elapsed();
        let status = &result["structuredContent"]["action_status"];
        ensure!(*status == "selected", "the tool gave {result}");
        Ok(took)
    }
}

/// From just before this answer is sent until the agent's wait has returned. Its hub knows of the
/// wait before.
pub async fn woken(
    agent: &Arc<RemoteDesk>,
    id: InteractionId,
    answer: impl AsyncFnOnce() -> anyhow::Result<()>,
) -> anyhow::Result<Duration> {
    let waiting = tokio::spawn({
        let agent = Arc::clone(agent);
        async move { anyhow::Ok((agent.wait(id, Patience::Forever).await?, Instant::now())) }
    });
    while !agent.show(&id.into()).await?.live.listening {}
    let start = Instant::now();
    answer().await?;
    let (view, woken) = waiting.await??;
    ensure!(!view.interaction.is_pending(), "woken without an outcome");
    Ok(woken - start)
}
