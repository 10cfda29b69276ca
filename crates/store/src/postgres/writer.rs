//! The only connection that writes. All writes that are waiting share one commit.
//!
//! Callers get their reply after the commit, never before. If a caller is gone, its write is done
//! anyway.

use std::sync::Arc;

use prometheus_client::metrics::histogram::Histogram;
use sayso_desk::store::StoreError;
use tokio::sync::mpsc;

use super::batch::{Batch, Write};
use super::errors::{Kind, kind};
use super::link::Link;

/// Enough to share the cost of a commit; more would only make the first caller wait.
const LARGEST_BATCH: usize = 256;

/// Hubs that are in each other's way this often in a row are stuck for another reason.
const TRIES: usize = 5;

pub(super) struct Writer {
    pub(super) link: Arc<Link>,
    pub(super) batch_sizes: Histogram,
}

impl Writer {
    /// Until the queue is closed and empty.
    pub(super) async fn work_off(self, mut queue: mpsc::UnboundedReceiver<Write>) {
        let mut writes = Vec::with_capacity(LARGEST_BATCH);
        while queue.recv_many(&mut writes, LARGEST_BATCH).await > 0 {
            let batch = Batch::of(writes.drain(..));
            if let Err((batch, _)) = self.write_together(batch).await {
                // One write's error undoes the transaction. Alone, each meets only its own.
                for alone in batch.parts() {
                    if let Err((alone, error)) = self.write_together(alone).await {
                        alone.fail(&error);
                    }
                }
            }
        }
    }

    /// The batch comes back if one of several writes is refused.
    async fn write_together(&self, batch: Batch) -> Result<(), (Batch, StoreError)> {
        for tried in 1.. {
            let session = match self.link.session().await {
                Ok(session) => session,
                Err(error) => {
                    batch.fail(&error);
                    return Ok(());
                }
            };
            match batch.run(&session).await {
                Ok(done) => {
                    self.batch_sizes.observe(batch.len() as f64);
                    batch.answer(done, &session).await;
                    return Ok(());
                }
                Err(error) => match kind(&error) {
                    Kind::InTheWay if tried < TRIES => {
                        tracing::debug!(%error, tried, "a batch was in another one's way");
                    }
                    Kind::InTheWay | Kind::Gone => {
                        self.link.leave(&session, &error).await;
                        batch.fail(&self.link.place().explain(&error));
                        return Ok(());
                    }
                    Kind::Refused => return Err((batch, self.link.place().explain(&error))),
                },
            }
        }
        unreachable!("the last try returns")
    }
}
