//! A change at one hub is known at the others.

use std::time::Duration;

use sayso_core::settings::{Key, SettingsLayer};
use sayso_core::surface::Presence;
use sayso_core::{DraftField, QuestionId, Surface};
use sayso_desk::{Answering, Asking, Attach, Clock, EventKind, Patience, Query, Scope};
use serde_json::json;

use super::{Team, is_presence, until_event};
use crate::harness::{choice, choose, cursor, person, show, until};

/// REQ: TM-2
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn asked_at_one_answered_at_the_other_and_everybody_is_told() {
    let Some(team) = Team::new() else { return };
    let [a, b] = team.pair().await;
    let (at_a, at_b) = (cursor(&a.desk).await, cursor(&b.desk).await);
    let id = a.desk.ask(choice(json!({ "timeout_seconds": 600 }))).await.unwrap().interaction.id;
    assert_eq!(until_event(&b.desk, at_b, "created Pick a database").await.len(), 1);
    let remaining = show(&b.desk, id).await.live.remaining_ms;
    assert_eq!(remaining, show(&a.desk, id).await.live.remaining_ms);

    let wait = a.desk.wait(id, Patience::Forever);
    tokio::pin!(wait);
    tokio::select! {
        _ = &mut wait => panic!("nobody has answered"),
        _ = until_event(&a.desk, at_a, "listening true") => {}
    }
    let chosen = DraftField::Options {
        question: QuestionId::from("q1"),
        options: vec![sayso_core::OptionId::from("lite")],
    };
    b.desk.save_draft(id, vec![chosen], person("ben", Surface::Web)).await.unwrap();
    b.desk.act(id, choose("lite"), person("ben", Surface::Web)).await.unwrap();
    let view = wait.await.unwrap();
    assert_eq!(view.status, show(&b.desk, id).await.status);
    a.desk.delivered(id).await.unwrap();
    let told = until_event(&a.desk, at_a, "delivered").await;
    // The draft may be gone before it is read: the answer has replaced it.
    let told: Vec<&str> =
        told.iter().map(String::as_str).filter(|word| *word != "drafted 1").collect();
    let asked = "created Pick a database";
    assert_eq!(told, [asked, "listening true", "settled submitted", "delivered"]);
    let told = until_event(&b.desk, at_b, "delivered").await;
    assert_eq!(told, [asked, "drafted 1", "settled submitted", "delivered"]);

    let at_a = cursor(&a.desk).await;
    b.desk.undelivered(id).await.unwrap();
    until_event(&a.desk, at_a, "undelivered").await;
    b.desk.forget(id).await.unwrap();
    until_event(&a.desk, at_a, "removed").await;
    for hub in [&a, &b] {
        until("nothing is pending", || async { *hub.desk.pending().borrow() == 0 }).await;
    }
}

/// REQ: TM-2
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn drafts_lists_and_settings_agree() {
    let Some(team) = Team::new() else { return };
    let [a, b] = team.pair().await;
    let id = a.desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    let at_a = cursor(&a.desk).await;
    let chosen = |option: &str| DraftField::Options {
        question: QuestionId::from("q1"),
        options: vec![sayso_core::OptionId::from(option)],
    };
    b.desk.save_draft(id, vec![chosen("lite")], person("ben", Surface::Web)).await.unwrap();
    until_event(&a.desk, at_a, "drafted 1").await;
    assert_eq!(show(&a.desk, id).await.draft, show(&b.desk, id).await.draft);

    b.desk.set_setting(Key::Annotations, Some("off".to_owned())).await.unwrap();
    let off = |settings: Vec<sayso_desk::SettingView>| {
        settings.iter().any(|set| set.key == Key::Annotations && set.value == "off")
    };
    until("the setting counts", || async {
        off(a.desk.settings(SettingsLayer::new()).await.unwrap())
    })
    .await;
    let asked = a.desk.ask(choice(json!({}))).await.unwrap();
    assert!(!asked.interaction.presentation.annotations);

    let active = || Query { scope: Scope::Active, ..Query::default() };
    let (one, other) = (a.desk.list(active()).await.unwrap(), b.desk.list(active()).await.unwrap());
    let ids = |page: &sayso_desk::Page| page.rows.iter().map(|row| row.id).collect::<Vec<_>>();
    assert_eq!(ids(&one), ids(&other));
    assert_eq!(ids(&one).len(), 2);
    until("both count", || async {
        *a.desk.pending().borrow() == 2 && *b.desk.pending().borrow() == 2
    })
    .await;
}

/// REQ: TM-2
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_waits_and_what_is_open_is_known_everywhere_until_it_ends() {
    let Some(team) = Team::new() else { return };
    let [a, b] = team.pair().await;
    let id = a.desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    let at_b = cursor(&b.desk).await;
    let mut wait = Box::pin(a.desk.wait(id, Patience::Forever));
    crate::harness::begin(&mut wait).await;
    team.clock.advance(Duration::from_secs(1));
    tokio::select! {
        _ = &mut wait => panic!("nobody has answered"),
        told = until_event(&b.desk, at_b, "listening true") => drop(told),
    }
    assert!(show(&b.desk, id).await.live.listening);
    let at_b = cursor(&b.desk).await;
    drop(wait);
    until_event(&b.desk, at_b, "listening false").await;
    assert!(!show(&b.desk, id).await.live.listening);

    let page = Attach {
        surface: Surface::Web,
        label: "Firefox on Linux".to_owned(),
        presence: Presence::Interactive,
        interaction: None,
        ticket: None,
    };
    let attachment = a.desk.attach(page.clone()).await.unwrap();
    until("the page is known", || async { b.desk.attached().await.unwrap().len() == 1 }).await;
    assert!(show(&b.desk, id).await.live.shown);
    // A hub that begins later finds it.
    let c = team.hub("c").await;
    until("also there", || async { c.desk.attached().await.unwrap().len() == 1 }).await;
    drop(attachment);
    until("it is gone", || async { b.desk.attached().await.unwrap().is_empty() }).await;
    assert!(!show(&b.desk, id).await.live.shown);

    // What a hub said counts while it is alive.
    let _attachment = a.desk.attach(page).await.unwrap();
    until("again", || async { !b.desk.attached().await.unwrap().is_empty() }).await;
    let names = |hubs: Vec<sayso_desk::cluster::OtherHub>| {
        hubs.into_iter().map(|hub| hub.name).collect::<Vec<_>>()
    };
    assert_eq!(names(b.desk.other_hubs().await.unwrap()), ["a", "c"]);
    let after = cursor(&b.desk).await;
    drop(_attachment);
    let events = b.desk.events(Some(after)).await.unwrap().events;
    assert!(events.iter().map(|event| &event.kind).all(|kind: &EventKind| is_presence(kind)));
    drop(a);
    until("it is missed", || async { names(b.desk.other_hubs().await.unwrap()) == ["c"] }).await;
}

/// REQ: TM-2
/// The hub that cleans up hears of it like the others.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_cleaned_up_is_gone_at_all_hubs() {
    let Some(team) = Team::new() else { return };
    let [a, b] = team.pair().await;
    let old = a.desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    b.desk.act(old, choose("pg"), person("ben", Surface::Web)).await.unwrap();
    let (at_a, at_b) = (cursor(&a.desk).await, cursor(&b.desk).await);
    team.clock.advance(Duration::from_secs(366 * 24 * 3_600));
    // Whatever happens is an occasion to clean up.
    a.desk.ask(choice(json!({ "title": "Another" }))).await.unwrap();
    // The hub that does so pauses for a second after each time.
    let time = async {
        loop {
            team.clock.slept_on(team.clock.running() + Duration::from_secs(1)).await;
            team.clock.advance(Duration::from_secs(1));
        }
    };
    let told = async {
        for (hub, after) in [(&a, at_a), (&b, at_b)] {
            let told = until_event(&hub.desk, after, "removed").await;
            assert_eq!(told.iter().filter(|word| *word == "removed").count(), 1);
        }
    };
    tokio::select! {
        () = told => {}
        _ = time => unreachable!("it never ends"),
    }
}
