//! The only thread that writes. All writes that are waiting share one commit.
//!
//! Callers get their reply after the commit, never before. If a caller is gone, its write is done
//! anyway.

use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use prometheus_client::metrics::histogram::Histogram;
use rusqlite::Connection;
use sayso_desk::fail;
use sayso_desk::store::StoreError;
use tokio::sync::oneshot;

use super::directory::Directory;
use super::errors::Place;
use super::file_identity::FileIdentity;
use super::queue::{Queue, Turn, Urgency};
use super::upkeep::Upkeep;
use crate::unreadable::Unreadable;

/// Enough to share the cost of a commit; more would only make the first caller wait.
const LARGEST_BATCH: usize = 256;

pub(super) struct Writer {
    queue: Arc<Queue<Box<dyn Job>>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(super) fn start(
        db: Connection,
        place: Place,
        file_identity: FileIdentity,
        memory: Memory,
        batch_sizes: Histogram,
    ) -> Result<Writer, StoreError> {
        let queue = Arc::new(Queue::default());
        let bench = Bench { db, place, file_identity, memory, batch_sizes };
        let working = Working(Arc::clone(&queue));
        let thread = Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || bench.work_off(&working.0))
            .map_err(|error| StoreError::Other(format!("no thread to write with: {error}")))?;
        Ok(Writer { queue, thread: Some(thread) })
    }

    /// Resolves once it is on the disk. `work` sees the database after all earlier writes, and is
    /// run again if its result was lost without its own fault.
    pub(super) async fn write<T: Send + 'static>(
        &self,
        work: impl Fn(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.queue(Urgency::Prompt, work).await
    }

    /// The same for a write that nobody waits for: after all urgent ones, in its own commit.
    pub(super) async fn write_later<T: Send + 'static>(
        &self,
        work: impl Fn(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.queue(Urgency::Later, work).await
    }

    async fn queue<T: Send + 'static>(
        &self,
        urgency: Urgency,
        work: impl Fn(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (reply, outcome) = oneshot::channel();
        let job = Box::new(Task { work, result: None, reply });
        let ended = || StoreError::Other("the writing thread has ended".to_owned());
        if !self.queue.push(job, urgency) {
            return Err(ended());
        }
        outcome.await.unwrap_or_else(|_| Err(ended()))
    }

    /// Makes the thread check its files, as with every write, without waiting for it.
    pub(super) fn look(&self) {
        let (reply, _) = oneshot::channel();
        let work = |_: &Connection| Ok(());
        // A thread that has ended doesn't check any more.
        let job = Box::new(Task { work, result: None, reply });
        self.queue.push(job, Urgency::Prompt);
    }
}

/// Waits until everything is written.
impl Drop for Writer {
    fn drop(&mut self) {
        self.queue.close();
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the writing thread has panicked");
        }
    }
}

/// Held by the thread: if it ends early, nobody waits for it.
struct Working(Arc<Queue<Box<dyn Job>>>);

impl Drop for Working {
    fn drop(&mut self) {
        self.0.abandon();
    }
}

trait Job: Send {
    /// Whether its changes should be kept. An error stays inside, for its own caller.
    fn run(&mut self, db: &Connection) -> Verdict;

    fn answer(self: Box<Self>, committed: Result<(), StoreError>, place: &Place);
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Keep,
    Undo,
}

struct Task<T, F> {
    work: F,
    result: Option<rusqlite::Result<T>>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Job for Task<T, F>
where
    T: Send,
    F: Fn(&Connection) -> rusqlite::Result<T> + Send,
{
    fn run(&mut self, db: &Connection) -> Verdict {
        let result = (self.work)(db);
        let verdict = if result.is_ok() { Verdict::Keep } else { Verdict::Undo };
        self.result = Some(result);
        verdict
    }

    fn answer(self: Box<Self>, committed: Result<(), StoreError>, place: &Place) {
        let answer = match (self.result, committed) {
            (Some(Err(error)), _) => Err(place.explain(error)),
            (Some(Ok(_)) | None, Err(error)) => Err(error),
            (Some(Ok(value)), Ok(())) => Ok(value),
            (None, Ok(())) => Err(StoreError::Other("a write was left out".to_owned())),
        };
        // The caller may be gone; the write remains.
        drop(self.reply.send(answer));
    }
}

/// The state of the thread.
struct Bench {
    db: Connection,
    place: Place,
    file_identity: FileIdentity,
    memory: Memory,
    batch_sizes: Histogram,
}

/// What is cached in memory and has to follow the file.
#[derive(Default)]
pub(super) struct Memory {
    pub(super) directory: Arc<Directory>,
    pub(super) unreadable: Arc<Unreadable>,
}

impl Bench {
    fn work_off(self, queue: &Queue<Box<dyn Job>>) {
        let mut upkeep = Upkeep::new(Arc::clone(&self.memory.unreadable));
        loop {
            match queue.take(LARGEST_BATCH, upkeep.patience()) {
                Turn::Write(batch) => {
                    self.write_together(batch);
                    upkeep.put_off();
                }
                // Files that are gone are not maintained.
                Turn::Quiet => match self.file_identity.check(&self.db) {
                    Ok(()) => upkeep.step(&self.db),
                    Err(_) => upkeep.give_up(),
                },
                Turn::Closed => break,
            }
        }
        // The files may have been removed after the last batch, which was reported there.
        if self.file_identity.check(&self.db).is_err() {
            return;
        }
        if let Err(error) = self.checkpoint_log() {
            tracing::warn!(%error, "the log stays beside the database until it is opened again");
        }
    }

    fn write_together(&self, mut batch: Vec<Box<dyn Job>>) {
        let committed = match self.try_batch(&mut batch) {
            Ok(()) => Ok(()),
            // One job's failure rolls back the transaction. Alone, each job meets only its own
            // failure.
            Err(Failure::Job) if batch.len() > 1 => {
                batch.into_iter().for_each(|job| self.write_together(vec![job]));
                return;
            }
            // The job has its own error.
            Err(Failure::Job) => Ok(()),
            Err(Failure::Commit(error)) => Err(self.place.explain(error)),
            Err(Failure::Files(error)) => Err(error),
        };
        for job in batch {
            job.answer(committed.clone(), &self.place);
        }
    }

    fn try_batch(&self, batch: &mut [Box<dyn Job>]) -> Result<(), Failure> {
        self.file_identity.check(&self.db).map_err(Failure::Files)?;
        let attempt = self.run_all(batch).and_then(|()| {
            fail::point("store.before_commit");
            self.execute("commit").map_err(Failure::Commit)
        });
        match attempt {
            Ok(()) => {
                fail::point("store.after_commit");
                self.batch_sizes.observe(batch.len() as f64);
            }
            Err(_) => self.abandon(),
        }
        // Once more: they may have been removed in between, and no caller has a reply yet.
        attempt.and_then(|()| self.file_identity.check(&self.db).map_err(Failure::Files))
    }

    fn run_all(&self, batch: &mut [Box<dyn Job>]) -> Result<(), Failure> {
        self.execute("begin immediate").map_err(Failure::Commit)?;
        // No savepoints: they would copy every page before it changes, for jobs that hardly ever
        // fail.
        for job in batch {
            match job.run(&self.db) {
                Verdict::Keep => {}
                Verdict::Undo => return Err(Failure::Job),
            }
        }
        Ok(())
    }

    fn abandon(&self) {
        if !self.db.is_autocommit()
            && let Err(error) = self.execute("rollback")
        {
            tracing::error!(%error, "a failed transaction could not be rolled back");
        }
        if let Err(error) = self.memory.directory.fill(&self.db) {
            tracing::error!(%error, "ids may be known that are not stored, or the reverse");
        }
    }

    fn execute(&self, statement: &str) -> rusqlite::Result<()> {
        self.db.prepare_cached(statement)?.execute([]).map(drop)
    }

    fn checkpoint_log(&self) -> rusqlite::Result<()> {
        self.db.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(()))
    }
}

/// Why nothing of a batch is kept.
enum Failure {
    /// One of its jobs failed.
    Job,
    /// It could not begin or could not be made durable.
    Commit(rusqlite::Error),
    /// The opened files are not there any more.
    Files(StoreError),
}

#[cfg(test)]
#[path = "writer_tests.rs"]
pub(super) mod tests;
