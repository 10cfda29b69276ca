//! Figures over what was asked: a walk through the rows, a step at a time.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use sayso_core::stats::{Stats, Tally};
use sayso_desk::Result;
use sayso_desk::store::PageEnd;

use super::Inner;

impl Inner {
    /// Of the questions asked within this time, or of all that are kept.
    pub(super) async fn stats(&self, within: Option<Duration>) -> Result<Stats> {
        let until = self.now();
        let since = within.and_then(|within| SignedDuration::try_from(within).ok());
        let since = since.and_then(|within| until.checked_sub(within).ok());
        let mut tally = Tally::new(since, until);
        let mut after = PageEnd::before(since.unwrap_or(Timestamp::UNIX_EPOCH));
        loop {
            let briefs = self.store.briefs(after).await?;
            briefs.rows.iter().for_each(|brief| tally.add(brief));
            let Some(next) = briefs.next else { return Ok(tally.finish()) };
            after = next;
        }
    }
}
