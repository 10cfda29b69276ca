//! A test question, asked through a server that an agent would start, and answered here.

use std::process::Stdio;

use anyhow::Context;
use sayso_api::RemoteDesk;
use sayso_core::{Command, IdPrefix, Submission};
use sayso_desk::{Desk, DeskError};
use serde_json::{Value, json};
use tokio::io::AsyncReadExt;
use tokio::process::{Child, ChildStdin, ChildStdout};

use crate::mcp_client::McpClient;
use crate::wiring;

/// Why it didn't work, for a person.
#[derive(Debug)]
pub enum Failure {
    Start { command: String, why: String },
    Version(String),
    OtherHub,
    Broken(String),
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Start { command, why } => write!(f, "`{command}` cannot be started: {why}"),
            Failure::Version(theirs) => write!(
                f,
                "it starts another version of sayso: {theirs}, not {}",
                env!("CARGO_PKG_VERSION")
            ),
            Failure::OtherHub => {
                f.write_str("it uses another data directory, so its questions do not arrive here")
            }
            Failure::Broken(why) => f.write_str(why),
        }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        Failure::Broken(format!("{error:#}"))
    }
}

const CALL: u32 = 1;

/// Starts the server, asks, answers, and compares.
pub async fn round_trip(
    client: &str,
    words: &[String],
    environment: &[(String, String)],
    desk: &RemoteDesk,
) -> Result<(), Failure> {
    let mut server = Server::start(words, environment)?;
    let called = server.call(client, desk).await;
    match called {
        Err(Failure::Broken(why)) => Err(Failure::Broken(server.last_words().await.unwrap_or(why))),
        called => called,
    }
}

struct Server {
    child: Child,
    client: McpClient<ChildStdout, ChildStdin>,
}

impl Server {
    fn start(words: &[String], environment: &[(String, String)]) -> Result<Server, Failure> {
        let Some((program, arguments)) = words.split_first() else {
            return Err(Failure::Broken("it starts nothing".to_owned()));
        };
        let spawned = tokio::process::Command::new(program)
            .args(arguments)
            .env_clear()
            .envs(environment.iter().cloned())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn();
        let mut child = spawned
            .map_err(|error| Failure::Start { command: program.clone(), why: error.to_string() })?;
        let input = child.stdin.take().context("it has no input")?;
        let output = child.stdout.take().context("it has no output")?;
        Ok(Server { child, client: McpClient::new(output, input) })
    }

    async fn call(&mut self, client: &str, desk: &RemoteDesk) -> Result<(), Failure> {
        let hello = self.client.initialize(client).await?;
        let version = hello["serverInfo"]["version"].as_str().unwrap_or("unknown");
        if version != env!("CARGO_PKG_VERSION") {
            return Err(Failure::Version(version.to_owned()));
        }
        let params = json!({
            "name": "provide_choice",
            "arguments": question(),
            "_meta": { "progressToken": "doctor", sayso_mcp::PURPOSE: "test" },
        });
        self.client.call(CALL, params).await?;
        let id = self.asked().await?;
        let view = match desk.show(&id).await {
            Err(DeskError::NotFound { .. }) => return Err(Failure::OtherHub),
            view => view.map_err(anyhow::Error::from)?,
        };
        let question = view.interaction.form.questions[0].id.clone();
        let mut submission = Submission::default();
        submission.choose(question, vec![WORKS.into()]);
        let answer = Command::Answer { submission };
        let acted = desk.act(view.interaction.id, answer, wiring::actor()).await;
        acted.map_err(anyhow::Error::from)?;
        let reply = self.client.reply(CALL).await?;
        let got = &reply["result"]["structuredContent"];
        match got["selection"]["selected_ids"] == json!([WORKS]) {
            true => Ok(()),
            false => Err(Failure::Broken(format!("the answer did not arrive: {got}"))),
        }
    }

    /// The whole id, from the text that says where to answer.
    async fn asked(&mut self) -> anyhow::Result<IdPrefix> {
        loop {
            let message = self.client.receive().await?;
            if let Some(text) = message["params"]["message"].as_str() {
                let behind = text.split(" answer ").skip(1);
                let ids = behind.map(|rest| {
                    rest.chars().take_while(|letter| letter.is_ascii_hexdigit() || *letter == '-')
                });
                let id = ids.map(String::from_iter).find(|id| !id.is_empty());
                return Ok(id.context("it does not say where to answer")?.parse()?);
            }
            if message["id"] == CALL {
                let text = &message["result"]["content"][0]["text"];
                let error = message["error"]["message"].as_str().or(text.as_str());
                anyhow::bail!("asking failed: {}", error.unwrap_or("no reason is given"));
            }
        }
    }

    /// What it said before it ended, if it has ended.
    async fn last_words(&mut self) -> Option<String> {
        let ended = tokio::time::timeout(std::time::Duration::from_secs(1), self.child.wait());
        ended.await.ok()?.ok()?;
        let mut said = String::new();
        self.child.stderr.take()?.read_to_string(&mut said).await.ok()?;
        let line = said.lines().rev().find(|line| !line.trim().is_empty())?;
        Some(format!("what it starts ends at once: {}", sayso_core::text::clean_line(line)))
    }
}

const WORKS: &str = "works";

fn question() -> Value {
    json!({
        "title": "A test of sayso doctor",
        "prompt": "Nobody is asked this: it checks that a question and its answer arrive.",
        "selection_mode": "single",
        "options": [{
            "id": WORKS, "label": "It works", "description": "the answer arrives", "recommended": true,
        }],
        "timeout_seconds": 60,
    })
}
