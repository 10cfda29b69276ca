//! Servers that say what they never should: things that repeat, garbage, and too much.

use sayso_bridges::AgentServer;
use serde_json::{Value, json};

use crate::bench::Bench;
use crate::codex::{asks_command, connected};
use crate::daemon::THREAD;
use crate::server::FakeServer;

/// What was allowed was done, so whoever asks again asks something else.
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
