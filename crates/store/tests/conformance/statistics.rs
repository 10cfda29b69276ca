//! Rows for statistics: every row once, and the same of it as the row itself says.

use sayso_core::{Interaction, Purpose};
use sayso_desk::store::{BRIEFS, PageEnd};

use super::{Checked, Shared};
use sayso_store::samples::{answered, at, insert_all, outcomes, sample, settled};

pub(crate) async fn every_row_is_walked_once_oldest_first(store: Shared) -> Checked {
    let rows = BRIEFS as u64 + 7;
    // Groups of three share a time; every tenth is a test.
    let row = |n: u64| {
        let purpose = if n.is_multiple_of(10) { Purpose::Test } else { Purpose::Decision };
        Interaction { created_at: at(n / 3), purpose, ..answered(&sample(n), 10_000) }
    };
    insert_all(&store, (0..rows).map(row)).await?;
    for since in [0, 1, 100] {
        let mut expected: Vec<_> = (0..rows).filter(|n| n % 10 != 0 && n / 3 >= since).collect();
        expected.sort_by_key(|n| (n / 3, *n));
        let title = |n| sample(n).form.title;
        let expected: Vec<_> = expected.into_iter().map(|n| (at(n / 3), title(n))).collect();
        let mut seen = Vec::new();
        let mut after = Some(PageEnd::before(at(since)));
        while let Some(end) = after {
            let briefs = store.briefs(end).await?;
            let brief = briefs.rows.iter();
            seen.extend(brief.map(|brief| (brief.created_at(), brief.title().to_owned())));
            after = briefs.next;
        }
        assert_eq!(seen, expected, "since {since}");
    }
    Ok(())
}

pub(crate) async fn a_brief_says_what_the_row_does(store: Shared) -> Checked {
    let mut rows = vec![sample(1)];
    let ends = (2..).zip(outcomes());
    rows.extend(ends.map(|(n, outcome)| settled(&sample(n), 5_000 + n, outcome)));
    for row in &rows {
        store.insert(row, None).await?;
    }
    let briefs = store.briefs(PageEnd::before(at(0))).await?.rows;
    assert_eq!(briefs.len(), rows.len());
    for (brief, row) in briefs.iter().zip(&rows) {
        let took = row.settled_at().map(|end| end.duration_since(row.created_at).as_millis());
        assert_eq!(brief.took_ms().map(i128::from), took);
        assert_eq!(brief.status(), row.status());
        assert_eq!(brief.agent(), row.origin.agent_shown());
        assert_eq!(brief.project(), row.origin.project());
        let actor = row.outcome().and_then(|outcome| outcome.actor());
        assert_eq!(brief.is_by_person(), actor.is_some_and(|actor| actor.presence.is_person()));
        let prompts = row.form.questions.iter().map(|question| question.prompt.as_str());
        assert!(brief.words().skip(1).eq(prompts));
    }
    Ok(())
}
