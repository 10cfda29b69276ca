//! A PostgreSQL to test with: one cluster for a whole run of tests, and a schema for each test.

#![expect(clippy::disallowed_methods, reason = "set by tests only")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use tokio_postgres::config::Host;
use tokio_postgres::{Config, Error, NoTls};

/// Its own empty schema, removed at the end.
pub struct TestSchema {
    cluster: Cluster,
    name: String,
}

struct Cluster {
    /// Over a socket of the file system.
    url: String,
    /// Over TLS, with a password.
    url_over_tcp: String,
    /// The file with the certificate of its authority.
    authority: String,
}

/// How a server ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServerStop {
    /// In order, without waiting for its clients.
    Fast,
    /// As if killed.
    Immediate,
}

impl TestSchema {
    /// Starts the cluster if no other test of this run has. `None`: `scripts/test --without postgres`.
    pub fn new() -> Option<TestSchema> {
        TestSchema::within_cluster(cluster(std::os::unix::process::parent_id())?)
    }

    /// In a cluster that no other test uses.
    pub fn exclusive() -> Option<TestSchema> {
        TestSchema::within_cluster(cluster(std::process::id())?)
    }

    /// Ends the server and starts it again. Only for one that no other test uses.
    pub fn restart(&self, stop: ServerStop) {
        let mode = match stop {
            ServerStop::Fast => "fast",
            ServerStop::Immediate => "immediate",
        };
        script(std::process::id(), &[mode]);
    }

    /// Gives it a second server, which has everything before a commit returns. What a hub would be
    /// given to go from one to the other. Only for one that no other test uses.
    pub fn standby(&self) -> String {
        self.within(script(std::process::id(), &["standby"]).trim_end())
    }

    /// The first server dies, and the second takes over.
    pub fn fail_over(&self) {
        script(std::process::id(), &["promote"]);
    }

    fn within_cluster(cluster: Cluster) -> Option<TestSchema> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("t{}_{count}", std::process::id());
        execute(
            &cluster.url,
            format!("drop schema if exists {name} cascade; create schema {name}"),
        )
        .expect("an empty schema");
        Some(TestSchema { cluster, name })
    }

    /// What a hub would be given.
    pub fn url(&self) -> String {
        self.within(&self.cluster.url)
    }

    /// Where the server listens.
    pub fn socket(&self) -> PathBuf {
        let config: Config = self.cluster.url.parse().expect("a URL");
        match (&config.get_hosts()[0], config.get_ports()[0]) {
            (Host::Unix(directory), port) => directory.join(format!(".s.PGSQL.{port}")),
            (Host::Tcp(_), _) => panic!("not over TCP"),
        }
    }

    /// The same by a socket with the same name in another directory.
    pub fn url_by(&self, directory: &Path) -> String {
        let encoded = |path: &Path| path.display().to_string().replace('/', "%2F");
        let socket = self.socket();
        let own = socket.parent().expect("it is in a directory");
        self.url().replace(&encoded(own), &encoded(directory))
    }

    /// The same over TLS without an `sslmode`, and the file for `sslrootcert`.
    pub fn over_tcp(&self) -> (String, &str) {
        (self.within(&self.cluster.url_over_tcp), &self.cluster.authority)
    }

    fn within(&self, cluster: &str) -> String {
        format!("{cluster}?options=-csearch_path%3D{},public", self.name)
    }

    /// For what no store offers.
    pub fn execute(&self, statements: &str) {
        let path = format!("set search_path = {}, public", self.name);
        execute(&self.cluster.url, format!("{path}; {statements}")).expect("it can be done");
    }
}

impl Drop for TestSchema {
    fn drop(&mut self) {
        // A hub that is about to end may be in the way; what is left goes with the cluster.
        drop(execute(&self.cluster.url, format!("drop schema {} cascade", self.name)));
    }
}

/// The script that starts it also ends it, when the process that runs all tests has ended.
#[expect(clippy::print_stdout, reason = "a test run says what it leaves out")]
fn cluster(run: u32) -> Option<Cluster> {
    let left_out = std::env::var("SAYSO_TEST_WITHOUT").unwrap_or_default();
    if left_out.split(' ').any(|name| name == "postgres") {
        let test = std::thread::current().name().unwrap_or_default().to_owned();
        println!("skipped: {test}");
        // The script that left it out names the tests at its end.
        let list = std::env::temp_dir().join("left-out");
        let list = std::fs::File::options().create(true).append(true).open(list);
        list.and_then(|mut list| writeln!(list, "{test}")).expect("the list can be written");
        return None;
    }
    let told = script(run, &[]);
    let mut lines = told.lines().map(str::to_owned);
    let mut line = || lines.next().expect("three lines");
    Some(Cluster { url: line(), url_over_tcp: line(), authority: line() })
}

fn script(run: u32, more: &[&str]) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/test-postgres");
    let output =
        Command::new(script).arg(run.to_string()).args(more).output().expect("the script is there");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    String::from_utf8(output.stdout).expect("URLs are text")
}

/// In its own thread: the caller may be inside a runtime.
fn execute(cluster: &str, statements: String) -> Result<(), Error> {
    let cluster = cluster.to_owned();
    let done = std::thread::spawn(move || {
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let (client, connection) = tokio_postgres::connect(&cluster, NoTls).await?;
            tokio::spawn(connection);
            client.batch_execute(&statements).await
        })
    });
    done.join().expect("it does not panic")
}
