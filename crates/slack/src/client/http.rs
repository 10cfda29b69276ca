//! One request, one answer; connections are kept for the next.

use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use hyper::body::Bytes;
use hyper::{Request, Response, header};
use sayso_http::{Address, Connection, Connector};
use tokio::time::timeout;

use super::error::SlackError;

/// Slack's answers are small.
const LARGEST: usize = 4 * 1024 * 1024;
/// For one call, with connecting and whatever is tried again.
const PATIENCE: Duration = Duration::from_secs(30);
/// Kept open; more at once are opened and dropped.
const KEPT: usize = 4;

pub(super) struct Http {
    connector: Connector,
    base: Address,
    idle: Mutex<Vec<Connection>>,
}

pub(super) type Answer = Response<Bytes>;

/// How arguments travel: methods that only read take no JSON.
pub(super) enum Body {
    Json(Vec<u8>),
    Form(String),
}

impl Http {
    pub(super) fn new(connector: Connector, base: &str) -> Result<Http, SlackError> {
        Ok(Http { connector, base: address(base)?, idle: Mutex::default() })
    }

    pub(super) async fn post(
        &self,
        method: &str,
        token: &str,
        body: &Body,
    ) -> Result<Answer, SlackError> {
        let exchange = async {
            // A connection that was kept may have been closed meanwhile; a fresh one has not.
            if let Some(mut kept) = self.take()
                && let Ok(answer) = kept.exchange(self.request(method, token, body), LARGEST).await
            {
                self.keep(kept);
                return Ok(answer);
            }
            let mut fresh = self.open(&self.base).await?;
            let answer = fresh.exchange(self.request(method, token, body), LARGEST).await?;
            self.keep(fresh);
            Ok(answer)
        };
        in_time(exchange).await
    }

    fn request(&self, method: &str, token: &str, body: &Body) -> Request<Bytes> {
        let (kind, bytes) = match body {
            Body::Json(json) => ("application/json; charset=utf-8", Bytes::copy_from_slice(json)),
            Body::Form(form) => {
                ("application/x-www-form-urlencoded", Bytes::copy_from_slice(form.as_bytes()))
            }
        };
        Request::post(format!("{}/{method}", self.base.path))
            .header(header::HOST, &self.base.authority)
            .header(header::CONTENT_TYPE, kind)
            .header(header::AUTHORIZATION, format!("Bearer {token}"))
            .header(header::USER_AGENT, concat!("sayso/", env!("CARGO_PKG_VERSION")))
            .body(bytes)
            .expect("tokens are checked to be plain ASCII")
    }

    async fn open(&self, address: &Address) -> io::Result<Connection> {
        Connection::over(self.connector.open(address).await?).await
    }

    /// A file to where Slack wants it; the address alone gives access.
    pub(super) async fn send_file(&self, url: &str, bytes: Bytes) -> Result<(), SlackError> {
        let place = address(url)?;
        let request = Request::post(&place.path)
            .header(header::HOST, &place.authority)
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .body(bytes)
            .map_err(|error| SlackError::Unreachable(error.to_string()))?;
        let send = async { self.open(&place).await?.exchange(request, LARGEST).await };
        let status = in_time(send).await?.status();
        match status.is_success() {
            true => Ok(()),
            false => Err(SlackError::Unreachable(format!("the file was refused: {status}"))),
        }
    }

    fn take(&self) -> Option<Connection> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.retain(|connection| !connection.is_closed());
        idle.pop()
    }

    fn keep(&self, connection: Connection) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < KEPT && !connection.is_closed() {
            idle.push(connection);
        }
    }
}

/// Tokens go to Slack, and in clear only to this machine.
pub(crate) fn address(url: &str) -> Result<Address, SlackError> {
    Address::parse_private(url).map_err(|why| SlackError::Address { url: url.to_owned(), why })
}

async fn in_time<T>(call: impl Future<Output = io::Result<T>>) -> Result<T, SlackError> {
    match timeout(PATIENCE, call).await {
        Ok(done) => done.map_err(|error| SlackError::Unreachable(error.to_string())),
        Err(_) => Err(SlackError::Unreachable("no answer in time".to_owned())),
    }
}
