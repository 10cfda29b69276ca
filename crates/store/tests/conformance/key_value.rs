//! Key-value items: stored items are returned, and a concurrent change is never overwritten.

use std::sync::Arc;

use sayso_desk::store::{Body, Replaced, Replaces, StoredItem};

use super::{Checked, Shared};

fn body(text: &str) -> Body {
    Body { version: 3, text: text.to_owned() }
}

fn item(key: &str, revision: u64, text: &str) -> StoredItem {
    StoredItem { key: key.to_owned(), revision, body: body(text) }
}

pub(crate) async fn what_is_put_there_comes_back(store: Shared) -> Checked {
    assert_eq!(store.get("a", "one").await?, None);
    assert_eq!(store.list("a").await?, []);
    for (kind, key, text) in [("a", "two", "2"), ("b", "one", "3"), ("a", "one", "\"é 🦀\"")] {
        assert_eq!(store.put(kind, key, &body(text), Replaces::Anything).await?, Replaced::Done);
    }
    store.put("a", "two", &Body { version: 4, ..body("22") }, Replaces::Anything).await?;
    let two = StoredItem { body: Body { version: 4, ..body("22") }, ..item("two", 2, "") };
    assert_eq!(store.get("a", "two").await?, Some(two.clone()));
    assert_eq!(store.list("a").await?, [item("one", 1, "\"é 🦀\""), two], "by key");
    assert_eq!(store.list("b").await?, [item("one", 1, "3")]);
    Ok(())
}

pub(crate) async fn what_is_removed_is_gone(store: Shared) -> Checked {
    for key in ["one", "two", "three"] {
        store.put("a", key, &body("1"), Replaces::Anything).await?;
    }
    store.put("b", "one", &body("1"), Replaces::Anything).await?;
    let keys = ["one", "two", "never there"].map(str::to_owned);
    assert_eq!(store.remove("a", &keys).await?, 2);
    assert_eq!(store.remove("a", &keys).await?, 0);
    assert_eq!(store.list("a").await?, [item("three", 1, "1")]);
    assert_eq!(store.list("b").await?, [item("one", 1, "1")], "another kind");
    Ok(())
}

pub(crate) async fn only_what_is_expected_is_replaced(store: Shared) -> Checked {
    assert_eq!(store.put("a", "one", &body("1"), Replaces::Revision(1)).await?, Replaced::Stale);
    assert_eq!(store.put("a", "one", &body("1"), Replaces::Nothing).await?, Replaced::Done);
    assert_eq!(store.put("a", "one", &body("2"), Replaces::Nothing).await?, Replaced::Stale);
    assert_eq!(store.put("a", "one", &body("2"), Replaces::Revision(1)).await?, Replaced::Done);
    assert_eq!(store.put("a", "one", &body("3"), Replaces::Revision(1)).await?, Replaced::Stale);
    assert_eq!(store.get("a", "one").await?, Some(item("one", 2, "2")));
    store.remove("a", &["one".to_owned()]).await?;
    let back = store.put("a", "one", &body("3"), Replaces::Revision(2)).await?;
    assert_eq!((back, store.list("a").await?), (Replaced::Stale, vec![]), "it stays removed");
    Ok(())
}

pub(crate) async fn of_many_at_once_one_puts_it_there(store: Shared) -> Checked {
    let tasks: Vec<_> = (0..16)
        .map(|n| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                store.put("a", "one", &body(&n.to_string()), Replaces::Nothing).await
            })
        })
        .collect();
    let mut done = 0;
    for task in tasks {
        done += usize::from(task.await.expect("no task panics")? == Replaced::Done);
    }
    assert_eq!(done, 1);
    Ok(())
}
