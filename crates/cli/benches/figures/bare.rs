//! The bare machine: the references for speed.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tempfile::TempDir;

use crate::bench_world::Bench;
use crate::question;

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

/// The fastest possible commit and round trip, measured in turns with what they are compared with.
pub struct Bare {
    /// SQLite as configured by the store, but without it.
    db: Connection,
    /// To a thread that echoes.
    echo: UnixStream,
    commits: Vec<Duration>,
    trips: Vec<Duration>,
    _directory: TempDir,
}

impl Bare {
    pub fn start(bench: &Bench) -> anyhow::Result<Bare> {
        let directory = bench.directory()?;
        let db = Connection::open(directory.path().join("bare.db"))?;
        db.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))?;
        db.pragma_update(None, "synchronous", "full")?;
        db.execute_batch("create table plain (id integer primary key, body text not null) strict")?;
        let (echo, mut there) = UnixStream::pair()?;
        std::thread::spawn(move || {
            let mut message = [0; MESSAGE];
            while there.read_exact(&mut message).is_ok() && there.write_all(&message).is_ok() {}
        });
        Ok(Bare { db, echo, commits: Vec::new(), trips: Vec::new(), _directory: directory })
    }

    pub fn measure(&mut self) -> anyhow::Result<()> {
        let row = question::row();
        self.commits.push(timed(|| {
            let mut insert = self.db.prepare_cached("insert into plain (body) values (?1)")?;
            Ok(insert.execute([&row])?)
        })?);
        let mut message = [7; MESSAGE];
        self.trips.push(timed(|| {
            self.echo.write_all(&message)?;
            Ok(self.echo.read_exact(&mut message)?)
        })?);
        Ok(())
    }

    /// Of a durable commit of one row, and of a round trip.
    pub fn medians(self) -> (Duration, Duration) {
        (median(self.commits), median(self.trips))
    }
}
