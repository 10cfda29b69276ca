//! A row that can't be read: everything else keeps working, and it can be deleted.

use std::time::Duration;

use sayso_core::{Status, Surface};
use sayso_desk::{Answering, Asking, DeskError, Query, Scope, StoreError};
use serde_json::json;

use crate::harness::{Bench, choice, choose, person, show, until};

/// REQ: SA-8
#[tokio::test]
async fn one_unreadable_question_stops_neither_the_list_nor_the_clock_nor_a_repeat() {
    let bench = Bench::new();
    let timed = json!({ "timeout_seconds": 60 });
    let mut again = choice(timed.clone());
    again.repeat = sayso_desk::Repeat::Join;
    let (bad, good) = {
        let desk = bench.desk().await;
        let bad = desk.ask(again.clone()).await.unwrap().interaction.id;
        let good = desk.ask(choice(timed)).await.unwrap().interaction.id;
        (bad, good)
    };
    let bench = bench.reopened_after(
        "update interactions set body = replace(body, '\"phase\":\"pending\"', '\"phase\":\"paused\"') \
         where hex(id) like '00000002%'",
    );
    let desk = bench.desk().await;
    assert_eq!(*desk.pending().borrow(), 2);

    let page = desk.list(Query { scope: Scope::Active, ..Query::default() }).await.unwrap();
    assert_eq!(page.rows.iter().map(|row| row.id).collect::<Vec<_>>(), [good]);
    assert_eq!(page.unreadable.iter().map(|row| row.id).collect::<Vec<_>>(), [bad]);
    let begun = desk.events(None).await.unwrap();
    assert_eq!(begun.reset.unwrap().iter().map(|row| row.id).collect::<Vec<_>>(), [good]);
    match desk.show(&bad.into()).await {
        Err(DeskError::Store(StoreError::Unreadable { id, why })) => {
            assert_eq!(id, bad);
            assert!(why.contains("paused"), "{why}");
        }
        other => panic!("{other:?}"),
    }
    let refused = desk.act(bad, choose("pg"), person("ann", Surface::Web)).await.unwrap_err();
    assert!(refused.to_string().contains("cannot be read"), "{refused}");
    assert_eq!(desk.collect(vec![bad]).await.unwrap().over, [bad]);
    // The same call again is a new question: what can't be read can't be joined.
    again.call_id = Some(bad.uuid());
    let new = desk.ask(again).await.unwrap().interaction.id;
    assert_ne!(new, bad);

    bench.clock.advance(Duration::from_secs(61));
    for id in [good, new] {
        until("timed out", || async { show(&desk, id).await.status != Status::Pending }).await;
    }
    assert_eq!(desk.raw(&bad.into()).await.unwrap()["id"], bad.to_string());
    desk.forget(bad).await.unwrap();
    assert_eq!(*desk.pending().borrow(), 0);
    assert!(matches!(desk.forget(bad).await, Err(DeskError::NotFound { .. })));
    assert!(desk.list(Query::default()).await.unwrap().unreadable.is_empty());
}

/// REQ: SA-8
#[tokio::test]
async fn it_goes_with_the_others_when_its_time_is_over() {
    let bench = Bench::new();
    let bad = {
        let desk = bench.desk().await;
        let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
        desk.act(id, choose("pg"), person("ann", Surface::Web)).await.unwrap();
        id
    };
    let bench = bench.reopened_after("update interactions set body = '{'");
    bench.clock.advance(Duration::from_secs(366 * 86_400));
    let desk = bench.desk().await;
    until("swept", || async {
        matches!(desk.show(&bad.into()).await, Err(DeskError::NotFound { .. }))
    })
    .await;
}
