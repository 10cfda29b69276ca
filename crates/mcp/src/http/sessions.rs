//! Sessions for the SDK, in a bounded table, which also reports cancels.

use std::sync::Arc;

use async_trait::async_trait;
use futures_util::{Stream, stream};
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::WorkerTransport;
use rmcp::transport::common::server_side_http::{ServerSseMessage, SessionId, session_id};
use rmcp::transport::streamable_http_server::session::local::{
    LocalSessionHandle, LocalSessionManagerError, LocalSessionWorker, SessionConfig,
    StreamableHttpMessageReceiver, create_local_session,
};
use rmcp::transport::streamable_http_server::session::{
    SessionState, SessionStore, SessionStoreError,
};
use rmcp::transport::streamable_http_server::{RestoreOutcome, SessionManager};
use tokio_util::sync::CancellationToken;

use super::table::{Table, Worker};
use crate::delivery::note;

/// Limit for messages in transit to or from one client; its calls wait for people, not for each
/// other.
const ON_THEIR_WAY: usize = 16;

pub(super) struct Sessions {
    table: Arc<Table>,
}

type Fault = LocalSessionManagerError;
type Transport = WorkerTransport<LocalSessionWorker>;

impl Sessions {
    pub(super) fn new(table: Arc<Table>) -> Sessions {
        Sessions { table }
    }

    fn handle(&self, id: &SessionId) -> Result<LocalSessionHandle, Fault> {
        self.table.handle(id).ok_or_else(|| Fault::SessionNotFound(id.clone()))
    }

    fn note(&self, id: &SessionId, message: &ClientJsonRpcMessage) {
        if let Some(visit) = self.table.visit(id) {
            note(visit.connection(), message);
        }
    }
}

fn start(id: SessionId) -> (Worker, Transport) {
    let mut config = SessionConfig::default();
    config.channel_capacity = ON_THEIR_WAY;
    // The table decides. People take a long time to answer, and nothing is sent during that time.
    config.keep_alive = None;
    let (handle, worker) = create_local_session(id, config);
    let end = CancellationToken::new();
    let transport = WorkerTransport::spawn_with_ct(worker, end.clone());
    (Worker { handle, end }, transport)
}

impl SessionManager for Sessions {
    type Error = Fault;
    type Transport = Transport;

    async fn create_session(&self) -> Result<(SessionId, Transport), Fault> {
        let id = session_id();
        let (worker, transport) = start(id.clone());
        self.table.begin(id.clone(), worker);
        Ok((id, transport))
    }

    async fn initialize_session(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<ServerJsonRpcMessage, Fault> {
        Ok(self.handle(id)?.initialize(message).await?)
    }

    async fn has_session(&self, id: &SessionId) -> Result<bool, Fault> {
        Ok(self.table.is_awake(id))
    }

    /// Called when a worker has ended, and when a client ends its session, which `delete` reports
    /// too.
    async fn close_session(&self, id: &SessionId) -> Result<(), Fault> {
        self.table.ended(id);
        Ok(())
    }

    async fn create_stream(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Fault> {
        self.note(id, &message);
        let handle = self.handle(id)?;
        let receiver = handle.establish_request_wise_channel().await?;
        handle.push_message(message, receiver.http_request_id).await?;
        Ok(events(receiver))
    }

    async fn accept_message(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<(), Fault> {
        self.note(id, &message);
        Ok(self.handle(id)?.push_message(message, None).await?)
    }

    async fn create_standalone_stream(
        &self,
        id: &SessionId,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Fault> {
        Ok(events(self.handle(id)?.establish_common_channel().await?))
    }

    async fn resume(
        &self,
        id: &SessionId,
        last_event_id: String,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Fault> {
        Ok(events(self.handle(id)?.resume(last_event_id.parse()?).await?))
    }

    async fn restore_session(&self, id: SessionId) -> Result<RestoreOutcome<Transport>, Fault> {
        let (worker, transport) = start(id.clone());
        self.table.wake(&id, worker);
        Ok(RestoreOutcome::Restored(transport))
    }
}

fn events(
    mut receiver: StreamableHttpMessageReceiver,
) -> impl Stream<Item = ServerSseMessage> + Send + Sync + 'static {
    stream::poll_fn(move |context| receiver.inner.poll_recv(context))
}

/// What a session is restored from.
#[async_trait]
impl SessionStore for Sessions {
    async fn load(&self, id: &str) -> Result<Option<SessionState>, SessionStoreError> {
        Ok(self.table.greeting(id).map(SessionState::new))
    }

    async fn store(&self, id: &str, state: &SessionState) -> Result<(), SessionStoreError> {
        self.table.begun(id, &state.initialize_params);
        Ok(())
    }

    async fn delete(&self, id: &str) -> Result<(), SessionStoreError> {
        self.table.forget(id);
        Ok(())
    }
}
