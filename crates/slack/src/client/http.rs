//! A call as Slack takes it.

use std::io;
use std::time::Duration;

use hyper::body::Bytes;
use hyper::{Request, Response, header};
use sayso_http::{Address, Calls, Connector};
use tokio::time::timeout;

use super::error::SlackError;

/// For one call, with connecting and whatever is tried again.
const PATIENCE: Duration = Duration::from_secs(30);

pub(super) struct Http(Calls);

pub(super) type Answer = Response<Bytes>;

/// How arguments travel: methods that only read take no JSON.
pub(super) enum Body {
    Json(Vec<u8>),
    Form(String),
}

impl Http {
    pub(super) fn new(connector: Connector, base: &str) -> Result<Http, SlackError> {
        Ok(Http(Calls::new(connector, address(base)?)))
    }

    pub(super) async fn post(
        &self,
        method: &str,
        token: &str,
        body: &Body,
    ) -> Result<Answer, SlackError> {
        in_time(self.0.send(|| self.request(method, token, body))).await
    }

    fn request(&self, method: &str, token: &str, body: &Body) -> Request<Bytes> {
        let (kind, bytes) = match body {
            Body::Json(json) => ("application/json; charset=utf-8", Bytes::copy_from_slice(json)),
            Body::Form(form) => {
                ("application/x-www-form-urlencoded", Bytes::copy_from_slice(form.as_bytes()))
            }
        };
        Request::post(format!("{}/{method}", self.0.base().path))
            .header(header::HOST, &self.0.base().authority)
            .header(header::CONTENT_TYPE, kind)
            .header(header::AUTHORIZATION, format!("Bearer {token}"))
            .header(header::USER_AGENT, concat!("sayso/", env!("CARGO_PKG_VERSION")))
            .body(bytes)
            .expect("tokens are checked to be plain ASCII")
    }

    /// A file to where Slack wants it; the address alone gives access.
    pub(super) async fn send_file(&self, url: &str, bytes: Bytes) -> Result<(), SlackError> {
        let place = address(url)?;
        let request = Request::post(&place.path)
            .header(header::HOST, &place.authority)
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .body(bytes)
            .map_err(|error| SlackError::Unreachable(error.to_string()))?;
        let status = in_time(self.0.send_to(&place, request)).await?.status();
        match status.is_success() {
            true => Ok(()),
            false => Err(SlackError::Unreachable(format!("the file was refused: {status}"))),
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
