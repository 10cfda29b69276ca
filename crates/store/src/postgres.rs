//! One PostgreSQL, shared by any number of hubs: one connection writes, two read.
//!
//! Nothing is kept in memory between two calls: another hub may have changed it. A write is durable
//! when its future resolves, and is done even if nobody waits for it any more.

mod address;
mod batch;
mod clock;
mod connect;
mod drafts;
mod errors;
mod hubs;
mod insert;
mod interactions;
mod key_value;
mod link;
mod migrate;
mod notes;
mod pages;
mod replace;
mod search;
mod sweep;
mod tls;
pub(crate) mod transfer;
mod writer;

use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use prometheus_client::metrics::histogram::Histogram;
use sayso_desk::Cluster;
use sayso_desk::store::{OpenStore, SharedStore, StoreError};
use tokio::runtime::Handle;
use tokio::sync::{Notify, mpsc, watch};

use self::batch::{Reply, Write};
use self::hubs::{Hubs, Line};
use self::link::Link;
use self::writer::Writer;
use crate::unreadable::Unreadable;

pub use self::address::PostgresAddress;
pub use self::hubs::{AsHub, LEASE};

pub struct PostgresStore {
    /// For single rows.
    point: Arc<Link>,
    /// For what may take a while.
    scan: Arc<Link>,
    unreadable: Unreadable,
    hubs: Arc<Hubs>,
    /// Never set: it has no files that a hub could lose.
    lost: watch::Sender<Option<String>>,
    queue: Option<mpsc::UnboundedSender<Write>>,
    /// Runs the connections that write and listen.
    thread: Option<JoinHandle<()>>,
}

/// A search through everything takes this much longer than other calls.
const LONG: u32 = 6;

/// Connects, and creates or updates the tables.
pub(crate) fn open(address: &PostgresAddress, hub: AsHub) -> Result<OpenStore, StoreError> {
    let sizes = crate::batch_sizes();
    let store = Arc::new(PostgresStore::open_as(address, sizes.clone(), hub)?);
    Ok(OpenStore {
        metrics: Box::new(move || crate::metrics(&sizes)),
        at: Some(address.to_string()),
        shared: Some(store.shared()),
        remark: None,
        lost: store.lost.subscribe(),
        look: Box::new(|| {}),
        store,
    })
}

impl PostgresStore {
    /// Waits for the first connection, and a few seconds for a server that is starting.
    pub fn open(
        address: &PostgresAddress,
        batch_sizes: Histogram,
    ) -> Result<PostgresStore, StoreError> {
        PostgresStore::open_as(address, batch_sizes, AsHub::default())
    }

    /// The same as a hub that others know by its name.
    pub fn open_as(
        address: &PostgresAddress,
        batch_sizes: Histogram,
        hub: AsHub,
    ) -> Result<PostgresStore, StoreError> {
        let no_thread = |error| StoreError::Other(format!("no thread to connect with: {error}"));
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(no_thread)?;
        let hubs = Arc::new(Hubs::new(address, runtime.handle().clone(), hub));
        let silence = hubs.silence();
        // What is read is read where it is used, if that is known: one thread less on its way.
        let reading = Handle::try_current().unwrap_or_else(|_| runtime.handle().clone());
        let link = |runtime: &Handle| Link::new(address.clone(), runtime.clone(), silence);
        let links = [link(&reading), link(&reading).longer(LONG), link(runtime.handle())];
        let [point, scan, writing] = links.map(Arc::new);
        let links = [&point, &scan, &writing].map(Arc::clone);
        let (queue, queued) = mpsc::unbounded_channel();
        let (ready, opened) = std::sync::mpsc::channel();
        let (among, searched) = (Arc::clone(&hubs), Arc::clone(&scan));
        let thread = Builder::new()
            .name("store-postgres".to_owned())
            .spawn(move || {
                runtime.block_on(async {
                    let line = match begin(&writing, &among).await {
                        Ok(line) => line,
                        // Nobody receives it if the opening thread has panicked.
                        Err(error) => return drop(ready.send(Err(error))),
                    };
                    let listening = tokio::spawn(Arc::clone(&among).run(line, links));
                    let written = Arc::new(Notify::new());
                    let filling = tokio::spawn(search::fill(searched, Arc::clone(&written)));
                    let hubs = Arc::clone(&among);
                    if ready.send(Ok(())).is_ok() {
                        Writer { link: writing, hubs, batch_sizes, written }.work_off(queued).await;
                    }
                    filling.abort();
                    listening.abort();
                    among.end().await;
                });
            })
            .map_err(no_thread)?;
        opened.recv().unwrap_or_else(|_| {
            Err(StoreError::Other("the store's thread has ended".to_owned()))
        })?;
        let (queue, thread) = (Some(queue), Some(thread));
        let (unreadable, lost) = (Unreadable::default(), watch::Sender::new(None));
        Ok(PostgresStore { point, scan, unreadable, hubs, lost, queue, thread })
    }

    /// The hubs that use the same database.
    pub fn shared(&self) -> SharedStore {
        let cluster = Arc::clone(&self.hubs) as Arc<dyn Cluster>;
        SharedStore { cluster, clock: self.hubs.clock() }
    }

    async fn write<T>(&self, write: Write, reply: Reply<T>) -> Result<T, StoreError> {
        let ended = || StoreError::Other("the writing thread has ended".to_owned());
        let queue = self.queue.as_ref().ok_or_else(ended)?;
        queue.send(write).map_err(|_| ended())?;
        reply.await.unwrap_or_else(|_| Err(ended()))
    }
}

async fn begin(link: &Link, hubs: &Hubs) -> Result<Line, StoreError> {
    let session = link.session().await?;
    migrate::run(&session.client, link.place()).await?;
    hubs.begin().await
}

/// Waits until everything is written.
impl Drop for PostgresStore {
    fn drop(&mut self) {
        self.queue.take();
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the store's thread has panicked");
        }
    }
}

#[cfg(test)]
mod lost_tests;
#[cfg(test)]
mod plans_tests;
#[cfg(test)]
mod search_tests;
#[cfg(test)]
#[path = "postgres_tests.rs"]
mod tests;
