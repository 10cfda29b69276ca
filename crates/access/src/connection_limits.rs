//! Places for connections, by kind. Each kind has its own limit, so that no crowd of one keeps the
//! others out: waiting agents take no places from people, nor from calls that are answered at once.
//!
//! A connection moves between kinds: it starts as unauthenticated or idle, takes a place with each
//! request and releases it. A silent connection can be closed, the oldest first, so there is always
//! a place for a new one. A connection in the middle of a request is never closed for another one.

#![expect(clippy::disallowed_methods, reason = "the timer of a connection or a process")]

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::time::Instant;

use crate::kind::{ConnectionKind, Full};
use sayso_wire::Fill;

/// Time limit for an unauthenticated request: the page's files, a code exchanged for a token.
const STRANGERS_REQUEST: Duration = Duration::from_secs(10);
/// A new connection has to send something by then, or may be closed for another.
const SPEAKS_WITHIN: Duration = Duration::from_millis(250);
/// Descriptors that aren't connections: files, the database, the desktop.
const SPARE: usize = 128;

/// All connections.
#[derive(Clone)]
pub struct Connections {
    shared: Arc<Shared>,
}

struct Shared {
    count: watch::Sender<usize>,
    lots: Mutex<Lots>,
    /// Notified when a connection has to be closed sooner than known.
    sooner: Notify,
    /// Notified when a connection has sent something, or is closed.
    moved: Notify,
    most: [usize; 5],
}

#[derive(Default)]
struct Lots {
    next: u64,
    /// By the order in which they came, for each kind.
    taken: [BTreeMap<u64, Entry>; 5],
    /// When the next one has to be closed.
    wakes: Option<Instant>,
}

struct Entry {
    close: Arc<Notify>,
    since: Instant,
    until: Option<Instant>,
}

impl Default for Connections {
    fn default() -> Connections {
        Connections::within(usize::MAX)
    }
}

impl Connections {
    /// As many as this number of descriptors allows; with few, each kind gets a share.
    pub fn within(descriptors: usize) -> Connections {
        let all: usize = ConnectionKind::ALL.iter().map(|kind| kind.most()).sum();
        let free = descriptors.saturating_sub(SPARE).min(all);
        let most = ConnectionKind::ALL.map(|kind| (kind.most() * free / all).max(2));
        let shared = Shared {
            count: watch::Sender::new(0),
            lots: Mutex::default(),
            sooner: Notify::new(),
            moved: Notify::new(),
            most,
        };
        Connections { shared: Arc::new(shared) }
    }

    /// The number of connections, as it changes.
    pub fn watch(&self) -> watch::Receiver<usize> {
        self.shared.count.subscribe()
    }

    pub fn count(&self) -> usize {
        *self.shared.count.borrow()
    }

    /// How many places of each kind are taken.
    pub fn fill(&self) -> Vec<Fill> {
        let lots = self.shared.lock();
        let fill = |kind: ConnectionKind| Fill {
            kind: kind.name().to_owned(),
            taken: lots.taken[kind as usize].len(),
            most: self.shared.most[kind as usize],
        };
        ConnectionKind::ALL.map(fill).to_vec()
    }

    /// Resolves when there are no connections any more.
    pub async fn none(&self) {
        let _ = self.watch().wait_for(|count| *count == 0).await;
    }

    /// Resolves when another one may connect: there is a place, or a connection has been silent
    /// long enough to be closed. A crowd that connects at once, as after a restart, waits for a
    /// moment in the operating system's queue.
    pub async fn room(&self, kind: ConnectionKind) {
        loop {
            let moved = self.shared.moved.notified();
            let free_at = match self.shared.lock().taken[kind as usize].values() {
                taken if taken.len() < self.shared.most[kind as usize] => return,
                mut taken => taken.next().map(|oldest| oldest.since + SPEAKS_WITHIN),
            };
            let Some(free_at) = free_at.filter(|free_at| *free_at > Instant::now()) else { return };
            let _ = tokio::time::timeout_at(free_at, moved).await;
        }
    }

    /// A new connection. There is always a place: the one that was silent for longest is closed.
    pub fn enter(&self, kind: ConnectionKind) -> Connected {
        self.shared.count.send_modify(|count| *count += 1);
        let connection = Connection {
            shared: Arc::clone(&self.shared),
            resting: Mutex::new(kind),
            at: Mutex::new(None),
            close: Arc::default(),
        };
        let connected = Connected { connection: Arc::new(connection) };
        connected.move_to(kind, kind.lifetime());
        connected
    }

    /// Closes connections that exceed their time, forever. Sleeps until the next one is due.
    pub async fn tend(&self) {
        loop {
            let sooner = self.shared.sooner.notified();
            match self.shared.expire(Instant::now()) {
                Some(next) => {
                    let _ = tokio::time::timeout_at(next, sooner).await;
                }
                None => sooner.await,
            }
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Lots> {
        self.lots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn expire(&self, now: Instant) -> Option<Instant> {
        let mut lots = self.lock();
        let mut next: Option<Instant> = None;
        let passing = ConnectionKind::ALL.into_iter().filter(|kind| kind.lifetime().is_some());
        for entry in passing.flat_map(|kind| lots.taken[kind as usize].values()) {
            let Some(until) = entry.until else { continue };
            if until > now {
                next = Some(next.map_or(until, |next| next.min(until)));
            } else {
                entry.close.notify_one();
            }
        }
        lots.wakes = next;
        next
    }
}

/// One connection: counted until the last clone is dropped. A request carries it, so that a socket
/// that outlives its request still counts.
#[derive(Clone)]
pub struct Connected {
    connection: Arc<Connection>,
}

struct Connection {
    shared: Arc<Shared>,
    /// Its kind between requests: unauthenticated until it has proven who it is.
    resting: Mutex<ConnectionKind>,
    /// Its place.
    at: Mutex<Option<(ConnectionKind, u64)>>,
    close: Arc<Notify>,
}

impl Connected {
    /// Resolves when it has to close.
    pub async fn closed(&self) {
        self.connection.close.notified().await;
    }

    /// A request has arrived. An unauthenticated one has limited time.
    pub fn asked(&self) {
        if self.connection.resting() == ConnectionKind::Stranger {
            self.move_to(ConnectionKind::Stranger, Some(STRANGERS_REQUEST));
        }
    }

    /// The request is answered. If it took a place, it keeps that until it is dropped.
    pub fn answered(&self) {
        if self.connection.resting() == ConnectionKind::Stranger {
            self.rest();
        }
    }

    /// A place of this kind, until the return value is dropped; or the reason for the refused
    /// client.
    pub fn take(&self, kind: ConnectionKind) -> Result<ConnectionSlot, Full> {
        *self.connection.resting.lock().unwrap_or_else(PoisonError::into_inner) =
            ConnectionKind::Idle;
        if !self.move_to(kind, kind.lifetime()) {
            let most = self.connection.shared.most[kind as usize];
            tracing::warn!(kind = kind.name(), most, "refused: too many connections");
            return Err(Full::of(kind, most));
        }
        Ok(ConnectionSlot { connected: self.clone() })
    }

    /// Back to its kind between requests.
    fn rest(&self) {
        let resting = self.connection.resting();
        self.move_to(resting, resting.lifetime());
    }

    fn move_to(&self, kind: ConnectionKind, lifetime: Option<Duration>) -> bool {
        let Connection { shared, at, .. } = &*self.connection;
        let since = Instant::now();
        let until = lifetime.map(|lifetime| since + lifetime);
        let mut at = at.lock().unwrap_or_else(PoisonError::into_inner);
        let mut lots = shared.lock();
        let here = matches!(*at, Some((now, _)) if now == kind);
        if lots.taken[kind as usize].len() >= shared.most[kind as usize] && !here {
            match kind {
                ConnectionKind::Stranger | ConnectionKind::Idle => lots.send_away_oldest(kind),
                ConnectionKind::Short | ConnectionKind::Waiting | ConnectionKind::Person => {
                    return false;
                }
            }
        }
        lots.leave(*at);
        if at.is_some() {
            shared.moved.notify_one();
        }
        let number = lots.next;
        lots.next += 1;
        let entry = Entry { close: Arc::clone(&self.connection.close), since, until };
        lots.taken[kind as usize].insert(number, entry);
        *at = Some((kind, number));
        if let Some(until) = until
            && lots.wakes.is_none_or(|wakes| until < wakes)
        {
            lots.wakes = Some(until);
            shared.sooner.notify_one();
        }
        true
    }
}

impl Lots {
    fn leave(&mut self, at: Option<(ConnectionKind, u64)>) {
        if let Some((kind, number)) = at {
            self.taken[kind as usize].remove(&number);
        }
    }

    /// It is notified, and no longer counts. One that has only just become silent stays.
    fn send_away_oldest(&mut self, kind: ConnectionKind) {
        let lot = &mut self.taken[kind as usize];
        if let Some(oldest) = lot.first_entry()
            && oldest.get().since.elapsed() >= SPEAKS_WITHIN
        {
            oldest.remove().close.notify_one();
        }
    }
}

impl Connection {
    fn resting(&self) -> ConnectionKind {
        *self.resting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let at = *self.at.lock().unwrap_or_else(PoisonError::into_inner);
        self.shared.lock().leave(at);
        self.shared.moved.notify_one();
        self.shared.count.send_modify(|count| *count -= 1);
    }
}

/// A place that was taken for a request.
pub struct ConnectionSlot {
    connected: Connected,
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.connected.rest();
    }
}

#[cfg(test)]
#[path = "connection_limits_tests.rs"]
mod tests;
