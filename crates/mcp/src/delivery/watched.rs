//! A transport that reports each incoming request and each flushed reply.

use std::sync::Arc;

use rmcp::model::{
    ClientNotification, ClientRequest, JsonRpcMessage, JsonRpcNotification, JsonRpcRequest,
};
use rmcp::service::{RoleServer, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::sync::Notify;

use super::Connection;

pub(crate) struct Watched<T> {
    inner: T,
    connection: Arc<Connection>,
    /// Notified when the client has closed its end.
    closed: Arc<Notify>,
}

impl<T> Watched<T> {
    pub(crate) fn new(inner: T, connection: Arc<Connection>, closed: Arc<Notify>) -> Watched<T> {
        Watched { inner, connection, closed }
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for Watched<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), T::Error>> + Send + 'static {
        let request = match &item {
            JsonRpcMessage::Response(response) => Some(&response.id),
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => None,
        };
        let leaving = request.and_then(|request| self.connection.leaving(request));
        let sent = self.inner.send(item);
        async move {
            sent.await?;
            if let Some(leaving) = leaving {
                leaving.flushed().await;
            }
            Ok(())
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        let Some(message) = self.inner.receive().await else {
            self.closed.notify_one();
            return None;
        };
        note(&self.connection, &message);
        Some(message)
    }

    async fn close(&mut self) -> Result<(), T::Error> {
        self.inner.close().await
    }
}

/// What a message means for replies. Recorded before the SDK sees it, so that a call is known
/// before it can be cancelled; the SDK drops the cancel of an answered call.
pub(crate) fn note(connection: &Arc<Connection>, message: &RxJsonRpcMessage<RoleServer>) {
    match message {
        JsonRpcMessage::Request(JsonRpcRequest { id, request, .. }) => {
            connection.received();
            if let ClientRequest::CallToolRequest(_) = request {
                connection.called(id);
            }
        }
        JsonRpcMessage::Notification(JsonRpcNotification {
            notification: ClientNotification::CancelledNotification(cancelled),
            ..
        }) => {
            if let Some(request) = &cancelled.params.request_id {
                connection.cancelled(request);
            }
        }
        JsonRpcMessage::Notification(_)
        | JsonRpcMessage::Response(_)
        | JsonRpcMessage::Error(_) => {}
    }
}
