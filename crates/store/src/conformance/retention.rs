//! What is kept of what has ended, and for how long.

use std::sync::Arc;

use sayso_core::InteractionId;
use sayso_desk::store::{Counts, Retention, Store, StoreError};

use super::samples::{answered, at, id, sample, typed, withdrawn};

/// REQ: HI-3
pub async fn old_ones_go_whether_delivered_or_not(store: Arc<dyn Store>) -> Result<(), StoreError> {
    for n in 1..=4 {
        store.insert(&answered(&sample(n), n * 100)).await?;
    }
    store.set_delivered(id(1), Some(at(150))).await?;
    store.set_delivered(id(4), Some(at(450))).await?;
    assert_eq!(swept(&store, 300, 1_000).await?, [id(1), id(2)]);
    assert_eq!(store.load(id(1)).await?, None);
    assert_eq!(store.counts().await?, Counts { pending: 0, settled: 2, undelivered: 1 });
    Ok(())
}

/// REQ: HI-4
pub async fn beyond_the_count_the_oldest_delivered_go(
    store: Arc<dyn Store>,
) -> Result<(), StoreError> {
    // Asked in one order, ended in the other: the end counts.
    for n in 1..=5 {
        store.insert(&answered(&sample(n), 1_000 - n)).await?;
        store.set_delivered(id(n), Some(at(2_000))).await?;
    }
    assert_eq!(swept(&store, 0, 5).await?, []);
    assert_eq!(swept(&store, 0, 3).await?, [id(4), id(5)]);
    assert_eq!(swept(&store, 0, 0).await?, [id(1), id(2), id(3)]);
    Ok(())
}

/// REQ: HI-4
pub async fn undelivered_ones_go_only_by_age(store: Arc<dyn Store>) -> Result<(), StoreError> {
    for n in 1..=5 {
        store.insert(&answered(&sample(n), n * 100)).await?;
    }
    store.set_delivered(id(3), Some(at(600))).await?;
    store.set_delivered(id(5), Some(at(600))).await?;
    // Two too many by count, and the two oldest nobody has got: they stay, later ones go.
    assert_eq!(swept(&store, 0, 3).await?, [id(3), id(5)]);
    assert_eq!(swept(&store, 0, 0).await?, []);
    assert_eq!(swept(&store, 201, 0).await?, [id(1), id(2)]);
    assert_eq!(store.counts().await?, Counts { pending: 0, settled: 1, undelivered: 1 });
    Ok(())
}

/// REQ: HI-4
pub async fn withdrawn_ones_count_as_delivered(store: Arc<dyn Store>) -> Result<(), StoreError> {
    store.insert(&answered(&sample(1), 100)).await?;
    store.insert(&withdrawn(&sample(2), 200)).await?;
    assert_eq!(swept(&store, 0, 1).await?, [id(2)]);
    Ok(())
}

/// REQ: HI-4
pub async fn pending_ones_are_never_removed(store: Arc<dyn Store>) -> Result<(), StoreError> {
    store.insert(&sample(1)).await?;
    store.save_draft(id(1), &[typed("half")]).await?;
    store.insert(&answered(&sample(2), 100)).await?;
    // Not even one whose reply `pending` was handed over.
    store.set_delivered(id(1), Some(at(50))).await?;
    assert_eq!(swept(&store, 1_000_000, 0).await?, [id(2)]);
    assert_eq!(store.counts().await?, Counts { pending: 1, settled: 0, undelivered: 0 });
    assert!(!store.draft(id(1)).await?.is_empty());
    Ok(())
}

pub async fn nothing_to_sweep_removes_nothing(store: Arc<dyn Store>) -> Result<(), StoreError> {
    assert_eq!(swept(&store, 1_000, 0).await?, []);
    store.insert(&answered(&sample(1), 100)).await?;
    assert_eq!(swept(&store, 100, usize::MAX).await?, []);
    assert_eq!(store.counts().await?.settled, 1);
    Ok(())
}

async fn swept(
    store: &Arc<dyn Store>,
    settled_before: u64,
    keep: usize,
) -> Result<Vec<InteractionId>, StoreError> {
    let retention = Retention { settled_before: at(settled_before), keep };
    let mut gone = store.sweep(&retention).await?;
    gone.sort();
    Ok(gone)
}
