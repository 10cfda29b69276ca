//! Codex: a connection that is lost, and a database that restarts.

use std::sync::atomic::Ordering;

use serde_json::json;

use crate::codex::{
    answered, asks_command, asks_question, connected, denied, told_why, turn_is_over,
};

/// The daemon is there, and sends what is pending again.
/// REQ: AD-3
#[tokio::test]
async fn a_connection_that_is_lost_ends_no_question() {
    let (codex, mut client, bench) = connected().await;
    asks_command(&mut client, 0, "c1").await;
    let first = bench.question().await.interaction.id;
    drop(client);
    let mut client = codex.client().await;
    asks_command(&mut client, 0, "c1").await;
    bench.choose(first, "q1", "allow").await;
    let reply = json!({ "id": 0, "result": { "decision": "accept" } });
    assert_eq!(client.receives().await, reply);

    // Lost before it was read, or before there was anything to read: it is given again.
    drop(client);
    let mut client = codex.client().await;
    asks_command(&mut client, 0, "c1").await;
    assert_eq!(client.receives().await, reply);
    client.resolved(0).await;
    client.completes("c1", "completed").await;
    bench.ends(first, "submitted").await;

    asks_command(&mut client, 1, "c2").await;
    let second = bench.question().await.interaction.id;
    drop(client);
    bench.choose(second, "q1", "deny").await;
    let mut client = codex.client().await;
    asks_command(&mut client, 1, "c2").await;
    let reply = json!({ "id": 1, "result": { "decision": "decline" } });
    assert_eq!(client.receives().await, reply);
}

/// What is not sent again was answered; what is known of it is in the session.
/// REQ: AD-3
#[tokio::test]
async fn what_happened_while_a_connection_was_lost_is_found_out_and_never_guessed() {
    let (codex, mut client, bench) = connected().await;
    asks_command(&mut client, 0, "c1").await;
    let open = bench.question().await.interaction.id;
    drop(client);
    let mut client = codex.client().await;
    let end = bench.ends(open, "withdrawn").await;
    assert!(end.contains("answered in Codex"), "{end}");

    asks_command(&mut client, 1, "c2").await;
    let allowed = bench.question().await.interaction.id;
    bench.choose(allowed, "q1", "allow").await;
    client.receives().await;
    drop(client);
    let items = json!([{ "type": "commandExecution", "id": "c2", "status": "declined" }]);
    let mut client = codex.client_after(json!({ "id": "u1", "items": items })).await;
    let end = bench.ends(allowed, "withdrawn").await;
    assert!(end.contains("declined or interrupted in Codex"), "{end}");

    asks_question(&mut client, 2, "c3").await;
    let question = bench.question().await.interaction.id;
    bench.choose(question, "q1", "2").await;
    client.receives().await;
    codex.returns("c3", &answered("SQLite"));
    drop(client);
    let mut client = codex.client().await;
    bench.ends(question, "submitted").await;

    asks_command(&mut client, 3, "c4").await;
    let unknown = bench.question().await.interaction.id;
    bench.choose(unknown, "q1", "allow").await;
    client.receives().await;
    drop(client);
    let _client = codex.client_after(json!({ "id": "u2", "items": [] })).await;
    let end = bench.ends(unknown, "withdrawn").await;
    assert!(end.contains("doesn't say which answer it took"), "{end}");
}

/// Nobody will say whether the model has heard them.
/// REQ: AD-3
#[tokio::test]
async fn words_that_were_said_into_a_lost_connection_are_not_confirmed() {
    let (codex, mut client, bench) = connected().await;
    let id = denied(&mut client, &bench, 0, "c1").await;
    client.completes("c1", "declined").await;
    told_why(&mut client).await;
    drop(client);
    let _client = codex.client().await;
    let end = bench.ends(id, "withdrawn").await;
    assert!(end.contains("not known which words it read"), "{end}");
}

/// REQ: AD-1, AD-3
#[tokio::test]
async fn what_was_asked_while_the_database_restarts_is_asked_when_it_is_back() {
    let (_codex, mut client, bench) = connected().await;
    bench.database.asks.store(2, Ordering::SeqCst);
    asks_command(&mut client, 0, "c1").await;
    let id = bench.question().await.interaction.id;
    bench.choose(id, "q1", "allow").await;
    assert_eq!(client.receives().await["result"], json!({ "decision": "accept" }));
    client.resolved(0).await;
    client.completes("c1", "completed").await;
    bench.ends(id, "submitted").await;

    // Answered there before the database was back; the next attempts come in order.
    bench.database.asks.store(2, Ordering::SeqCst);
    asks_command(&mut client, 1, "c2").await;
    client.resolved(1).await;
    asks_command(&mut client, 2, "c3").await;
    assert_eq!(bench.question().await.interaction.form.title, "touch c3");
    let all = |rows: &[sayso_desk::Row]| Some(rows.len());
    assert_eq!(bench.until("they are listed", all).await, 2, "c2 is never asked");
}

/// REQ: AD-3
#[tokio::test]
async fn what_became_of_a_race_while_the_database_restarts_is_noted_when_it_is_back() {
    let (_codex, mut client, bench) = connected().await;
    asks_command(&mut client, 0, "c1").await;
    let id = bench.question().await.interaction.id;
    bench.choose(id, "q1", "allow").await;
    client.receives().await;
    bench.database.notes.store(2, Ordering::SeqCst);
    client.resolved(0).await;
    client.completes("c1", "declined").await;
    // A later sign, which knows less: what was declined is not listed again.
    turn_is_over(&mut client).await;
    let end = bench.ends(id, "withdrawn").await;
    assert!(end.contains("declined or interrupted in Codex"), "{end}");
}
