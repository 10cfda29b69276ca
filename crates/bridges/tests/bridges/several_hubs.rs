//! Several hubs over one database, as far as a bridge knows: whose turn it is.

use async_trait::async_trait;
use sayso_bridges::AgentServer;
use sayso_desk::StoreError;
use sayso_desk::cluster::{Cluster, ClusterNews, OtherHub, Take, Taken};
use serde_json::json;
use tokio::sync::{mpsc, watch};

use crate::bench::{Bench, PATIENCE};
use crate::codex::asks_command;
use crate::daemon::FakeCodex;
use crate::server::FakeServer;

/// One hub among others.
#[derive(Default)]
pub struct Turns {
    pub ours: watch::Sender<bool>,
    /// What it was asked for last.
    pub name: watch::Sender<String>,
}

impl Turns {
    pub async fn is_asked(&self) {
        let mut asked = self.name.subscribe();
        tokio::time::timeout(PATIENCE, asked.wait_for(|name| !name.is_empty()))
            .await
            .expect("it waits for its turn")
            .unwrap();
    }
}

#[async_trait]
impl Cluster for Turns {
    fn duty(&self, name: &str) -> watch::Receiver<bool> {
        self.name.send_replace(name.to_owned());
        self.ours.subscribe()
    }

    fn listen(&self) -> mpsc::UnboundedReceiver<ClusterNews> {
        mpsc::unbounded_channel().1
    }

    async fn alive(&self) -> Result<Vec<OtherHub>, StoreError> {
        Ok(Vec::new())
    }

    fn say(&self, _: &str, _: Option<String>) {}

    async fn take(&self, _: &str, _: Take<'_>) -> Result<Taken, StoreError> {
        Ok(Taken::Done)
    }

    fn let_go(&self, _: &str) {}

    fn is_away(&self) -> watch::Receiver<bool> {
        watch::channel(false).1
    }
}

/// Otherwise the one takes the other's answer for one of the agent's own dialog.
/// REQ: AD-3, TM-2
#[tokio::test]
async fn one_of_several_hubs_serves_a_daemon_and_the_next_takes_its_questions_over() {
    let codex = FakeCodex::start();
    let mut bench = Bench::with(Vec::new()).await;
    let server = || AgentServer::Codex(codex.home());
    let (first, second) = (bench.hub(server()), bench.hub(server()));
    for _ in 0..2 {
        assert_eq!(codex.called().await.heard().await, None, "it waits for its turn");
    }
    first.is_asked().await;
    second.is_asked().await;
    assert_eq!(*first.name.borrow(), *second.name.borrow());
    first.ours.send_replace(true);
    let mut client = codex.client().await;
    asks_command(&mut client, 0, "c1").await;
    let id = bench.question().await.interaction.id;
    assert!(!codex.is_called(), "the other one goes on waiting");

    first.ours.send_replace(false);
    assert_eq!(client.heard().await, None);
    second.ours.send_replace(true);
    let mut client = codex.client().await;
    asks_command(&mut client, 0, "c1").await;
    bench.choose(id, "q1", "allow").await;
    assert_eq!(client.receives().await["result"], json!({ "decision": "accept" }));
    client.resolved(0).await;
    client.completes("c1", "completed").await;
    bench.ends(id, "submitted").await;

    // The next start may be noticed by the other hub only.
    drop(codex.kill());
    drop(client);
    second.ours.closed().await;
}

/// REQ: AD-3, TM-2
#[tokio::test]
async fn one_of_several_hubs_serves_a_server() {
    let mut server = FakeServer::start().await;
    let mut bench = Bench::with(Vec::new()).await;
    let url = AgentServer::opencode_url(server.port, Some("secret"));
    let hub = bench.hub(AgentServer::opencode(&url).unwrap());
    hub.is_asked().await;
    assert!(!hub.name.borrow().contains("secret"));
    hub.ours.send_replace(true);
    server.called().await;
    server.called().await;
    server.says(
        "permission.asked",
        json!({ "id": "per_1", "sessionID": "ses_1",
        "permission": "bash", "metadata": { "command": "touch one" } }),
    );
    let id = bench.question().await.interaction.id;
    bench.choose(id, "q1", "allow").await;
    assert_eq!(server.called().await.1, json!({ "reply": "once" }));
    bench.ends(id, "submitted").await;
    server.kill();
    hub.ours.closed().await;
}
