//! A real browser, driven by the script that the tests use: each step is a line, and so is its
//! result.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, ensure};
use serde_json::{Value, json};

pub struct Browser {
    child: Child,
    /// Closed first, which makes the script close the browser.
    steps: Option<ChildStdin>,
    told: BufReader<ChildStdout>,
}

impl Browser {
    pub fn start() -> anyhow::Result<Browser> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let clients = here.join("../../target/clients");
        let program =
            std::env::var("SAYSO_TEST_CHROMIUM").unwrap_or("/usr/bin/chromium".to_owned());
        let there = clients.join("installed").is_file() && Path::new(&program).exists();
        ensure!(there, "no browser to measure with: run scripts/test once, which installs it");
        let mut child = Command::new(clients.join("node"))
            .arg(here.join("tests/portal/browser.js"))
            .args([clients.as_os_str(), program.as_ref()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let steps = child.stdin.take();
        let told = BufReader::new(child.stdout.take().context("no pipe")?);
        Ok(Browser { child, steps, told })
    }

    pub fn step(&mut self, page: &str, what: &str, mut step: Value) -> anyhow::Result<Value> {
        step["do"] = json!(what);
        step["page"] = json!(page);
        writeln!(self.steps.as_mut().context("closed")?, "{step}")?;
        let mut line = String::new();
        self.told.read_line(&mut line)?;
        let told: Value = serde_json::from_str(&line)?;
        ensure!(told.get("failed").is_none(), "{}", told["failed"]);
        Ok(told["ok"].clone())
    }

    pub fn evaluate(&mut self, page: &str, script: &str) -> anyhow::Result<Value> {
        self.step(page, "evaluate", json!({ "script": script }))
    }

    pub fn wait(&mut self, page: &str, selector: &str) -> anyhow::Result<()> {
        self.step(page, "wait", json!({ "selector": selector })).map(drop)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        drop(self.steps.take());
        let _ = self.child.wait();
    }
}
