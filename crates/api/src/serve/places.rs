//! Places for connections, by what they are here for. Each kind has its own, so that no crowd of one
//! keeps the others out: agents that wait take none from people, nor from calls that are answered at once.
//!
//! A connection moves between them: it comes as a stranger or idle, takes a place with each request and
//! gives it back. Anyone who says nothing can be sent away, the oldest first, so there is always a place for
//! one who comes; anyone who is in the middle of something is never sent away for another's sake.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::time::Instant;

use super::kind::{Full, Kind};
use sayso_wire::Fill;

/// A stranger's request must be over by then: the page's files, a code exchanged for a token.
const STRANGERS_REQUEST: Duration = Duration::from_secs(10);
/// Anyone who has come says something by then, or may be sent away for another.
const SPEAKS_WITHIN: Duration = Duration::from_millis(250);
/// Descriptors that are not connections: files, the database, the desktop.
const SPARE: usize = 128;

/// Everybody who is connected.
#[derive(Clone)]
pub struct Connections {
    shared: Arc<Shared>,
}

struct Shared {
    count: watch::Sender<usize>,
    lots: Mutex<Lots>,
    /// Rung when somebody has to go sooner than was known.
    sooner: Notify,
    /// Rung when somebody has said something, or gone.
    moved: Notify,
    most: [usize; 5],
}

#[derive(Default)]
struct Lots {
    next: u64,
    /// By the order in which they came, for each kind.
    taken: [BTreeMap<u64, Entry>; 5],
    /// When the next one is to be sent away.
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
    /// As many as this number of descriptors allows; with few, each kind has a share of them.
    pub fn within(descriptors: usize) -> Connections {
        let all: usize = Kind::ALL.iter().map(|kind| kind.most()).sum();
        let free = descriptors.saturating_sub(SPARE).min(all);
        let most = Kind::ALL.map(|kind| (kind.most() * free / all).max(2));
        let shared = Shared {
            count: watch::Sender::new(0),
            lots: Mutex::default(),
            sooner: Notify::new(),
            moved: Notify::new(),
            most,
        };
        Connections { shared: Arc::new(shared) }
    }

    /// How many are connected, as it changes.
    pub fn watch(&self) -> watch::Receiver<usize> {
        self.shared.count.subscribe()
    }

    pub fn count(&self) -> usize {
        *self.shared.count.borrow()
    }

    /// How many places of each kind are taken.
    pub fn fill(&self) -> Vec<Fill> {
        let lots = self.shared.lock();
        let fill = |kind: Kind| Fill {
            kind: kind.name().to_owned(),
            taken: lots.taken[kind as usize].len(),
            most: self.shared.most[kind as usize],
        };
        Kind::ALL.map(fill).to_vec()
    }

    /// Resolves when nobody is connected any more.
    pub(super) async fn none(&self) {
        let _ = self.watch().wait_for(|count| *count == 0).await;
    }

    /// Resolves when one more may come: there is a place, or somebody has said nothing for long enough
    /// to be sent away. A crowd that comes at once, as after a restart, waits for a moment in the
    /// operating system's queue.
    pub(super) async fn room(&self, kind: Kind) {
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

    /// Somebody has come. There is always a place: the one who has said nothing for longest goes.
    pub(super) fn enter(&self, kind: Kind) -> Connected {
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

    /// Sends away anyone who has stayed too long, forever. Sleeps until the next is due.
    pub(super) async fn tend(&self) {
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
        let passing = Kind::ALL.into_iter().filter(|kind| kind.lifetime().is_some());
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

/// One connection: counted until the last of these is dropped. A request carries it, so that a socket
/// which outlives its request is still somebody who is there.
#[derive(Clone)]
pub(crate) struct Connected {
    connection: Arc<Connection>,
}

struct Connection {
    shared: Arc<Shared>,
    /// What it is between requests: a stranger until it has shown who it is.
    resting: Mutex<Kind>,
    /// Its place.
    at: Mutex<Option<(Kind, u64)>>,
    close: Arc<Notify>,
}

impl Connected {
    /// Resolves when it has to go.
    pub(crate) async fn closed(&self) {
        self.connection.close.notified().await;
    }

    /// A request has come. A stranger has some time for it.
    pub(crate) fn asked(&self) {
        if self.connection.resting() == Kind::Stranger {
            self.move_to(Kind::Stranger, Some(STRANGERS_REQUEST));
        }
    }

    /// The request is answered. Who took a place for it holds that for as long as it takes.
    pub(super) fn answered(&self) {
        if self.connection.resting() == Kind::Stranger {
            self.rest();
        }
    }

    /// A place of this kind, until the return value is dropped; or what the refused is told.
    pub(crate) fn take(&self, kind: Kind) -> Result<Place, Full> {
        *self.connection.resting.lock().unwrap_or_else(PoisonError::into_inner) = Kind::Idle;
        if !self.move_to(kind, kind.lifetime()) {
            let most = self.connection.shared.most[kind as usize];
            tracing::warn!(kind = kind.name(), most, "refused: too many connections");
            return Err(Full::of(kind, most));
        }
        Ok(Place { connected: self.clone() })
    }

    /// Back to where it is between requests.
    fn rest(&self) {
        let resting = self.connection.resting();
        self.move_to(resting, resting.lifetime());
    }

    fn move_to(&self, kind: Kind, lifetime: Option<Duration>) -> bool {
        let Connection { shared, at, .. } = &*self.connection;
        let since = Instant::now();
        let until = lifetime.map(|lifetime| since + lifetime);
        let mut at = at.lock().unwrap_or_else(PoisonError::into_inner);
        let mut lots = shared.lock();
        let here = matches!(*at, Some((now, _)) if now == kind);
        if lots.taken[kind as usize].len() >= shared.most[kind as usize] && !here {
            match kind {
                Kind::Stranger | Kind::Idle => lots.send_away_oldest(kind),
                Kind::Short | Kind::Waiting | Kind::Person => return false,
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
    fn leave(&mut self, at: Option<(Kind, u64)>) {
        if let Some((kind, number)) = at {
            self.taken[kind as usize].remove(&number);
        }
    }

    /// It is told, and no longer counts. One that has only just come to be so stays.
    fn send_away_oldest(&mut self, kind: Kind) {
        let lot = &mut self.taken[kind as usize];
        if let Some(oldest) = lot.first_entry()
            && oldest.get().since.elapsed() >= SPEAKS_WITHIN
        {
            oldest.remove().close.notify_one();
        }
    }
}

impl Connection {
    fn resting(&self) -> Kind {
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
pub(crate) struct Place {
    connected: Connected,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.connected.rest();
    }
}

#[cfg(test)]
#[path = "places_tests.rs"]
mod tests;
