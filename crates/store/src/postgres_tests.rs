//! Tests of a shared server: it can be in use by others, be updated by many at once, go away.

use std::collections::BTreeSet;
use std::future::poll_fn;

use sayso_core::Interaction;
use sayso_desk::store::{
    Body, Drafts, Forgotten, Inserted, Interactions, KeyValue, Note, Query, Replaced, Replaces,
    StoreError,
};
use tokio_postgres::{AsyncMessage, NoTls};

use super::*;
use crate::batch_sizes;
use crate::samples::{answered, at, id, next, sample, titled, typed};
use crate::test_postgres::TestSchema;

fn opened(url: &str) -> Result<Arc<PostgresStore>, StoreError> {
    let address = PostgresAddress::parse(url).unwrap();
    PostgresStore::open(&address, batch_sizes()).map(Arc::new)
}

/// Two hubs over one database.
fn pair(schema: &TestSchema) -> [Arc<PostgresStore>; 2] {
    [opened(&schema.url()).unwrap(), opened(&schema.url()).unwrap()]
}

fn text(text: &str) -> Body {
    Body { version: 1, text: text.to_owned() }
}

/// REQ: TM-1
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_that_is_refused_fails_alone() {
    let Some(schema) = TestSchema::new() else { return };
    let store = opened(&schema.url()).unwrap();
    let tasks: Vec<_> = (0..40)
        .map(|n| {
            let store = Arc::clone(&store);
            // PostgreSQL stores every character but this one.
            let key = if n == 20 { "no\0t this".to_owned() } else { n.to_string() };
            tokio::spawn(async move { store.put("a", &key, &text("1"), Replaces::Nothing).await })
        })
        .collect();
    let mut done = 0;
    for (n, task) in tasks.into_iter().enumerate() {
        match task.await.unwrap() {
            Ok(put) => done += usize::from(put == Replaced::Done),
            Err(error) => assert_eq!(n, 20, "{error}"),
        }
    }
    assert_eq!((done, store.list("a").await.unwrap().len()), (39, 39));
}

/// REQ: TM-2
/// Settling is one compare-and-set, at whichever hub; so is a call that comes to several.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_hubs_one_settles_and_one_asks() {
    let Some(schema) = TestSchema::new() else { return };
    let hubs = pair(&schema);
    for n in 0..30 {
        let (first, again) = (sample(n), sample(n + 1_000));
        let again = Interaction { origin: first.origin.clone(), ..again };
        let (one, other) = tokio::join!(hubs[0].insert(&first, None), hubs[1].insert(&again, None));
        let (stored, said) = match (one.unwrap(), other.unwrap()) {
            (Inserted::Done, said) => (first, said),
            (said, Inserted::Done) => (again, said),
            both => panic!("{both:?}"),
        };
        assert_eq!(said, Inserted::CallKnown(stored.id));
        let ends = [answered(&stored, 50_000), answered(&stored, 60_000)];
        let (one, other) = tokio::join!(hubs[0].replace(&ends[0]), hubs[1].replace(&ends[1]));
        let won = match (one.unwrap(), other.unwrap()) {
            (Replaced::Done, Replaced::Stale) => &ends[0],
            (Replaced::Stale, Replaced::Done) => &ends[1],
            both => panic!("{both:?}"),
        };
        for hub in &hubs {
            assert_eq!(hub.load(stored.id).await.unwrap().as_ref(), Some(won));
        }
    }
}

/// REQ: TM-2
/// Batches with the same rows in any order: nobody fails, however they block each other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn batches_that_meet_fail_nobody() {
    let Some(schema) = TestSchema::new() else { return };
    let hubs = pair(&schema);
    for n in 0..20 {
        hubs[0].insert(&sample(n), None).await.unwrap();
    }
    let mut tasks = Vec::new();
    for round in 0..200_u64 {
        let hub = Arc::clone(&hubs[usize::from(round % 2 == 0)]);
        tasks.push(tokio::spawn(async move {
            let n = (round * 7) % 20;
            match round % 3 {
                0 => hub.note(id(n), Note::Heard(at(round))).await,
                1 => hub.save_draft(id(n), &[crate::samples::typed("half")]).await,
                _ => {
                    let key = (round % 5).to_string();
                    hub.put("a", &key, &text("1"), Replaces::Anything).await.map(drop)
                }
            }
        }));
    }
    for task in tasks {
        task.await.unwrap().unwrap();
    }
}

/// REQ: TM-2
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_batch_is_told_once_with_the_ids_that_changed() {
    let Some(schema) = TestSchema::new() else { return };
    let store = opened(&schema.url()).unwrap();
    for n in [1, 2, 3] {
        store.insert(&sample(n), None).await.unwrap();
    }
    let (_client, mut heard) = listener(&schema).await;
    // Neither what is stale nor what only says that somebody waits.
    let stale = Interaction { revision: 9, ..sample(1) };
    assert_eq!(store.replace(&stale).await.unwrap(), Replaced::Stale);
    store.note(id(1), Note::Heard(at(5))).await.unwrap();
    store.replace(&next(&sample(2))).await.unwrap();
    assert_eq!(told_rows(&mut heard).await, [format!("r{}", id(2))]);
    crate::samples::insert_all(
        &(store.clone() as Arc<dyn sayso_desk::store::Store>),
        (100..600).map(sample),
    )
    .await
    .unwrap();
    let mut wanted: BTreeSet<String> = (100..600).map(|n| format!("c{}", id(n))).collect();
    let mut parts = 0;
    while !wanted.is_empty() {
        let part = told_rows(&mut heard).await;
        assert!(part.iter().all(|row| wanted.remove(row)), "{part:?}");
        parts += 1;
    }
    assert!(parts < 100, "{parts} for 500 questions");
}

/// REQ: TM-2
/// Asks, answers, deliveries, drafts and items in one transaction.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mixed_batch_is_told_once() {
    let Some(schema) = TestSchema::new() else { return };
    let store = opened(&schema.url()).unwrap();
    for n in 1..=5 {
        store.insert(&sample(n), None).await.unwrap();
    }
    let (client, mut heard) = listener(&schema).await;
    // The writer waits for this, and what comes meanwhile is written together.
    let hold = format!("begin; select from interactions where id = '{}' for update", id(5));
    client.batch_execute(&hold).await.unwrap();
    let first = tokio::spawn({
        let store = Arc::clone(&store);
        async move { store.note(id(5), Note::Heard(at(5))).await }
    });
    let waits = "select from pg_locks where pg_backend_pid() = any(pg_blocking_pids(pid))";
    while client.query(waits, &[]).await.unwrap().is_empty() {
        tokio::task::yield_now().await;
    }
    let stale = Interaction { revision: 9, ..sample(4) };
    let (new, answer, long) = (sample(6), next(&sample(1)), "k".repeat(300));
    let (field, body) = (typed("x"), text("1"));
    let (asked, answered, refused, ..) = tokio::join!(
        biased;
        store.insert(&new, None),
        store.replace(&answer),
        store.replace(&stale),
        store.note(id(2), Note::Delivered(Some(at(6)))),
        store.save_draft(id(3), std::slice::from_ref(&field)),
        store.put("a", "key", &body, Replaces::Anything),
        store.put("a", &long, &body, Replaces::Anything),
        client.batch_execute("rollback"),
    );
    assert_eq!(asked.unwrap(), Inserted::Done);
    assert_eq!((answered.unwrap(), refused.unwrap()), (Replaced::Done, Replaced::Stale));
    first.await.unwrap().unwrap();
    let (mut told, mut wanted) = (
        told_rows(&mut heard).await,
        vec![
            format!("c{}", id(6)),
            format!("d{}", id(3)),
            format!("r{}", id(1)),
            "sa/".to_owned(),
            "sa/key".to_owned(),
            format!("y{}", id(2)),
        ],
    );
    told.sort();
    wanted.sort();
    assert_eq!(told, wanted);
    store.replace(&next(&sample(2))).await.unwrap();
    assert_eq!(told_rows(&mut heard).await, [format!("r{}", id(2))], "nothing in between");
    // More than one notification can carry.
    let keys: Vec<String> = (0..100).map(|n| format!("{n:0>190}")).collect();
    store.remove("a", &keys).await.unwrap();
    let mut wanted: BTreeSet<String> = keys.iter().map(|key| format!("sa/{key}")).collect();
    while !wanted.is_empty() {
        let part = told_rows(&mut heard).await;
        assert!(part.iter().all(|item| wanted.remove(item)), "{part:?}");
    }
}

/// What hubs are told, from now on.
pub(super) async fn listener(
    schema: &TestSchema,
) -> (tokio_postgres::Client, mpsc::UnboundedReceiver<String>) {
    let (client, mut connection) = tokio_postgres::connect(&schema.url(), NoTls).await.unwrap();
    let (told, heard) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Some(message) = poll_fn(|cx| connection.poll_message(cx)).await {
            if let Ok(AsyncMessage::Notification(note)) = message {
                told.send(note.payload().to_owned()).unwrap();
            }
        }
    });
    let row = client.query_one("select current_schema()::text", &[]).await.unwrap();
    let channel = format!("sayso_{}", row.get::<_, String>(0));
    client.batch_execute(&format!("listen {channel}")).await.unwrap();
    (client, heard)
}

/// The next message about rows; leases are between them.
async fn told_rows(heard: &mut mpsc::UnboundedReceiver<String>) -> Vec<String> {
    loop {
        let message = heard.recv().await.unwrap();
        assert!(message.len() < 8_000);
        if let Some((_, rows)) = message.split_once(" r") {
            return rows.split('\n').map(str::to_owned).collect();
        }
    }
}

/// REQ: TM-3
#[test]
fn ten_hubs_that_start_at_once_make_the_tables_once() {
    let Some(schema) = TestSchema::new() else { return };
    let url = schema.url();
    let starts: Vec<_> = (0..10)
        .map(|_| {
            let url = url.clone();
            std::thread::spawn(move || opened(&url).map(drop))
        })
        .collect();
    for start in starts {
        start.join().unwrap().unwrap();
    }
    schema.execute("update sayso_schema set version = 99");
    let refused = opened(&url).err();
    assert!(matches!(refused, Some(StoreError::NewerSchema { found: 99, known: 1, .. })));
}

/// REQ: TM-3
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_that_are_cut_come_back() {
    let Some(schema) = TestSchema::new() else { return };
    let name = format!("cut {}", std::process::id());
    let store = opened(&format!("{}&application_name={name}", schema.url())).unwrap();
    for n in 0..5 {
        store.insert(&titled(n, "before"), None).await.unwrap();
        store.load(id(n)).await.unwrap();
        store.list("a").await.unwrap();
        schema.execute(&format!(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name = '{name}'"
        ));
        assert!(store.load(id(n)).await.unwrap().is_some(), "reading is repeated");
        // A write that was under way may fail, and says so; the next one is done.
        let late = sample(n + 100);
        while let Err(error) = store.insert(&late, None).await {
            assert!(matches!(error, StoreError::Away { .. }), "{error}");
        }
        assert_eq!(store.load(late.id).await.unwrap(), Some(late));
        assert_eq!(store.list("a").await.unwrap(), []);
    }
}

/// REQ: TM-1
#[test]
fn what_cannot_work_is_said_at_once() {
    let Some(schema) = TestSchema::new() else { return };
    let url = schema.url().replace("/postgres?", "/nowhere?");
    let error = opened(&url).err().unwrap().to_string();
    assert!(error.contains("database \"nowhere\" does not exist"), "{error}");
}

/// REQ: SA-8
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_row_that_cannot_be_read_is_left_out_and_named() {
    let Some(schema) = TestSchema::new() else { return };
    let store = opened(&schema.url()).unwrap();
    for n in 1..=3 {
        store.insert(&crate::samples::sample_due(n, 10), None).await.unwrap();
    }
    schema.execute(&format!("update interactions set version = 77 where id = '{}'", id(2)));
    let error = store.load(id(2)).await.err().unwrap();
    assert!(matches!(error, StoreError::Unreadable { .. }), "{error}");
    let page = store.page(&Query::default()).await.unwrap();
    assert_eq!((page.rows.len(), page.unreadable.len()), (2, 1));
    assert_eq!(page.unreadable[0].why, "an interaction of version 77");
    assert_eq!(store.due(at(20), 10).await.unwrap().ids, [id(1), id(3)]);
    assert_eq!(store.survey().await.unwrap().unreadable.len(), 1);
    assert!(store.raw(id(2)).await.unwrap().unwrap()["version"] == 77);
    assert_eq!(store.forget(id(2)).await.unwrap(), Forgotten::Pending);
    assert!(store.survey().await.unwrap().unreadable.is_empty());
}

/// REQ: TM-1
/// A password, and a certificate that proves as much as `sslmode` asks for.
#[test]
fn certificates_are_believed_as_sslmode_says() {
    let Some(schema) = TestSchema::new() else { return };
    let (url, authority) = schema.over_tcp();
    let local = url.replace("@localhost:", "@127.0.0.1:");
    for (url, mode, root, works) in [
        (&url, "disable", false, false),
        (&url, "prefer", false, true),
        (&url, "require", false, true),
        (&url, "require", true, true),
        (&url, "verify-ca", false, false),
        (&url, "verify-ca", true, true),
        (&url, "verify-full", false, false),
        (&url, "verify-full", true, true),
        (&local, "require", false, true),
        (&local, "verify-ca", true, true),
        (&local, "verify-full", true, false),
    ] {
        let mut url = format!("{url}&sslmode={mode}");
        if root {
            url += &format!("&sslrootcert={authority}");
        }
        let opened = opened(&url).map(drop);
        assert_eq!(opened.is_ok(), works, "{mode} {root}: {opened:?}");
    }
    let wrong = url.replacen("sayso:", "sayso:x", 1);
    let error = opened(&wrong).err().unwrap().to_string();
    assert!(error.contains("password authentication failed"), "{error}");
    assert!(!error.contains("sayso:x"), "{error}");
}
