//! Everything arrives as it was, in both directions; what does not fit is named.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use futures_util::future::join_all;
use sayso_core::{DraftField, Purpose};
use sayso_desk::store::{Body, Note, Replaces, Store};
use tempfile::TempDir;

use super::*;
use crate::AsHub;
use crate::samples::{answered, at, chosen, id, sample, sample_due, titled, typed, withdrawn};
use crate::test_postgres::TestSchema;

fn server(schema: &TestSchema) -> StorePlace {
    StorePlace::at(&schema.url()).unwrap()
}

fn file(dir: &TempDir, name: &str) -> (StorePlace, PathBuf) {
    let path = dir.path().join(name);
    (StorePlace::File(path.clone()), path)
}

fn opened(at: &StorePlace) -> Arc<dyn Store> {
    at.open(AsHub::default()).unwrap().store
}

/// Some of everything, and more questions than fit on a page.
async fn fill(store: &dyn Store) {
    join_all((0..PAGE as u64 + 20).map(|n| add(store, n))).await;
    for (kind, key) in [("setting", "language"), ("post", "chat/x/0"), ("Ä", "ключ"), ("a", "")]
    {
        let body = |text: &str| Body { version: 3, text: format!("{{\"a\":\"{text}\"}}") };
        store.put(kind, key, &body("erst"), Replaces::Nothing).await.unwrap();
        store.put(kind, key, &body("dann \u{1f980}"), Replaces::Revision(1)).await.unwrap();
    }
}

async fn add(store: &dyn Store, n: u64) {
    let mut row =
        if n.is_multiple_of(3) { sample_due(n, 90_000) } else { titled(n, &format!("Nº {n}")) };
    if n % 50 == 7 {
        row.purpose = Purpose::Test;
    }
    store.insert(&row, n.is_multiple_of(2).then_some("mark")).await.unwrap();
    match n % 5 {
        0 => drop(store.replace(&answered(&row, 50_000 + n)).await.unwrap()),
        1 => drop(store.replace(&withdrawn(&row, 50_000 + n)).await.unwrap()),
        2 => {
            let long = "k".repeat(5_000);
            let own = DraftField::Text { question: long.as_str().into(), text: "late".into() };
            let fields = [typed("halb"), chosen(&["staging"]), own];
            store.save_draft(row.id, &fields).await.unwrap();
            store.note(row.id, Note::Ticket("t".to_owned())).await.unwrap();
            store.note(row.id, Note::Heard(at(70_000 + n))).await.unwrap();
        }
        _ => {}
    }
    if n.is_multiple_of(10) {
        store.note(row.id, Note::Delivered(Some(at(60_000 + n)))).await.unwrap();
    }
}

/// Every row, sorted, without the text that one of the databases stores.
async fn rows(place: &StorePlace) -> Vec<String> {
    let mut source = place.read(Others::Allowed).await.unwrap();
    let mut all = Vec::new();
    while let Some(page) = source.pages.recv().await {
        for record in page.unwrap() {
            let Ok(mut record) = record else { panic!("it can be read") };
            if let Record::Question(row) = &mut record {
                row.text = None;
            }
            all.push(json_of(&[record]));
        }
    }
    all.sort();
    all
}

async fn copied(from: &StorePlace, to: &StorePlace) -> Result<Counts, TransferError> {
    let mut told = Vec::new();
    let copied = copy(from, to, &mut |progress| told.push(progress)).await;
    if copied.is_ok() {
        let last = told.last().unwrap();
        assert_eq!(last.done, last.all, "it says when it is done");
        assert!(told.iter().any(|it| it.done > 0 && it.done < it.all), "and before: {told:?}");
    }
    copied
}

async fn sound(at: &StorePlace) -> CheckReport {
    let report = check(at, &mut |_| {}).await.unwrap();
    assert_eq!(report.problems, []);
    report
}

/// REQ: TM-1
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_arrives_as_it_was_there_and_back() {
    let dir = tempfile::tempdir().unwrap();
    let (first, _) = file(&dir, "first.db");
    let store = opened(&first);
    fill(store.as_ref()).await;
    drop(store);
    let Some(schema) = TestSchema::new() else {
        let (second, _) = file(&dir, "second.db");
        copied(&first, &second).await.unwrap();
        assert_eq!(rows(&first).await, rows(&second).await);
        return;
    };
    let (server, (back, _)) = (server(&schema), file(&dir, "back.db"));
    let there = copied(&first, &server).await.unwrap();
    assert_eq!((there.questions, there.items), (PAGE as u64 + 20, 4));
    let again = copied(&server, &back).await.unwrap();
    assert_eq!(there, again);
    let wanted = rows(&first).await;
    assert_eq!(wanted, rows(&server).await);
    assert_eq!(wanted, rows(&back).await);
    for place in [&first, &server, &back] {
        assert_eq!(sound(place).await.counts, there);
    }
    // A store goes on with it: found by its words and by its id, with its draft.
    for place in [&server, &back] {
        let store = opened(place);
        let found = crate::samples::searched(&store, sayso_desk::store::Scope::All, "nº 511");
        assert_eq!(crate::samples::listed(&found.await.unwrap()), [id(511)]);
        assert_eq!(store.draft(id(512)).await.unwrap().fields().count(), 3);
        assert_eq!(store.ticket(id(512)).await.unwrap().as_deref(), Some("t"));
        assert_eq!(store.get("setting", "language").await.unwrap().unwrap().revision, 2);
        store.save_draft(id(512), &[typed("ganz")]).await.unwrap();
        assert_eq!(store.draft(id(512)).await.unwrap().fields().count(), 3, "the same field");
    }
}

/// REQ: TM-1
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_copied_over_something_or_under_a_hub() {
    let dir = tempfile::tempdir().unwrap();
    let (full, _) = file(&dir, "full.db");
    let (other, other_path) = file(&dir, "other.db");
    for place in [&full, &other] {
        opened(place).insert(&sample(1), None).await.unwrap();
    }
    let error = copied(&full, &other).await.unwrap_err().to_string();
    assert!(error.contains("is not empty: it has 1 question, 0 draft fields"), "{error}");
    let (missing, _) = file(&dir, "missing.db");
    let error = copied(&missing, &other).await.unwrap_err();
    assert!(matches!(error, TransferError::Missing(_)), "{error}");
    std::fs::write(&other_path, "no database at all, but long enough to be read as one").unwrap();
    let error = copied(&other, &missing).await.unwrap_err().to_string();
    assert!(error.contains("is damaged"), "{error}");
    let Some(schema) = TestSchema::new() else { return };
    let server = server(&schema);
    let error = copied(&server, &missing).await.unwrap_err();
    assert!(matches!(error, TransferError::Missing(_)), "it has no tables: {error}");
    let hub = opened(&server);
    for (from, to) in [(&full, &server), (&server, &missing)] {
        let error = copied(from, to).await.unwrap_err();
        assert!(matches!(error, TransferError::InUse(_)), "{error}");
    }
    sound(&server).await;
    drop(hub);
    // A copy that breaks off in the middle was never there.
    let mut half = server.writer().await.unwrap();
    let mut source = full.read(Others::Allowed).await.unwrap();
    let page = source.pages.recv().await.unwrap().unwrap();
    half.write(page.into_iter().flatten().collect()).await.unwrap();
    assert_eq!(half.counts().await.unwrap().questions, 1);
    let busy = server.open(AsHub::default()).err().unwrap().to_string();
    assert!(busy.contains("`sayso store copy` is at work there"), "{busy}");
    drop(half);
    let mut empty = server.writer().await.unwrap();
    assert_eq!(empty.counts().await.unwrap(), Counts::default());
}

fn execute(path: &Path, statements: &str) {
    rusqlite::Connection::open(path).unwrap().execute_batch(statements).unwrap();
}

fn named(report: &CheckReport) -> Vec<String> {
    let line = |problem: &RowProblem| format!("{}: {}", problem.table, problem.what);
    let mut lines: Vec<String> = report.problems.iter().map(line).collect();
    lines.sort();
    lines
}

/// REQ: TM-1
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_check_names_what_does_not_fit() {
    let dir = tempfile::tempdir().unwrap();
    let (place, path) = file(&dir, "sayso.db");
    let store = opened(&place);
    for n in 1..=4 {
        store.insert(&sample(n), None).await.unwrap();
    }
    store.save_draft(id(1), &[typed("a")]).await.unwrap();
    store.save_draft(id(2), &[typed("b")]).await.unwrap();
    let body = Body { version: 1, text: format!("{{\"interaction\":\"{}\"}}", id(2)) };
    store.put("post", &format!("chat/{}/0", id(1)), &body, Replaces::Nothing).await.unwrap();
    drop(store);
    let damage = "update interactions set version = 77 where rowid = 3; \
         update interactions set status = 'submitted' where rowid = 4; \
         update drafts set body = '{' where interaction = (select id from interactions where rowid = 1); \
         delete from interactions where rowid = 2";
    execute(&path, damage);
    let report = check(&place, &mut |_| {}).await.unwrap();
    let wanted = [
        "draft: cannot be read: EOF while parsing an object at line 1 column 1",
        "draft: has no question",
        "question: cannot be read: an interaction of version 77",
        "question: its column status differs from its body",
        "record: shows another question: 00000002-1111-4222-8333-000000000002",
    ];
    assert_eq!((named(&report), report.found), (wanted.map(str::to_owned).to_vec(), 5));
    // What can't be understood is still copied as it is; what can't be read stops it.
    let (copy_of, _) = file(&dir, "copy.db");
    let mut quiet = |_: TransferProgress| {};
    copy(&place, &copy_of, &mut quiet).await.unwrap();
    assert_eq!(named(&check(&copy_of, &mut quiet).await.unwrap()), named(&report));
    execute(&path, "update interactions set body = cast(x'ff' as text) where rowid = 1");
    let (another, _) = file(&dir, "another.db");
    let error = copy(&place, &another, &mut quiet).await.unwrap_err().to_string();
    assert!(error.contains(&id(1).to_string()), "{error}");
    let Some(schema) = TestSchema::new() else { return };
    let server = server(&schema);
    let store = opened(&server);
    for n in 1..=3 {
        store.insert(&sample(n), None).await.unwrap();
    }
    drop(store);
    schema.execute("insert into search select * from search_new; delete from search_new");
    schema.execute(&format!("delete from search where id = '{}'", id(1)));
    schema.execute(&format!("update search set text = 'else' where id = '{}'", id(2)));
    let found = named(&check(&server, &mut quiet).await.unwrap());
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("search: is missing"), "{found:?}");
    assert!(found[1].starts_with("search: is outdated"), "{found:?}");
}
