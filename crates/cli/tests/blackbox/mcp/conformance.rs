//! The official conformance suite, over HTTP, against the real hub.
//!
//! Most of its scenarios call tools, prompts and resources that it defines itself; a test build of
//! the hub provides them on request, in addition to the real ones. The suite can't send a token, so
//! a proxy in front of the hub adds it and changes nothing else: `Host` and `Origin` are the
//! suite's.

use std::io::Write;
use std::process::{Command, Output};

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};

use super::sdk::installed;
use crate::harness::{Running, World};

/// The hub's address, and the token it requires.
#[derive(Clone)]
struct Hub {
    port: u16,
    bearer: HeaderValue,
}

/// Forwards a request with the token.
async fn pass(State(hub): State<Hub>, mut request: Request) -> Response {
    request.headers_mut().insert(header::AUTHORIZATION, hub.bearer);
    let stream = TcpStream::connect(("127.0.0.1", hub.port)).await.unwrap();
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    sender.send_request(request).await.unwrap().map(Body::new)
}

/// A hub behind a proxy, whose port is returned.
async fn behind_a_proxy(world: World, fixtures: bool) -> (World, Running, u16) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let mut world =
        world.with("SAYSO_HOSTS", &format!("127.0.0.1:{port},localhost:{port},[::1]:{port}"));
    if fixtures {
        world = world.with("SAYSO_TEST_FIXTURES", "1");
    }
    let running = world.hub();
    let token = world.run(&["token", "create"]).ok().stdout.trim().to_owned();
    let bearer = HeaderValue::from_str(&format!("Bearer {token}")).unwrap();
    let hub = Hub { port: world.hub_info().port, bearer };
    let router = Router::new().fallback(pass).with_state(hub);
    tokio::spawn(async move { axum::serve(listener, router).await });
    (world, running, port)
}

/// Runs the suite to completion; it writes its results to its working directory.
async fn suite(world: &World, port: u16, arguments: Vec<String>) -> Output {
    let clients = installed();
    let mut command = Command::new(clients.join("node"));
    command
        .arg(clients.join("node_modules/@modelcontextprotocol/conformance/dist/index.js"))
        .args(["server", "--url", &format!("http://127.0.0.1:{port}/mcp")])
        .args(arguments)
        .current_dir(world.path(""));
    tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap()
}

#[track_caller]
fn passes(output: &Output) {
    if !output.status.success() {
        std::io::stderr().write_all(&output.stdout).unwrap();
        std::io::stderr().write_all(&output.stderr).unwrap();
        panic!("the suite is not satisfied: {}", output.status);
    }
}

async fn satisfies(revision: &str) {
    let (world, _hub, port) = behind_a_proxy(World::new(), true).await;
    let arguments = ["--requirements", revision].map(str::to_owned).to_vec();
    passes(&suite(&world, port, arguments).await);
}

/// REQ: AU-12
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_that_revision_2025_11_25_requires() {
    satisfies("2025-11-25").await;
}

/// REQ: AU-12
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_that_revision_2026_07_28_requires() {
    satisfies("2026-07-28").await;
}

/// What the suite can check of the product as shipped, without fixtures: failures are scenarios
/// that call something defined by the suite.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_product_itself() {
    let (world, _hub, port) = behind_a_proxy(World::new(), false).await;
    for (revision, baseline) in [
        ("2025-11-25", include_str!("../../clients/without-fixtures-2025-11-25.yml")),
        ("2026-07-28", include_str!("../../clients/without-fixtures-2026-07-28.yml")),
    ] {
        let file = world.path("expected.yml");
        std::fs::write(&file, baseline).unwrap();
        let file = file.to_str().unwrap();
        let arguments = ["--requirements", revision, "--expected-failures", file];
        passes(&suite(&world, port, arguments.map(str::to_owned).to_vec()).await);
    }
}
