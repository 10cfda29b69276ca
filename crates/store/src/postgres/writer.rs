//! The only connection that writes. All writes that are waiting share one commit.
//!
//! Callers get their reply after the commit, never before. If a caller is gone, its write is done
//! anyway. If the connection is lost before the reply to the commit, nobody knows whether it was
//! done: the server's end of it is ended first, so that nothing more can happen there, and the batch
//! runs again, counting as done what is there already.

use std::sync::Arc;

use prometheus_client::metrics::histogram::Histogram;
use sayso_desk::store::StoreError;
use tokio::sync::{Notify, mpsc};
use tokio_postgres::Error;

use super::batch::{Batch, Done, Write};
use super::errors::{Kind, kind};
use super::hubs::Hubs;
use super::link::{Backend, Link, Session, Tries};

/// Enough to share the cost of a commit; more would only make the first caller wait.
const LARGEST_BATCH: usize = 256;

/// Hubs that are in each other's way this often in a row are stuck for another reason.
const TRIES: usize = 5;

pub(super) struct Writer {
    pub(super) link: Arc<Link>,
    pub(super) hubs: Arc<Hubs>,
    pub(super) batch_sizes: Histogram,
    /// After every batch, for the search index.
    pub(super) written: Arc<Notify>,
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
                        self.fail(alone, &error);
                    }
                }
            }
        }
    }

    /// The batch comes back if one of several writes is refused.
    async fn write_together(&self, mut batch: Batch) -> Result<(), (Batch, StoreError)> {
        let mut lost: Option<Backend> = None;
        let mut tries = Tries::begin();
        for tried in 1.. {
            let session = match self.link.session().await {
                Ok(session) => session,
                Err(error) => {
                    self.fail(batch, &error);
                    return Ok(());
                }
            };
            let error = match session.in_time(self.run(&mut batch, &session, &mut lost)).await {
                Ok(done) => {
                    self.batch_sizes.observe(batch.len() as f64);
                    self.written.notify_one();
                    let again = batch.may_be_done;
                    batch.answer(done, &self.link).await;
                    if again {
                        self.hubs.doubt();
                    }
                    return Ok(());
                }
                Err(error) => error,
            };
            match kind(&error) {
                Kind::InTheWay if tried < TRIES => {
                    tracing::debug!(%error, tried, "a batch was in another one's way");
                }
                Kind::Gone if tries.once_more() || tried < TRIES => {
                    tracing::debug!(%error, tried, "the connection was lost while writing");
                    self.link.leave(&session, &error).await;
                }
                Kind::InTheWay | Kind::Gone => {
                    self.link.leave(&session, &error).await;
                    self.fail(batch, &self.link.place().explain(&error));
                    return Ok(());
                }
                Kind::Refused => return Err((batch, self.link.place().explain(&error))),
            }
        }
        unreachable!("the last try returns")
    }

    /// What may have been done all the same is found by reading everything again.
    fn fail(&self, batch: Batch, error: &StoreError) {
        let in_doubt = batch.may_be_done;
        batch.fail(error);
        if in_doubt {
            self.hubs.doubt();
        }
    }

    /// `lost` is the server's end of the connection that was lost last.
    async fn run(
        &self,
        batch: &mut Batch,
        session: &Session,
        lost: &mut Option<Backend>,
    ) -> Result<Done, Error> {
        if let Some(backend) = lost
            && !session.end(backend).await?
        {
            tracing::warn!(?backend, "the server does not end a lost connection");
        }
        *lost = Some(session.backend().await?);
        let ran = batch.run(session, &self.hubs.sender()).await;
        if let Err(error) = &ran
            && kind(error) == Kind::Gone
        {
            batch.may_be_done = true;
        } else {
            *lost = None;
        }
        ran
    }
}
