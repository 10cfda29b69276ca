//! MCP over Streamable HTTP, both generations of the protocol at one address.
//!
//! Access is checked before: the enclosing router checks `Host`, `Origin` and token.

mod body;
mod head;
mod receipt;
mod sessions;
mod table;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio_util::sync::CancellationToken;

use crate::envelope;
use crate::server::{McpServer, McpSetup};
pub(crate) use receipt::Receipt;
use receipt::Receipted;
use sessions::Sessions;
use table::{Limits, Table, Visit};

const PATH: &str = "/mcp";
/// The header with the session id, in the revisions that have sessions.
const SESSION: &str = "mcp-session-id";
/// Some clients and proxies hang up on a stream that is silent for 30 s.
const COMMENTS: Duration = Duration::from_secs(15);

/// When the hub is about to end, waiting calls have this long to reply that they are pending.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// `/mcp`, until `end` resolves: then every wait, stream and session ends.
pub fn http(setup: McpSetup, end: impl Future<Output = ()> + Send + 'static) -> Router {
    mount(setup, end, |server| server, Limits::default()).0
}

/// The same with the fixtures of the conformance suite.
#[cfg(feature = "test-support")]
pub fn http_with_fixtures(
    setup: McpSetup,
    end: impl Future<Output = ()> + Send + 'static,
) -> Router {
    mount(setup, end, crate::fixtures::WithFixtures, Limits::default()).0
}

fn mount<S: ServerHandler>(
    setup: McpSetup,
    end: impl Future<Output = ()> + Send + 'static,
    dressed: fn(McpServer) -> S,
    limits: Limits,
) -> (Router, Arc<Table>) {
    let (closing, ended) = (CancellationToken::new(), CancellationToken::new());
    tokio::spawn(announce(end, closing.clone(), ended.clone()));
    let (desk, clock) = (Arc::clone(&setup.desk), Arc::clone(&setup.clock));
    let table = Arc::new(Table::new(desk, clock, limits));
    let sessions = Arc::new(Sessions::new(Arc::clone(&table)));
    let mut config = StreamableHttpServerConfig::default()
        .with_sse_keep_alive(Some(COMMENTS))
        .with_legacy_session_mode(true)
        .with_max_request_body_bytes(envelope::LONGEST)
        .with_cancellation_token(ended)
        // The enclosing router has checked both against the names that the user allows.
        .disable_allowed_hosts()
        .disable_allowed_origins();
    config.session_store = Some(sessions.clone());
    let setup = Arc::new(setup);
    let server = move || Ok(dressed(McpServer::sharing(Arc::clone(&setup))));
    let posts = Posts { table: Arc::clone(&table), closing };
    let router = Router::new()
        .route_service(PATH, StreamableHttpService::new(server, sessions, config))
        .layer(middleware::from_fn_with_state(posts, respond));
    (router, table)
}

async fn announce(
    end: impl Future<Output = ()>,
    closing: CancellationToken,
    ended: CancellationToken,
) {
    end.await;
    closing.cancel();
    tokio::time::sleep(LAST_WORDS).await;
    ended.cancel();
}

/// What is recorded about each request.
#[derive(Clone)]
struct Posts {
    table: Arc<Table>,
    closing: CancellationToken,
}

impl Posts {
    fn visit(&self, headers: &HeaderMap) -> Option<Visit> {
        self.table.visit(headers.get(SESSION)?.to_str().ok()?)
    }
}

/// Sends the head in time, and records what happens to the reply.
async fn respond(State(posts): State<Posts>, request: Request, next: Next) -> Response {
    let mut request = match body::checked(request).await {
        Ok(request) => request,
        Err(refusal) => return refusal,
    };
    let visit = posts.visit(request.headers());
    let connection = match &visit {
        Some(visit) => Arc::clone(visit.connection()),
        None => posts.table.unshared(),
    };
    let receipt = Receipt::new(connection, posts.closing.clone());
    request.extensions_mut().insert(receipt.clone());
    let ends_session = request.method() == Method::DELETE;
    let (mut response, visit) = match visit {
        Some(visit) if !ends_session && !visit.is_awake() => {
            return wake(visit, receipt, request, next).await;
        }
        visit => (head::in_time(next.run(request)).await, visit),
    };
    if ends_session && response.status() == StatusCode::ACCEPTED {
        // It has ended; the Python SDK treats any other status as a failure.
        *response.status_mut() = StatusCode::NO_CONTENT;
    }
    response.map(|body| Body::new(Receipted::new(body, receipt, visit)))
}

/// The SDK wakes the session and answers. This must not be interrupted, even if the client hangs
/// up, and no other request may come in between. Requests of a session are answered with a stream,
/// which begins at once.
async fn wake(visit: Visit, receipt: Receipt, request: Request, next: Next) -> Response {
    let waking = tokio::spawn(async move {
        let turn = visit.turn();
        let _turn = turn.lock().await;
        let response = next.run(request).await;
        visit.woken();
        response.map(|body| Body::new(Receipted::new(body, receipt, Some(visit))))
    });
    waking.await.unwrap_or_else(|error| {
        tracing::error!(%error, "could not wake an MCP session");
        StatusCode::INTERNAL_SERVER_ERROR.into_response()
    })
}

#[cfg(test)]
#[path = "http_tests.rs"]
mod tests;
