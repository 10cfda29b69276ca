//! A desk with its own database file.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use sayso_core::surface::{Actor, Presence};
use sayso_core::{
    Command, Dialect, InteractionId, OptionId, Purpose, QuestionId, Submission, Surface,
};
use sayso_desk::testing::{CountedIds, ManualClock};
use sayso_desk::{Answering, Ask, Asker, Asking, DeskError, EventKind, Repeat, Store, View};
use sayso_engine::{Engine, EngineConfig};
use sayso_store::{Options, SqliteStore};
use serde_json::{Value, json};
use tempfile::TempDir;

pub struct Bench {
    pub clock: Arc<ManualClock>,
    pub store: Arc<dyn Store>,
    dir: TempDir,
}

impl Bench {
    pub fn new() -> Bench {
        let dir = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&dir.path().join("sayso.db"), Options::default()).unwrap();
        let start: Timestamp = "2026-03-01T14:03:00Z".parse().unwrap();
        Bench { clock: Arc::new(ManualClock::new(start)), store: Arc::new(store), dir }
    }

    /// A desk over this store; creating another one later is a restart.
    pub async fn desk(&self) -> Engine {
        self.desk_with(EngineConfig::default()).await
    }

    pub async fn desk_with(&self, config: EngineConfig) -> Engine {
        let ids = Arc::new(CountedIds::default());
        Engine::start(self.store.clone(), self.clock.clone(), ids, config).await.unwrap()
    }

    /// The process died and another one opened the same file.
    pub fn reopened(self) -> Bench {
        self.reopened_after("")
    }

    /// The same, with a change to the file in between.
    pub fn reopened_after(self, statement: &str) -> Bench {
        let Bench { clock, store, dir } = self;
        drop(store);
        let db = rusqlite::Connection::open(dir.path().join("sayso.db")).unwrap();
        db.execute_batch(statement).unwrap();
        drop(db);
        let store = SqliteStore::open(&dir.path().join("sayso.db"), Options::default()).unwrap();
        Bench { clock, store: Arc::new(store), dir }
    }
}

/// A choice between `pg` (recommended) and `lite`, with additional fields.
pub fn choice(more: Value) -> Ask {
    let mut arguments = json!({
        "title": "Pick a database",
        "prompt": "The storage layer is being rewritten. Which database should the service use?",
        "selection_mode": "single",
        "options": [
            { "id": "pg", "label": "PostgreSQL", "recommended": true },
            { "id": "lite", "label": "SQLite" },
        ],
    });
    for (name, value) in more.as_object().unwrap() {
        arguments[name] = value.clone();
    }
    ask(Dialect::ProvideChoice, arguments)
}

pub fn ask(dialect: Dialect, arguments: Value) -> Ask {
    let asker = Asker {
        agent: Some("claude-code".to_owned()),
        directory: Some("/work/api-server".to_owned()),
        ..Asker::default()
    };
    Ask {
        dialect,
        purpose: Purpose::Decision,
        arguments,
        asker,
        call_id: None,
        repeat: Repeat::New,
    }
}

pub fn questions() -> Ask {
    ask(
        Dialect::AskUserQuestions,
        json!({ "questions": [{
            "title": "Framework",
            "prompt": "Which framework should the new front end be built with?",
            "options": [{ "label": "React" }, { "label": "Svelte" }],
        }] }),
    )
}

pub fn choose(option: &str) -> Command {
    let mut submission = Submission::default();
    submission.choose(QuestionId::from("q1"), vec![OptionId::from(option)]);
    Command::Answer { submission }
}

pub fn person(name: &str, via: Surface) -> Actor {
    Actor::new(Some(name.to_owned()), via, Presence::Interactive)
}

/// Polls it once, so that it has started.
pub async fn begin<T>(call: &mut (impl Future<Output = T> + Unpin)) {
    tokio::select! {
        biased;
        _ = call => panic!("it cannot be done yet"),
        () = std::future::ready(()) => {}
    }
}

/// Begins it and drops it, as it happens to the call of a client that hangs up. The store has its own
/// threads, so it may even be done by then.
pub async fn dropped<T>(work: impl Future<Output = T>) {
    tokio::select! {
        biased;
        _ = work => {}
        () = std::future::ready(()) => {}
    }
}

pub async fn show(desk: &Engine, id: InteractionId) -> View {
    desk.show(&id.into()).await.unwrap()
}

/// Yields until the condition holds. The store has its own threads, so the number of polls isn't
/// fixed; fails after a while.
pub async fn until<F: Future<Output = bool>>(what: &str, mut holds: impl FnMut() -> F) {
    let start = std::time::Instant::now();
    while !holds().await {
        assert!(start.elapsed() < Duration::from_secs(20), "never happened: {what}");
        tokio::task::yield_now().await;
    }
}

pub async fn settled(desk: &Engine, id: InteractionId) -> View {
    until("settled", || async { !show(desk, id).await.interaction.is_pending() }).await;
    show(desk, id).await
}

/// The events, as text.
pub async fn words(desk: &Engine, after: sayso_desk::Cursor) -> Vec<String> {
    let events = desk.events(Some(after)).await.unwrap();
    assert_eq!(events.reset, None);
    events.events.iter().map(|event| word(&event.kind)).collect()
}

pub fn word(kind: &EventKind) -> String {
    match kind {
        EventKind::Created { row } => format!("created {}", row.title),
        EventKind::Changed { row, .. } => format!("changed {:?}", row.live.remaining_ms),
        EventKind::Settled { row } => format!("settled {}", row.status.as_str()),
        EventKind::Drafted { fields, .. } => format!("drafted {}", fields.len()),
        EventKind::Listening { listening, .. } => format!("listening {listening}"),
        EventKind::Delivered { .. } => "delivered".to_owned(),
        EventKind::Undelivered { .. } => "undelivered".to_owned(),
        EventKind::Removed { .. } => "removed".to_owned(),
        EventKind::Settings => "settings".to_owned(),
        EventKind::Presence => "presence".to_owned(),
    }
}

pub async fn cursor(desk: &Engine) -> sayso_desk::Cursor {
    desk.events(None).await.unwrap().cursor
}

#[track_caller]
pub fn refused<T>(result: Result<T, DeskError>) -> String {
    match result {
        Ok(_) => panic!("it was not refused"),
        Err(error) => error.to_string(),
    }
}
