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

use super::connections::Connections;
use crate::delivery::note;

/// A client that is silent for so long has gone without a word. People take long to answer, so not
/// the SDK's five minutes; what such a client asked stays at the desk anyway.
const SILENT: Duration = Duration::from_secs(24 * 60 * 60);

pub(super) struct Sessions {
    inner: LocalSessionManager,
    connections: Arc<Connections>,
}

impl Sessions {
    pub(super) fn new(connections: Arc<Connections>) -> Sessions {
        let mut inner = LocalSessionManager::default();
        inner.session_config.keep_alive = Some(SILENT);
        Sessions { inner, connections }
    }
}

type Fault = LocalSessionManagerError;

impl SessionManager for Sessions {
    type Error = Fault;
    type Transport = WorkerTransport<LocalSessionWorker>;

    async fn create_session(&self) -> Result<(SessionId, Self::Transport), Fault> {
        let (id, transport) = self.inner.create_session().await?;
        self.connections.open(&id);
        Ok((id, transport))
    }

    async fn initialize_session(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<ServerJsonRpcMessage, Fault> {
        self.inner.initialize_session(id, message).await
    }

    async fn has_session(&self, id: &SessionId) -> Result<bool, Fault> {
        let known = self.inner.has_session(id).await?;
        if !known {
            // It was silent for too long.
            self.connections.close(id);
        }
        Ok(known)
    }

    async fn close_session(&self, id: &SessionId) -> Result<(), Fault> {
        self.connections.close(id);
        self.inner.close_session(id).await
    }

    async fn create_stream(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Fault> {
        note(&self.connections.of(id), &message);
        self.inner.create_stream(id, message).await
    }

    async fn accept_message(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<(), Fault> {
        note(&self.connections.of(id), &message);
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
