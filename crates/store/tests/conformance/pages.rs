//! Lists: their order, the border between pages, and what is due.

use jiff::SignedDuration;
use sayso_core::{Interaction, InteractionId};
use sayso_desk::store::{Due, LONGEST_PAGE, Note, PageEnd, Query, Replaced, Scope, StoreError};

use super::{Checked, Shared};
use sayso_store::samples::{
    answered, at, id, ids, insert_all, sample, sample_due, walked, withdrawn,
};

/// REQ: HI-2
pub(crate) async fn the_newest_comes_first(store: Shared) -> Checked {
    for n in [2, 1, 3] {
        store.insert(&sample(n), None).await?;
    }
    store.note(id(2), Note::Delivered(Some(at(9)))).await?;
    let delivered = Interaction { delivered_at: Some(at(9)), ..sample(2) };
    assert_eq!(store.page(&Query::default()).await?.rows, [sample(3), delivered, sample(1)]);
    Ok(())
}

pub(crate) async fn scopes_divide_what_is_there(store: Shared) -> Checked {
    for n in 1..=4 {
        store.insert(&sample(n), None).await?;
    }
    store.replace(&answered(&sample(2), 40)).await?;
    store.replace(&withdrawn(&sample(3), 41)).await?;
    for (scope, expected) in [
        (Scope::All, vec![4, 3, 2, 1]),
        (Scope::Active, vec![4, 1]),
        (Scope::Completed, vec![3, 2]),
    ] {
        assert_eq!(listed(&store, scope).await?, ids(&expected), "{scope:?}");
    }
    Ok(())
}

pub(crate) async fn completed_ones_are_ordered_by_their_end(store: Shared) -> Checked {
    for (n, end) in [(1, 90), (2, 70), (3, 80)] {
        store.insert(&answered(&sample(n), end), None).await?;
    }
    assert_eq!(listed(&store, Scope::Completed).await?, ids(&[1, 3, 2]));
    assert_eq!(listed(&store, Scope::All).await?, ids(&[3, 2, 1]));
    Ok(())
}

pub(crate) async fn pages_of_equal_times_lose_nothing_and_repeat_nothing(store: Shared) -> Checked {
    for n in 0..23 {
        // Groups of seven share both times.
        let row = Interaction { created_at: at(n / 7), ..sample(n) };
        store.insert(&answered(&row, 100 + n / 7), None).await?;
        let row = Interaction { created_at: at(n / 7), ..sample(n + 100) };
        store.insert(&row, None).await?;
    }
    for (scope, total) in [(Scope::All, 46), (Scope::Active, 23), (Scope::Completed, 23)] {
        let whole = listed(&store, scope).await?;
        assert_eq!(whole.len(), total);
        for limit in [1, 4, 7, 46] {
            assert_eq!(paged(&store, scope, limit).await?, whole, "{scope:?} by {limit}");
        }
    }
    Ok(())
}

pub(crate) async fn rows_that_come_meanwhile_do_not_shift_the_next_page(store: Shared) -> Checked {
    for n in 1..=4 {
        store.insert(&sample(n), None).await?;
    }
    let first = store.page(&Query { limit: 2, ..Query::default() }).await?;
    store.insert(&sample(5), None).await?;
    store.forget(id(3)).await?;
    let after = first.next.map(PageEnd::encode);
    let second = store.page(&Query { limit: 2, after, ..Query::default() }).await?;
    assert_eq!((first.rows, first.next.is_some()), (vec![sample(4), sample(3)], true));
    assert_eq!((second.rows, second.next), (vec![sample(2), sample(1)], None));
    Ok(())
}

pub(crate) async fn a_page_has_an_upper_bound(store: Shared) -> Checked {
    let rows = LONGEST_PAGE as u64 + 3;
    insert_all(&store, (0..rows).map(sample)).await?;
    let page = store.page(&Query { limit: usize::MAX, ..Query::default() }).await?;
    assert_eq!(page.rows.len(), LONGEST_PAGE);
    assert_eq!(page.next, page.rows.last().map(|row| PageEnd::of(row, Scope::All)));
    assert!(store.page(&Query { limit: 0, ..Query::default() }).await?.rows.is_empty());
    Ok(())
}

pub(crate) async fn a_cursor_that_is_none_is_refused(store: Shared) -> Checked {
    let query = Query { after: Some("yesterday".to_owned()), ..Query::default() };
    let refused = store.page(&query).await;
    assert!(matches!(refused, Err(StoreError::Other(_))), "{refused:?}");
    Ok(())
}

pub(crate) async fn what_is_due_comes_nearest_first_with_the_next(store: Shared) -> Checked {
    assert_eq!(store.due(at(0), 10).await?, Due { ids: vec![], next: None });
    for (n, deadline) in [(1, 300), (2, 100), (3, 200), (4, 400)] {
        store.insert(&sample_due(n, deadline), None).await?;
    }
    store.insert(&sample(5), None).await?;
    for (now, expected, next) in [
        (99, vec![], Some(100)),
        (100, vec![2], Some(200)),
        (350, vec![2, 3, 1], Some(400)),
        (400, vec![2, 3, 1, 4], None),
    ] {
        let due = Due { ids: ids(&expected), next: next.map(at) };
        assert_eq!(store.due(at(now), 10).await?, due, "{now}");
    }
    Ok(())
}

pub(crate) async fn a_limit_on_what_is_due_names_the_first_left_out(store: Shared) -> Checked {
    for n in 1..=5 {
        store.insert(&sample_due(n, n * 100), None).await?;
    }
    let due = Due { ids: ids(&[1, 2]), next: Some(at(300)) };
    assert_eq!(store.due(at(10_000), 2).await?, due);
    let all = Due { ids: ids(&[1, 2, 3, 4, 5]), next: None };
    assert_eq!(store.due(at(10_000), usize::MAX).await?, all);
    Ok(())
}

/// Moving is a change: a decision based on the old deadline has to be made again.
pub(crate) async fn deadlines_move_all_at_once(store: Shared) -> Checked {
    let (open, timed) = (sample(1), sample_due(2, 500));
    let done = answered(&sample_due(3, 500), 100);
    for row in [&open, &timed, &done] {
        store.insert(row, None).await?;
    }
    store.move_deadlines(SignedDuration::from_millis(-200)).await?;
    let moved = Interaction { revision: timed.revision + 1, ..sample_due(2, 300) };
    assert_eq!(store.load(timed.id).await?, Some(moved.clone()));
    assert_eq!(store.load(open.id).await?, Some(open));
    assert_eq!(store.load(done.id).await?, Some(done));
    assert_eq!(store.due(at(300), 10).await?.ids, ids(&[2]));
    assert_eq!(store.replace(&answered(&timed, 250)).await?, Replaced::Stale);
    assert_eq!(store.replace(&answered(&moved, 250)).await?, Replaced::Done);
    Ok(())
}

pub(crate) async fn only_pending_ones_are_due(store: Shared) -> Checked {
    for n in 1..=3 {
        store.insert(&sample_due(n, n * 100), None).await?;
    }
    store.replace(&answered(&sample_due(1, 100), 50)).await?;
    let later = Interaction { revision: 2, ..sample_due(2, 900) };
    store.replace(&later).await?;
    assert_eq!(store.due(at(500), 10).await?, Due { ids: ids(&[3]), next: Some(at(900)) });
    Ok(())
}

pub(crate) async fn unheard_are_those_without_deadline_and_listener(store: Shared) -> Checked {
    for n in [10, 20, 30, 40] {
        store.insert(&sample(n), None).await?;
    }
    store.insert(&sample_due(11, 500), None).await?;
    store.replace(&answered(&sample(20), 25)).await?;
    store.note(id(30), Note::Heard(at(1_000))).await?;
    // A late report doesn't move it back.
    store.note(id(30), Note::Heard(at(35))).await?;
    assert_eq!(store.unheard(at(10)).await?, []);
    assert_eq!(store.unheard(at(11)).await?, ids(&[10]));
    assert_eq!(store.unheard(at(1_000)).await?, ids(&[10, 40]));
    assert_eq!(store.unheard(at(1_001)).await?, ids(&[10, 40, 30]));
    Ok(())
}

async fn listed(store: &Shared, scope: Scope) -> Checked<Vec<InteractionId>> {
    let query = Query { scope, ..Query::default() };
    Ok(store.page(&query).await?.rows.iter().map(|row| row.id).collect())
}

/// Everything, in pages of this size.
async fn paged(store: &Shared, scope: Scope, limit: usize) -> Checked<Vec<InteractionId>> {
    walked(store, Query { scope, limit, ..Query::default() }).await
}
