//! Rows that can't be read, and damaged parts of the file.

#![expect(clippy::disallowed_methods, reason = "tests measure and read their environment")]

use std::time::{Duration, Instant};

use jiff::SignedDuration;
use sayso_desk::store::{
    Drafts, Due, Forgotten, Inserted, Interactions, PageEnd, Query, Retention, Scope, StoreError,
};

use super::SqliteStore;
use super::tests::Home;
use crate::samples::{answered, at, id, sample, sample_due};

/// Three rows with deadlines: the first has half a body, the second is of another version.
async fn damaged() -> (Home, SqliteStore) {
    let home = Home::new();
    {
        let store = home.open().unwrap();
        for n in 1..=3 {
            store.insert(&sample_due(n, n * 100), None).await.unwrap();
        }
    }
    home.tamper("update interactions set body = substr(body, 9) where hex(id) like '00000001%'");
    home.tamper("update interactions set version = 77 where hex(id) like '00000002%'");
    let store = home.open().unwrap();
    (home, store)
}

#[track_caller]
fn assert_unreadable<T: std::fmt::Debug>(result: Result<T, StoreError>, n: u64) {
    match result {
        Err(StoreError::Unreadable { id: found, .. }) if found == id(n) => {}
        other => panic!("not found out: {other:?}"),
    }
}

/// REQ: SA-8
#[tokio::test]
async fn a_row_that_cannot_be_read_is_left_out_and_named() {
    let (_home, store) = damaged().await;
    assert_unreadable(store.load(id(1)).await, 1);
    assert_unreadable(store.load(id(2)).await, 2);
    assert_eq!(store.load(id(3)).await.unwrap(), Some(sample_due(3, 300)));
    for scope in [Scope::All, Scope::Active] {
        let page = store.page(&Query { scope, ..Query::default() }).await.unwrap();
        assert_eq!(page.rows, [sample_due(3, 300)]);
        let named: Vec<_> = page.unreadable.iter().map(|row| row.id).collect();
        assert_eq!((named, page.next), (vec![id(2), id(1)], None));
        assert_eq!(page.unreadable[0].why, "an interaction of version 77");
    }
    // They count towards a page, so that a page has an end.
    let query = Query { limit: 2, ..Query::default() };
    let page = store.page(&query).await.unwrap();
    assert_eq!((page.rows.len(), page.unreadable.len()), (1, 1));
    let end = PageEnd { millis: at(2).as_millisecond(), id: id(2) };
    assert_eq!(page.next, Some(end));
    let page = store.page(&Query { after: Some(end.encode()), ..query }).await.unwrap();
    assert_eq!((page.rows.len(), page.unreadable.len(), page.next), (0, 1, None));
    let query = Query { search: Some("deploy".to_owned()), ..Query::default() };
    assert_eq!(store.page(&query).await.unwrap().rows, [sample_due(3, 300)]);
}

/// REQ: SA-8
#[tokio::test]
async fn the_clock_goes_on_without_it() {
    let (_home, store) = damaged().await;
    assert_eq!(store.due(at(1_000), 10).await.unwrap().ids, [id(1), id(2), id(3)]);
    for n in [1, 2] {
        assert_unreadable(store.load(id(n)).await, n);
    }
    // Now that it is known; otherwise it would be due again and again.
    let due = Due { ids: vec![id(3)], next: None };
    assert_eq!(store.due(at(1_000), 1).await.unwrap(), due);
    store.move_deadlines(SignedDuration::from_millis(50)).await.unwrap();
    assert_eq!(store.due(at(0), 10).await.unwrap().next, Some(at(350)));
}

/// REQ: SA-8
#[tokio::test]
async fn it_can_be_shown_raw_and_forgotten() {
    let (_home, store) = damaged().await;
    let raw = store.raw(id(1)).await.unwrap().unwrap();
    assert_eq!(raw["id"], id(1).to_string());
    assert_eq!((raw["version"].as_u64(), raw["status"].as_str()), (Some(1), Some("pending")));
    assert!(raw["body"].as_str().unwrap().contains("Deploy 1"), "{raw}");
    assert_eq!(store.raw(id(9)).await.unwrap(), None);
    assert_eq!(store.forget(id(1)).await.unwrap(), Forgotten::Pending);
    assert_eq!(store.forget(id(1)).await.unwrap(), Forgotten::Absent);
    assert_eq!(store.load(id(1)).await.unwrap(), None);
    assert_eq!(store.survey().await.unwrap().pending, 2);
    assert_eq!(store.forget(id(3)).await.unwrap(), Forgotten::Pending);
}

/// REQ: SA-8
#[tokio::test]
async fn it_is_found_without_anybody_asking_for_it() {
    let (_home, store) = damaged().await;
    let start = Instant::now();
    while store.survey().await.unwrap().unreadable.len() < 2 {
        assert!(start.elapsed() < Duration::from_secs(30), "nobody looked");
        std::thread::yield_now();
    }
    let known: Vec<_> = store.survey().await.unwrap().unreadable.iter().map(|row| row.id).collect();
    assert_eq!(known, [id(1), id(2)]);
    store.forget(id(2)).await.unwrap();
    assert_eq!(store.survey().await.unwrap().unreadable.len(), 1);
}

/// REQ: SA-8
/// An unreadable field of a draft doesn't affect the rest.
#[tokio::test]
async fn what_belongs_to_it_is_left_out_alike() {
    let home = Home::new();
    {
        let store = home.open().unwrap();
        store.insert(&sample(1), None).await.unwrap();
    }
    home.tamper("insert into drafts select id, 'where', 77, '{' from interactions");
    let store = home.open().unwrap();
    assert!(store.draft(id(1)).await.unwrap().is_empty());
}

/// REQ: SA-8
/// A page of the table is overwritten in place. Everything else is served, and nothing is
/// acknowledged that isn't stored.
#[tokio::test]
async fn a_damaged_page_takes_its_own_rows_and_no_others() {
    const ROWS: u64 = 200;
    let home = Home::new();
    {
        let store = home.open().unwrap();
        for n in 0..ROWS {
            store.insert(&answered(&sample(n), 1_000 + n), None).await.unwrap();
        }
    }
    let place = home.page_of_row(100);
    home.overwrite((place - 1) * 4_096, &[0xff; 4_096]);

    let store = home.open().unwrap();
    let page = store.page(&Query { limit: 500, ..Query::default() }).await.unwrap();
    let (whole, lost) = (page.rows.len(), page.unreadable.len());
    assert!(lost > 0 && lost < 10 && whole + lost == ROWS as usize, "{whole} {lost}");
    assert!(page.unreadable[0].why.contains("damaged"), "{page:?}");
    for row in &page.rows {
        assert_eq!(store.load(row.id).await.unwrap().as_ref(), Some(row));
    }
    let gone = page.unreadable[0].id;
    assert!(matches!(store.load(gone).await, Err(StoreError::Unreadable { .. })));
    let refused = store.forget(gone).await.unwrap_err().to_string();
    assert!(refused.contains(".recover"), "{refused}");

    // New ones are stored outside of the damage, and are there when it is opened again.
    assert_eq!(store.insert(&sample(ROWS), None).await.unwrap(), Inserted::Done);
    let retention = Retention { settled_before: at(1_000_000), keep: 0, tests_before: at(0) };
    let mut swept = 0;
    loop {
        match store.sweep(&retention).await.unwrap().len() {
            0 => break,
            count => swept += count,
        }
    }
    assert!(swept > 100 && swept <= whole, "{swept} of {whole}");
    drop(store);
    assert_eq!(home.open().unwrap().load(id(ROWS)).await.unwrap(), Some(sample(ROWS)));
}

/// REQ: SA-8
/// The table is intact, an index of it isn't: rows are still listed, and writes to the index are
/// refused.
#[tokio::test]
async fn a_damaged_index_of_the_table_hides_nothing() {
    for index in ["interactions_created", "interactions_settled", "interactions_deadline"] {
        let home = Home::new();
        {
            let store = home.open().unwrap();
            for n in 1..=3 {
                store.insert(&sample_due(n, n * 100), None).await.unwrap();
            }
            store.replace(&answered(&sample_due(1, 100), 50)).await.unwrap();
        }
        let place = home.root_of(index);
        home.overwrite((place - 1) * 4_096, &[0xff; 4_096]);

        let store = home.open().unwrap();
        assert_eq!(store.survey().await.unwrap().pending, 2, "{index}");
        let page = store.page(&Query::default()).await.unwrap();
        let listed: Vec<_> = page.rows.iter().map(|row| row.id).collect();
        assert_eq!(listed, [id(3), id(2), id(1)], "{index}");
        let done = Query { scope: Scope::Completed, ..Query::default() };
        assert_eq!(store.page(&done).await.unwrap().rows.len(), 1, "{index}");
        assert_eq!(store.due(at(250), 10).await.unwrap().ids, [id(2)], "{index}");
        let refused = store.insert(&sample_due(4, 400), None).await;
        match (index, refused) {
            // A new one is not in it.
            ("interactions_settled", Ok(Inserted::Done)) => {}
            (_, Err(StoreError::Corrupt { .. })) => {
                assert_eq!(store.load(id(4)).await.unwrap(), None, "{index}");
            }
            (_, other) => panic!("{index}: {other:?}"),
        }
    }
}
