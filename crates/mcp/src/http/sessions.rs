//! Sessions of clients that begin with `initialize`: the SDK's own, with an ear for cancels.

use std::sync::Arc;
use std::time::Duration;

use futures_util::Stream;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::WorkerTransport;
use rmcp::transport::common::server_side_http::{ServerSseMessage, SessionId};
use rmcp::transport::streamable_http_server::SessionManager;
use rmcp::transport::streamable_http_server::session::local::{
    LocalSessionManager, LocalSessionManagerError, LocalSessionWorker,
};

use crate::delivery::{Call, Ledger, cancels};

/// A client that is silent for so long has gone without a word. People take long to answer, so not
/// the SDK's five minutes; what such a client asked stays at the desk anyway.
const SILENT: Duration = Duration::from_secs(24 * 60 * 60);

pub(super) struct Sessions {
    inner: LocalSessionManager,
    ledger: Arc<Ledger>,
}

impl Sessions {
    pub(super) fn new(ledger: Arc<Ledger>) -> Sessions {
        let mut inner = LocalSessionManager::default();
        inner.session_config.keep_alive = Some(SILENT);
        Sessions { inner, ledger }
    }
}

type Fault = LocalSessionManagerError;

impl SessionManager for Sessions {
    type Error = Fault;
    type Transport = WorkerTransport<LocalSessionWorker>;

    async fn create_session(&self) -> Result<(SessionId, Self::Transport), Fault> {
        self.inner.create_session().await
    }

    async fn initialize_session(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<ServerJsonRpcMessage, Fault> {
        self.inner.initialize_session(id, message).await
    }

    async fn has_session(&self, id: &SessionId) -> Result<bool, Fault> {
        self.inner.has_session(id).await
    }

    async fn close_session(&self, id: &SessionId) -> Result<(), Fault> {
        self.inner.close_session(id).await
    }

    async fn create_stream(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Fault> {
        self.inner.create_stream(id, message).await
    }

    async fn accept_message(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<(), Fault> {
        // The SDK drops the cancel of a request that it has answered; here is where it matters.
        if let Some(request) = cancels(&message) {
            self.ledger.cancelled(Call { session: Some(Arc::clone(id)), request }).await;
        }
        self.inner.accept_message(id, message).await
    }

    async fn create_standalone_stream(
        &self,
        id: &SessionId,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Fault> {
        self.inner.create_standalone_stream(id).await
    }

    async fn resume(
        &self,
        id: &SessionId,
        last_event_id: String,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Fault> {
        self.inner.resume(id, last_event_id).await
    }
}
