//! A desk in this process, and a chat that is opened on it.

use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use sayso_core::attention::{Rung, RungFate, Trace};
use sayso_core::dialect::DialectLimits;
use sayso_core::interaction::Purpose;
use sayso_core::settings::{Key, SettingsLayer};
use sayso_core::surface::{Actor, Chats, Presence};
use sayso_core::{Command, Dialect, InteractionId, Submission, Surface};
use sayso_desk::{
    Answering, Ask, Asker, Asking, Clock, Conversations, Desk, Posts, RandomIds, Repeat,
    SystemClock, View,
};
use sayso_engine::{Engine, EngineConfig};
use sayso_relay::{Limits, Program, Prompt, Protocol};
use sayso_store::{Options, SqliteStore};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;

/// What has not happened by then will not.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Ann is asked; Bob is not.
#[derive(Clone, Copy)]
pub enum Who {
    Ann,
    Bob,
}

/// A message as people see it.
#[derive(Debug, Clone)]
pub struct Shown {
    pub text: String,
    pub is_in_thread: bool,
    pub edits: usize,
}

/// A chat with people in it, without a hub.
pub trait TestChat {
    const CHATS: Chats;
    /// Otherwise everything that is written is meant for the app.
    const HAS_THREADS: bool = true;
    /// The words for somebody from whom the agent takes no requests.
    const NO_REQUESTS: &'static str = "doesn't take requests from you";

    fn start() -> Self;

    /// What is run for as long as the surface is to be there.
    fn open(&self, ground: Ground) -> Pin<Box<dyn Future<Output = ()> + Send>>;

    /// How often a surface has connected.
    fn connections(&self) -> usize;

    fn messages(&self) -> Vec<Shown>;

    /// What was said to one person.
    fn hints(&self) -> Vec<String>;

    /// Somebody chooses an option of a question, by their places.
    fn pick(&self, who: Who, message: usize, question: usize, option: usize);

    /// Somebody replies to a message.
    fn reply(&self, who: Who, message: usize, text: &str);

    /// Somebody names the app and says this.
    fn call(&self, who: Who, text: &str);

    /// What was done last is delivered a second time.
    fn deliver_again(&self);
}

/// The system's clock, set forward by hand.
#[derive(Default)]
struct AheadClock {
    system: SystemClock,
    ahead: Mutex<Duration>,
}

impl Clock for AheadClock {
    fn now(&self) -> Timestamp {
        self.system.now() + *self.ahead.lock().unwrap()
    }

    fn running(&self) -> Duration {
        self.system.running()
    }

    fn sleep_until(&self, running: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        self.system.sleep_until(running)
    }
}

/// What a chat is opened on.
pub struct Ground {
    pub desk: Arc<dyn Desk>,
    pub posts: Posts,
    pub clock: Arc<dyn Clock>,
    pub agent: Option<(sayso_relay::RelaySetup, Conversations)>,
}

pub struct World<C> {
    pub chat: C,
    desk: Option<Arc<Engine>>,
    posts: Option<Posts>,
    clock: Arc<AheadClock>,
    running: Option<JoinHandle<()>>,
    runtime: Runtime,
    dir: TempDir,
}

impl<C: TestChat> World<C> {
    const RUNG: Rung = Rung::Chat(C::CHATS.0[0].id);

    pub fn new() -> World<C> {
        World::with_agent(json!(null))
    }

    /// What is said to the agent, and what it does then; `null`: there is none.
    pub fn with_agent(script: Value) -> World<C> {
        let dir = tempfile::tempdir().unwrap();
        if !script.is_null() {
            std::fs::write(dir.path().join("script.json"), script.to_string()).unwrap();
        }
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let clock = Arc::new(AheadClock::default());
        let (chat, desk, posts, running) = (C::start(), None, None, None);
        let mut world = World { chat, desk, posts, clock, running, runtime, dir };
        world.open();
        let id = C::CHATS.0[0].id;
        let desk = world.desk();
        let set = desk.set_setting(Key::Interface, Some(id.to_string()));
        world.runtime.block_on(set).unwrap();
        world
    }

    fn open(&mut self) {
        let clock: Arc<dyn Clock> = self.clock.clone();
        let dialects = DialectLimits { chats: C::CHATS, ..DialectLimits::default() };
        let config = EngineConfig { dialects, ..EngineConfig::default() };
        let (desk, ground) = self.runtime.block_on(ground(self.dir.path(), &clock, config));
        self.desk = Some(desk);
        self.posts = Some(ground.posts.of_chat(C::CHATS.0[0].id.as_str()));
        let before = self.chat.connections();
        self.running = Some(self.runtime.spawn(self.chat.open(ground)));
        eventually("the chat is connected", || self.chat.connections() > before);
    }

    /// The hub is killed, and another one starts.
    pub fn restart(&mut self) {
        if let Some(running) = self.running.take() {
            running.abort();
            assert!(self.runtime.block_on(running).unwrap_err().is_cancelled());
        }
        (self.desk, self.posts) = (None, None);
        self.open();
    }

    /// It is that much later by the wall clock.
    pub fn later(&self, by: Duration) {
        *self.clock.ahead.lock().unwrap() += by;
    }

    /// Nothing can be stored until this is dropped.
    pub fn store_is_out(&self) -> rusqlite::Connection {
        let store = rusqlite::Connection::open(self.dir.path().join("sayso.db")).unwrap();
        store.busy_timeout(PATIENCE).unwrap();
        store.execute_batch("BEGIN IMMEDIATE").unwrap();
        store
    }

    /// Waits until it is kept where its message lies.
    pub fn is_noted(&self, id: InteractionId) {
        eventually("noted", || self.posts.as_ref().is_some_and(|posts| !posts.of(id).is_empty()));
    }

    fn desk(&self) -> Arc<Engine> {
        Arc::clone(self.desk.as_ref().unwrap())
    }

    pub fn ask(&self, arguments: Value) -> InteractionId {
        let (dialect, asker) = (Dialect::UserChoice, Asker::default());
        let (purpose, repeat) = (Purpose::Decision, Repeat::New);
        let ask = Ask { dialect, arguments, asker, purpose, call_id: None, repeat };
        self.runtime.block_on(self.desk().ask(ask)).unwrap().interaction.id
    }

    /// Somebody answers on a page.
    pub fn answer_elsewhere(&self, id: InteractionId, option: &str) {
        let submission: Submission =
            serde_json::from_value(json!({"questions": {"q1": {"options": [option]}}})).unwrap();
        let carl = Actor::new(Some("carl".to_owned()), Surface::Web, Presence::Interactive);
        let act = Command::Answer { submission };
        self.runtime.block_on(self.desk().act(id, act, carl)).unwrap();
    }

    /// The ladder of attention has come to this chat.
    pub fn is_to_be_notified(&self, id: InteractionId) {
        let (at, fate) = (self.clock.now(), RungFate::Notified { taken_back: None });
        let told = Trace { rung: Self::RUNG, at, fate };
        assert!(self.runtime.block_on(self.desk().leave_traces(id, &[], vec![told])).unwrap());
    }

    /// Until its card says that this became of notifying this chat.
    pub fn card_says(&self, id: InteractionId, fate: RungFate) {
        let says = || {
            let traces = self.view(id).live.attention;
            traces.iter().any(|trace| trace.rung == Self::RUNG && trace.fate == fate)
        };
        eventually(&format!("the card says {fate:?}"), says);
    }

    pub fn view(&self, id: InteractionId) -> View {
        self.runtime.block_on(self.desk().show(&id.into())).unwrap()
    }

    /// Who answered, and what, in JSON, once it is settled.
    pub fn outcome(&self, id: InteractionId) -> Value {
        let settled = async { tokio::time::timeout(PATIENCE, self.desk().watch(id)).await };
        self.runtime.block_on(settled).expect("it is settled in time").unwrap();
        serde_json::to_value(self.view(id).interaction.outcome().unwrap()).unwrap()
    }

    pub fn message(&self, at: usize, words: &str) -> Shown {
        let says = || self.chat.messages().get(at).is_some_and(|it| it.text.contains(words));
        eventually(&format!("message {at} says `{words}`: {:?}", self.chat.messages()), says);
        self.chat.messages()[at].clone()
    }

    pub fn hint(&self, at: usize, words: &str) {
        eventually(&format!("hint {at}"), || self.chat.hints().len() > at);
        let hint = self.chat.hints()[at].clone();
        assert!(hint.contains(words), "`{words}` is not in `{hint}`");
    }
}

async fn ground(dir: &Path, clock: &Arc<dyn Clock>, config: EngineConfig) -> (Arc<Engine>, Ground) {
    let store = SqliteStore::open(&dir.join("sayso.db"), Options::default()).unwrap();
    let store = Arc::new(store);
    let posts = Posts::start(store.clone()).await.unwrap();
    let kept = Conversations::in_store(store.clone());
    let desk = Engine::start(store, clock.clone(), Arc::new(RandomIds), config).await.unwrap();
    let desk = Arc::new(desk);
    let agent = dir.join("script.json").exists().then(|| {
        let setup = sayso_relay::RelaySetup {
            desk: desk.clone(),
            conversations: kept.space("relay"),
            clock: clock.clone(),
            program: program(dir),
            agent: "scripted".to_owned(),
            card: Arc::new(
                |call, _| json!({ "title": call.input["command"], "prompt": "It wants to." }),
            ),
            environment: SettingsLayer::new(),
            limits: Limits::default(),
        };
        (setup, kept.space("chat"))
    });
    (desk.clone(), Ground { desk, posts, clock: clock.clone(), agent })
}

/// Speaks as Claude Code does, by a script.
fn program(dir: &Path) -> Program {
    let agents = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../relay/tests/agents");
    let agent = agents.join("claude.py").display().to_string();
    Program {
        command: vec!["python3".to_owned(), agent, dir.display().to_string()],
        protocol: Protocol::Claude,
        directory: dir.to_owned(),
        prompt: Prompt::Withheld,
        secrets: Vec::new(),
    }
}

/// Waits until it holds, looking again now and then; fails the test if it never does.
#[track_caller]
pub fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "never happened: {what}");
        std::thread::park_timeout(Duration::from_millis(5));
    }
}
