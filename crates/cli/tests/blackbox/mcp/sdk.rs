//! The official SDKs, driven by a test: each runs in its own process, takes calls line by line and
//! reports the results.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

use serde_json::{Value, json};

use crate::harness::{PATIENCE, World};

/// How a client reaches the server.
#[derive(Debug, Clone, Copy)]
pub enum Over {
    Stdio,
    Http,
}

/// A connected client.
pub struct Sdk {
    child: Child,
    calls: Option<ChildStdin>,
    told: Receiver<Value>,
    /// What it reported when it connected.
    pub connected: Value,
}

/// Where `scripts/test` installs them.
pub fn installed() -> PathBuf {
    let clients = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/clients"));
    let there = clients.join("installed").is_file();
    assert!(there, "the clients are not installed: run scripts/test once, which installs them");
    clients.canonicalize().unwrap()
}

impl Sdk {
    /// `mode` is `auto` for the newest protocol, or `legacy` for one with `initialize`.
    pub fn python(world: &World, over: Over, mode: &str, roots: &[&str]) -> Sdk {
        let mut command = Command::new(installed().join("venv/bin/python"));
        command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/client.py"));
        let mut plan = plan(world, over);
        plan["mode"] = json!(mode);
        plan["roots"] = json!(roots);
        Sdk::start(command, plan)
    }

    pub fn typescript(world: &World, over: Over) -> Sdk {
        let clients = installed();
        // Modules are resolved relative to the script.
        let script = world.path("client.ts");
        std::fs::write(&script, include_str!("../../clients/client.ts")).unwrap();
        std::fs::write(world.path("package.json"), r#"{"type": "module"}"#).unwrap();
        std::os::unix::fs::symlink(clients.join("node_modules"), world.path("node_modules"))
            .unwrap();
        let mut command = Command::new(clients.join("node"));
        command.arg("--no-warnings").arg(script);
        Sdk::start(command, plan(world, over))
    }

    fn start(mut command: Command, plan: Value) -> Sdk {
        command.arg(plan.to_string()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let calls = child.stdin.take();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (tell, told) = channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let line = serde_json::from_str(&line).unwrap_or(Value::String(line));
                if tell.send(line).is_err() {
                    return;
                }
            }
        });
        let mut sdk = Sdk { child, calls, told, connected: Value::Null };
        sdk.connected = sdk.told("connected");
        sdk
    }

    /// Starts a call.
    pub fn call(&mut self, tool: &str, arguments: &Value) {
        let call = json!({ "tool": tool, "arguments": arguments });
        writeln!(self.calls.as_mut().expect("not left yet"), "{call}").unwrap();
    }

    /// Its next report, which must be of this kind.
    #[track_caller]
    pub fn told(&mut self, kind: &str) -> Value {
        let told = self.told.recv_timeout(PATIENCE).expect("the client tells something");
        told.get(kind).unwrap_or_else(|| panic!("no `{kind}`: {told}")).clone()
    }

    /// The result of the current call, skipping other reports.
    #[track_caller]
    pub fn outcome(&mut self) -> Value {
        loop {
            let told = self.told.recv_timeout(PATIENCE).expect("the client tells something");
            match told.get("result") {
                Some(result) => return result.clone(),
                None => assert!(told.get("progress").is_some(), "neither: {told}"),
            }
        }
    }

    /// Calls and gets the result.
    #[track_caller]
    pub fn result(&mut self, tool: &str, arguments: &Value) -> Value {
        self.call(tool, arguments);
        self.told("result")
    }

    /// Closes the connection properly.
    #[track_caller]
    pub fn leave(mut self) {
        drop(self.calls.take());
        let status = self.child.wait().unwrap();
        assert!(status.success(), "{status}");
    }
}

impl Drop for Sdk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Over HTTP a hub has to run.
fn plan(world: &World, over: Over) -> Value {
    match over {
        Over::Stdio => {
            let server = world.command(["mcp"]);
            let environment: serde_json::Map<String, Value> = server
                .get_envs()
                .map(|(name, value)| (text(name), json!(text(value.unwrap()))))
                .collect();
            json!({
                "command": text(server.get_program()),
                "arguments": ["mcp"],
                "environment": environment,
                "directory": world.path(""),
            })
        }
        Over::Http => json!({
            "url": format!("http://127.0.0.1:{}/mcp", world.hub_info().port),
            "token": world.run(&["token", "create"]).ok().stdout.trim(),
        }),
    }
}

fn text(name: &std::ffi::OsStr) -> String {
    name.to_str().unwrap().to_owned()
}
