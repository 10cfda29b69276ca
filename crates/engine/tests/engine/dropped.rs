//! Clients that hang up in the middle of a call: what they began is done completely or not at all.

use std::sync::Arc;

use sayso_access::AgentTokens;
use sayso_core::settings::{Key, SettingsLayer};
use sayso_desk::{Answering, Asking, DeskError, Patience, RandomIds};
use serde_json::json;

use crate::harness::{Bench, choice, cursor, dropped, until, words};

/// REQ: HI-1
#[tokio::test]
async fn what_is_forgotten_wakes_its_waiter_and_counts_no_more() {
    let bench = Bench::new();
    let desk = Arc::new(bench.desk().await);
    let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    let start = cursor(&desk).await;
    let waiter = tokio::spawn({
        let desk = Arc::clone(&desk);
        async move { desk.wait(id, Patience::Forever).await }
    });
    until("somebody waits", || async { desk.show(&id.into()).await.unwrap().live.listening }).await;
    dropped(desk.forget(id)).await;
    let gone = waiter.await.unwrap();
    assert!(matches!(gone, Err(DeskError::NotFound { .. })), "{gone:?}");
    assert_eq!(*desk.pending().borrow(), 0);
    assert!(words(&desk, start).await.contains(&"removed".to_owned()));
}

/// REQ: SE-3
#[tokio::test]
async fn a_setting_that_is_stored_is_in_force() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    dropped(desk.set_setting(Key::Annotations, Some("off".to_owned()))).await;
    until("in force", || async {
        let settings = desk.settings(SettingsLayer::new()).await.unwrap();
        settings.iter().any(|setting| setting.key == Key::Annotations && setting.value == "off")
    })
    .await;
}

/// REQ: SA-2
#[tokio::test]
async fn a_token_that_is_stored_counts_and_one_that_is_removed_does_not() {
    let bench = Bench::new();
    let (store, clock) = (bench.store.clone(), bench.clock.clone());
    let tokens = AgentTokens::start(store, clock, Arc::new(RandomIds)).await.unwrap();
    let (_, secret) = tokens.create(Some("ci")).await.unwrap();
    dropped(tokens.create(Some("nightly"))).await;
    until("known", || async { tokens.list().len() == 2 }).await;
    dropped(tokens.revoke("ci")).await;
    until("unknown", || async { tokens.owner(&secret).await.unwrap().is_none() }).await;
    assert_eq!(tokens.list()[0].name, "nightly");
}
