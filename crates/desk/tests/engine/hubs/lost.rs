//! What is told can get lost with a connection. That is noticed, and everything is read again.

use std::time::Duration;

use sayso_core::{InteractionId, Surface};
use sayso_desk::others::News;
use sayso_desk::{Desk, DeskError, Engine, Patience, View};
use serde_json::json;

use super::Team;
use crate::harness::{choice, choose, cursor, person, show, until};

/// REQ: TM-3
/// Answered while the listener is cut, again and again: the one who waits gets it, and those who watch
/// start over.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_was_not_heard_is_found() {
    let Some(team) = Team::new() else { return };
    let [a, b] = team.pair().await;
    let mut news = a.shared.others.listen();
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
                News::Anew(_) => break,
                News::Changed(_) | News::Shelf(_) | News::Said(_) | News::Gone(_) => {}
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
    tokio::time::timeout(Duration::from_secs(20), wait).await.expect("it is answered").unwrap()
}

/// REQ: TM-3
/// Settings, presence and deadlines that changed meanwhile, too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hub_that_was_cut_off_knows_everything_again() {
    let Some(team) = Team::new() else { return };
    let [a, b] = team.pair().await;
    let mut news = a.shared.others.listen();
    team.cut("a");
    team.schema.execute("delete from hubs where name = 'a'");
    let timed = b.desk.ask(choice(json!({ "timeout_seconds": 60 }))).await.unwrap().interaction.id;
    while !matches!(news.recv().await.unwrap(), News::Anew(_)) {}
    until("it counts", || async { *a.desk.pending().borrow() == 1 }).await;
    until("it is alive again", || async { is_known(&b.desk, "a").await }).await;
    drop(b);
    team.clock.slept_on(Duration::from_secs(60)).await;
    team.clock.advance(Duration::from_secs(61));
    ends(&a.desk, timed).await;
}

async fn is_known(desk: &Engine, name: &str) -> bool {
    desk.others().await.unwrap().iter().any(|hub| hub.name == name)
}

async fn ends(desk: &Engine, id: InteractionId) {
    until("it ends", || async { !show(desk, id).await.interaction.is_pending() }).await;
}
