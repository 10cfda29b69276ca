//! Pages that were let in.

use std::sync::Arc;

use sayso_desk::store::{Store, StoreError, Visitor};

use super::samples::at;

fn visitor(n: u8) -> Visitor {
    Visitor {
        id: format!("{n:012x}"),
        hash: [n; 32],
        origin: format!("localhost:{n}"),
        browser: "Firefox on Linux".to_owned(),
        paired: n == 2,
        created_at: at(u64::from(n) * 100),
        used_at: at(u64::from(n) * 100),
    }
}

pub async fn a_page_is_known_with_where_and_when(store: Arc<dyn Store>) -> Result<(), StoreError> {
    let (one, other) = (visitor(1), visitor(2));
    assert_eq!(store.visitor(&one.id).await?, None);
    store.let_in(&other).await?;
    store.let_in(&one).await?;
    store.set_visitor_used(&one.id, at(300)).await?;
    store.set_visitor_used("0123456789ab", at(300)).await?;
    let one = Visitor { used_at: at(300), ..one };
    assert_eq!(store.visitor(&one.id).await?, Some(one.clone()));
    assert_eq!(store.visitors().await?, [one, other], "the oldest first, and nobody unknown");
    Ok(())
}

pub async fn a_page_that_is_removed_is_gone(store: Arc<dyn Store>) -> Result<(), StoreError> {
    let (one, other) = (visitor(1), visitor(2));
    store.let_in(&one).await?;
    store.let_in(&other).await?;
    assert!(store.remove_visitor(&one.id).await?);
    assert!(!store.remove_visitor(&one.id).await?);
    store.set_visitor_used(&one.id, at(300)).await?;
    assert_eq!(store.visitor(&one.id).await?, None, "using it does not bring it back");
    assert_eq!(store.visitors().await?, [other]);
    Ok(())
}

pub async fn pages_that_nobody_uses_go(store: Arc<dyn Store>) -> Result<(), StoreError> {
    for n in 1..=3 {
        store.let_in(&visitor(n)).await?;
    }
    assert_eq!(store.forget_visitors(at(200)).await?, 1);
    assert_eq!(store.forget_visitors(at(200)).await?, 0);
    assert_eq!(store.visitor(&visitor(1).id).await?, None);
    assert_eq!(store.visitors().await?, [visitor(2), visitor(3)], "2: used at that very moment");
    Ok(())
}
