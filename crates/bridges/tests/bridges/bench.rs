//! A desk with bridges, and what its person does.

use std::sync::Arc;
use std::time::Duration;

use sayso_bridges::{AgentServer, BridgeSetup, ProposedAction};
use sayso_core::surface::{Actor, Presence};
use sayso_core::{Command, InteractionId, OptionId, QuestionId, Submission, Surface};
use sayso_desk::cluster::Cluster;
use sayso_desk::store::{Query, Scope};
use sayso_desk::{Answering, Asking, RandomIds, Row, SystemClock, View};
use sayso_engine::{Engine, EngineConfig};
use sayso_store::{Options, SqliteStore};
use serde_json::json;
use tempfile::TempDir;
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

use crate::restarting::Restarting;
use crate::several_hubs::Turns;

/// What hasn't happened by then never will.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Between two looks, if nothing happens.
const LOOK: Duration = Duration::from_millis(50);

pub struct Bench {
    pub desk: Arc<Engine>,
    /// The same as the bridges see it.
    pub database: Arc<Restarting>,
    /// Tells the bridges that a server may have started.
    pub changed: watch::Sender<u64>,
    /// Which servers there are.
    pub servers: watch::Sender<Vec<AgentServer>>,
    bridges: JoinHandle<()>,
    /// Those of other hubs.
    others: JoinSet<()>,
    _dir: TempDir,
}

impl Bench {
    pub async fn new(server: AgentServer) -> Bench {
        Bench::with(vec![server]).await
    }

    pub async fn with(servers: Vec<AgentServer>) -> Bench {
        let dir = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&dir.path().join("sayso.db"), Options::default()).unwrap();
        let clock = Arc::new(SystemClock::new());
        let config = EngineConfig::default();
        let desk = Engine::start(Arc::new(store), clock.clone(), Arc::new(RandomIds), config);
        let desk = Arc::new(desk.await.unwrap());
        let database = Arc::new(Restarting::over(desk.clone()));
        let (changed, watched) = watch::channel(0);
        let (servers, wanted) = watch::channel(servers);
        let bridges = tokio::spawn(sayso_bridges::run(setup(database.clone(), wanted, watched)));
        let others = JoinSet::new();
        Bench { desk, database, changed, servers, bridges, others, _dir: dir }
    }

    /// The bridge is lost, and another one begins: as after a crash of the hub.
    pub async fn again(&mut self, server: AgentServer) {
        self.bridges.abort();
        let (changed, watched) = watch::channel(0);
        self.changed = changed;
        let (servers, wanted) = watch::channel(vec![server]);
        self.servers = servers;
        let setup = setup(self.database.clone(), wanted, watched);
        self.bridges = tokio::spawn(sayso_bridges::run(setup));
    }

    /// One more hub over this desk, among several.
    pub fn hub(&mut self, server: AgentServer) -> Arc<Turns> {
        let turns = Arc::new(Turns::default());
        let cluster: Arc<dyn Cluster> = turns.clone();
        let (_, watched) = watch::channel(0);
        let (servers, wanted) = watch::channel(vec![server]);
        let setup = setup(self.database.clone(), wanted, watched);
        let setup = BridgeSetup { cluster: Some(cluster), ..setup };
        self.others.spawn(async move {
            sayso_bridges::run(setup).await;
            drop(servers);
        });
        turns
    }

    pub fn tell(&self) {
        self.changed.send_modify(|times| *times += 1);
    }

    /// The rows, as soon as they are so.
    pub async fn until<T>(&self, what: &str, is: impl Fn(&[Row]) -> Option<T>) -> T {
        let looked = async {
            let mut cursor = self.desk.events(None).await.unwrap().cursor;
            loop {
                let query = Query { scope: Scope::All, search: None, after: None, limit: 100 };
                if let Some(found) = is(&self.desk.list(query).await.unwrap().rows) {
                    return found;
                }
                // Who listens is no event.
                if let Some(events) = self.desk.events_within(cursor, LOOK).await.unwrap() {
                    cursor = events.cursor;
                }
            }
        };
        match tokio::time::timeout(PATIENCE, looked).await {
            Ok(found) => found,
            Err(_) => panic!("never happened: {what}"),
        }
    }

    /// The pending question that the bridge waits for.
    pub async fn question(&self) -> View {
        let pending = |rows: &[Row]| {
            let waits = |row: &&Row| row.status.as_str() == "pending" && row.live.listening;
            rows.iter().find(waits).map(|row| row.id)
        };
        let id = self.until("a question is asked", pending).await;
        self.desk.show(&id.into()).await.unwrap()
    }

    /// How it ended, in a word and in words.
    pub async fn ends(&self, id: InteractionId, status: &str) -> String {
        let is = |rows: &[Row]| {
            rows.iter().find(|row| row.id == id && row.status.as_str() == status).map(|_| ())
        };
        self.until(status, is).await;
        let view = self.desk.show(&id.into()).await.unwrap();
        format!("{:?}", view.interaction.state)
    }

    pub async fn choose(&self, id: InteractionId, question: &str, option: &str) {
        let mut submission = Submission::default();
        let question = QuestionId::new(question.to_owned());
        submission.choose(question, vec![OptionId::new(option.to_owned())]);
        self.answer(id, submission).await;
    }

    pub async fn write(&self, id: InteractionId, question: &str, text: &str) {
        let mut submission = Submission::default();
        submission.write(QuestionId::new(question.to_owned()), text.to_owned());
        self.answer(id, submission).await;
    }

    async fn answer(&self, id: InteractionId, submission: Submission) {
        let ada = Actor::new(None, Surface::Web, Presence::Interactive);
        self.desk.act(id, Command::Answer { submission }, ada).await.unwrap();
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        self.bridges.abort();
    }
}

fn setup(
    desk: Arc<Restarting>,
    servers: watch::Receiver<Vec<AgentServer>>,
    changed: watch::Receiver<u64>,
) -> BridgeSetup {
    BridgeSetup {
        desk,
        clock: Arc::new(SystemClock::new()),
        servers,
        card: Box::new(|action: &ProposedAction, agent| {
            let title = action.input["command"].as_str().unwrap_or("a change").to_owned();
            json!({ "title": title, "prompt": format!("{agent}: {:?}", action.diff) })
        }),
        is_paused: Box::new(|_| false),
        is_ours: |_| Ok(()),
        actor: Actor::new(None, Surface::Cli, Presence::Unattended),
        cluster: None,
        machine: "here".to_owned(),
        changed,
    }
}
