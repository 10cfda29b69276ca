//! Codex: answered here, answered there, both, and neither.

use sayso_bridges::AgentServer;
use sayso_core::{Dialect, InteractionId};
use serde_json::{Value, json};

use crate::bench::Bench;
use crate::daemon::{Client, FakeCodex, THREAD};

pub async fn connected() -> (FakeCodex, Client, Bench) {
    let codex = FakeCodex::start();
    let bench = Bench::new(AgentServer::Codex(codex.home())).await;
    let client = codex.client().await;
    (codex, client, bench)
}

pub async fn asks_command(client: &mut Client, id: u64, item: &str) {
    let about = json!({ "kind": "command", "threadId": THREAD, "turnId": "u1", "itemId": item,
        "reason": "May I?", "command": format!("/bin/bash -lc 'touch {item}'"),
        "cwd": "/home/ann/api", "availableDecisions": ["accept", "cancel"] });
    client.asks(id, "item/commandExecution/requestApproval", about).await;
}

pub async fn asks_question(client: &mut Client, id: u64, item: &str) {
    let about = json!({ "threadId": THREAD, "turnId": "u1", "itemId": item, "questions": [
        { "id": "store", "header": "Store", "question": "Which store?", "isOther": true,
          "isSecret": false, "options": [
            { "label": "PostgreSQL", "description": "A server" },
            { "label": "SQLite", "description": "One file" }] }] });
    client.asks(id, "item/tool/requestUserInput", about).await;
}

/// Denied here, with words, while it is open there too.
pub async fn denied(client: &mut Client, bench: &Bench, id: u64, item: &str) -> InteractionId {
    asks_command(client, id, item).await;
    let asked = bench.question().await.interaction.id;
    bench.write(asked, "q1", "use make").await;
    let reply = json!({ "id": id, "result": { "decision": "decline" } });
    assert_eq!(client.receives().await, reply, "the decision, and nothing before it");
    client.resolved(id).await;
    asked
}

/// The call by which its model is told the person's words.
pub async fn told_why(client: &mut Client) -> Value {
    let call = client.receives().await;
    assert_eq!(call["method"], "turn/steer", "{call}");
    assert!(call["params"]["input"][0]["text"].as_str().unwrap().ends_with("use make"), "{call}");
    call["id"].clone()
}

pub async fn turn_is_over(client: &mut Client) {
    let over = json!({ "threadId": THREAD, "turn": { "id": "u1", "status": "completed" } });
    client.says("turn/completed", over).await;
}

pub fn answered(label: &str) -> Value {
    json!({ "answers": { "store": { "answers": [label] } } })
}

/// REQ: AD-1, AD-2, AD-3
#[tokio::test]
async fn an_answer_from_here_counts_when_codex_has_acted_on_it() {
    let (codex, mut client, bench) = connected().await;
    asks_command(&mut client, 0, "c1").await;
    let first = bench.question().await.interaction;
    assert_eq!(
        (first.origin.dialect, first.form.title.as_str()),
        (Dialect::Permission, "touch c1")
    );
    bench.choose(first.id, "q1", "allow").await;
    let reply = json!({ "id": 0, "result": { "decision": "accept" } });
    assert_eq!(client.receives().await, reply);
    bench.ends(first.id, "given").await;
    client.resolved(0).await;
    client.completes("c1", "completed").await;
    bench.ends(first.id, "submitted").await;

    // A decision has no place for words: they follow, and it counts when they were taken.
    let second = denied(&mut client, &bench, 1, "c2").await;
    client.completes("c2", "declined").await;
    let call = told_why(&mut client).await;
    bench.ends(second, "given").await;
    client.send(&json!({ "id": call, "result": { "turnId": "u1" } })).await;
    bench.ends(second, "submitted").await;

    asks_question(&mut client, 2, "c3").await;
    let third = bench.question().await.interaction.id;
    bench.choose(third, "q1", "2").await;
    assert_eq!(client.receives().await, json!({ "id": 2, "result": answered("SQLite") }));
    codex.returns("c3", &answered("SQLite"));
    client.resolved(2).await;
    bench.ends(third, "submitted").await;
}

/// REQ: AD-3, NA-6
#[tokio::test]
async fn what_is_answered_there_is_withdrawn_here_with_what_was_said() {
    let (codex, mut client, bench) = connected().await;
    asks_command(&mut client, 0, "c1").await;
    let first = bench.question().await.interaction.id;
    client.resolved(0).await;
    client.completes("c1", "completed").await;
    let end = bench.ends(first, "withdrawn").await;
    assert!(end.contains("allowed in Codex"), "{end}");

    asks_question(&mut client, 1, "c2").await;
    let second = bench.question().await.interaction.id;
    codex.returns("c2", &answered("PostgreSQL"));
    client.resolved(1).await;
    let end = bench.ends(second, "withdrawn").await;
    assert!(end.contains("answered “PostgreSQL” in Codex"), "{end}");

    // A long command says nothing before its end.
    asks_command(&mut client, 2, "c3").await;
    let third = bench.question().await.interaction.id;
    client.resolved(2).await;
    let end = bench.ends(third, "withdrawn").await;
    assert!(end.contains("answered in Codex"), "{end}");

    asks_command(&mut client, 3, "c4").await;
    let fourth = bench.question().await.interaction.id;
    client.resolved(3).await;
    let over = json!({ "threadId": THREAD, "turn": { "id": "u1", "status": "interrupted" } });
    client.says("turn/completed", over).await;
    let end = bench.ends(fourth, "withdrawn").await;
    assert!(end.contains("stopped in Codex"), "{end}");
}

/// Nobody says who was first: what was done does.
/// REQ: AD-3
#[tokio::test]
async fn in_a_tie_the_card_says_what_really_happened() {
    let (codex, mut client, bench) = connected().await;
    asks_command(&mut client, 0, "c1").await;
    let first = bench.question().await.interaction.id;
    bench.choose(first, "q1", "allow").await;
    client.receives().await;
    client.resolved(0).await;
    client.completes("c1", "declined").await;
    let end = bench.ends(first, "withdrawn").await;
    assert!(end.contains("in Codex"), "{end}");

    asks_question(&mut client, 1, "c2").await;
    let second = bench.question().await.interaction.id;
    bench.choose(second, "q1", "2").await;
    client.receives().await;
    codex.returns("c2", &answered("PostgreSQL"));
    client.resolved(1).await;
    let end = bench.ends(second, "withdrawn").await;
    assert!(end.contains("answered “PostgreSQL” in Codex"), "{end}");
}

/// It was allowed in the terminal a moment before: its model is never told that it was denied.
/// REQ: AD-3
#[tokio::test]
async fn words_follow_only_a_denial_that_counted() {
    let (_codex, mut client, bench) = connected().await;
    let lost = denied(&mut client, &bench, 0, "c1").await;
    client.completes("c1", "completed").await;
    let end = bench.ends(lost, "withdrawn").await;
    assert!(end.contains("allowed in Codex"), "{end}");

    let late = denied(&mut client, &bench, 1, "c2").await;
    client.completes("c2", "declined").await;
    let call = told_why(&mut client).await;
    turn_is_over(&mut client).await;
    let error = json!({ "code": -32600, "message": "no active turn to steer" });
    client.send(&json!({ "id": call, "error": error })).await;
    let end = bench.ends(late, "withdrawn").await;
    assert!(end.contains("not known which words it read"), "{end}");
}

/// REQ: AD-3
#[tokio::test]
async fn what_a_question_returned_is_read_also_after_its_turn_and_never_guessed() {
    let (codex, mut client, bench) = connected().await;
    asks_question(&mut client, 0, "c1").await;
    let first = bench.question().await.interaction.id;
    bench.choose(first, "q1", "2").await;
    client.receives().await;
    client.resolved(0).await;
    turn_is_over(&mut client).await;
    assert_eq!(client.receives().await["method"], "thread/unsubscribe");
    codex.returns("c1", &answered("SQLite"));
    bench.ends(first, "submitted").await;

    // Such as whether it may install something: no call of a tool returns that.
    let waits = json!({ "type": "active", "activeFlags": ["waitingOnUserInput"] });
    client.says("thread/status/changed", json!({ "threadId": THREAD, "status": waits })).await;
    client.resumed(&codex.rollout()).await;
    asks_question(&mut client, 1, "c2").await;
    let second = bench.question().await.interaction.id;
    bench.choose(second, "q1", "2").await;
    client.receives().await;
    client.resolved(1).await;
    turn_is_over(&mut client).await;
    let end = bench.ends(second, "withdrawn").await;
    assert!(end.contains("doesn't say which answer it took"), "{end}");
}

/// One item may ask more than once, also at the same time: servers' questions have only their server's name.
/// REQ: AD-1, AD-3
#[tokio::test]
async fn each_request_is_a_question_of_its_own() {
    let (_codex, mut client, bench) = connected().await;
    for id in [0, 1] {
        let about = json!({ "threadId": THREAD, "turnId": "u1", "serverName": "docs",
            "message": "May docs be called?" });
        client.asks(id, "mcpServer/elicitation/request", about).await;
    }
    let both = |rows: &[sayso_desk::Row]| (rows.len() == 2).then_some(());
    bench.until("both are shown", both).await;
    client.resolved(0).await;
    let one_left = |rows: &[sayso_desk::Row]| {
        let left = rows.iter().filter(|row| row.status.as_str() == "pending").count();
        (left == 1).then_some(())
    };
    bench.until("the other one stays", one_left).await;
}

/// What is pending is sent again to a newcomer. Nothing was said to the daemon in between.
/// REQ: AD-3
#[tokio::test]
async fn a_bridge_that_was_lost_finds_its_questions_again_and_a_daemon_that_ends_leaves_none() {
    let (codex, mut client, mut bench) = connected().await;
    asks_command(&mut client, 0, "c1").await;
    bench.question().await;
    bench.again(AgentServer::Codex(codex.home())).await;
    let mut next = codex.client().await;
    asks_command(&mut next, 0, "c1").await;
    let id = bench.question().await.interaction.id;
    let dir = codex.kill();
    drop(next);
    let end = bench.ends(id, "withdrawn").await;
    assert!(end.contains("Codex ended"), "{end}");
    let codex = FakeCodex::again(dir);
    bench.tell();
    let mut again = codex.client().await;
    asks_command(&mut again, 0, "c2").await;
    let id = bench.question().await.interaction.id;
    bench.choose(id, "q1", "deny").await;
    let reply = json!({ "id": 0, "result": { "decision": "decline" } });
    assert_eq!(again.receives().await, reply);
}

/// A session whose turn is over may be unloaded; the next one is said to everybody.
/// REQ: AD-1
#[tokio::test]
async fn a_session_is_listened_to_while_it_works() {
    let (codex, mut client, bench) = connected().await;
    let status = |status: Value| json!({ "threadId": THREAD, "status": status });
    let over = json!({ "threadId": THREAD, "turn": { "id": "u1", "status": "completed" } });
    client.says("turn/completed", over).await;
    assert_eq!(client.receives().await["method"], "thread/unsubscribe");
    let waits = json!({ "type": "active", "activeFlags": ["waitingOnApproval"] });
    client.says("thread/status/changed", status(waits)).await;
    client.resumed(&codex.rollout()).await;
    asks_command(&mut client, 5, "c1").await;
    bench.question().await;
}
