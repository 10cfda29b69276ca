//! What became of a response: handed over to its end, or dropped because nobody reads it any more.

use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::request::Parts;
use http_body::{Frame, SizeHint};
use rmcp::model::RequestId;
use rmcp::service::{RequestContext, RoleServer};
use tokio_util::sync::CancellationToken;

use crate::delivery::{Call, Leaving, Ledger};

/// Travels with a request to its handler, and stays with its response.
#[derive(Clone)]
pub(crate) struct Receipt {
    session: Arc<str>,
    request: Arc<OnceLock<RequestId>>,
    gone: CancellationToken,
    closing: CancellationToken,
}

impl Receipt {
    pub(super) fn new(session: Arc<str>, closing: CancellationToken) -> Receipt {
        Receipt { session, request: Arc::default(), gone: CancellationToken::new(), closing }
    }

    /// Of a call that came over HTTP.
    pub(crate) fn of(context: &RequestContext<RoleServer>) -> Option<&Receipt> {
        context.extensions.get::<Parts>()?.extensions.get()
    }

    /// The call, which from now on is what the response belongs to.
    pub(crate) fn call(&self, request: RequestId) -> Call {
        let request = self.request.get_or_init(|| request).clone();
        Call { session: Some(Arc::clone(&self.session)), request }
    }

    /// Nobody reads the response any more.
    pub(crate) fn is_gone(&self) -> bool {
        self.gone.is_cancelled()
    }

    /// Waiting on makes no sense: nobody reads the response, or the hub is about to end.
    pub(crate) async fn over(&self) {
        tokio::select! {
            () = self.gone.cancelled() => {}
            () = self.closing.cancelled() => {}
        }
    }

    fn known_call(&self) -> Option<Call> {
        self.request.get().cloned().map(|request| self.call(request))
    }
}

/// The body of a response, which tells the ledger how it ended.
pub(super) struct Receipted {
    body: Body,
    receipt: Receipt,
    ledger: Arc<Ledger>,
    /// The reply has been taken to be written. Clients may hang up as soon as they have read it, before
    /// the stream has properly ended.
    replied: bool,
    leaving: Option<Leaving>,
    ended: bool,
}

impl Receipted {
    pub(super) fn new(body: Body, receipt: Receipt, ledger: Arc<Ledger>) -> Receipted {
        Receipted { body, receipt, ledger, replied: false, leaving: None, ended: false }
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
        // Once a call is over, the reply is all that comes.
        if let Some(call) = self.receipt.known_call() {
            self.replied = true;
            if self.leaving.is_none() && !self.ended {
                self.leaving = self.ledger.leaving(&call);
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
        if let Some(call) = self.receipt.known_call() {
            self.ledger.lost(&call);
        }
    }
}
