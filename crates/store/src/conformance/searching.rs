//! Searching: every store finds the same rows, by every search strategy.

use sayso_core::search::{LOOKED_THROUGH, Words, text_of};
use sayso_core::{Interaction, InteractionId};
use sayso_desk::store::{Found, PageEnd, Query, Scope};

use super::samples::{answered, at, id, ids, insert_all, listed, next, sample, walked};
use super::{Checked, Shared};

/// REQ: SA-9
pub async fn any_case_and_any_script_is_found(store: Shared) -> Checked {
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
pub async fn all_words_must_occur(store: Shared) -> Checked {
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
pub async fn marks_mean_nothing(store: Shared) -> Checked {
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
pub async fn what_was_answered_is_found_and_what_is_gone_is_not(store: Shared) -> Checked {
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
pub async fn pages_of_a_search_lose_nothing_and_repeat_nothing(store: Shared) -> Checked {
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
pub async fn whatever_is_searched_is_found_as_defined(store: Shared) -> Checked {
    found_as_defined(&store, || {}).await
}

/// Every search strategy finds what the definition finds. `pause` is called before each round of
/// searches: it returns right after the rows were written, or when the store has indexed them.
pub async fn found_as_defined(store: &Shared, pause: impl Fn()) -> Checked {
    // A few syllables make many words with common parts.
    const PARTS: [&str; 12] =
        ["an", "na", "ss", "ß", "İ", "Σ", "数据", "库", "배포", "\"", "-", " "];
    // Pseudo-random numbers, the same every time.
    let mut state = 7_u64;
    let mut draw = move |most: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).expect("31 bits") % most
    };
    let mut text = |parts: usize| (0..parts).map(|_| PARTS[draw(PARTS.len())]).collect::<String>();
    let mut rows = Vec::new();
    for n in 0..120 {
        let mut row = titled(n, &text(8));
        if n % 4 == 0 {
            row = answered(&row, 1_000 + n);
        }
        store.insert(&row, None).await?;
        rows.push(row);
    }
    let queries: Vec<String> = (0..60).map(|n| text(1 + n % 5)).collect();
    for round in 0..3 {
        pause();
        for query in &queries {
            let words = Words::of(query);
            let defined: Vec<InteractionId> = rows
                .iter()
                .rev()
                .filter(|row| words.occur_in(&text_of(row)))
                .map(|row| row.id)
                .collect();
            let page = searched(store, Scope::All, query).await?;
            assert_eq!(listed(&page), defined, "{query:?}, round {round}");
        }
        // Some rows change, some are removed; their index entries are outdated.
        for n in (round..120).step_by(17) {
            let Some(place) = rows.iter().position(|row| row.id == id(n)) else { continue };
            if rows[place].is_pending() {
                let mut changed = next(&rows[place]);
                changed.form.title = text(6);
                store.replace(&changed).await?;
                rows[place] = changed;
            } else {
                store.forget(id(n)).await?;
                rows.remove(place);
            }
        }
    }
    Ok(())
}

/// REQ: SA-9
/// Two characters are in no index. Only the newest are searched, and the page says so.
pub async fn short_words_look_through_the_newest_and_say_so(store: Shared) -> Checked {
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

fn titled(n: u64, title: &str) -> Interaction {
    let mut row = sample(n);
    row.form.title = title.to_owned();
    row
}

async fn searched(store: &Shared, scope: Scope, words: &str) -> Checked<Found> {
    let query = Query { scope, search: Some(words.to_owned()), limit: 500, after: None };
    store.page(&query).await
}

async fn found(store: &Shared, scope: Scope, words: &str) -> Checked<Vec<InteractionId>> {
    Ok(listed(&searched(store, scope, words).await?))
}
