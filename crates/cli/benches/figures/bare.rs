//! What the machine itself can do: the references for all speed figures.

use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, params};
use tempfile::TempDir;

use crate::place::{Bench, Process};
use crate::question;

/// Size of one question with everything stored about it.
const ROW: usize = 1_536;
/// Size of a short reply.
const MESSAGE: usize = 1_024;

pub fn median<T: Copy + PartialOrd>(mut values: Vec<T>) -> T {
    values.sort_by(|a, b| a.partial_cmp(b).expect("no figure is undefined"));
    values[values.len() / 2]
}

pub fn timed<T>(work: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<Duration> {
    let start = Instant::now();
    work()?;
    Ok(start.elapsed())
}

/// A file that grows by a page and is synced each time.
pub struct Appender {
    file: File,
    _directory: TempDir,
}

impl Appender {
    pub fn new(bench: &Bench) -> anyhow::Result<Appender> {
        let directory = bench.directory()?;
        let file = File::create(directory.path().join("appended"))?;
        Ok(Appender { file, _directory: directory })
    }

    pub fn append(&mut self) -> anyhow::Result<()> {
        self.file.write_all(&[0; 4_096])?;
        Ok(self.file.sync_data()?)
    }
}

/// SQLite as configured by the store, but without it: one row, one durable commit.
pub struct Committer {
    db: Connection,
    next: i64,
    row: String,
    _directory: TempDir,
}

impl Committer {
    pub fn new(bench: &Bench) -> anyhow::Result<Committer> {
        let directory = bench.directory()?;
        let db = Connection::open(directory.path().join("bare.db"))?;
        db.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))?;
        db.pragma_update(None, "synchronous", "full")?;
        db.execute_batch("create table plain (id integer primary key, body text not null) strict")?;
        let mut row = question::ask().arguments.to_string();
        row.extend(std::iter::repeat_n(' ', ROW.saturating_sub(row.len())));
        Ok(Committer { db, next: 0, row, _directory: directory })
    }

    pub fn commit(&mut self) -> anyhow::Result<()> {
        self.next += 1;
        self.db
            .prepare_cached("insert into plain (id, body) values (?1, ?2)")?
            .execute(params![self.next, self.row])?;
        Ok(())
    }

    /// Sequential commits per second.
    pub fn rate(&mut self, time: Duration) -> anyhow::Result<f64> {
        let (start, first) = (Instant::now(), self.next);
        while start.elapsed() < time {
            self.commit()?;
        }
        Ok((self.next - first) as f64 / start.elapsed().as_secs_f64())
    }
}

/// A process that echoes over a unix socket, blocking: the fastest possible round trip.
pub struct Echo {
    stream: UnixStream,
    _process: Process,
    _directory: TempDir,
}

impl Echo {
    pub const ROLE: &str = "echo";

    pub fn start() -> anyhow::Result<Echo> {
        let directory = tempfile::tempdir()?;
        let (process, socket) = Process::role(Echo::ROLE, directory.path().as_os_str())?;
        Ok(Echo { stream: UnixStream::connect(socket)?, _process: process, _directory: directory })
    }

    pub fn round_trip(&mut self) -> anyhow::Result<()> {
        let mut message = [7; MESSAGE];
        self.stream.write_all(&message)?;
        Ok(self.stream.read_exact(&mut message)?)
    }

    /// The echo process. It ends when the connection does.
    pub fn serve(directory: &Path) -> anyhow::Result<()> {
        let path = directory.join("echo.sock");
        let listener = UnixListener::bind(&path)?;
        writeln!(std::io::stdout(), "{}", path.display())?;
        let (mut stream, _) = listener.accept()?;
        let mut message = [0; MESSAGE];
        while stream.read_exact(&mut message).is_ok() {
            stream.write_all(&message)?;
        }
        Ok(())
    }
}
