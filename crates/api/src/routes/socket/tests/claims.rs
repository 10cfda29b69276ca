//! Claims on questions: they end with their call or with their connection, and say what became of it.

use std::time::Duration;

use sayso_core::surface::{Actor, Presence};
use sayso_core::{Command, InteractionId, Surface};
use sayso_desk::{Answering, Asking};
use serde_json::{Value, json};

use super::Hub;

impl Hub {
    async fn is_stopped(&self, id: InteractionId) -> bool {
        self.desk.show(&id.into()).await.unwrap().live.stopped
    }

    async fn until_stopped(&self, id: InteractionId, stopped: bool) {
        let comes = async {
            while self.is_stopped(id).await != stopped {
                tokio::task::yield_now().await;
            }
        };
        let in_time = tokio::time::timeout(Duration::from_secs(20), comes).await;
        in_time.unwrap_or_else(|_| panic!("it never became {stopped}"));
    }
}

fn parsed(id: &Value) -> InteractionId {
    id.as_str().unwrap().parse().unwrap()
}

/// A process that is killed between asking and waiting says nothing; its connection does.
/// REQ: RA-12
#[tokio::test]
async fn a_claim_that_ends_with_its_connection_marks_its_question() {
    let mut hub = Hub::start().await;
    let (released, _) = hub.claim(1).await;
    hub.send(json!({ "n": 1, "call": "stop" })).await;
    let mut ask = json!({ "dialect": "shell", "arguments": { "title": "Which?", "selection_mode":
        "single", "options": [{ "id": "a", "label": "A" }, { "id": "b", "label": "B" }] } });
    ask["repeat"] = json!("new");
    hub.send(json!({ "n": 2, "call": "ask", "ask": ask })).await;
    let left = hub.next().await["ok"]["view"]["id"].clone();
    let (released, left) = (parsed(&released), parsed(&left));
    assert!(!hub.is_stopped(left).await, "its process is about to wait");
    hub.reconnect().await;
    hub.until_stopped(left, true).await;
    assert!(!hub.is_stopped(released).await, "its call returned");
    // The process was alive, and comes back to it.
    hub.send(json!({ "n": 1, "call": "wait", "id": left })).await;
    hub.until_stopped(left, false).await;
}

/// What a client releases is free for its next call, which follows immediately.
/// REQ: SA-10
#[tokio::test(flavor = "multi_thread")]
async fn a_claim_ends_with_its_call() {
    let mut hub = Hub::start().await;
    let (id, joined) = hub.claim(1).await;
    assert!(!joined);
    let (other, joined) = hub.claim(2).await;
    assert!(!joined && other != id, "claimed");
    hub.send(json!({ "n": 2, "call": "stop" })).await;
    for n in 3..100 {
        // Waited for as well, like real calls.
        hub.send(json!({ "n": 1_000 + n, "call": "wait", "id": other })).await;
        hub.send(json!({ "n": 1_000 + n, "call": "stop" })).await;
        assert_eq!(hub.claim(n).await, (other.clone(), true), "call {n}");
        hub.send(json!({ "n": n, "call": "stop" })).await;
    }
}

/// Killed between asking and waiting: the next process asks the same and joins.
/// REQ: SA-10
#[tokio::test]
async fn a_claim_ends_with_its_connection() {
    let mut hub = Hub::start().await;
    let (id, _) = hub.claim(1).await;
    hub.reconnect().await;
    assert_eq!(hub.claim(1).await, (id.clone(), true));
    hub.desk.list(Default::default()).await.map(|page| assert_eq!(page.rows.len(), 1)).unwrap();
    // Answered and not delivered: collected by anyone who asks for it.
    let id = id.as_str().unwrap().parse().unwrap();
    hub.send(json!({ "n": 2, "call": "watch", "id": id })).await;
    let mut submission = sayso_core::Submission::default();
    submission.choose("q1".into(), vec!["1".into()]);
    let ann = Actor::new(None, Surface::Web, Presence::Interactive);
    hub.desk.act(id, Command::Answer { submission }, ann).await.unwrap();
    assert_eq!(hub.next().await, json!({ "n": 2, "ok": null }));
    hub.send(json!({ "n": 3, "call": "collect", "ids": [id] })).await;
    assert_eq!(hub.next().await["ok"], json!({ "late": [], "over": [] }), "claimed by call 1");
    hub.send(json!({ "n": 1, "call": "stop" })).await;
    hub.send(json!({ "n": 4, "call": "collect", "ids": [id] })).await;
    assert_eq!(hub.next().await["ok"]["late"][0]["id"], json!(id));
    hub.send(json!({ "n": 5, "call": "delivered", "id": id })).await;
    assert_eq!(hub.next().await["n"], 5);
    hub.send(json!({ "n": 6, "call": "collect", "ids": [id] })).await;
    assert_eq!(hub.next().await["ok"]["over"], json!([]), "call 4 has it");
    hub.send(json!({ "n": 4, "call": "stop" })).await;
    hub.send(json!({ "n": 7, "call": "collect", "ids": [id] })).await;
    assert_eq!(hub.next().await["ok"]["over"], json!([id]));
}
