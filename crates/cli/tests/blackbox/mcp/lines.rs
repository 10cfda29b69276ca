//! A server started by an agent, driven line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::{PATIENCE, World};
use crate::watch;

pub struct Agent {
    child: Child,
    input: Option<ChildStdin>,
    told: Receiver<Value>,
    next: u64,
    /// What the server said when it was initialized.
    pub greeting: Value,
}

impl Agent {
    /// Starts the server with this command and initializes it.
    pub fn start(world: &World, command: &str) -> Agent {
        Agent::of(world.command([command]))
    }

    /// The same for a custom command.
    pub fn of(mut command: Command) -> Agent {
        let mut child = command.stdin(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let input = child.stdin.take();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (tell, told) = channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                if tell.send(serde_json::from_str(&line).unwrap()).is_err() {
                    return;
                }
            }
        });
        let mut agent = Agent { child, input, told, next: 0, greeting: Value::Null };
        agent.greeting = agent.request("initialize", greeting());
        assert_eq!(agent.greeting["serverInfo"]["name"], "sayso");
        agent.write(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        agent
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    pub fn send(&mut self, method: &str, params: Value) -> u64 {
        let id = self.next;
        self.next += 1;
        self.write(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    fn write(&mut self, message: &Value) {
        writeln!(self.input.as_mut().expect("not closed yet"), "{message}").unwrap();
    }

    /// As it is.
    pub fn write_line(&mut self, line: &str) {
        writeln!(self.input.as_mut().expect("not closed yet"), "{line}").unwrap();
    }

    /// The next message.
    pub fn told(&mut self) -> Value {
        self.told.recv_timeout(PATIENCE).expect("the server answers")
    }

    pub fn reply(&mut self, id: u64) -> Value {
        self.reply_if_within(PATIENCE, id).expect("the server answers")
    }

    /// `None`: there was none so far. A server that ended fails the test.
    pub fn reply_if_within(&mut self, patience: Duration, id: u64) -> Option<Value> {
        let told = match self.told.recv_timeout(patience) {
            Err(RecvTimeoutError::Timeout) => return None,
            told => told.expect("the server runs"),
        };
        assert_eq!(told["id"], id, "{told}");
        Some(told["result"].clone())
    }

    /// The next reply, with the number of its call.
    pub fn next_reply(&mut self) -> (u64, Value) {
        loop {
            let told = self.told.recv_timeout(PATIENCE).expect("the server answers");
            if let Some(id) = told["id"].as_u64() {
                return (id, told["result"].clone());
            }
        }
    }

    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        self.reply(id)
    }

    pub fn send_call(&mut self, tool: &str, arguments: &Value) -> u64 {
        self.send("tools/call", json!({ "name": tool, "arguments": arguments }))
    }

    pub fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let id = self.send_call(tool, arguments);
        self.reply(id)
    }

    pub fn close_input(&mut self) {
        drop(self.input.take());
    }

    /// Waits until it ends.
    #[track_caller]
    pub fn ends(&mut self) -> ExitStatus {
        watch::ends("the server", self.child.id());
        self.child.wait().unwrap()
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The `initialize` parameters of a client.
pub fn greeting() -> Value {
    json!({
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": { "name": "claude-code", "version": "1.2.3" },
    })
}
