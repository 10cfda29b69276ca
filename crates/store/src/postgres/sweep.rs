//! Removes what has been kept long enough, a few rows at a time. No statement here touches pending
//! rows, or waits for one that somebody else is changing.

use sayso_core::InteractionId;
use sayso_desk::store::{Retention, SWEPT_AT_ONCE, StoreError};

use super::PostgresStore;
use super::interactions::read_id;

const BY_AGE: &str = "with old as ( \
         select id from interactions where settled_at < $1 \
         order by settled_at, id limit $2 for update skip locked \
     ), gone as (delete from interactions i using old where i.id = old.id \
         returning i.id, i.settled_at), \
     told as (select pg_notify(left('sayso_' || current_schema(), 63), \
         $3 || ' r' || string_agg('g' || id::text, chr(10))) from gone having count(*) > 0) \
     select id from gone, (select count(*) from told) as t order by settled_at, id";

/// The oldest first. Undelivered ones count, but stay.
const BY_COUNT: &str = "with old as ( \
         select id from interactions where settled_at is not null \
             and (delivered_at is not null or status = 'withdrawn') \
         order by settled_at, id \
         limit least($2, greatest(0, \
             (select count(*) from interactions where settled_at is not null) - $1)) \
         for update skip locked \
     ), gone as (delete from interactions i using old where i.id = old.id \
         returning i.id, i.settled_at), \
     told as (select pg_notify(left('sayso_' || current_schema(), 63), \
         $3 || ' r' || string_agg('g' || id::text, chr(10))) from gone having count(*) > 0) \
     select id from gone, (select count(*) from told) as t order by settled_at, id";

const TESTS: &str = "delete from interactions where id in ( \
         select id from interactions where test and settled_at < $1 \
         order by settled_at, id limit $2 for update skip locked)";

impl PostgresStore {
    pub(super) async fn sweep_a_few(
        &self,
        retention: &Retention,
    ) -> Result<Vec<InteractionId>, StoreError> {
        let (most, sender) = (SWEPT_AT_ONCE as i64, self.hubs.sender());
        self.scan.query(TESTS, &[&retention.tests_before.as_millisecond(), &most]).await?;
        let before = retention.settled_before.as_millisecond();
        let mut rows = self.scan.query(BY_AGE, &[&before, &most, &sender]).await?;
        if rows.is_empty() {
            let keep = i64::try_from(retention.keep).unwrap_or(i64::MAX);
            rows = self.scan.query(BY_COUNT, &[&keep, &most, &sender]).await?;
        }
        let gone: Vec<InteractionId> = rows.iter().map(read_id).collect();
        gone.iter().for_each(|id| self.unreadable.leave(*id));
        Ok(gone)
    }
}
