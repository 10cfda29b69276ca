//! OpenCode: answered here, answered there, both, and neither.

use std::sync::atomic::Ordering;

use sayso_bridges::AgentServer;
use sayso_core::Dialect;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::bench::Bench;
use crate::server::FakeServer;

fn place(server: &FakeServer) -> AgentServer {
    AgentServer::opencode(&AgentServer::opencode_url(server.port, None)).unwrap()
}

async fn connected() -> (FakeServer, Bench) {
    let mut server = FakeServer::start().await;
    let bench = Bench::new(place(&server)).await;
    assert_eq!(server.called().await.0, "/event");
    (server, bench)
}

fn permission(id: &str) -> Value {
    json!({ "id": id, "sessionID": "ses_1", "permission": "bash", "patterns": ["touch one"],
        "metadata": { "command": "touch one" }, "always": [] })
}

fn question() -> Value {
    json!({ "id": "que_1", "sessionID": "ses_1", "questions": [
        { "question": "Which store?", "header": "Store", "options": [
            { "label": "PostgreSQL", "description": "A server" },
            { "label": "SQLite", "description": "One file" }] }] })
}

/// REQ: AD-1, AD-2, AD-3
#[tokio::test]
async fn what_is_answered_here_is_given_and_counts_when_it_was_taken() {
    let (mut server, bench) = connected().await;
    server.says("permission.asked", permission("per_1"));
    let first = bench.question().await.interaction;
    assert_eq!(
        (first.origin.dialect, first.form.title.as_str()),
        (Dialect::Permission, "touch one")
    );
    bench.choose(first.id, "q1", "allow").await;
    let reply = ("/permission/per_1/reply".to_owned(), json!({ "reply": "once" }));
    assert_eq!(server.called().await, reply);
    bench.ends(first.id, "submitted").await;

    server.says("permission.asked", permission("per_2"));
    let second = bench.question().await.interaction.id;
    bench.write(second, "q1", "use make").await;
    let (_, body) = server.called().await;
    assert_eq!(body, json!({ "reply": "reject", "message": "use make" }));
    bench.ends(second, "submitted").await;

    server.says("question.asked", question());
    let third = bench.question().await.interaction;
    assert_eq!(third.origin.dialect, Dialect::ClaudeQuestion);
    bench.choose(third.id, "q1", "2").await;
    let reply = ("/question/que_1/reply".to_owned(), json!({ "answers": [["SQLite"]] }));
    assert_eq!(server.called().await, reply);
    bench.ends(third.id, "submitted").await;
}

/// The first try was taken, what it returned was lost, and the second one finds it gone.
/// REQ: AD-3
#[tokio::test]
async fn a_reply_that_was_taken_unseen_is_ours() {
    let (mut server, bench) = connected().await;
    for (key, there, status) in [("per_1", "once", "submitted"), ("per_2", "reject", "withdrawn")] {
        server.says("permission.asked", permission(key));
        let id = bench.question().await.interaction.id;
        server.replies_with(500);
        server.replies_with(404);
        bench.choose(id, "q1", "allow").await;
        server.called().await;
        server.called().await;
        let replied = json!({ "sessionID": "ses_1", "requestID": key, "reply": there });
        server.says("permission.replied", replied);
        bench.ends(id, status).await;
    }
}

/// REQ: AD-3, NA-6
#[tokio::test]
async fn what_is_answered_there_is_withdrawn_here_with_what_was_said() {
    let (server, bench) = connected().await;
    server.says("permission.asked", permission("per_1"));
    let first = bench.question().await.interaction.id;
    let replied = json!({ "sessionID": "ses_1", "requestID": "per_1", "reply": "once" });
    server.says("permission.replied", replied);
    let end = bench.ends(first, "withdrawn").await;
    assert!(end.contains("allowed in OpenCode"), "{end}");

    server.says("question.asked", question());
    let second = bench.question().await.interaction.id;
    let replied = json!({ "sessionID": "ses_1", "requestID": "que_1", "answers": [["SQLite"]] });
    server.says("question.replied", replied);
    let end = bench.ends(second, "withdrawn").await;
    assert!(end.contains("answered “SQLite” in OpenCode"), "{end}");

    // Esc: it says nothing about the dialog, only that the session is idle.
    server.says("permission.asked", permission("per_2"));
    let third = bench.question().await.interaction.id;
    server.says("session.idle", json!({ "sessionID": "ses_1" }));
    let end = bench.ends(third, "withdrawn").await;
    assert!(end.contains("stopped in OpenCode"), "{end}");
}

/// The loser gets 404, and what the winner said is told to all.
/// REQ: AD-3
#[tokio::test]
async fn an_answer_that_came_second_never_counts() {
    let (mut server, bench) = connected().await;
    server.says("permission.asked", permission("per_1"));
    let id = bench.question().await.interaction.id;
    server.replies_with(404);
    bench.choose(id, "q1", "allow").await;
    server.called().await;
    let replied = json!({ "sessionID": "ses_1", "requestID": "per_1", "reply": "reject" });
    server.says("permission.replied", replied);
    let end = bench.ends(id, "withdrawn").await;
    assert!(end.contains("declined in OpenCode"), "{end}");
}

/// What was asked while nobody listened is in the lists; what a stopped session left there is not open.
/// REQ: AD-3
#[tokio::test]
async fn a_bridge_that_was_lost_finds_its_questions_again() {
    let (mut server, mut bench) = connected().await;
    let mut left = permission("per_0");
    left["sessionID"] = "ses_0".into();
    server.list(json!([left, permission("per_1")]), json!([]), json!({ "ses_1": {} }));
    server.says("permission.asked", permission("per_1"));
    let first = bench.question().await.interaction.id;
    bench.again(place(&server)).await;
    server.called().await;
    let second = bench.question().await.interaction;
    assert_eq!(second.form.title, "touch one");
    bench.choose(second.id, "q1", "deny").await;
    assert_eq!(server.called().await.1, json!({ "reply": "reject" }));
    bench.ends(second.id, "submitted").await;
    let open = |rows: &[sayso_desk::Row]| rows.iter().all(|row| row.status.as_str() != "pending");
    bench.until("nothing else is open", |rows| open(rows).then_some(())).await;
    let shown = sayso_desk::Asking::show(bench.desk.as_ref(), &first.into()).await;
    assert!(shown.is_ok());
}

/// REQ: AD-3
#[tokio::test]
async fn a_mute_stream_is_opened_again_and_a_killed_server_leaves_nothing_open() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut server = FakeServer::at(listener, 1);
    server.list(json!([permission("per_1")]), json!([]), json!({ "ses_1": {} }));
    let bench = Bench::new(place(&server)).await;
    assert_eq!(server.called().await.0, "/event");
    let id = bench.question().await.interaction.id;
    let port = server.port;
    server.kill();
    let end = bench.ends(id, "withdrawn").await;
    assert!(end.contains("OpenCode ended"), "{end}");

    let listener = TcpListener::bind(("127.0.0.1", port)).await.unwrap();
    let mut server = FakeServer::at(listener, 0);
    bench.tell();
    assert_eq!(server.called().await.0, "/event");
    server.says("permission.asked", permission("per_9"));
    bench.question().await;
}

/// Switched on and off while the hub runs: what it had asked is left to its own dialogs.
/// REQ: AD-1, AD-3
#[tokio::test]
async fn a_server_comes_and_goes_with_the_configuration() {
    let (server, bench) = connected().await;
    server.says("permission.asked", permission("per_1"));
    let first = bench.question().await.interaction.id;
    let mut second = FakeServer::start().await;
    bench.servers.send_replace(vec![place(&second)]);
    bench.ends(first, "withdrawn").await;
    assert_eq!(second.called().await.0, "/event");
    second.says("permission.asked", permission("per_2"));
    bench.question().await;
}

/// REQ: AD-1, AD-3
#[tokio::test]
async fn a_restart_of_the_database_loses_no_dialog_and_no_news_of_it() {
    let (server, bench) = connected().await;
    bench.database.asks.store(1, Ordering::SeqCst);
    server.says("permission.asked", permission("per_1"));
    let id = bench.question().await.interaction.id;
    bench.database.notes.store(1, Ordering::SeqCst);
    let replied = json!({ "sessionID": "ses_1", "requestID": "per_1", "reply": "once" });
    server.says("permission.replied", replied);
    let end = bench.ends(id, "withdrawn").await;
    assert!(end.contains("allowed in OpenCode"), "{end}");

    // Over there before the database was back; the next attempts come in order.
    bench.database.asks.store(3, Ordering::SeqCst);
    server.says("permission.asked", permission("per_2"));
    let replied = json!({ "sessionID": "ses_1", "requestID": "per_2", "reply": "once" });
    server.says("permission.replied", replied);
    server.says("permission.asked", permission("per_3"));
    server.says("session.idle", json!({ "sessionID": "ses_1" }));
    let mut other = permission("per_4");
    other["sessionID"] = "ses_2".into();
    server.says("permission.asked", other);
    bench.question().await;
    let all = |rows: &[sayso_desk::Row]| Some(rows.len());
    assert_eq!(bench.until("they are listed", all).await, 2, "neither is asked any more");
}
