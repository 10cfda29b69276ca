//! A message can get lost with a connection. The hub notices that and reads everything again.

use std::time::Duration;

use sayso_core::Surface;
use sayso_desk::cluster::ClusterNews;
use sayso_desk::{Answering, Ask, Asking, DeskError, Patience, Repeat, View};
use sayso_engine::Engine;
use sayso_store::test_proxy::TestProxy;
use sayso_store::{AsHub, PostgresAddress, PostgresStore, batch_sizes};
use serde_json::json;

use super::Team;
use crate::harness::{choice, choose, cursor, person, questions, show, until};

/// REQ: TM-3
/// Answered while the listener is cut, again and again: the one who waits gets it, and those who watch
/// start over.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_was_not_heard_is_found() {
    let Some(team) = Team::new() else { return };
    let [a, b] = team.pair().await;
    let mut news = a.shared.cluster.listen();
    for _ in 0..5 {
        let id = a.desk.ask(choice(json!({}))).await.unwrap().interaction.id;
        let at_a = cursor(&a.desk).await;
        let mut wait = Box::pin(a.desk.wait(id, Patience::Forever));
        crate::harness::begin(&mut wait).await;
        team.cut("a");
        b.desk.act(id, choose("pg"), person("ben", Surface::Web)).await.unwrap();
        assert!(!answer(wait).await.interaction.is_pending());
        loop {
            match news.recv().await.unwrap() {
                ClusterNews::Anew(_) => break,
                ClusterNews::Changed(_)
                | ClusterNews::Items(_)
                | ClusterNews::Said(_)
                | ClusterNews::Gone(_) => {}
            }
        }
        // Those who watch get everything that is active.
        until("the readers start over", || async {
            let events = a.desk.events(Some(at_a)).await.unwrap();
            events.reset.is_some()
        })
        .await;
    }
}

async fn answer(wait: impl Future<Output = Result<View, DeskError>>) -> View {
    tokio::time::timeout(Duration::from_secs(60), wait).await.expect("it is answered").unwrap()
}

/// REQ: TM-3
/// Settings, presence and deadlines that changed meanwhile, too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hub_that_was_cut_off_knows_everything_again() {
    let Some(team) = Team::new() else { return };
    let [a, b] = team.pair().await;
    let mut news = a.shared.cluster.listen();
    team.cut("a");
    team.schema.execute("delete from hubs where name = 'a'");
    let timed = b.desk.ask(choice(json!({ "timeout_seconds": 60 }))).await.unwrap().interaction.id;
    while !matches!(news.recv().await.unwrap(), ClusterNews::Anew(_)) {}
    assert_eq!(a.desk.count_pending().await.unwrap(), 1);
    until("it is alive again", || async { is_known(&b.desk, "a").await }).await;
    drop(b);
    team.clock.advance(Duration::from_secs(61));
    // A read that failed with the old connections is tried again a second later.
    until("it ends", || async {
        team.clock.advance(Duration::from_secs(1));
        !show(&a.desk, timed).await.interaction.is_pending()
    })
    .await;
}

async fn is_known(desk: &Engine, name: &str) -> bool {
    desk.other_hubs().await.unwrap().iter().any(|hub| hub.name == name)
}

/// REQ: TM-3
/// Its connections are dead at one end, and nobody says so: neither a notification nor a reply comes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hub_that_was_cut_off_silently_finds_the_answer() {
    let Some(team) = Team::new() else { return };
    let dir = tempfile::tempdir().unwrap();
    let between = TestProxy::new(dir.path(), team.schema.socket());
    let a = team.hub_at(&team.schema.url_by(dir.path()), "a").await;
    let b = team.hub("b").await;
    let id = a.desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    let mut wait = Box::pin(a.desk.wait(id, Patience::Forever));
    crate::harness::begin(&mut wait).await;
    between.mute();
    b.desk.act(id, choose("pg"), person("ben", Surface::Web)).await.unwrap();
    assert!(!answer(wait).await.interaction.is_pending());
    // Writes find a new connection, too.
    a.desk.delivered(id).await.unwrap();
    assert!(show(&b.desk, id).await.interaction.delivered_at.is_some());
}

/// REQ: TM-3
/// While its hub is cut off, a call counts as gone, and an identical one takes its place elsewhere. When
/// the hub is back, both wait for one question: neither loses its answer, nobody else joins them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_whose_place_was_taken_meanwhile_gets_its_answer_too() {
    let Some(team) = Team::new() else { return };
    let dir = tempfile::tempdir().unwrap();
    let between = TestProxy::new(dir.path(), team.schema.socket());
    let a = team.hub_at(&team.schema.url_by(dir.path()), "a").await;
    let b = team.hub("b").await;
    let same = || Ask { repeat: Repeat::Join, ..questions() };
    let first = a.desk.ask_and_claim(same()).await.unwrap();
    let id = first.view.interaction.id;
    let mut at_a = Box::pin(a.desk.wait(id, Patience::Forever));
    crate::harness::begin(&mut at_a).await;
    between.cut();
    until("it is gone", || async { !is_known(&b.desk, "a").await }).await;
    let second = b.desk.ask_and_claim(same()).await.unwrap();
    assert_eq!(second.view.interaction.id, id, "nobody is asked twice");
    let mut at_b = Box::pin(b.desk.wait(id, Patience::Forever));
    crate::harness::begin(&mut at_b).await;
    between.restore();
    until("it is back", || async { is_known(&b.desk, "a").await }).await;

    // The end of the first call does not end the other's claim.
    drop(first);
    for hub in [&a, &b] {
        let other = hub.desk.ask_and_claim(same()).await.unwrap();
        assert_ne!(other.view.interaction.id, id, "somebody has it");
    }
    b.desk.act(id, choose("1"), person("ben", Surface::Web)).await.unwrap();
    let (at_a, at_b) = tokio::join!(answer(at_a), answer(at_b));
    assert!(at_a.interaction.outcome().is_some());
    assert_eq!(at_a.interaction.outcome(), at_b.interaction.outcome());
}

/// REQ: TM-3
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pooler_that_does_not_pass_on_notifications_is_named_at_the_start() {
    let Some(team) = Team::new() else { return };
    let dir = tempfile::tempdir().unwrap();
    let between = TestProxy::new(dir.path(), team.schema.socket());
    between.pool();
    let address = PostgresAddress::parse(&team.schema.url_by(dir.path())).unwrap();
    let opened = PostgresStore::open_as(&address, batch_sizes(), AsHub::default());
    let error = opened.err().unwrap().to_string();
    assert!(error.contains("a pooler in transaction mode"), "{error}");
}
