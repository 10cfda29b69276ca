//! The connection is lost while something is written, also between the commit and its reply: it is
//! done once, and everybody learns what came of it.

#![expect(clippy::disallowed_methods, reason = "tests measure and read their environment")]

use std::hash::{BuildHasher, RandomState};

use sayso_core::Interaction;
use sayso_desk::cluster::ClusterNews;
use sayso_desk::store::{
    Body, Drafts, Forgotten, Inserted, Interactions, KeyValue, Note, Replaced, Replaces,
};
use tempfile::TempDir;
use tokio::task::JoinSet;

use super::*;
use crate::batch_sizes;
use crate::samples::{answered, at, id, next, sample, typed};
use crate::test_postgres::TestSchema;
use crate::test_proxy::{Cut, TestProxy};

struct World {
    schema: TestSchema,
    between: TestProxy,
    /// Over the connection that is cut.
    store: Arc<PostgresStore>,
    _dir: TempDir,
}

fn world() -> Option<World> {
    let schema = TestSchema::new()?;
    let dir = tempfile::tempdir().unwrap();
    let between = TestProxy::new(dir.path(), schema.socket());
    let store = opened(&schema.url_by(dir.path()));
    Some(World { schema, between, store, _dir: dir })
}

fn opened(url: &str) -> Arc<PostgresStore> {
    let address = PostgresAddress::parse(url).unwrap();
    Arc::new(PostgresStore::open(&address, batch_sizes()).unwrap())
}

fn text(text: &str) -> Body {
    Body { version: 1, text: text.to_owned() }
}

/// REQ: TM-3
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_whose_reply_is_lost_is_done_once() {
    let Some(World { schema, between, store, _dir }) = world() else { return };
    let direct = opened(&schema.url());
    let mut cuts = 0;
    let mut lose = || {
        assert_eq!(between.cuts(), cuts, "the one before was lost");
        cuts += 1;
        between.cut_next(Cut::AtCommit);
    };
    lose();
    assert_eq!(store.insert(&sample(1), Some("mark")).await.unwrap(), Inserted::Done);
    lose();
    let again = Interaction { id: id(9), ..sample(1) };
    assert_eq!(store.insert(&again, None).await.unwrap(), Inserted::CallKnown(id(1)));
    lose();
    let late = next(&sample(1));
    assert_eq!(store.replace(&late).await.unwrap(), Replaced::Done);
    lose();
    let other = Interaction { warnings: Vec::new(), ..late.clone() };
    assert_eq!(store.replace(&other).await.unwrap(), Replaced::Stale, "another body");
    lose();
    store.save_draft(id(1), &[typed("half")]).await.unwrap();
    assert_eq!(direct.draft(id(1)).await.unwrap().fields().count(), 1);
    lose();
    let end = answered(&late, 50);
    assert_eq!(store.replace(&end).await.unwrap(), Replaced::Done);
    lose();
    assert_eq!(store.replace(&answered(&late, 60)).await.unwrap(), Replaced::Stale);
    lose();
    store.note(id(1), Note::Delivered(Some(at(70)))).await.unwrap();
    let stored = Interaction { delivered_at: Some(at(70)), ..end };
    assert_eq!(direct.load(id(1)).await.unwrap(), Some(stored));
    for (body, over, wanted) in [
        ("a", Replaces::Nothing, Replaced::Done),
        ("b", Replaces::Nothing, Replaced::Stale),
        ("b", Replaces::Revision(1), Replaced::Done),
        ("c", Replaces::Revision(1), Replaced::Stale),
        ("d", Replaces::Anything, Replaced::Done),
    ] {
        lose();
        let put = store.put("kind", "key", &text(body), over).await.unwrap();
        assert_eq!(put, wanted, "{body} over {over:?}");
    }
    assert_eq!(direct.get("kind", "key").await.unwrap().unwrap().body.text, "d");
    lose();
    assert_eq!(store.remove("kind", &["key".to_owned()]).await.unwrap(), 1);
    lose();
    assert_eq!(store.forget(id(1)).await.unwrap(), Forgotten::Settled);
    lose();
    assert_eq!(store.forget(id(1)).await.unwrap(), Forgotten::Absent);
    store.insert(&sample(2), None).await.unwrap();
    lose();
    assert_eq!(store.forget(id(2)).await.unwrap(), Forgotten::Pending);
    assert_eq!(between.cuts(), cuts);
    assert_eq!(direct.survey().await.unwrap(), crate::samples::counted(0, 0, 0));
}

/// REQ: TM-3
/// Writes of many, cut at any byte. What is reported is what is stored.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cut_anywhere_nothing_is_lost_and_nothing_has_two_ends() {
    const ROUNDS: u64 = 60;
    const ROWS: u64 = 4;
    let Some(World { schema, between, store, _dir }) = world() else { return };
    let direct = opened(&schema.url());
    let seed = std::env::var("SAYSO_TEST_SEED").ok().and_then(|seed| seed.parse().ok());
    let seed: u64 = seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    let mut state = seed;
    let mut draw = move |most: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    for round in 0..ROUNDS {
        let seen = format!("SAYSO_TEST_SEED={seed}, round {round}");
        // About what a round sends and receives, so that most cuts are within it.
        between.cut_next(Cut::After(usize::try_from(draw(24_000)).unwrap()));
        let mut rows = JoinSet::new();
        for n in (0..ROWS).map(|n| round * ROWS + n) {
            let store = Arc::clone(&store);
            rows.spawn(async move {
                let row = sample(n);
                let inserted = store.insert(&row, None).await;
                let ends = [answered(&row, 50_000), answered(&row, 60_000)];
                let (one, other) = tokio::join!(store.replace(&ends[0]), store.replace(&ends[1]));
                let put = store.put("seen", &n.to_string(), &text("1"), Replaces::Nothing).await;
                (n, inserted, ends, [one, other], put)
            });
        }
        for (n, inserted, ends, replaced, put) in rows.join_all().await {
            assert_eq!(inserted.unwrap(), Inserted::Done, "{seen}");
            assert_eq!(put.unwrap(), Replaced::Done, "{seen}");
            let won = replaced.map(|replaced| replaced.unwrap() == Replaced::Done);
            assert_ne!(won[0], won[1], "one ends it, and knows: {seen}");
            let stored = direct.load(id(n)).await.unwrap().unwrap();
            assert_eq!(stored, ends[usize::from(won[1])], "{seen}");
        }
    }
    let rows = ROUNDS * ROWS;
    assert_eq!(direct.survey().await.unwrap(), crate::samples::counted(0, rows, rows));
    assert_eq!(direct.list("seen").await.unwrap().len() as u64, rows);
    assert!(between.cuts() > 10, "only {} cuts: SAYSO_TEST_SEED={seed}", between.cuts());
}

/// REQ: TM-3
/// If the server stays away, nobody knows: the error says so, and what to do. Repeating it finds out.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_nobody_knows_is_said_to_be_unknown() {
    let Some(World { schema, between, store, _dir }) = world() else { return };
    between.cut_next(Cut::AtCommitForGood);
    let error = store.insert(&sample(1), None).await.unwrap_err().to_string();
    assert!(error.contains("it may have been done: repeating it is safe"), "{error}");
    let again = Interaction { id: id(2), ..sample(1) };
    let direct = opened(&schema.url());
    assert_eq!(direct.insert(&again, None).await.unwrap(), Inserted::CallKnown(id(1)));
}

/// REQ: TM-3
/// Nothing comes over it, and its own time limit is far away.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_that_is_no_longer_trusted_is_left_at_once() {
    let Some(World { schema, between, _dir, .. }) = world() else { return };
    let address = PostgresAddress::parse(&schema.url_by(_dir.path())).unwrap();
    let hour = std::time::Duration::from_secs(3_600);
    let link = Link::new(address, tokio::runtime::Handle::current(), hour).longer(2);
    let link = Arc::new(link);
    assert_eq!(link.query("select 1", &[]).await.unwrap().len(), 1);
    between.mute();
    let reading = Arc::clone(&link);
    let reading = tokio::spawn(async move { reading.query("select 1", &[]).await });
    // Whether it has been sent or not.
    link.distrust();
    assert_eq!(reading.await.unwrap().unwrap().len(), 1);
}

/// REQ: TM-3
/// The reply to a commit was lost, and with it perhaps what somebody waits for at this hub.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hub_that_does_not_know_what_it_wrote_reads_everything_again() {
    let Some(World { store, schema: _schema, between: _between, _dir }) = world() else { return };
    let mut news = store.shared().cluster.listen();
    store.hubs.doubt();
    assert_eq!(news.recv().await, Some(ClusterNews::Anew(Vec::new())));
}
