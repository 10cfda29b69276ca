//! The search index, filled behind the writes: nobody who asks waits for it.
//!
//! A write puts its text into `search_new`, which has no trigrams; a search reads that table, too,
//! and it counts before `search`. From there the texts move on when nobody writes. Any hub moves
//! any text, so that none stays behind when a hub dies.

#![expect(clippy::disallowed_methods, reason = "the timer of a connection or a process")]

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, timeout};

use super::link::Link;

/// Texts a step: some tens of milliseconds.
const STEP: i64 = 256;

/// Nothing was written for this long: the callers of the last batch would have come back by now.
const QUIET: Duration = Duration::from_millis(100);

/// If it is never quiet, one step is taken all the same.
const PATIENCE: Duration = Duration::from_millis(500);

/// Waits for nobody: a text or question that somebody is changing is left for later.
pub(super) const MOVE: &str = "with due as ( \
         select n.id from search_new n join interactions i on i.id = n.id limit $1 \
         for update of n skip locked for key share of i skip locked \
     ), moved as ( \
         delete from search_new n using due where n.id = due.id returning n.id, n.text \
     ), entered as ( \
         insert into search (id, text) select id, text from moved \
         on conflict (id) do update set text = excluded.text where search.text <> excluded.text \
     ) \
     select count(*) from moved";

/// Until it is aborted. What an earlier hub left behind is moved first.
pub(super) async fn fill(link: Arc<Link>, written: Arc<Notify>) {
    loop {
        let begun = Instant::now();
        while timeout(QUIET, written.notified()).await.is_ok() && begun.elapsed() < PATIENCE {}
        let there_is_more = match link.query(MOVE, &[&STEP]).await {
            Ok(rows) => rows.first().is_some_and(|row| row.get::<_, i64>(0) == STEP),
            Err(error) => {
                tracing::debug!(%error, "the search index is filled after the next write");
                false
            }
        };
        if !there_is_more {
            written.notified().await;
        }
    }
}
