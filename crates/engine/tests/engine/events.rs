//! Watchers of events, slow ones too.

use std::sync::Arc;
use std::time::Duration;

use sayso_core::{DraftField, Surface};
use sayso_desk::{Answering, Asking, Cursor, Query, Scope};
use serde_json::json;

use crate::harness::{Bench, choice, choose, cursor, person, refused, words};

#[tokio::test]
async fn events_come_in_order_after_the_cursor() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let start = cursor(&desk).await;
    let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    desk.act(id, choose("pg"), person("ann", Surface::Web)).await.unwrap();
    desk.delivered(id).await.unwrap();
    let seen = words(&desk, start).await;
    assert_eq!(seen, ["created Pick a database", "settled submitted", "delivered"]);
    let later = desk.events(Some(start)).await.unwrap().events[0].cursor;
    assert_eq!(words(&desk, later).await, seen[1..]);
}

#[tokio::test]
async fn a_watcher_sleeps_until_something_happens() {
    let bench = Bench::new();
    let desk = Arc::new(bench.desk().await);
    let start = cursor(&desk).await;
    let watcher = tokio::spawn({
        let desk = Arc::clone(&desk);
        async move { words(&desk, start).await }
    });
    tokio::task::yield_now().await;
    desk.ask(choice(json!({}))).await.unwrap();
    assert_eq!(watcher.await.unwrap(), ["created Pick a database"]);
}

/// A cursor of another run, of the future, or too old: start over with what is active.
#[tokio::test]
async fn a_reader_that_missed_too_much_starts_anew() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let start = cursor(&desk).await;
    let active = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    let done = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    desk.act(done, choose("pg"), person("ann", Surface::Web)).await.unwrap();
    let other_run = Cursor { epoch: start.epoch ^ 1, ..start };
    let future = Cursor { sequence: start.sequence + 100, ..start };
    let last = Cursor { sequence: u64::MAX, ..start };
    for unknown in [None, Some(other_run), Some(future), Some(last)] {
        let events = desk.events(unknown).await.unwrap();
        let rows: Vec<_> = events.reset.unwrap().iter().map(|row| row.id).collect();
        assert_eq!(rows, [active]);
    }
    // Also for a caller who doesn't wait at all.
    let events = desk.events_within(other_run, Duration::ZERO).await.unwrap().unwrap();
    assert_eq!(events.reset.unwrap().len(), 1);
    assert_eq!(desk.events_within(events.cursor, Duration::ZERO).await.unwrap(), None);
    for _ in 0..1_100 {
        desk.set_setting(sayso_core::settings::Key::Hints, Some("on".to_owned())).await.unwrap();
    }
    assert!(desk.events(Some(start)).await.unwrap().reset.is_some());
}

/// REQ: HI-2
#[tokio::test]
async fn lists_come_by_page_and_can_be_searched() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    for number in 0..7 {
        let ask = choice(json!({ "title": format!("Frage {number}") }));
        let id = desk.ask(ask).await.unwrap().interaction.id;
        if number < 5 {
            desk.act(id, choose("lite"), person("ann", Surface::Web)).await.unwrap();
        }
        bench.clock.advance(std::time::Duration::from_secs(1));
    }
    let mut query = Query { scope: Scope::Completed, limit: 2, ..Query::default() };
    let mut titles = Vec::new();
    loop {
        let page = desk.list(query.clone()).await.unwrap();
        titles.extend(page.rows.into_iter().map(|row| row.title));
        let Some(next) = page.next else { break };
        query.after = Some(next);
    }
    assert_eq!(titles, ["Frage 4", "Frage 3", "Frage 2", "Frage 1", "Frage 0"]);
    let found = Query { search: Some("FRAGE 6".to_owned()), ..Query::default() };
    assert_eq!(desk.list(found).await.unwrap().rows.len(), 1);
    for (field, wrong) in [
        ("limit", Query { limit: 0, ..Query::default() }),
        ("limit", Query { limit: 501, ..Query::default() }),
        ("after", Query { after: Some("x".to_owned()), ..Query::default() }),
    ] {
        assert!(refused(desk.list(wrong).await).starts_with(field));
    }
}

/// Long drafts neither fill the memory nor make a message that no client takes.
/// REQ: SA-5
#[tokio::test]
async fn events_with_long_texts_are_few() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    let start = cursor(&desk).await;
    let ann = person("ann", Surface::Web);
    let long = |mark: usize| DraftField::Note { text: format!("{mark}{}", "x".repeat(60_000)) };
    let save = async |mark| desk.save_draft(id, vec![long(mark)], ann.clone()).await.unwrap();
    for mark in 0..10 {
        save(mark).await;
    }
    // Each message is small, and all of them arrive.
    let (mut after, mut sizes) = (start, Vec::new());
    while sizes.iter().sum::<usize>() < 10 {
        let events = desk.events(Some(after)).await.unwrap();
        assert_eq!(events.reset, None);
        after = events.cursor;
        sizes.push(events.events.len());
    }
    assert_eq!(sizes, [5, 5]);
    // Who was away for too much text starts over.
    for mark in 0..80 {
        save(mark).await;
    }
    assert!(desk.events(Some(after)).await.unwrap().reset.is_some());
}
