//! Tests of `middleware.rs`.

use std::sync::Arc;

use axum::body::Body;
use axum::routing::{get, post};
use sayso_desk::{RandomIds, SystemClock};
use sayso_store::{Options, SqliteStore};
use tower::ServiceExt;

use super::*;
use crate::{AgentTokens, Arrival, Caller, Exchanged, PageTokens};

/// A hub with an authenticated page, and what keeps it alive.
struct Door {
    router: Router,
    page: String,
    /// The token of an agent.
    agent: String,
    keys: Arc<Keys>,
    store: Arc<SqliteStore>,
    _dir: tempfile::TempDir,
}

async fn let_in(pages: &PageTokens, origin: &str) -> String {
    let page = Arrival { origin: origin.to_owned(), browser: String::new(), paired: false };
    match pages.exchange(&pages.code(origin).await.unwrap(), page).await.unwrap() {
        Exchanged::LetIn { session, .. } => session,
        other => panic!("{other:?}"),
    }
}

async fn door() -> Door {
    let dir = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&dir.path().join("sayso.db"), Options::default()).unwrap();
    let (clock, ids) = (Arc::new(SystemClock::new()), Arc::new(RandomIds));
    let store = Arc::new(store);
    let agents = AgentTokens::start(store.clone(), clock.clone(), ids.clone()).await.unwrap();
    let agent = agents.create(Some("ci")).await.unwrap().1;
    let pages = PageTokens::start(store.clone(), clock, ids).await.unwrap();
    let page = let_in(&pages, "localhost:7431").await;
    let user = Some("ann".to_owned());
    let portal = "localhost:7431".to_owned();
    let keys = Arc::new(Keys::new(Arc::new(agents), pages, user, portal));
    let hosts = vec!["localhost:7431".to_owned(), "[::1]:7431".to_owned()];
    let doubting = Arc::clone(&keys);
    let doubted = move || {
        doubting.pages().doubt();
        std::future::ready(())
    };
    let whoami = async |caller: axum::Extension<Caller>| format!("{:?}", caller.0);
    let routes = Routes {
        open: Router::new().route("/", get(async || "shell")).route("/tokens", post(async || ())),
        guarded: Router::new()
            .route("/metrics", get(whoami).post(whoami))
            .route("/other", get(whoami))
            .route("/doubted", get(doubted)),
        ..Routes::default()
    };
    let router = Access::new(hosts, keys.clone()).protect(routes);
    Door { router, page, agent, keys, store, _dir: dir }
}

impl Door {
    async fn knock(&self, method: &str, path: &str, headers: &[(HeaderName, &str)]) -> Response {
        let mut request = http::Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(name, *value);
        }
        let request = request.body(Body::empty()).unwrap();
        self.router.clone().oneshot(request).await.unwrap()
    }

    async fn status(&self, path: &str, headers: &[(HeaderName, &str)]) -> u16 {
        self.knock("GET", path, headers).await.status().as_u16()
    }
}

/// Revoked at another hub while it waited, which is not read yet when there is something to tell.
/// REQ: SA-2
#[tokio::test]
async fn what_a_page_reads_is_kept_from_it_if_its_access_was_revoked_meanwhile() {
    let door = door().await;
    let (clock, ids) = (Arc::new(SystemClock::new()), Arc::new(RandomIds));
    let there = PageTokens::start(door.store.clone(), clock, ids).await.unwrap();
    let bearer = format!("Bearer {}", door.page);
    let headers = [HOST, (header::AUTHORIZATION, bearer.as_str())];
    let revoked = async {
        there.revoke_all().await.unwrap();
        door.keys.pages().reload().await.unwrap();
    };
    let (status, ()) = tokio::join!(door.status("/doubted", &headers), revoked);
    assert_eq!(status, 401);
}

/// REQ: WE-1
#[tokio::test]
async fn a_browser_at_another_address_reads_what_to_do() {
    let door = door().await;
    let elsewhere = (header::HOST, "localhost:9000");
    let browsing = [elsewhere.clone(), (header::ACCEPT, "text/html,application/xhtml+xml")];
    let reply = door.knock("GET", "/", &browsing).await;
    assert_eq!(reply.status(), 421);
    assert_eq!(reply.headers()[header::CONTENT_TYPE], "text/plain; charset=utf-8");
    let body = axum::body::to_bytes(reply.into_body(), 4_096).await.unwrap();
    let text = String::from_utf8(body.to_vec()).unwrap();
    for part in ["at localhost:9000", "ssh -L 7431:localhost:7431", "http://localhost:7431/"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let program = door.knock("GET", "/", &[elsewhere]).await;
    assert_eq!(program.headers()[header::CONTENT_TYPE], "application/problem+json");
}

#[tokio::test]
async fn two_host_lines_are_refused_whichever_is_ours() {
    let door = door().await;
    for other in ["localhost:7431", "evil.example"] {
        for hosts in [[HOST, (header::HOST, other)], [(header::HOST, other), HOST]] {
            assert_eq!(door.status("/", &hosts).await, 400, "{hosts:?}");
        }
    }
}

const HOST: (HeaderName, &str) = (header::HOST, "localhost:7431");

#[tokio::test]
async fn host_origin_and_token_must_all_be_right() {
    let door = door().await;
    let bearer = format!("Bearer {}", door.agent);
    let token = (header::AUTHORIZATION, bearer.as_str());
    for good in [
        &[HOST, token.clone()][..],
        &[(header::HOST, "LOCALHOST:7431"), token.clone()],
        &[(header::HOST, "[::1]:7431"), token.clone()],
        &[HOST, (header::AUTHORIZATION, &bearer.replace("Bearer ", "bearer  "))],
        &[HOST, token.clone(), (header::ORIGIN, "http://localhost:7431")],
    ] {
        assert_eq!(door.status("/metrics", good).await, 200, "{good:?}");
    }
    for host in
        ["", "localhost", "localhost:80", "evil.example:7431", "localhost:7431.evil.example"]
    {
        let headers = [(header::HOST, host), token.clone()];
        assert_eq!(door.status("/metrics", &headers).await, 421, "{host}");
        assert_eq!(door.status("/", &headers).await, 421, "{host}");
    }
    assert_eq!(door.status("/", std::slice::from_ref(&token)).await, 421, "no host at all");
    for origin in ["null", "http://evil.example", "http://localhost:7432", "file://localhost:7431"]
    {
        let headers = [HOST, token.clone(), (header::ORIGIN, origin)];
        assert_eq!(door.status("/metrics", &headers).await, 403, "{origin}");
        assert_eq!(door.status("/", &headers).await, 403, "{origin}");
    }
    let longer = format!("{bearer}s");
    let basic = bearer.replace("Bearer", "Basic");
    for wrong in ["", "Bearer", "Bearer ", &bearer[..bearer.len() - 1], &longer, &basic] {
        let headers = [HOST, (header::AUTHORIZATION, wrong)];
        assert_eq!(door.status("/metrics", &headers).await, 401, "{wrong}");
    }
    assert_eq!(door.status("/metrics", &[HOST]).await, 401, "no token at all");
}

#[tokio::test]
async fn open_routes_want_no_token_and_a_page_is_known_by_its_own() {
    let door = door().await;
    let bearer = format!("Bearer {}", door.agent);
    let token = (header::AUTHORIZATION, bearer.as_str());
    assert_eq!(door.status("/", &[HOST]).await, 200);
    let session = format!("Bearer {}", door.page);
    let page = (header::AUTHORIZATION, session.as_str());
    assert_eq!(door.status("/other", &[HOST, page.clone()]).await, 200);
    assert_eq!(door.status("/other", &[HOST, token.clone()]).await, 403, "it may only ask");
    for (key, who) in
        [(page.clone(), "Page { user: Some(\"ann\"), id: "), (token, "Agent { token: ")]
    {
        let response = door.knock("GET", "/metrics", &[HOST, key]).await;
        let body = axum::body::to_bytes(response.into_body(), 1_000).await.unwrap();
        assert!(body.starts_with(who.as_bytes()), "{body:?}");
    }
    // The same hub under another name is another origin.
    let elsewhere = [HOST, (header::ORIGIN, "http://[::1]:7431"), page];
    assert_eq!(door.status("/metrics", &elsewhere).await, 401);
}

#[tokio::test]
async fn what_is_written_is_json_or_nothing() {
    let door = door().await;
    let bearer = format!("Bearer {}", door.agent);
    let token = (header::AUTHORIZATION, bearer.as_str());
    let kind = |kind| (header::CONTENT_TYPE, kind);
    for form in ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain", "json"] {
        for path in ["/metrics", "/tokens"] {
            let response = door.knock("POST", path, &[HOST, token.clone(), kind(form)]).await;
            assert_eq!(response.status(), 415, "{form}");
        }
    }
    let json = kind("Application/JSON; charset=utf-8");
    assert_eq!(door.knock("POST", "/metrics", &[HOST, token.clone(), json]).await.status(), 200);
    assert_eq!(door.knock("POST", "/metrics", &[HOST, token.clone()]).await.status(), 200);
}

#[tokio::test]
async fn whatever_is_answered_cannot_be_framed_kept_or_guessed_at() {
    let door = door().await;
    let bearer = format!("Bearer {}", door.agent);
    let token = (header::AUTHORIZATION, bearer.as_str());
    for headers in [&[HOST, token.clone()][..], &[HOST], &[]] {
        let response = door.knock("GET", "/metrics", headers).await;
        for (name, value) in PRECAUTIONS {
            assert_eq!(response.headers()[&name], value, "{name}");
        }
    }
}
