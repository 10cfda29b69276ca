//! The fate of a response: handed over completely, or dropped because nobody reads it any more.

use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::request::Parts;
use http_body::{Frame, SizeHint};
use rmcp::model::RequestId;
use tokio_util::sync::CancellationToken;

use super::table::Visit;
use crate::delivery::{Connection, Leaving};

/// Travels with a request to its handler, and stays with its response.
#[derive(Clone)]
pub(crate) struct Receipt {
    connection: Arc<Connection>,
    request: Arc<OnceLock<RequestId>>,
    gone: CancellationToken,
    closing: CancellationToken,
}

impl Receipt {
    pub(super) fn new(connection: Arc<Connection>, closing: CancellationToken) -> Receipt {
        Receipt { connection, request: Arc::default(), gone: CancellationToken::new(), closing }
    }

    /// The receipt of a call that came over HTTP.
    pub(crate) fn of(context: &crate::server::Context) -> Option<&Receipt> {
        context.extensions.get::<Parts>()?.extensions.get()
    }

    pub(crate) fn connection(&self) -> &Arc<Connection> {
        &self.connection
    }

    /// The reply to this call is ready: the response will carry it.
    pub(crate) fn replies(&self, request: &RequestId) {
        self.request.get_or_init(|| request.clone());
    }

    /// Nobody reads the response any more.
    pub(crate) fn is_gone(&self) -> bool {
        self.gone.is_cancelled()
    }

    /// Resolves when waiting is pointless: nobody reads the response, or the hub is about to end.
    pub(crate) async fn over(&self) {
        tokio::select! {
            () = self.gone.cancelled() => {}
            () = self.closing.cancelled() => {}
        }
    }
}

/// The body of a response, which reports how it ended.
pub(super) struct Receipted {
    body: Body,
    receipt: Receipt,
    /// The reply has been taken to be written. Clients may hang up as soon as they have read it,
    /// before the stream has properly ended.
    replied: bool,
    leaving: Option<Leaving>,
    ended: bool,
    /// Keeps its session from being idle.
    _visit: Option<Visit>,
}

impl Receipted {
    pub(super) fn new(body: Body, receipt: Receipt, visit: Option<Visit>) -> Receipted {
        Receipted { body, receipt, replied: false, leaving: None, ended: false, _visit: visit }
    }

    /// All of it has been taken to be written.
    fn end(&mut self) {
        self.ended = true;
        if let Some(leaving) = self.leaving.take() {
            tokio::spawn(leaving.flushed());
        }
    }
}

impl HttpBody for Receipted {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        // Once a call has ended, only its reply remains to be sent.
        let Receipt { connection, request, .. } = self.receipt.clone();
        if let Some(request) = request.get() {
            self.replied = true;
            if self.leaving.is_none() && !self.ended {
                self.leaving = connection.leaving(request);
            }
        }
        if frame.is_none() || self.body.is_end_stream() {
            self.end();
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Receipted {
    fn drop(&mut self) {
        if self.replied || self.ended || self.body.is_end_stream() {
            return self.end();
        }
        self.receipt.gone.cancel();
        if let Some(request) = self.receipt.request.get() {
            self.receipt.connection.lost(request);
        }
    }
}
