//! The one thread that writes. Whatever waits when it gets round shares one commit.
//!
//! Callers are answered after the commit, never before. A caller that has gone away is not missed:
//! its write is done all the same.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

use prometheus_client::metrics::histogram::Histogram;
use rusqlite::Connection;
use sayso_desk::fail;
use sayso_desk::store::StoreError;
use tokio::sync::oneshot;

use super::directory::Directory;
use super::errors::Place;
use super::recent::{Recent, Touch};

/// Enough to spread the cost of a commit thin; more would only make the first caller wait.
const LARGEST_BATCH: usize = 256;

pub(super) struct Writer {
    /// `None` only while it is dropped.
    jobs: Option<Sender<Box<dyn Job>>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(super) fn start(
        db: Connection,
        place: Place,
        memory: Memory,
        batch_sizes: Histogram,
    ) -> Result<Writer, StoreError> {
        let (jobs, queue) = channel();
        let bench = Bench { db, place, memory, batch_sizes };
        let thread = Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || bench.work_off(&queue))
            .map_err(|error| StoreError::Other(format!("no thread to write with: {error}")))?;
        Ok(Writer { jobs: Some(jobs), thread: Some(thread) })
    }

    /// Resolves once it is on the disk. `work` sees the database as those before it left it, and is
    /// run again if what it did was lost through no fault of its own.
    pub(super) async fn write<T: Send + 'static>(
        &self,
        touch: Touch,
        work: impl Fn(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (reply, outcome) = oneshot::channel();
        let job = Box::new(Task { touch, work, result: None, reply });
        let ended = || StoreError::Other("the writing thread has ended".to_owned());
        let jobs = self.jobs.as_ref().ok_or_else(ended)?;
        jobs.send(job).map_err(|_| ended())?;
        outcome.await.unwrap_or_else(|_| Err(ended()))
    }
}

/// Waits until everything that was asked for is written.
impl Drop for Writer {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the writing thread has panicked");
        }
    }
}

trait Job: Send {
    fn touch(&self) -> Touch;

    /// Whether what it did is to be kept. An error stays inside, for its own caller.
    fn run(&mut self, db: &Connection) -> Verdict;

    fn answer(self: Box<Self>, committed: Result<(), StoreError>, place: &Place);
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Keep,
    Undo,
}

struct Task<T, F> {
    touch: Touch,
    work: F,
    result: Option<rusqlite::Result<T>>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Job for Task<T, F>
where
    T: Send,
    F: Fn(&Connection) -> rusqlite::Result<T> + Send,
{
    fn touch(&self) -> Touch {
        self.touch
    }

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
        // The caller may have gone; the write stands.
        drop(self.reply.send(answer));
    }
}

/// Where the thread works.
struct Bench {
    db: Connection,
    place: Place,
    memory: Memory,
    batch_sizes: Histogram,
}

/// What is kept beside the file and has to follow it.
#[derive(Default)]
pub(super) struct Memory {
    pub(super) directory: Arc<Directory>,
    pub(super) recent: Arc<Recent>,
}

impl Bench {
    fn work_off(self, queue: &Receiver<Box<dyn Job>>) {
        while let Ok(first) = queue.recv() {
            let mut batch = vec![first];
            batch.extend(queue.try_iter().take(LARGEST_BATCH - 1));
            self.write_together(batch);
        }
        if let Err(error) = self.fold_log() {
            tracing::warn!(%error, "the log stays beside the database until it is opened again");
        }
    }

    fn write_together(&self, mut batch: Vec<Box<dyn Job>>) {
        let committed = match self.try_batch(&mut batch) {
            Ok(()) => Ok(()),
            // One job's failure takes the transaction with it. Alone, each meets only its own.
            Err(Failure::Job) if batch.len() > 1 => {
                batch.into_iter().for_each(|job| self.write_together(vec![job]));
                return;
            }
            // It knows itself why.
            Err(Failure::Job) => Ok(()),
            Err(Failure::Commit(error)) => Err(self.place.explain(error)),
        };
        for job in &batch {
            self.memory.recent.leave_out(job.touch());
        }
        for job in batch {
            job.answer(committed.clone(), &self.place);
        }
    }

    fn try_batch(&self, batch: &mut [Box<dyn Job>]) -> Result<(), Failure> {
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
        attempt
    }

    fn run_all(&self, batch: &mut [Box<dyn Job>]) -> Result<(), Failure> {
        self.execute("begin immediate").map_err(Failure::Commit)?;
        // No savepoints: they would copy every page before it changes, for jobs that hardly ever fail.
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

    fn fold_log(&self) -> rusqlite::Result<()> {
        self.db.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(()))
    }
}

/// Why nothing of a batch is kept.
enum Failure {
    /// One of its jobs failed.
    Job,
    /// It could not begin or could not be made durable.
    Commit(rusqlite::Error),
}

#[cfg(test)]
#[path = "writer_tests.rs"]
pub(super) mod tests;
