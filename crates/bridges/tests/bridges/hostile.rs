//! Servers that say what they never should: things that repeat, garbage, and too much.

use sayso_bridges::AgentServer;
use serde_json::{Value, json};

use crate::bench::Bench;
use crate::codex::{asks_command, connected};
use crate::daemon::THREAD;
use crate::server::FakeServer;

/// What was allowed was done, so a repeated request is a new one.
/// REQ: AD-3, NA-6
#[tokio::test]
async fn a_decision_that_counted_is_never_given_again() {
    let (_codex, mut client, bench) = connected().await;
    asks_command(&mut client, 0, "c1").await;
    let first = bench.question().await.interaction.id;
    bench.choose(first, "q1", "allow").await;
    client.receives().await;
    client.resolved(0).await;
    client.completes("c1", "completed").await;
    bench.ends(first, "submitted").await;
    asks_command(&mut client, 0, "c1").await;
    let second = bench.question().await.interaction.id;
    bench.choose(second, "q1", "deny").await;
    assert_eq!(client.receives().await["result"], json!({ "decision": "decline" }));
}

/// Some models name their calls `call_1` in every session.
/// REQ: AD-2, AD-3
#[tokio::test]
async fn items_of_the_same_name_in_two_sessions_are_not_mixed_up() {
    let (_codex, mut client, bench) = connected().await;
    let edit = |thread: &str, diff: &str| {
        let path = "/home/ann/api/a.md";
        let change = json!({ "path": path, "kind": { "type": "add" }, "diff": diff });
        let item = json!({ "type": "fileChange", "id": "call_1", "status": "inProgress",
            "changes": [change] });
        json!({ "threadId": thread, "item": item })
    };
    client.says("item/started", edit(THREAD, "mine\n")).await;
    client.says("item/started", edit("t2", "another\n")).await;
    let about = json!({ "threadId": THREAD, "turnId": "u1", "itemId": "call_1" });
    client.asks(0, "item/fileChange/requestApproval", about).await;
    let asked = bench.question().await.interaction;
    let card = format!("{:?}", asked.form);
    assert!(card.contains("+mine") && !card.contains("another"), "{card}");
    let item = json!({ "type": "fileChange", "id": "call_1", "status": "completed" });
    client.says("item/completed", json!({ "threadId": "t2", "item": item })).await;
    asks_command(&mut client, 1, "c2").await;
    let both = |rows: &[sayso_desk::Row]| (rows.len() == 2).then_some(());
    bench.until("what comes later is here", both).await;
    bench.choose(asked.id, "q1", "deny").await;
    assert_eq!(client.receives().await, json!({ "id": 0, "result": { "decision": "decline" } }));
}

/// REQ: AD-3
#[tokio::test]
async fn garbage_and_long_messages_of_a_daemon_are_passed_over() {
    let (_codex, mut client, bench) = connected().await;
    asks_command(&mut client, 0, "c1").await;
    let asked = bench.question().await.interaction.id;
    client.send(&json!("half a li")).await;
    client.send(&json!({ "id": -1.5, "method": 7, "result": [] })).await;
    client.send(&json!({ "id": 99, "result": { "data": [1, null, {}] } })).await;
    client.says("serverRequest/resolved", Value::Null).await;
    client.says("item/completed", json!({ "item": "c1" })).await;
    client
        .says("item/started", json!({ "item": { "id": "x", "output": "x".repeat(20 << 20) } }))
        .await;
    asks_command(&mut client, 1, "c2").await;
    let both = |rows: &[sayso_desk::Row]| (rows.len() == 2).then_some(());
    bench.until("what comes later is here", both).await;
    bench.choose(asked, "q1", "allow").await;
    assert_eq!(client.receives().await, json!({ "id": 0, "result": { "decision": "accept" } }));
}

/// REQ: AD-3
#[tokio::test]
async fn an_id_that_is_no_part_of_an_address_ends_no_bridge() {
    let mut server = FakeServer::start().await;
    let url = AgentServer::opencode_url(server.port, None);
    let bench = Bench::new(AgentServer::opencode(&url).unwrap()).await;
    server.called().await;
    let permission = |id: &str| {
        json!({ "id": id, "sessionID": "ses_1", "permission": "bash",
            "metadata": { "command": "touch one" } })
    };
    server.says("permission.asked", permission("per 1\n/../?"));
    let asked = bench.question().await.interaction.id;
    bench.choose(asked, "q1", "allow").await;
    assert_eq!(server.called().await.0, "/permission/per%201%0A%2F%2E%2E%2F%3F/reply");
    bench.ends(asked, "submitted").await;
}

/// REQ: AD-3
#[tokio::test]
async fn an_answer_that_a_server_did_not_take_is_given_again_when_it_is_back() {
    let mut server = FakeServer::start().await;
    let url = AgentServer::opencode_url(server.port, None);
    let bench = Bench::new(AgentServer::opencode(&url).unwrap()).await;
    server.called().await;
    let permission = json!({ "id": "per_1", "sessionID": "ses_1", "permission": "bash",
        "metadata": { "command": "touch one" } });
    server.list(json!([permission]), json!([]), json!({ "ses_1": {} }));
    server.says("permission.asked", permission);
    let asked = bench.question().await.interaction.id;
    for _ in 0..3 {
        server.replies_with(500);
    }
    bench.choose(asked, "q1", "allow").await;
    for _ in 0..3 {
        server.called().await;
    }
    server.hang_up();
    assert_eq!(server.called().await.0, "/event");
    assert_eq!(server.called().await.1, json!({ "reply": "once" }));
    bench.ends(asked, "submitted").await;
}
