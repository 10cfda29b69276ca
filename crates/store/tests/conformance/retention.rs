//! Retention of settled rows.

use sayso_core::{Interaction, InteractionId, Purpose};
use sayso_desk::store::{Note, Query, Retention, SWEPT_AT_ONCE, Survey};

use super::{Checked, Shared};
use sayso_store::samples::{answered, at, counted, id, insert_all, sample, typed, withdrawn};

/// REQ: HI-3
pub(crate) async fn old_ones_go_whether_delivered_or_not(store: Shared) -> Checked {
    for n in 1..=4 {
        store.insert(&answered(&sample(n), n * 100), None).await?;
    }
    store.note(id(1), Note::Delivered(Some(at(150)))).await?;
    store.note(id(4), Note::Delivered(Some(at(450)))).await?;
    assert_eq!(swept(&store, 300, 1_000).await?, [id(1), id(2)]);
    assert_eq!(store.load(id(1)).await?, None);
    assert_eq!(store.survey().await?, counted(0, 2, 1));
    Ok(())
}

/// REQ: HI-4
pub(crate) async fn beyond_the_count_the_oldest_delivered_go(store: Shared) -> Checked {
    // Asked in one order, ended in the other: the end counts.
    for n in 1..=5 {
        store.insert(&answered(&sample(n), 1_000 - n), None).await?;
        store.note(id(n), Note::Delivered(Some(at(2_000)))).await?;
    }
    assert_eq!(swept(&store, 0, 5).await?, []);
    assert_eq!(swept(&store, 0, 3).await?, [id(4), id(5)]);
    assert_eq!(swept(&store, 0, 0).await?, [id(1), id(2), id(3)]);
    Ok(())
}

/// REQ: HI-4
pub(crate) async fn undelivered_ones_go_only_by_age(store: Shared) -> Checked {
    for n in 1..=5 {
        store.insert(&answered(&sample(n), n * 100), None).await?;
    }
    store.note(id(3), Note::Delivered(Some(at(600)))).await?;
    store.note(id(5), Note::Delivered(Some(at(600)))).await?;
    // Two too many by count, and the two oldest nobody has got: they stay, later ones go.
    assert_eq!(swept(&store, 0, 3).await?, [id(3), id(5)]);
    assert_eq!(swept(&store, 0, 0).await?, []);
    assert_eq!(swept(&store, 201, 0).await?, [id(1), id(2)]);
    assert_eq!(store.survey().await?, counted(0, 1, 1));
    Ok(())
}

/// REQ: HI-4
pub(crate) async fn withdrawn_ones_count_as_delivered(store: Shared) -> Checked {
    store.insert(&answered(&sample(1), 100), None).await?;
    store.insert(&withdrawn(&sample(2), 200), None).await?;
    assert_eq!(swept(&store, 0, 1).await?, [id(2)]);
    Ok(())
}

/// REQ: HI-4
pub(crate) async fn pending_ones_are_never_removed(store: Shared) -> Checked {
    store.insert(&sample(1), None).await?;
    store.save_draft(id(1), &[typed("half")]).await?;
    store.insert(&answered(&sample(2), 100), None).await?;
    // Not even one whose reply `pending` was handed over.
    store.note(id(1), Note::Delivered(Some(at(50)))).await?;
    assert_eq!(swept(&store, 1_000_000, 0).await?, [id(2)]);
    assert_eq!(store.survey().await?, counted(1, 0, 0));
    assert!(!store.draft(id(1)).await?.is_empty());
    Ok(())
}

pub(crate) async fn nothing_to_sweep_removes_nothing(store: Shared) -> Checked {
    assert_eq!(swept(&store, 1_000, 0).await?, []);
    store.insert(&answered(&sample(1), 100), None).await?;
    assert_eq!(swept(&store, 100, usize::MAX).await?, []);
    assert_eq!(store.survey().await?.settled, 1);
    Ok(())
}

/// REQ: SA-9
pub(crate) async fn no_more_than_a_few_go_at_once(store: Shared) -> Checked {
    let count = SWEPT_AT_ONCE as u64 + 7;
    insert_all(&store, (0..count).map(|n| answered(&sample(n), 1_000 + n))).await?;
    let retention = Retention { settled_before: at(1_000_000), keep: 0, tests_before: at(0) };
    let steps = [store.sweep(&retention).await?, store.sweep(&retention).await?];
    // The longest settled go first.
    assert_eq!(steps[0], (0..SWEPT_AT_ONCE as u64).map(id).collect::<Vec<_>>());
    assert_eq!(steps[1], (SWEPT_AT_ONCE as u64..count).map(id).collect::<Vec<_>>());
    assert_eq!(store.sweep(&retention).await?, []);
    Ok(())
}

/// Not in any list or count, and removed soon after its end, without an event.
pub(crate) async fn test_questions_are_kept_apart_and_go_soon(store: Shared) -> Checked {
    let test = |n| Interaction { purpose: Purpose::Test, ..sample(n) };
    for row in [sample(1), test(2), answered(&test(3), 300), answered(&test(4), 400)] {
        store.insert(&row, None).await?;
    }
    assert_eq!(store.survey().await?, Survey { tests: 3, ..counted(1, 0, 0) });
    for search in [None, Some("deploy".to_owned())] {
        let listed = store.page(&Query { search, ..Query::default() }).await?;
        assert_eq!((listed.rows, listed.next), (vec![sample(1)], None));
    }
    assert_eq!(store.load(id(2)).await?, Some(test(2)));
    let retention = Retention { settled_before: at(0), keep: 1_000, tests_before: at(400) };
    assert_eq!(store.sweep(&retention).await?, []);
    assert_eq!(store.load(id(3)).await?, None);
    assert_eq!(store.survey().await?, Survey { tests: 2, ..counted(1, 0, 0) });
    Ok(())
}

async fn swept(store: &Shared, settled_before: u64, keep: usize) -> Checked<Vec<InteractionId>> {
    let retention = Retention { settled_before: at(settled_before), keep, tests_before: at(0) };
    let mut gone = Vec::new();
    loop {
        let step = store.sweep(&retention).await?;
        if step.is_empty() {
            break;
        }
        gone.extend(step);
    }
    gone.sort();
    Ok(gone)
}
