//! A client's connection to a hub.

use std::fmt::Display;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use hyper::header::HeaderValue;
use sayso_desk::{DeskError, HubState, Unresponsive, UnresponsiveHub};
pub use sayso_http::Stream;
use sayso_http::{Address, Connector};
use tokio::time::timeout;

use super::clock::Deadline;

/// An open connection to a hub.
pub struct Dialled {
    pub stream: Box<dyn Stream>,
    /// What the `Host` header says over it.
    pub host: String,
}

impl Dialled {
    pub fn new(stream: impl Stream + 'static, host: &str) -> Dialled {
        Dialled { stream: Box::new(stream), host: host.to_owned() }
    }
}

#[async_trait]
pub trait Connect: Send + Sync {
    /// A new connection; anyone who can start a hub does so if there is none. Dropped when the deadline is
    /// over.
    async fn connect(&self, deadline: Deadline) -> Result<Dialled, DeskError>;

    /// What can be told of the hub when it does not answer.
    fn unresponsive(&self) -> Unresponsive {
        Unresponsive::UNKNOWN
    }

    /// What the `Authorization` header proves, where the connection itself proves nothing.
    fn token(&self) -> Option<&str>;

    /// What the header about the desktop session says; for hubs on this machine only.
    fn desktop(&self) -> Option<&HeaderValue> {
        None
    }

    /// How many hubs can be connected to, all of which have the same questions.
    fn hubs(&self) -> u32 {
        1
    }

    /// The hub at this host can't be used at the moment: the next connection is to another one.
    fn avoid(&self, host: &str) {
        let _ = host;
    }

    /// The URL of the hub in use, if it was given by one.
    fn url(&self) -> Option<&str> {
        None
    }
}

/// Hubs at URLs, `http` or `https`, with a bearer token. One is used until it can't be; then the next.
pub struct RemoteHub {
    /// At least one.
    places: Vec<(String, Address)>,
    /// Which of them is used.
    current: AtomicUsize,
    connector: Connector,
    token: String,
}

impl RemoteHub {
    /// Several URLs are separated by commas.
    pub fn new(urls: &str, token: String) -> Result<RemoteHub, DeskError> {
        let bad = |why: &dyn Display| DeskError::Unreachable(format!("`{urls}`: {why}"));
        let named = urls.split(',').map(str::trim).filter(|url| !url.is_empty());
        let mut places = Vec::new();
        for url in named {
            let address = Address::parse(url).map_err(|why| bad(&why))?;
            places.push((url.trim_end_matches('/').to_owned(), address));
        }
        if places.is_empty() {
            return Err(bad(&"it names no hub"));
        }
        let connector = Connector::new().map_err(|why| bad(&why))?;
        Ok(RemoteHub { places, current: AtomicUsize::new(0), connector, token })
    }

    fn place(&self) -> &(String, Address) {
        &self.places[self.current.load(Ordering::Relaxed) % self.places.len()]
    }

    async fn open(&self, address: &Address, deadline: Deadline) -> io::Result<Box<dyn Stream>> {
        let opening = self.connector.open(address);
        if self.places.len() == 1 {
            return opening.await;
        }
        let silent = |_| io::Error::new(io::ErrorKind::TimedOut, "no answer");
        timeout(deadline.share(self.hubs()), opening).await.map_err(silent)?
    }
}

#[async_trait]
impl Connect for RemoteHub {
    async fn connect(&self, deadline: Deadline) -> Result<Dialled, DeskError> {
        let (first, count) = (self.current.load(Ordering::Relaxed), self.places.len());
        let mut faults = Vec::new();
        for at in (first..first + count).map(|at| at % count) {
            let (url, address) = &self.places[at];
            match self.open(address, deadline).await {
                Ok(stream) => {
                    if self.current.swap(at, Ordering::Relaxed) % count != at {
                        tracing::info!(url, "using another hub");
                    }
                    return Ok(Dialled { stream, host: address.authority.clone() });
                }
                Err(error) => faults.push(format!("{}: {error}", address.authority)),
            }
        }
        Err(DeskError::Unreachable(format!("{}; check SAYSO_HUB", faults.join(", "))))
    }

    fn unresponsive(&self) -> Unresponsive {
        let host = self.place().1.authority.clone();
        Unresponsive { hub: UnresponsiveHub::At(host), state: HubState::NoAnswer }
    }

    fn token(&self) -> Option<&str> {
        Some(&self.token)
    }

    fn hubs(&self) -> u32 {
        u32::try_from(self.places.len()).unwrap_or(u32::MAX)
    }

    fn avoid(&self, host: &str) {
        let count = self.places.len();
        let current = self.current.load(Ordering::Relaxed);
        if self.places[current % count].1.authority == host {
            // If another call was faster, that one counts.
            let next = (current + 1) % count;
            let _ =
                self.current.compare_exchange(current, next, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    fn url(&self) -> Option<&str> {
        Some(&self.place().0)
    }
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::super::clock::Pace;
    use super::*;

    /// REQ: TM-3
    #[tokio::test]
    async fn the_next_hub_is_used_when_one_is_dead_or_to_be_avoided() {
        let hubs = [TcpListener::bind("127.0.0.1:0").await, TcpListener::bind("127.0.0.1:0").await];
        let [one, other] = hubs.map(Result::unwrap);
        let authority = |hub: &TcpListener| hub.local_addr().unwrap().to_string();
        let (a, b) = (authority(&one), authority(&other));
        let remote = RemoteHub::new(&format!("http://{a}/, http://{b},"), "t".to_owned()).unwrap();
        let used = || async { remote.connect(Deadline::of(Pace::default())).await.unwrap().host };
        assert_eq!((used().await, used().await), (a.clone(), a.clone()), "one for all");
        remote.avoid(&b);
        assert_eq!(used().await, a, "that one isn't in use");
        remote.avoid(&a);
        assert_eq!((used().await, remote.url()), (b.clone(), Some(&*format!("http://{b}"))));
        drop(other);
        assert_eq!(used().await, a);
        drop(one);
        let error = remote.connect(Deadline::of(Pace::default())).await.err().unwrap().to_string();
        assert!(error.contains(&a) && error.contains(&b), "{error}");
        assert!(RemoteHub::new(" , ", "t".to_owned()).is_err());
    }
}
