//! Searching: every store finds the same rows, by every search strategy.

use sayso_core::search::LOOKED_THROUGH;
use sayso_core::{Interaction, InteractionId};
use sayso_desk::store::{PageEnd, Query, Scope};

use super::{Checked, Shared};
use sayso_store::samples::{
    answered, at, found_as_defined, id, ids, insert_all, listed, next, sample, searched, titled,
    walked,
};

/// REQ: SA-9
pub(crate) async fn any_case_and_any_script_is_found(store: Shared) -> Checked {
    for (n, title) in [(1, "Größe ÄNDERN"), (2, "数据库迁移"), (3, "배포 대상 100%")] {
        store.insert(&titled(n, title), None).await?;
    }
    let mut changed = next(&sample(1));
    changed.form.title = "Größe Ändern, Teil zwei".to_owned();
    store.replace(&changed).await?;
    store.insert(&answered(&sample(4), 90), None).await?;
    for (query, expected) in [
        ("größe änd", vec![1]),
        ("GRÖSSE", vec![1]),
        ("TEIL ZWEI", vec![1]),
        ("库迁", vec![2]),
        ("数据库", vec![2]),
        ("배포", vec![3]),
        ("100%", vec![3]),
        ("staGing", vec![4, 3, 2, 1]),
        ("오늘은", vec![4]),
        ("claude", vec![4, 3, 2, 1]),
        ("projekt-ä", vec![4, 3, 2, 1]),
        ("%", vec![3]),
        ("_", vec![]),
        ("nowhere", vec![]),
    ] {
        assert_eq!(found(&store, Scope::All, query).await?, ids(&expected), "{query}");
    }
    assert_eq!(found(&store, Scope::Completed, "STAGING").await?, ids(&[4]));
    assert_eq!(found(&store, Scope::Active, "库").await?, ids(&[2]));
    Ok(())
}

/// REQ: SA-9
pub(crate) async fn all_words_must_occur(store: Shared) -> Checked {
    for (n, title) in [(1, "alpha beta"), (2, "beta gamma"), (3, "gamma alpha zz")] {
        store.insert(&titled(n, title), None).await?;
    }
    for (query, expected) in [
        ("alpha", vec![3, 1]),
        ("beta alpha", vec![1]),
        ("  GAMMA\talpha ", vec![3]),
        ("alpha beta gamma", vec![]),
        ("alpha zz", vec![3]),
        ("zz", vec![3]),
        ("   ", vec![3, 2, 1]),
    ] {
        assert_eq!(found(&store, Scope::All, query).await?, ids(&expected), "{query}");
    }
    Ok(())
}

/// REQ: SA-9
/// Characters with a meaning in a database's query language are ordinary text.
pub(crate) async fn marks_mean_nothing(store: Shared) -> Checked {
    let marks = [
        "a\"b\"c",
        "100%_",
        "x*y*z",
        "NEAR(one",
        "col:umn",
        "^first",
        "-minus",
        "'); drop",
        "OR-NOT",
        "a\0b c",
        "\\escape\\",
        "{a b}: c",
        "\u{feff}mark",
        "👩‍👩‍👧 family",
    ];
    for (n, title) in (0..).zip(marks) {
        store.insert(&titled(n, title), None).await?;
    }
    for (n, title) in (0..).zip(marks) {
        let found_ids = found(&store, Scope::All, title).await?;
        assert_eq!(found_ids, ids(&[n]), "{title}");
    }
    assert_eq!(found(&store, Scope::All, "a*b").await?, []);
    let all = searched(&store, Scope::All, "\"").await?;
    assert_eq!(all.rows.len(), marks.len(), "every sample has one");
    Ok(())
}

/// REQ: SA-9
pub(crate) async fn what_was_answered_is_found_and_what_is_gone_is_not(store: Shared) -> Checked {
    for n in 1..=3 {
        store.insert(&sample(n), None).await?;
    }
    assert_eq!(found(&store, Scope::All, "sorgfalt").await?, []);
    store.replace(&answered(&sample(2), 40)).await?;
    assert_eq!(found(&store, Scope::All, "sorgfalt").await?, ids(&[2]));
    store.forget(id(2)).await?;
    assert_eq!(found(&store, Scope::All, "sorgfalt").await?, []);
    store.forget(id(3)).await?;
    // Another row takes the place of the last one.
    store.insert(&titled(4, "elsewhere"), None).await?;
    assert_eq!(found(&store, Scope::All, "elsewhere").await?, ids(&[4]));
    assert_eq!(found(&store, Scope::All, "deploy").await?, ids(&[1]));
    Ok(())
}

/// REQ: SA-9
pub(crate) async fn pages_of_a_search_lose_nothing_and_repeat_nothing(store: Shared) -> Checked {
    for n in 0..40 {
        let title = if n % 3 == 0 { "wanted" } else { "other" };
        let row = Interaction { created_at: at(n / 7), ..titled(n, title) };
        store.insert(&row, None).await?;
    }
    for word in ["wanted", "wa"] {
        let whole = found(&store, Scope::All, word).await?;
        assert_eq!(whole.len(), 14);
        for limit in [1, 5, 14] {
            let query = Query { search: Some(word.to_owned()), limit, ..Query::default() };
            assert_eq!(walked(&store, query).await?, whole, "{word} by {limit}");
        }
    }
    Ok(())
}

/// REQ: SA-9
pub(crate) async fn whatever_is_searched_is_found_as_defined(store: Shared) -> Checked {
    found_as_defined(&store, || {}).await
}

/// REQ: SA-9
/// Two characters are in no index. Only the newest are searched, and the page says so.
pub(crate) async fn short_words_look_through_the_newest_and_say_so(store: Shared) -> Checked {
    let short = |n: u64, title: &str| {
        let mut row = titled(n, title);
        row.form.questions.clear();
        row
    };
    store.insert(&short(0, "最旧"), None).await?;
    store.insert(&short(1, "第二"), None).await?;
    assert_eq!(searched(&store, Scope::All, "最旧").await?.looked_through, None);
    insert_all(&store, (2..=LOOKED_THROUGH as u64).map(|n| short(n, "newer"))).await?;
    for (query, expected, told) in [
        ("最旧", vec![], Some(LOOKED_THROUGH)),
        ("第二", vec![1], Some(LOOKED_THROUGH)),
        // With one longer word, all are searched.
        ("最旧 claude", vec![0], None),
    ] {
        let page = searched(&store, Scope::All, query).await?;
        assert_eq!((listed(&page), page.looked_through), (ids(&expected), told), "{query}");
    }
    // The bound is the same on every page.
    let after = Some(PageEnd { millis: at(5).as_millisecond(), id: id(5) }.encode());
    let query = Query { search: Some("最旧".to_owned()), after, ..Query::default() };
    assert_eq!(listed(&store.page(&query).await?), []);
    Ok(())
}

async fn found(store: &Shared, scope: Scope, words: &str) -> Checked<Vec<InteractionId>> {
    Ok(listed(&searched(store, scope, words).await?))
}
