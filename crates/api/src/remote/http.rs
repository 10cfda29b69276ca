//! Short calls: one request after the other over one connection, reopened when it breaks.

use std::sync::Arc;

use hyper::body::Bytes;
use hyper::header::{HeaderMap, HeaderValue};
use hyper::{Method, Request, Response, StatusCode, header};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use sayso_core::{Problem, Surface};
use sayso_desk::{DeskError, Query, Scope, StoreError};
use sayso_http::Connection;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::Mutex;
use tokio::time::timeout;

use super::clock::{Deadline, Timer};
use super::connect::{Connect, Dialled};
use crate::desktop::DESKTOP_HEADER;
use sayso_wire::{ProblemView, SURFACE_HEADER};

/// Attempts per call. The first connection may be stale, the second may meet a hub that is ending.
const TRIES: usize = 4;
/// The hub accepts no longer head, and no address can be longer than twice this.
const LONGEST_PATH: usize = 32 * 1024;
/// The largest page of the largest rows is smaller.
const LARGEST_REPLY: usize = 16 * 1024 * 1024;

pub(super) struct Http {
    timer: Arc<Timer>,
    surface: Surface,
    connection: Mutex<Option<Kept>>,
}

struct Kept {
    connection: Connection,
    host: String,
}

/// A failed call; `repeated` if an earlier attempt may have been carried out.
pub(super) struct Failed {
    pub(super) error: DeskError,
    pub(super) repeated: bool,
}

impl From<DeskError> for Failed {
    fn from(error: DeskError) -> Failed {
        Failed { error, repeated: false }
    }
}

impl From<Failed> for DeskError {
    fn from(failed: Failed) -> DeskError {
        failed.error
    }
}

impl Http {
    pub(super) fn new(timer: Arc<Timer>, surface: Surface) -> Http {
        Http { timer, surface, connection: Mutex::new(None) }
    }

    pub(super) async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Failed> {
        self.exchange(Method::GET, path, Bytes::new()).await
    }

    pub(super) async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &(impl Serialize + Sync),
    ) -> Result<T, Failed> {
        self.send(Method::POST, path, body).await
    }

    pub(super) async fn delete<T: DeserializeOwned>(&self, path: &str) -> Result<T, Failed> {
        self.exchange(Method::DELETE, path, Bytes::new()).await
    }

    pub(super) async fn send<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: &(impl Serialize + Sync),
    ) -> Result<T, Failed> {
        let body = serde_json::to_vec(body).expect("plain data serialises");
        self.exchange(method, path, body.into()).await
    }

    async fn exchange<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Bytes,
    ) -> Result<T, Failed> {
        let deadline = self.timer.deadline();
        self.timer.run(deadline, self.tries(deadline, method, path, body)).await
    }

    async fn tries<T: DeserializeOwned>(
        &self,
        deadline: Deadline,
        method: Method,
        path: &str,
        body: Bytes,
    ) -> Result<T, Failed> {
        if path.len() > LONGEST_PATH {
            let rule = "longer than what can be asked for".to_owned();
            let error = DeskError::from(Problem::new("", rule, "shorten the words or the id"));
            return Err(Failed { error, repeated: false });
        }
        let mut slot = self.connection.lock().await;
        // Taken out while it is used: a connection dropped half-way is useless to the next call.
        let mut kept = slot.take().filter(|kept| !kept.connection.is_closed());
        let mut repeated = false;
        let mut last = DeskError::Unreachable("no connection".to_owned());
        let connect = &self.timer.connect;
        let hubs = connect.hubs();
        // Those that say that they can't do it at the moment.
        let mut without = 0;
        for _ in 0..TRIES {
            let Kept { mut connection, host } = match kept.take() {
                Some(kept) => kept,
                None => self.open(deadline).await.map_err(|error| Failed { error, repeated })?,
            };
            let request = self.request(&method, path, body.clone(), &host);
            let exchange = connection.exchange(request, LARGEST_REPLY);
            let answer = if hubs == 1 {
                Ok(exchange.await)
            } else {
                timeout(deadline.share(hubs), exchange).await
            };
            match answer {
                Ok(Ok(answer)) => {
                    self.timer.heard();
                    match interpret(&answer) {
                        Err(error) if is_of_this_hub(&error) && without + 1 < hubs => {
                            without += 1;
                            repeated = true;
                            connect.avoid(&host);
                            last = error;
                        }
                        done => {
                            *slot = Some(Kept { connection, host });
                            return done.map_err(|error| Failed { error, repeated });
                        }
                    }
                }
                Ok(Err(error)) => {
                    repeated = true;
                    last = unreachable(error);
                }
                Err(_) => {
                    repeated = true;
                    last = DeskError::Unreachable(format!("{host}: no answer"));
                    connect.avoid(&host);
                }
            }
        }
        Err(Failed { error: last, repeated })
    }

    async fn open(&self, deadline: Deadline) -> Result<Kept, DeskError> {
        let Dialled { stream, host } = self.timer.connect.connect(deadline).await?;
        let connection = Connection::over(stream).await.map_err(unreachable)?;
        Ok(Kept { connection, host })
    }

    fn request(&self, method: &Method, path: &str, body: Bytes, host: &str) -> Request<Bytes> {
        let connect = self.timer.connect.as_ref();
        let mut request = Request::builder().method(method).uri(format!("/api/v1{path}"));
        let known = request.headers_mut().expect("a plain method and path");
        known.extend(headers(connect, host, self.surface));
        if !body.is_empty() {
            known.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        request.body(body).expect("a plain method and path")
    }
}

/// What every request and socket says about its client.
pub(super) fn headers(connect: &dyn Connect, host: &str, surface: Surface) -> HeaderMap {
    let value = |text: &str| HeaderValue::from_str(text).expect("plain ASCII");
    let mut headers = HeaderMap::new();
    headers.insert(header::HOST, value(host));
    headers.insert(SURFACE_HEADER, value(surface.as_str()));
    if let Some(desktop) = connect.desktop() {
        headers.insert(DESKTOP_HEADER, desktop.clone());
    }
    if let Some(token) = connect.token() {
        headers.insert(header::AUTHORIZATION, value(&format!("Bearer {token}")));
    }
    headers
}

/// Another hub may do it: this one has lost its database, or is ending.
pub(super) fn is_of_this_hub(error: &DeskError) -> bool {
    matches!(error, DeskError::Store(StoreError::Away { .. } | StoreError::Lost(_)))
}

fn unreachable(error: std::io::Error) -> DeskError {
    DeskError::Unreachable(error.to_string())
}

fn interpret<T: DeserializeOwned>(answer: &Response<Bytes>) -> Result<T, DeskError> {
    let (status, body) = (answer.status(), &answer.body()[..]);
    if status.is_success() {
        let body = if body.is_empty() { b"null" } else { body };
        return serde_json::from_slice(body)
            .map_err(|error| DeskError::Protocol(format!("{status}: {error}")));
    }
    Err(problem(status, body))
}

/// Why the hub refused.
pub(super) fn problem(status: StatusCode, body: &[u8]) -> DeskError {
    match serde_json::from_slice::<ProblemView>(body) {
        Ok(problem) => problem.into_error(),
        Err(_) => DeskError::Protocol(format!("{status}, and no word why")),
    }
}

/// A query as the query string of an address.
pub(super) fn encode(query: &Query) -> String {
    let scope = match query.scope {
        Scope::All => "all",
        Scope::Active => "active",
        Scope::Completed => "completed",
    };
    let mut text = format!("scope={scope}&limit={}", query.limit);
    let optional = [("search", &query.search), ("after", &query.after)];
    for (name, value) in optional {
        if let Some(value) = value {
            text.push_str(&format!("&{name}={}", percent(value)));
        }
    }
    text
}

pub(super) fn percent(text: &str) -> impl std::fmt::Display {
    utf8_percent_encode(text, NON_ALPHANUMERIC)
}
