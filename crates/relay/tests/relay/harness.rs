//! A world with a desk, a relay, a scripted agent, and a conversation that records everything it is
//! told.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use sayso_core::surface::{Actor, Presence};
use sayso_core::{Command, Interaction, OptionId, Submission, Surface};
use sayso_desk::testing::{CountedIds, ManualClock};
use sayso_desk::{Answering, Asking, Conversations, Query, Scope, Store, View};
use sayso_engine::{Engine, EngineConfig};
use sayso_relay::{
    AgentStatus, Flow, Limits, Notice, Piece, Program, Prompt, Protocol, Relay, RelaySetup,
    UserMessage, Venue,
};
use sayso_store::{Options, SqliteStore};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::watch as watching;

use crate::watch::{self, Changes, WatchFlags};

/// The limit of every wait: what hasn't happened by then never will.
pub const PATIENCE: Duration = Duration::from_secs(30);

pub const KEY: &str = "test 1";

pub struct World {
    pub dir: TempDir,
    pub clock: Arc<ManualClock>,
    pub desk: Arc<Engine>,
    pub relay: Relay,
    pub seen: Arc<Seen>,
    program: Program,
}

impl World {
    /// With an agent of this protocol and script.
    pub async fn new(protocol: Protocol, script: Value) -> World {
        World::prompted(protocol, script, Prompt::Withheld).await
    }

    pub async fn prompted(protocol: Protocol, script: Value, prompt: Prompt) -> World {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("script.json"), script.to_string()).unwrap();
        let name = match protocol {
            Protocol::Claude => "claude.py",
            Protocol::Plain => "plain.py",
            Protocol::Acp => "acp_agent.py",
            Protocol::Codex => panic!("what it says is in `codex_tests.rs`"),
        };
        let agents = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/agents");
        let python = match protocol {
            Protocol::Claude | Protocol::Codex | Protocol::Plain => "python3".to_owned(),
            Protocol::Acp => with_sdk(),
        };
        let command = [python, agents.join(name).display().to_string()];
        let folder = dir.path().display().to_string();
        let program = Program {
            command: command.into_iter().chain([folder]).collect(),
            protocol,
            directory: dir.path().to_owned(),
            prompt,
            secrets: Vec::new(),
        };
        World::with(dir, program).await
    }

    pub async fn with(dir: TempDir, program: Program) -> World {
        let clock = Arc::new(ManualClock::new("2026-03-01T14:03:00Z".parse().unwrap()));
        World::open(dir, clock, program, Arc::default()).await
    }

    async fn open(
        dir: TempDir,
        clock: Arc<ManualClock>,
        program: Program,
        seen: Arc<Seen>,
    ) -> World {
        let store = SqliteStore::open(&dir.path().join("sayso.db"), Options::default()).unwrap();
        let store: Arc<dyn Store> = Arc::new(store);
        let ids = Arc::new(CountedIds::default());
        let config = EngineConfig::default();
        let desk = Engine::start(store.clone(), clock.clone(), ids, config).await.unwrap();
        let desk = Arc::new(desk);
        let setup = RelaySetup {
            desk: desk.clone(),
            conversations: Conversations::in_store(store),
            clock: clock.clone(),
            program: program.clone(),
            agent: "scripted".to_owned(),
            card: Arc::new(
                |call, _| json!({ "title": call.input["command"], "prompt": "It wants to." }),
            ),
            environment: Default::default(),
            limits: Limits::default(),
        };
        let relay = Relay::start(setup).await.unwrap();
        World { dir, clock, desk, relay, seen, program }
    }

    /// The process that leads the conversation is killed, and another one starts.
    pub async fn killed(self) -> World {
        let world = self.killed_and_not_resumed().await;
        let seen: Arc<dyn Venue> = world.seen.clone();
        world.relay.resume(|key, person| {
            assert_eq!((key, person), (KEY, "U1"));
            Some(Arc::clone(&seen))
        });
        world
    }

    pub async fn killed_and_not_resumed(self) -> World {
        let World { dir, clock, desk, relay, program, .. } = self;
        drop(relay);
        drop(desk);
        World::open(dir, clock, program, Arc::default()).await
    }

    pub async fn say(&self, text: &str) {
        let said = UserMessage { person: "U1".to_owned(), actor: ann(), text: text.to_owned() };
        self.relay.said(KEY, said, self.seen.clone()).await.unwrap();
    }

    /// The only pending question.
    pub async fn question(&self) -> Interaction {
        self.question_after(None).await
    }

    /// The same, once it is a different one.
    pub async fn question_after(&self, before: Option<&Interaction>) -> Interaction {
        let query = || Query { scope: Scope::Active, ..Query::default() };
        loop {
            let cursor = self.desk.events(None).await.unwrap().cursor;
            let page = self.desk.list(query()).await.unwrap();
            if let [row] = &page.rows[..]
                && before.is_none_or(|before| before.id != row.id)
            {
                return self.desk.show(&row.id.into()).await.unwrap().interaction;
            }
            within(self.desk.events(Some(cursor)), "a question").await.unwrap();
        }
    }

    pub async fn choose(&self, interaction: &Interaction, options: &[&str]) -> View {
        let mut submission = Submission::default();
        for (question, option) in interaction.form.questions.iter().zip(options) {
            submission.choose(question.id.clone(), vec![OptionId::from(*option)]);
        }
        self.desk.act(interaction.id, Command::Answer { submission }, ann()).await.unwrap()
    }

    /// What the agent's processes have recorded, in order.
    pub fn log(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(self.dir.path().join("log")).unwrap_or_default();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The messages that the agent got.
    pub fn told(&self) -> Vec<String> {
        let log = self.log();
        log.iter().filter_map(|entry| entry["said"].as_str().map(str::to_owned)).collect()
    }

    /// Waits until the condition holds for what the agent has recorded.
    pub async fn noted(&self, what: &str, holds: impl Fn() -> bool) {
        // Watches first, so that no write is missed between checking and waiting.
        let mut changes = Changes::within(self.dir.path(), WatchFlags::MODIFY);
        let look = async {
            while !holds() {
                changes.count(1).await;
            }
        };
        within(look, what).await;
    }

    /// How each of its processes was started.
    pub fn starts(&self) -> Vec<Value> {
        self.log().into_iter().filter(|entry| entry.get("started").is_some()).collect()
    }
}

/// A Python with the official SDKs; `scripts/test` installs it.
fn with_sdk() -> String {
    let clients = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/clients");
    let there = clients.join("installed").is_file();
    assert!(there, "the clients are not installed: run scripts/test once, which installs them");
    clients.join("venv/bin/python").display().to_string()
}

pub fn ann() -> Actor {
    Actor::new(
        Some("Ann".to_owned()),
        Surface::Chat(sayso_core::ChatId::new("irc")),
        Presence::Interactive,
    )
}

/// A choice as a model writes it.
pub fn choice(question: &str) -> String {
    let options = json!([{ "id": "1", "label": "Left" }, { "id": "2", "label": "Right" }]);
    let choice = json!({ "type": "user_choice", "question": question, "options": options });
    format!("\n```json\n{choice}\n```\n")
}

/// A form of two questions.
pub fn form() -> String {
    let one = |question: &str| json!({ "question": question, "options": ["Left", "Right"] });
    let form = json!({ "type": "user_choice_group", "question": "Both?", "choices": [one("First?"), one("Second?")] });
    format!("\n```json\n{form}\n```\n")
}

/// Waits until a process ends, while everything else continues.
pub async fn ends(pid: u64) {
    let pid = u32::try_from(pid).unwrap();
    tokio::task::spawn_blocking(move || watch::ends("a process of the agent", pid)).await.unwrap();
}

async fn within<T>(future: impl Future<Output = T>, what: &str) -> T {
    let waited = tokio::time::timeout(PATIENCE, future).await;
    waited.unwrap_or_else(|_| panic!("never happened: {what}"))
}

#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    Text(u64, String, Flow),
    Status(AgentStatus),
    Notice(Notice),
}

/// What a person would have seen.
pub struct Seen(watching::Sender<Vec<Event>>);

impl Default for Seen {
    fn default() -> Seen {
        Seen(watching::Sender::new(Vec::new()))
    }
}

impl Seen {
    fn note(&self, event: Event) {
        self.0.send_modify(|events| events.push(event));
    }

    pub async fn until(&self, what: &str, holds: impl Fn(&[Event]) -> bool) {
        let mut events = self.0.subscribe();
        let happens = tokio::time::timeout(PATIENCE, events.wait_for(|events| holds(events)));
        match happens.await {
            Ok(done) => drop(done.unwrap()),
            Err(_) => panic!("never happened: {what}; but {:#?}", self.0.borrow()),
        }
    }

    /// Waits until a complete text equals this, ignoring surrounding blanks.
    pub async fn text(&self, whole: &str) {
        self.until(whole, |events| {
            events.iter().any(|event| {
                matches!(event, Event::Text(_, text, Flow::Complete) if text.trim() == whole)
            })
        })
        .await;
    }

    /// Waits until this is the status, and was reported this many times.
    pub async fn status(&self, status: AgentStatus, times: usize) {
        self.until(&format!("{status:?} for the {times}. time"), |events| {
            let count = events.iter().filter(|event| **event == Event::Status(status)).count();
            let last = events.iter().rev().find(|event| matches!(event, Event::Status(_)));
            count >= times && last == Some(&Event::Status(status))
        })
        .await;
    }

    pub async fn notice(&self, notice: Notice) {
        let what = format!("{notice:?}");
        self.until(&what, |events| events.contains(&Event::Notice(notice.clone()))).await;
    }

    pub fn notices(&self) -> Vec<Notice> {
        notices(&self.0.borrow())
    }

    pub fn statuses(&self) -> Vec<AgentStatus> {
        let events = self.0.borrow();
        let statuses = events.iter().filter_map(|event| match event {
            Event::Status(status) => Some(*status),
            Event::Text(..) | Event::Notice(_) => None,
        });
        statuses.collect()
    }

    /// Everything that was ever shown as text.
    pub fn texts(&self) -> Vec<String> {
        texts(&self.0.borrow())
    }
}

pub fn notices(events: &[Event]) -> Vec<Notice> {
    let notices = events.iter().filter_map(|event| match event {
        Event::Notice(notice) => Some(notice.clone()),
        Event::Text(..) | Event::Status(_) => None,
    });
    notices.collect()
}

pub fn texts(events: &[Event]) -> Vec<String> {
    let texts = events.iter().filter_map(|event| match event {
        Event::Text(_, text, _) => Some(text.clone()),
        Event::Status(_) | Event::Notice(_) => None,
    });
    texts.collect()
}

#[async_trait]
impl Venue for Seen {
    /// Each text with what came before it.
    async fn text(&self, turn: u64, piece: Piece<'_>, flow: Flow) {
        let (before, text) = match piece {
            Piece::First(text) => (String::new(), text),
            Piece::Next(text) => (self.texts().pop().unwrap_or_default(), text),
        };
        self.note(Event::Text(turn, before + text, flow));
    }

    async fn status(&self, status: AgentStatus) {
        self.note(Event::Status(status));
    }

    async fn notice(&self, notice: Notice) {
        self.note(Event::Notice(notice));
    }
}
