//! Single rows: they are returned as stored, and change only by compare and set.

use std::sync::Arc;

use sayso_core::{IdPrefix, Interaction, InteractionId};
use sayso_desk::store::{Inserted, MATCHES, Note, Replaced, StoreError};

use super::{Checked, Shared};
use sayso_store::samples::{
    answered, at, counted, id, next, outcomes, sample, sample_due, settled, withdrawn,
};

/// REQ: HI-1
pub(crate) async fn every_state_is_loaded_as_it_was_inserted(store: Shared) -> Checked {
    let mut rows = vec![sample(1), sample_due(2, 300_000)];
    rows.extend((10..).zip(outcomes()).map(|(n, end)| settled(&sample(n), n + 1, end)));
    rows.push(Interaction { delivered_at: Some(at(900)), ..answered(&sample(50), 800) });
    for row in &rows {
        assert_eq!(store.insert(row, None).await?, Inserted::Done);
    }
    for row in rows {
        assert_eq!(store.load(row.id).await?, Some(row));
    }
    Ok(())
}

pub(crate) async fn a_row_that_is_not_there_is_none(store: Shared) -> Checked {
    store.insert(&sample(1), None).await?;
    assert_eq!(store.load(id(2)).await?, None);
    assert_eq!(store.replace(&next(&sample(2))).await?, Replaced::Stale);
    store.note(id(2), Note::Delivered(Some(at(5)))).await?;
    store.note(id(2), Note::Heard(at(5))).await?;
    store.forget(id(2)).await?;
    assert_eq!(store.survey().await?, counted(1, 0, 0));
    Ok(())
}

pub(crate) async fn the_same_short_id_is_taken(store: Shared) -> Checked {
    let first = sample(7);
    let other: InteractionId =
        "00000007-9999-4999-8999-999999999999".parse().expect("has the shape of an id");
    let second = Interaction { id: other, ..sample(8) };
    assert_eq!(store.insert(&first, None).await?, Inserted::Done);
    let again = Interaction { id: first.id, ..sample(9) };
    assert_eq!(store.insert(&again, None).await?, Inserted::IdTaken);
    assert_eq!(store.insert(&second, None).await?, Inserted::IdTaken);
    assert_eq!(store.load(first.id).await?, Some(first.clone()));
    assert_eq!(store.load(other).await?, None);
    store.forget(first.id).await?;
    assert_eq!(store.insert(&second, None).await?, Inserted::Done);
    Ok(())
}

pub(crate) async fn the_same_call_makes_one_row(store: Shared) -> Checked {
    let first = sample(1);
    let repeated = Interaction { origin: first.origin.clone(), ..sample(2) };
    // As similar as two calls can be, but still a different one.
    let mut other = sample(3);
    other.origin.call_id = format!("{}x", first.origin.call_id);
    assert_eq!(store.insert(&first, None).await?, Inserted::Done);
    assert_eq!(store.insert(&repeated, None).await?, Inserted::CallKnown(first.id));
    assert_eq!(store.insert(&first, None).await?, Inserted::CallKnown(first.id));
    assert_eq!(store.load(repeated.id).await?, None);
    assert_eq!(store.insert(&other, None).await?, Inserted::Done);
    store.replace(&answered(&first, 40)).await?;
    assert_eq!(store.insert(&repeated, None).await?, Inserted::CallKnown(first.id));
    store.forget(first.id).await?;
    assert_eq!(store.insert(&repeated, None).await?, Inserted::Done);
    Ok(())
}

pub(crate) async fn ids_are_found_by_their_beginning(store: Shared) -> Checked {
    for n in [0xabcd_0001, 0xabcd_0002, 0xabce_0001, 0xffff_ffff] {
        store.insert(&sample(n), None).await?;
    }
    let whole = id(0xabcd_0002).to_string();
    for (beginning, found) in [
        ("abcd", vec![id(0xabcd_0001), id(0xabcd_0002)]),
        ("ABCD0002", vec![id(0xabcd_0002)]),
        ("abcd0002-1111", vec![id(0xabcd_0002)]),
        (&whole, vec![id(0xabcd_0002)]),
        ("ffff", vec![id(0xffff_ffff)]),
        ("abcf", vec![]),
        ("abcd0002-2", vec![]),
    ] {
        assert_eq!(store.find(&prefix(beginning)).await?, found, "{beginning}");
    }
    Ok(())
}

pub(crate) async fn an_ambiguous_beginning_finds_a_few(store: Shared) -> Checked {
    let all: Vec<u64> = (0xabcd_0000..0xabcd_0020).collect();
    for n in all.iter().rev() {
        store.insert(&sample(*n), None).await?;
    }
    let few: Vec<_> = all.iter().take(MATCHES).map(|n| id(*n)).collect();
    assert_eq!(store.find(&prefix("abcd")).await?, few);
    Ok(())
}

pub(crate) async fn the_revision_before_is_replaced(store: Shared) -> Checked {
    let first = sample(1);
    store.insert(&first, None).await?;
    let mut second = next(&first);
    second.form.title = "Something else".to_owned();
    assert_eq!(store.replace(&second).await?, Replaced::Done);
    assert_eq!(store.load(first.id).await?, Some(second.clone()));
    let third = answered(&second, 40);
    assert_eq!(store.replace(&third).await?, Replaced::Done);
    assert_eq!(store.load(first.id).await?, Some(third));
    Ok(())
}

pub(crate) async fn any_other_revision_is_stale(store: Shared) -> Checked {
    let first = sample(1);
    let second = next(&first);
    store.insert(&first, None).await?;
    store.replace(&second).await?;
    for revision in [0, 1, 2, 4, 99] {
        let other = Interaction { revision, ..answered(&second, 40) };
        assert_eq!(store.replace(&other).await?, Replaced::Stale, "{revision}");
    }
    assert_eq!(store.load(first.id).await?, Some(second));
    Ok(())
}

pub(crate) async fn what_is_settled_never_changes(store: Shared) -> Checked {
    let end = answered(&sample(1), 40);
    store.insert(&sample(1), None).await?;
    store.replace(&end).await?;
    let reopened = Interaction { revision: end.revision + 1, ..sample_due(1, 99) };
    for other in [withdrawn(&end, 50), reopened, next(&end)] {
        assert_eq!(store.replace(&other).await?, Replaced::Stale);
        assert_eq!(store.load(end.id).await?, Some(end.clone()));
    }
    Ok(())
}

pub(crate) async fn of_many_at_once_exactly_one_replaces(store: Shared) -> Checked {
    let first = sample(1);
    store.insert(&first, None).await?;
    let tasks: Vec<_> = (0..100)
        .map(|n| {
            let (store, mine) = (Arc::clone(&store), answered(&first, 1_000 + n));
            tokio::spawn(async move { (store.replace(&mine).await, mine) })
        })
        .collect();
    let mut winners = Vec::new();
    for task in tasks {
        let (replaced, mine) = task.await.expect("no task panics");
        match replaced? {
            Replaced::Done => winners.push(mine),
            Replaced::Stale => {}
        }
    }
    assert_eq!(winners.len(), 1);
    assert_eq!(store.load(first.id).await?, winners.pop());
    Ok(())
}

pub(crate) async fn delivery_is_not_part_of_the_revision(store: Shared) -> Checked {
    let first = sample(1);
    store.insert(&first, None).await?;
    store.note(first.id, Note::Delivered(Some(at(30)))).await?;
    // Based on what was read before the delivery: it neither fails nor undoes it.
    let end = answered(&first, 40);
    assert_eq!(store.replace(&end).await?, Replaced::Done);
    let delivered = |millis| Some(Interaction { delivered_at: Some(at(millis)), ..end.clone() });
    assert_eq!(store.load(end.id).await?, delivered(30));
    store.note(end.id, Note::Delivered(Some(at(50)))).await?;
    assert_eq!(store.load(end.id).await?, delivered(50));
    Ok(())
}

pub(crate) async fn counts_follow_every_change(store: Shared) -> Checked {
    let check = async |pending, settled, undelivered| {
        assert_eq!(store.survey().await?, counted(pending, settled, undelivered));
        Ok::<(), StoreError>(())
    };
    check(0, 0, 0).await?;
    for n in 1..=4 {
        store.insert(&sample(n), None).await?;
    }
    check(4, 0, 0).await?;
    store.replace(&answered(&sample(1), 40)).await?;
    store.replace(&answered(&sample(2), 41)).await?;
    check(2, 2, 2).await?;
    store.replace(&withdrawn(&sample(3), 42)).await?;
    check(1, 3, 2).await?;
    store.note(id(1), Note::Delivered(Some(at(50)))).await?;
    check(1, 3, 1).await?;
    store.forget(id(2)).await?;
    check(1, 2, 0).await
}

pub(crate) async fn what_is_forgotten_is_gone(store: Shared) -> Checked {
    let (first, second) = (sample(1), sample(2));
    store.insert(&first, None).await?;
    store.insert(&second, None).await?;
    store.save_draft(first.id, &[sayso_store::samples::typed("half")]).await?;
    store.forget(first.id).await?;
    assert_eq!(store.load(first.id).await?, None);
    assert!(store.draft(first.id).await?.is_empty());
    store.insert(&first, None).await?;
    assert!(store.draft(first.id).await?.is_empty());
    assert_eq!(store.load(second.id).await?, Some(second));
    Ok(())
}

fn prefix(text: &str) -> IdPrefix {
    text.parse().expect("has the shape of an id's beginning")
}

/// Only undelivered ones, newest first; a call without a fingerprint never matches.
pub(crate) async fn repeated_calls_are_found_until_delivered(store: Shared) -> Checked {
    for (n, mark) in [(1, Some("a")), (2, Some("b")), (3, Some("a")), (4, None)] {
        store.insert(&sample(n), mark).await?;
    }
    assert_eq!(store.repeats("a").await?, [id(3), id(1)]);
    store.replace(&answered(&sample(3), 50)).await?;
    assert_eq!(store.repeats("a").await?, [id(3), id(1)], "answered, but not delivered");
    store.note(id(3), Note::Delivered(Some(at(60)))).await?;
    assert_eq!(store.repeats("a").await?, [id(1)]);
    store.note(id(3), Note::Delivered(None)).await?;
    assert_eq!(store.repeats("a").await?, [id(3), id(1)], "it did not arrive after all");
    assert_eq!(store.repeats("c").await?, []);
    Ok(())
}

/// REQ: PC-16
pub(crate) async fn the_newest_ticket_counts_until_the_end(store: Shared) -> Checked {
    let first = sample(1);
    store.insert(&first, None).await?;
    assert_eq!(store.ticket(first.id).await?, None);
    store.note(first.id, Note::Ticket("one".to_owned())).await?;
    store.note(first.id, Note::Ticket("two".to_owned())).await?;
    let second = next(&first);
    assert_eq!(store.replace(&second).await?, Replaced::Done, "it is not part of the revision");
    assert_eq!(store.ticket(first.id).await?.as_deref(), Some("two"));
    let raw = store.raw(first.id).await?.expect("it is there");
    assert!(!raw.to_string().contains("two"), "{raw}");
    store.replace(&answered(&second, 40)).await?;
    store.note(first.id, Note::Ticket("three".to_owned())).await?;
    assert_eq!(store.ticket(first.id).await?, None);
    assert_eq!(store.ticket(id(2)).await?, None);
    Ok(())
}
