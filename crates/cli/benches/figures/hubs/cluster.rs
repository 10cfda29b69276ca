//! A PostgreSQL of its own: durable, with the settings of a new installation. It ends with this
//! process.

use std::cell::Cell;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use tempfile::NamedTempFile;
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio_postgres::{AsyncMessage, Client, NoTls, Statement};

use crate::question;

/// Size of one question with everything stored about it.
const ROW: usize = 1_536;
/// Time of one run of `pgbench`, in seconds.
const RUN: &str = "1";

pub struct Cluster {
    /// Of its first database.
    url: String,
    programs: PathBuf,
    databases: Cell<u32>,
}

impl Cluster {
    /// `None` if PostgreSQL is not installed, or left out as in the tests.
    pub fn start() -> anyhow::Result<Option<Cluster>> {
        let left_out = std::env::var("SAYSO_TEST_WITHOUT").unwrap_or_default();
        if left_out.split(' ').any(|name| name == "postgres") {
            return Ok(None);
        }
        let Some(programs) = programs() else { return Ok(None) };
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/test-postgres");
        let pid = std::process::id().to_string();
        let output = Command::new(script).args([&pid, "durable"]).output()?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let told = String::from_utf8(output.stdout)?;
        let url = told.lines().next().context("no URL")?.to_owned();
        Ok(Some(Cluster { url, programs, databases: Cell::new(0) }))
    }

    /// The URL of a new, empty database.
    pub fn database(&self) -> anyhow::Result<String> {
        self.databases.set(self.databases.get() + 1);
        let name = format!("bench{}", self.databases.get());
        self.execute(&format!("create database {name}"))?;
        let (server, _) = self.url.rsplit_once('/').context("no database in the URL")?;
        Ok(format!("{server}/{name}"))
    }

    /// In its first database, which no hub uses.
    pub fn execute(&self, statements: &str) -> anyhow::Result<()> {
        execute(&self.url, statements)
    }

    /// The number that a query returns, asked there.
    pub fn number(&self, query: &str) -> anyhow::Result<u64> {
        runtime()?.block_on(number(&self.url, query))
    }

    /// Transactions per second of a script, by this many clients.
    pub fn pgbench(&self, database: &str, clients: usize, script: &str) -> anyhow::Result<f64> {
        let file = NamedTempFile::new()?;
        std::fs::write(file.path(), script)?;
        let output = Command::new(self.programs.join("pgbench"))
            .args(["--no-vacuum", "--protocol=prepared", "--time", RUN])
            .args(["--client", &clients.to_string(), "--file"])
            .arg(file.path())
            .arg(database)
            // As in the hub: compiling a statement takes longer than these run.
            .env("PGOPTIONS", "-c jit=off")
            .output()?;
        let said = String::from_utf8_lossy(&output.stdout);
        let wrong = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success() && !wrong.contains("ERROR"), "pgbench: {wrong}");
        let line = said.lines().find_map(|line| line.strip_prefix("tps = "));
        let rate = line.and_then(|line| line.split(' ').next()).context("pgbench said no rate")?;
        Ok(rate.parse()?)
    }
}

/// Of the newest version that is installed.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?.filter_map(Result::ok);
    let installed = versions.map(|version| version.path().join("bin"));
    let number =
        |path: &PathBuf| -> Option<u32> { path.parent()?.file_name()?.to_str()?.parse().ok() };
    installed.filter(|bin| bin.join("initdb").exists()).max_by_key(number)
}

pub fn runtime() -> anyhow::Result<Runtime> {
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?)
}

pub fn execute(database: &str, statements: &str) -> anyhow::Result<()> {
    runtime()?.block_on(async { Ok(connect(database).await?.batch_execute(statements).await?) })
}

pub async fn number(database: &str, query: &str) -> anyhow::Result<u64> {
    let row = connect(database).await?.query_one(query, &[]).await?;
    Ok(u64::try_from(row.try_get::<_, i64>(0)?)?)
}

async fn connect(database: &str) -> anyhow::Result<Client> {
    let (client, connection) = tokio_postgres::connect(database, NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

/// PostgreSQL without a hub: one row, one commit; one message, from one connection to another.
pub struct Plain {
    client: Client,
    insert: Statement,
    notify: Statement,
    heard: UnboundedReceiver<()>,
    _listener: Client,
    row: String,
}

impl Plain {
    pub const TABLE: &str = "create table plain (id bigint generated always as identity primary key, body text not null)";

    /// In a new database.
    pub async fn open(database: &str) -> anyhow::Result<Plain> {
        let client = connect(database).await?;
        client.batch_execute(Plain::TABLE).await?;
        let (listener, mut connection) = tokio_postgres::connect(database, NoTls).await?;
        let (tell, heard) = unbounded_channel();
        tokio::spawn(async move {
            while let Some(Ok(message)) =
                std::future::poll_fn(|cx| connection.poll_message(cx)).await
            {
                if matches!(message, AsyncMessage::Notification(_)) && tell.send(()).is_err() {
                    return;
                }
            }
        });
        listener.batch_execute("listen bench").await?;
        let insert = client.prepare("insert into plain (body) values ($1)").await?;
        let notify = client.prepare("select pg_notify('bench', $1)").await?;
        Ok(Plain { client, insert, notify, heard, _listener: listener, row: row() })
    }

    pub async fn commit(&self) -> anyhow::Result<Duration> {
        let start = Instant::now();
        self.client.execute(&self.insert, &[&self.row]).await?;
        Ok(start.elapsed())
    }

    /// Until the other connection has received it and the reply is here.
    pub async fn notify(&mut self) -> anyhow::Result<Duration> {
        let start = Instant::now();
        self.client.query(&self.notify, &[&"one interaction's id, in a few words"]).await?;
        self.heard.recv().await.context("the listener has ended")?;
        Ok(start.elapsed())
    }
}

/// As large as everything that is stored of a question.
pub fn row() -> String {
    let mut row = question::ask().arguments.to_string();
    row.extend(std::iter::repeat_n(' ', ROW.saturating_sub(row.len())));
    row
}
