//! Over standard input and output, as agents start it. Ends when the input does.

use std::sync::Arc;
use std::time::Duration;

use rmcp::ServiceExt;
use rmcp::service::RoleServer;
use rmcp::transport::async_rw::AsyncRwTransport;
use sayso_core::limits;
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Notify;

use crate::delivery::Watched;
use crate::server::Server;

#[derive(Debug, Error)]
pub enum McpError {
    #[error("the client did not begin as MCP clients do: {0}")]
    Start(String),
    #[error("the connection to the client failed: {0}")]
    Broken(String),
}

/// A client may close its end and still read what it asked for: what is quick is answered.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// Serves one client until it closes its end. Questions it asked stay.
pub async fn serve<R, W>(server: Server, input: R, output: W) -> Result<(), McpError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    // A line is one call; nothing that makes sense is longer.
    let lines = AsyncRwTransport::<RoleServer, R, W>::new(input, output)
        .with_max_line_length(4 * limits::BODY);
    let closed = Arc::new(Notify::new());
    let transport = Watched::new(lines, server.own_connection(), Arc::clone(&closed));
    let running =
        server.serve(transport).await.map_err(|error| McpError::Start(error.to_string()))?;
    let gone = async {
        closed.notified().await;
        tokio::time::sleep(LAST_WORDS).await;
    };
    tokio::select! {
        ended = running.waiting() => {
            ended.map_err(|error| McpError::Broken(error.to_string()))?;
        }
        // What is still waited for would be told to nobody; the questions stay at the desk.
        () = gone => {}
    }
    Ok(())
}
