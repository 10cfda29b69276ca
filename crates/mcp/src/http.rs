//! Over Streamable HTTP, both generations of the protocol at one address.
//!
//! Who may come in is decided before: `Host`, `Origin` and token are checked round the whole router.

mod connections;
mod head;
mod receipt;
mod sessions;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::Response;
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use sayso_core::limits;
use tokio_util::sync::CancellationToken;

use crate::server::{Server, Setup};
use connections::Connections;
pub(crate) use receipt::Receipt;
use receipt::Receipted;
use sessions::Sessions;

/// Where it is mounted.
const PATH: &str = "/mcp";
/// The header that names a session, in the revisions that have sessions.
const SESSION: &str = "mcp-session-id";
/// Some clients and proxies hang up on a stream that is silent for 30 s.
const COMMENTS: Duration = Duration::from_secs(15);

/// When the end is announced, calls that wait have so long to say that they are pending.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// `/mcp`, until `end` comes: then every wait ends, every stream, and every session with it.
pub fn http(setup: Setup, end: impl Future<Output = ()> + Send + 'static) -> Router {
    mount(setup, end, |server| server)
}

/// The same with what the conformance suite calls.
#[cfg(feature = "test-support")]
pub fn http_with_fixtures(setup: Setup, end: impl Future<Output = ()> + Send + 'static) -> Router {
    mount(setup, end, crate::fixtures::WithFixtures)
}

fn mount<S: ServerHandler>(
    setup: Setup,
    end: impl Future<Output = ()> + Send + 'static,
    dressed: fn(Server) -> S,
) -> Router {
    let (closing, ended) = (CancellationToken::new(), CancellationToken::new());
    tokio::spawn(announce(end, closing.clone(), ended.clone()));
    let config = StreamableHttpServerConfig::default()
        .with_sse_keep_alive(Some(COMMENTS))
        .with_legacy_session_mode(true)
        // As much as a line on standard input.
        .with_max_request_body_bytes(4 * limits::BODY)
        .with_cancellation_token(ended)
        // The router round this one has checked both, against the names that the operator allows.
        .disable_allowed_hosts()
        .disable_allowed_origins();
    let (desk, clock) = (Arc::clone(&setup.desk), Arc::clone(&setup.clock));
    let connections = Arc::new(Connections::new(desk, clock));
    let sessions = Arc::new(Sessions::new(Arc::clone(&connections)));
    let setup = Arc::new(setup);
    let server = move || Ok(dressed(Server::sharing(Arc::clone(&setup))));
    let posts = Posts { connections, closing };
    Router::new()
        .route_service(PATH, StreamableHttpService::new(server, sessions, config))
        .layer(middleware::from_fn_with_state(posts, respond))
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

/// What is told apart and noted of each request.
#[derive(Clone)]
struct Posts {
    connections: Arc<Connections>,
    closing: CancellationToken,
}

impl Posts {
    /// A request without a session has nothing in common with any other.
    fn receipt(&self, request: &Request) -> Receipt {
        let session = request.headers().get(SESSION).and_then(|value| value.to_str().ok());
        let connection = match session {
            Some(session) => self.connections.of(session),
            None => self.connections.alone(),
        };
        Receipt::new(connection, self.closing.clone())
    }
}

/// Sends the head in time, and notes what became of the reply.
async fn respond(State(posts): State<Posts>, mut request: Request, next: Next) -> Response {
    let receipt = posts.receipt(&request);
    request.extensions_mut().insert(receipt.clone());
    let ends_session = request.method() == Method::DELETE;
    let mut response = head::in_time(next.run(request)).await;
    if ends_session && response.status() == StatusCode::ACCEPTED {
        // It has ended; the Python SDK takes any other status for a failure.
        *response.status_mut() = StatusCode::NO_CONTENT;
    }
    response.map(|body| Body::new(Receipted::new(body, receipt)))
}
