//! Drafts: field by field, while the interaction is pending.

use sayso_core::{Draft, DraftField};
use sayso_desk::store::Replaced;

use super::{Checked, Shared};
use sayso_store::samples::{answered, chosen, id, next, sample, typed};

pub(crate) async fn the_last_write_of_a_field_wins(store: Shared) -> Checked {
    let row = sample(1);
    store.insert(&row, None).await?;
    assert_eq!(store.draft(row.id).await?, Draft::default());
    store.save_draft(row.id, &[chosen(&["staging"]), typed("ha")]).await?;
    store.save_draft(row.id, &[typed("half"), typed("한글 🦀")]).await?;
    let note = DraftField::Note { text: String::new() };
    store.save_draft(row.id, std::slice::from_ref(&note)).await?;
    store.save_draft(row.id, &[]).await?;
    let expected: Draft = [chosen(&["staging"]), typed("한글 🦀"), note].into_iter().collect();
    assert_eq!(store.draft(row.id).await?, expected);
    Ok(())
}

/// REQ: WE-8
pub(crate) async fn drafts_are_kept_apart(store: Shared) -> Checked {
    for (n, text) in [(1, "one"), (2, "two")] {
        store.insert(&sample(n), None).await?;
        store.save_draft(id(n), &[typed(text)]).await?;
    }
    store.replace(&answered(&sample(2), 40)).await?;
    assert_eq!(store.draft(id(1)).await?, [typed("one")].into_iter().collect());
    Ok(())
}

pub(crate) async fn settling_ends_the_draft(store: Shared) -> Checked {
    let first = sample(1);
    store.insert(&first, None).await?;
    store.save_draft(first.id, &[typed("half")]).await?;
    let second = next(&first);
    store.replace(&second).await?;
    assert_eq!(store.draft(first.id).await?, [typed("half")].into_iter().collect());
    // The loser of a race settles nothing.
    assert_eq!(store.replace(&answered(&first, 40)).await?, Replaced::Stale);
    assert_eq!(store.draft(first.id).await?, [typed("half")].into_iter().collect());
    assert_eq!(store.replace(&answered(&second, 40)).await?, Replaced::Done);
    assert!(store.draft(first.id).await?.is_empty());
    Ok(())
}

pub(crate) async fn a_draft_does_not_change_the_revision(store: Shared) -> Checked {
    let first = sample(1);
    store.insert(&first, None).await?;
    store.save_draft(first.id, &[typed("half")]).await?;
    assert_eq!(store.load(first.id).await?, Some(first.clone()));
    assert_eq!(store.replace(&answered(&first, 40)).await?, Replaced::Done);
    Ok(())
}

pub(crate) async fn only_pending_ones_have_drafts(store: Shared) -> Checked {
    store.insert(&answered(&sample(1), 40), None).await?;
    for n in [1, 2] {
        store.save_draft(id(n), &[typed("too late")]).await?;
        assert!(store.draft(id(n)).await?.is_empty());
    }
    Ok(())
}
