//! Access control over TCP: one layer around the whole router, before anything is parsed.
//!
//! Loopback is not a boundary: any page in a browser can reach it. So the `Host` must be ours
//! (against DNS rebinding), an `Origin`, if present, must be ours (against other pages), bodies
//! must be JSON (against forms), and all but the open routes need a token. There are no cookies: a
//! browser would send them with any page's request.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router, http};
use hyper::body::Frame;

use crate::agent_desk::ONLY_ASKS;
use crate::caller::{Caller, Lasts, Via};
use crate::compressed::compress;
use crate::connection_limits::{Connected, ConnectionSlot};
use crate::keys::Keys;
use crate::problem::ProblemDocument;
use sayso_desk::DeskError;
use sayso_wire::PROOF_HEADER;

/// Routes by whether they need a token. Over the unix socket all are open.
#[derive(Clone, Default)]
pub struct Routes {
    /// Nothing here may reveal anything about a question, nor change anything.
    pub open: Router,
    pub guarded: Router,
    /// The same for calls that may wait; they use the connections for waiting clients.
    pub waiting: Router,
    /// Each request is signed by its sender, over its raw body, and the route checks that before
    /// anything else. It may have any host, origin and type of body.
    pub signed: Router,
}

impl Routes {
    pub fn merge(self, more: Routes) -> Routes {
        Routes {
            open: self.open.merge(more.open),
            guarded: self.guarded.merge(more.guarded),
            waiting: self.waiting.merge(more.waiting),
            signed: self.signed.merge(more.signed),
        }
    }

    /// For clients that the operating system has identified.
    pub fn for_locals(self) -> Router {
        let layer = |lasts| middleware::from_fn_with_state(lasts, admitted);
        let open = self.open.layer(Extension(over_socket(&self.guarded)));
        let guarded = self.guarded.layer(layer(Lasts::Moment));
        let waiting = self.waiting.layer(layer(Lasts::While));
        open.merge(guarded).merge(waiting).merge(self.signed)
    }
}

/// The routes that a socket's calls can be about.
#[derive(Clone)]
pub struct SocketRoutes(pub Router);

/// The same for calls on a socket, whose caller is known and has its place.
fn over_socket(guarded: &Router) -> SocketRoutes {
    async fn permitted(request: Request, next: Next) -> Response {
        match request.extensions().get::<Caller>() {
            Some(caller) if is_permitted(caller, request.uri().path()) => next.run(request).await,
            _ => refuse(ProblemDocument::request(StatusCode::FORBIDDEN, ONLY_ASKS)),
        }
    }
    SocketRoutes(guarded.clone().layer(middleware::from_fn(permitted)))
}

/// What is accepted. Cheap to clone, which happens with every request.
#[derive(Clone)]
pub struct Access {
    hosts: Arc<[String]>,
    keys: Arc<Keys>,
}

impl Access {
    /// `hosts` are names with port, such as `localhost:7431`.
    pub fn new(hosts: Vec<String>, keys: Arc<Keys>) -> Access {
        Access { hosts: hosts.into(), keys }
    }

    /// Protects these routes.
    pub fn protect(self, routes: Routes) -> Router {
        let layer = |lasts| {
            let keys = Arc::clone(&self.keys);
            middleware::from_fn_with_state((keys, lasts), want_token)
        };
        let open = routes.open.layer(Extension(over_socket(&routes.guarded)));
        let guarded = routes.guarded.layer(middleware::from_fn(compress));
        let guarded = guarded.layer(layer(Lasts::Moment));
        let waiting = routes.waiting.layer(layer(Lasts::While));
        let checked = open.merge(guarded).merge(waiting);
        let checked = checked.layer(middleware::from_fn_with_state(self, check_head));
        checked.merge(routes.signed)
    }

    fn admit(&self, method: &Method, headers: &HeaderMap) -> Result<(), ProblemDocument> {
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = hosts.next().and_then(|value| value.to_str().ok()).unwrap_or_default();
        // RFC 9112: with two of them, nobody knows which one a proxy before us has judged.
        if hosts.next().is_some() {
            let why = "the request has more than one Host line";
            return Err(ProblemDocument::request(StatusCode::BAD_REQUEST, why));
        }
        if !self.is_ours(host) {
            return Err(ProblemDocument::request(
                StatusCode::MISDIRECTED_REQUEST,
                format!(
                    "this hub does not answer to the host `{host}`; add it to hub.hosts if it should"
                ),
            ));
        }
        if let Some(origin) = headers.get(header::ORIGIN) {
            let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
            let ours = origin.is_some_and(|(scheme, host)| {
                matches!(scheme, "http" | "https") && self.is_ours(host)
            });
            if !ours {
                return Err(ProblemDocument::request(
                    StatusCode::FORBIDDEN,
                    "requests from other pages are refused",
                ));
            }
        }
        let reads = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
        if !reads && headers.contains_key(header::CONTENT_TYPE) && !is_json(headers) {
            return Err(ProblemDocument::not_json());
        }
        Ok(())
    }

    /// For a person whose browser came by another address, such as a tunnel from another port.
    fn misdirected(&self, request: &Request) -> Response {
        let asked = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
        let (asked, ours) = (asked.unwrap_or_default(), &self.hosts[0]);
        let port = ours.rsplit_once(':').map_or("", |(_, port)| port);
        let text = format!(
            "sayso does not answer at {asked}.\n\n\
             It answers at {ours}. If you came through a tunnel, use the same port on both sides:\n\n    \
             ssh -L {port}:localhost:{port} HOST\n\n\
             and open http://{ours}/. Or add \"{asked}\" to hub.hosts in the configuration of the hub \
             (`sayso config path` shows where that is), and restart the hub.\n"
        );
        (StatusCode::MISDIRECTED_REQUEST, text).into_response()
    }

    fn is_ours(&self, host: &str) -> bool {
        self.hosts.iter().any(|known| known.eq_ignore_ascii_case(host))
    }
}

pub fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json")
}

/// A person is looking, not a program.
fn is_browsing(request: &Request) -> bool {
    let accepted = request.headers().get(header::ACCEPT).and_then(|kinds| kinds.to_str().ok());
    request.method() == Method::GET && accepted.is_some_and(|kinds| kinds.contains("text/html"))
}

/// Before anything else, for any route.
async fn check_head(State(access): State<Access>, request: Request, next: Next) -> Response {
    let mut response = match access.admit(request.method(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(problem) if problem.status == 421 && is_browsing(&request) => {
            access.misdirected(&request)
        }
        Err(problem) => refuse(problem),
    };
    for (name, value) in PRECAUTIONS {
        // A page has its own policy, and immutable files may be cached.
        if let http::header::Entry::Vacant(missing) = response.headers_mut().entry(name) {
            missing.insert(HeaderValue::from_static(value));
        }
    }
    response
}

/// Security headers of every response, unless the route sets its own.
const PRECAUTIONS: [(HeaderName, &str); 6] = [
    (header::CACHE_CONTROL, "no-store"),
    (header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
];

async fn want_token(
    State((keys, lasts)): State<(Arc<Keys>, Lasts)>,
    mut request: Request,
    next: Next,
) -> Response {
    match keys.caller(request.headers()).await {
        Ok(caller) if !is_permitted(&caller, request.uri().path()) => {
            refuse(ProblemDocument::request(StatusCode::FORBIDDEN, ONLY_ASKS))
        }
        Ok(caller) => {
            let shut_out = shut_out(&keys, &caller);
            let reader = match request.method() == Method::GET {
                true => caller.page().map(str::to_owned),
                false => None,
            };
            let proof = match caller.page() {
                Some(page) => keys.reply_proof(page, request.headers()).await,
                None => None,
            };
            request.extensions_mut().insert(caller);
            // A request may wait for news for a while.
            let mut response = tokio::select! {
                response = admitted(State(lasts), request, next) => response,
                problem = shut_out => refuse(problem),
            };
            // Since it began, the page's access may have been revoked at another hub.
            if let Some(page) = reader
                && let Err(error) = keys.pages().check(&page).await
            {
                response = refuse(match error {
                    DeskError::Denied(_) => no_longer(),
                    error => error.into(),
                });
            }
            response.headers_mut().extend(proof.map(|proof| (PROOF, proof)));
            response
        }
        Err(problem) => refuse(problem),
    }
}

const PROOF: HeaderName = HeaderName::from_static(PROOF_HEADER);

/// Resolves when this client is a page whose access was revoked.
pub fn shut_out(
    keys: &Arc<Keys>,
    caller: &Caller,
) -> impl Future<Output = ProblemDocument> + Send + use<> {
    let (keys, page) = (Arc::clone(keys), caller.page().map(str::to_owned));
    async move {
        match page {
            Some(id) => keys.pages().revoked(&id).await,
            None => std::future::pending().await,
        }
        no_longer()
    }
}

fn no_longer() -> ProblemDocument {
    let why = "this page no longer has access; run `sayso open`";
    ProblemDocument::request(StatusCode::UNAUTHORIZED, why)
}

fn is_permitted(caller: &Caller, path: &str) -> bool {
    match caller {
        Caller::Agent { .. } => is_for_agents(path),
        Caller::Local { .. } | Caller::Page { .. } => true,
        Caller::Stranger => false,
    }
}

/// Routes that an agent may use; it only sees its own questions. New routes are not for agents
/// unless listed here.
fn is_for_agents(path: &str) -> bool {
    const PATHS: [&str; 6] = [
        MCP,
        "/metrics",
        "/api/v1/interactions",
        "/api/v1/extract",
        "/api/v1/surfaces",
        "/api/v1/openapi.json",
    ];
    PATHS.contains(&path) || path.starts_with("/api/v1/interactions/")
}

/// The client is known: takes a place for its request, or refuses it.
async fn admitted(State(lasts): State<Lasts>, request: Request, next: Next) -> Response {
    let known = request.extensions();
    let (Some(connected), Some(caller)) = (known.get::<Connected>(), known.get::<Caller>()) else {
        // Not over a connection that is counted.
        return next.run(request).await;
    };
    let place = match connected.take(caller.place(Via::said(request.headers()), lasts)) {
        Ok(place) => place,
        Err(full) if request.uri().path() == MCP => return full.rpc_error(),
        Err(full) => return full.into_response(),
    };
    let response = next.run(request).await;
    match response.body().size_hint().exact() {
        // A complete response is written at once, or its reader is idle.
        Some(_) => response,
        None => response.map(|body| Body::new(Placed { body, _place: place })),
    }
}

/// The path of MCP, whose clients read errors as JSON-RPC.
const MCP: &str = "/mcp";

/// A stream that holds a place until it ends.
struct Placed {
    body: Body,
    _place: ConnectionSlot,
}

impl HttpBody for Placed {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }
}

fn refuse(problem: ProblemDocument) -> Response {
    tracing::debug!(detail = problem.detail, "refused");
    let challenge = (problem.status == 401).then_some([(header::WWW_AUTHENTICATE, "Bearer")]);
    (challenge, problem).into_response()
}

#[cfg(test)]
#[path = "middleware_tests.rs"]
mod tests;
