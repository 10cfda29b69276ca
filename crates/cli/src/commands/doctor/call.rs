//! A test question, asked through a server as an agent would reach it, and answered here.

use std::path::Path;
use std::process::Stdio;

use anyhow::Context;
use sayso_api::RemoteDesk;
use sayso_core::{Command, IdPrefix, Submission};
use sayso_desk::{Answering, Asking, DeskError};
use sayso_setup::EntryTransport;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite};
use tokio::process::Child;
use tokio::task::JoinHandle;

use super::http;
use crate::mcp_client::McpClient;
use crate::wiring;

/// Why it didn't work, for a person.
#[derive(Debug)]
pub(crate) enum Failure {
    Start {
        command: String,
        why: String,
    },
    Version(String),
    OtherHub,
    /// It works as far as the hub, which doesn't take the question.
    Refused(String),
    Broken(String),
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Start { command, why } => write!(f, "`{command}` cannot be started: {why}"),
            Failure::Version(theirs) => write!(
                f,
                "it uses another version of sayso: {theirs}, not {}",
                env!("CARGO_PKG_VERSION")
            ),
            Failure::OtherHub => {
                f.write_str("it uses another data directory, so its questions do not arrive here")
            }
            Failure::Refused(why) => write!(f, "asking failed: {why}"),
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

/// Reaches the server, asks, answers, and compares. It is started in the home directory: what lies in
/// this one may be anybody's, and `npx` would run it.
pub(crate) async fn round_trip(
    client: &str,
    connection: &EntryTransport,
    environment: &[(String, String)],
    home: &Path,
    desk: &RemoteDesk,
) -> Result<(), Failure> {
    let mut server = match connection {
        EntryTransport::Starts(words) => Server::start(words, environment, home)?,
        EntryTransport::Calls { url, headers } => Server::over_http(url, headers)?,
    };
    match server.call(client, desk).await {
        Err(Failure::Broken(why)) => Err(Failure::Broken(server.last_words().await.unwrap_or(why))),
        called => called,
    }
}

struct Server {
    client: McpClient<Box<dyn AsyncRead + Send + Unpin>, Box<dyn AsyncWrite + Send + Unpin>>,
    behind: Behind,
}

/// What is at the other end.
enum Behind {
    Process(Child),
    Http(JoinHandle<anyhow::Result<()>>),
}

impl Server {
    fn start(
        words: &[String],
        environment: &[(String, String)],
        home: &Path,
    ) -> Result<Server, Failure> {
        let Some((program, arguments)) = words.split_first() else {
            return Err(Failure::Broken("its entry names neither a command nor a URL".to_owned()));
        };
        let spawned = tokio::process::Command::new(program)
            .args(arguments)
            .current_dir(home)
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
        let client = McpClient::new(Box::new(output) as _, Box::new(input) as _);
        Ok(Server { client, behind: Behind::Process(child) })
    }

    fn over_http(url: &str, headers: &[(String, String)]) -> Result<Server, Failure> {
        let (stream, bridge) = http::open(url, headers)?;
        let (output, input) = tokio::io::split(stream);
        let client = McpClient::new(Box::new(output) as _, Box::new(input) as _);
        Ok(Server { client, behind: Behind::Http(bridge) })
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
    async fn asked(&mut self) -> Result<IdPrefix, Failure> {
        loop {
            let message = self.client.receive().await?;
            if let Some(text) = message["params"]["message"].as_str() {
                let behind = text.split(" answer ").skip(1);
                let ids = behind.map(|rest| {
                    rest.chars().take_while(|letter| letter.is_ascii_hexdigit() || *letter == '-')
                });
                let id = ids.map(String::from_iter).find(|id| !id.is_empty());
                let id = id.context("it does not say where to answer")?;
                return Ok(id.parse().map_err(anyhow::Error::from)?);
            }
            if message["id"] == CALL {
                let text = &message["result"]["content"][0]["text"];
                let error = message["error"]["message"].as_str().or(text.as_str());
                let why = error.unwrap_or("no reason is given");
                // What follows is for a model.
                let why = why.split(". ").next().unwrap_or(why).trim_start_matches("Error: ");
                return Err(Failure::Refused(sayso_core::text::clean_line(why)));
            }
        }
    }

    /// What it said before it ended, if it has ended.
    async fn last_words(&mut self) -> Option<String> {
        let second = std::time::Duration::from_secs(1);
        match &mut self.behind {
            Behind::Process(child) => {
                tokio::time::timeout(second, child.wait()).await.ok()?.ok()?;
                let mut said = String::new();
                child.stderr.take()?.read_to_string(&mut said).await.ok()?;
                let line = said.lines().rev().find(|line| !line.trim().is_empty())?;
                let line = sayso_core::text::clean_line(line);
                Some(format!("what it starts ends at once: {line}"))
            }
            Behind::Http(bridge) => {
                let ended = tokio::time::timeout(second, bridge).await.ok()?.ok()?;
                ended.err().map(|error| format!("{error:#}"))
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        match &self.behind {
            Behind::Process(_) => {}
            Behind::Http(bridge) => bridge.abort(),
        }
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
