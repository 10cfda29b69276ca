//! One request, one answer; connections are kept for the next.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1::{self, SendRequest};
use hyper::{HeaderMap, Request, StatusCode, header};
use hyper_util::rt::TokioIo;

use super::connect::{Connector, Place};
use super::error::SlackError;

/// Slack's answers are small.
const LARGEST: usize = 4 * 1024 * 1024;
const PATIENCE: Duration = Duration::from_secs(30);
/// Kept open; more at once are opened and dropped.
const KEPT: usize = 4;

pub(super) struct Http {
    connector: Connector,
    base: Place,
    idle: Mutex<Vec<SendRequest<Full<Bytes>>>>,
}

pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
}

/// How arguments travel: methods that only read take no JSON.
pub(super) enum Body {
    Json(Vec<u8>),
    Form(String),
}

impl Http {
    pub(super) fn new(connector: Connector, base: &str) -> Result<Http, SlackError> {
        Ok(Http { connector, base: Place::parse(base)?, idle: Mutex::default() })
    }

    pub(super) async fn post(
        &self,
        method: &str,
        token: &str,
        body: &Body,
    ) -> Result<Answer, SlackError> {
        // A connection that was kept may have been closed meanwhile; a fresh one has not.
        if let Some(kept) = self.take()
            && let Ok(answer) = self.exchange(kept, method, token, body).await
        {
            return Ok(answer);
        }
        let fresh = self.open().await?;
        self.exchange(fresh, method, token, body).await
    }

    async fn exchange(
        &self,
        mut sender: SendRequest<Full<Bytes>>,
        method: &str,
        token: &str,
        body: &Body,
    ) -> Result<Answer, SlackError> {
        let exchange = async {
            sender.ready().await.map_err(|error| unreachable(&error))?;
            let request = self.request(method, token, body);
            let response =
                sender.send_request(request).await.map_err(|error| unreachable(&error))?;
            let (status, headers) = (response.status(), response.headers().clone());
            let body = Limited::new(response.into_body(), LARGEST).collect().await;
            let body = body.map_err(|error| unreachable(&error))?.to_bytes();
            Ok(Answer { status, headers, body })
        };
        let answer = tokio::time::timeout(PATIENCE, exchange)
            .await
            .map_err(|_| SlackError::Unreachable("no answer in time".to_owned()))??;
        self.keep(sender);
        Ok(answer)
    }

    fn request(&self, method: &str, token: &str, body: &Body) -> Request<Full<Bytes>> {
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
            .body(Full::new(bytes))
            .expect("tokens are checked to be plain ASCII")
    }

    async fn open(&self) -> Result<SendRequest<Full<Bytes>>, SlackError> {
        open(&self.connector, &self.base).await
    }

    /// A file to where Slack wants it; the address is all that is needed to be let in.
    pub(super) async fn send_file(&self, url: &str, bytes: Bytes) -> Result<(), SlackError> {
        let place = Place::parse(url)?;
        let uri: hyper::Uri = url.parse().map_err(|_| unreachable(&"it is not a URL"))?;
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        let request = Request::post(path)
            .header(header::HOST, &place.authority)
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .body(Full::new(bytes))
            .map_err(|error| unreachable(&error))?;
        let sending = async {
            let mut sender = open(&self.connector, &place).await?;
            sender.send_request(request).await.map_err(|error| unreachable(&error))
        };
        let sent = tokio::time::timeout(PATIENCE, sending).await;
        let status = sent.map_err(|_| unreachable(&"no answer in time"))??.status();
        match status.is_success() {
            true => Ok(()),
            false => Err(unreachable(&format!("the file was refused: {status}"))),
        }
    }

    fn take(&self) -> Option<SendRequest<Full<Bytes>>> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.retain(|sender| !sender.is_closed());
        idle.pop()
    }

    fn keep(&self, sender: SendRequest<Full<Bytes>>) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < KEPT && !sender.is_closed() {
            idle.push(sender);
        }
    }
}

async fn open(
    connector: &Connector,
    place: &Place,
) -> Result<SendRequest<Full<Bytes>>, SlackError> {
    let stream = connector.open(place).await?;
    let (sender, connection) =
        http1::handshake(TokioIo::new(stream)).await.map_err(|error| unreachable(&error))?;
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "a connection to Slack broke");
        }
    });
    Ok(sender)
}

fn unreachable(error: &dyn std::fmt::Display) -> SlackError {
    SlackError::Unreachable(error.to_string())
}
