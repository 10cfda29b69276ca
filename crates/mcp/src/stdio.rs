//! MCP over standard input and output, the way agents start it. Ends when the input does.

mod lines;

use std::sync::Arc;
use std::time::Duration;

use rmcp::ServiceExt;
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Notify;

use crate::delivery::Watched;
use crate::server::McpServer;
use lines::Lines;

#[derive(Debug, Error)]
pub enum McpError {
    #[error("the client did not start with `initialize`: {0}")]
    Start(String),
    #[error("the connection to the client failed: {0}")]
    Broken(String),
}

/// A client may close its end and still read replies: calls that finish this quickly are answered.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// Serves one client until it closes its end. Its questions remain.
pub async fn serve<R, W>(server: McpServer, input: R, output: W) -> Result<(), McpError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let closed = Arc::new(Notify::new());
    let transport =
        Watched::new(Lines::new(input, output), server.own_connection(), Arc::clone(&closed));
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
        // Nobody would read the remaining replies; the questions remain at the desk.
        () = gone => {}
    }
    Ok(())
}
