//! A hub with few file descriptors, and so few connections: a crowd of clients keeps nobody else
//! out.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use serde_json::json;

use super::socket::Socket;
use super::{Http, Response, answer, question};
use crate::harness::{PATIENCE, Running, World, eventually, first_line, resident};
use crate::mcp::http::{ACCEPT, JSON, initialize};

/// A hub with this limit for open files.
fn small_hub(world: &World, descriptors: u32) -> Running {
    let hub = world.command(["hub", "run"]);
    let mut command = Command::new("/bin/sh");
    command.args(["-c", &format!("ulimit -n {descriptors}; exec \"$@\""), "sh"]);
    command.arg(hub.get_program()).args(hub.get_args()).env_clear();
    command.envs(hub.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let mut hub = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    assert!(first_line(&mut hub).starts_with("ready"));
    Running::of(hub)
}

fn places(http: &Http, kind: &str) -> (u64, u64) {
    let status = http.local("GET", "/api/v1/status", "").json();
    let places = status["places"].as_array().unwrap();
    let fill = places.iter().find(|fill| fill["kind"] == kind).unwrap();
    (fill["taken"].as_u64().unwrap(), fill["most"].as_u64().unwrap())
}

/// Sends this head and leaves the rest open.
fn begun(http: &Http, request: &str) -> TcpStream {
    let mut stream = http.connect();
    stream.write_all(request.as_bytes()).unwrap();
    stream
}

fn answered(mut stream: TcpStream) -> Option<Response> {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    Response::parse(&bytes)
}

/// All connections for agents are in use: the next one gets the reason, and the person answers on a
/// page and in a terminal as usual.
/// REQ: SA-5
#[tokio::test]
async fn waiting_agents_keep_no_person_out() {
    let world = World::new();
    let hub = small_hub(&world, 256);
    let http = Http::agent(&world);
    let id = http.post("/api/v1/interactions", &question()).json()["id"].clone();
    let id = id.as_str().unwrap();
    let wait = format!(
        "GET /api/v1/interactions/{id}/wait HTTP/1.1\r\nHost: {}\r\nAuthorization: {}\r\n\r\n",
        http.host(),
        http.bearer()
    );
    let (_, most) = places(&http, "waiting");
    let waiting: Vec<_> = (0..most).map(|_| begun(&http, &wait)).collect();
    eventually("all wait", || places(&http, "waiting").0 == most);

    let refused = http.send("GET", &format!("/api/v1/interactions/{id}/wait"), &[], b"");
    refused.refused(503, &format!("{most} agents are connected"));
    assert_eq!(refused.header("retry-after"), Some("2"));
    let body = initialize().to_string();
    let refused = http.send("POST", "/mcp", &[ACCEPT, JSON], body.as_bytes());
    assert_eq!(refused.status, 503);
    let error = refused.json();
    assert_eq!((&error["jsonrpc"], &error["error"]["code"]), (&json!("2.0"), &json!(-32000)));
    assert!(error["error"]["message"].as_str().unwrap().contains("end some of them"));
    let status = world.run(&["hub", "status"]).ok();
    assert!(
        status.stdout.contains(&format!("{most} agents that wait, at most {most}")),
        "{}",
        status.stdout
    );

    let other = http.post("/api/v1/interactions", &question()).json()["id"].clone();
    world.run(&["answer", other.as_str().unwrap(), "SQLite"]).ok();
    let page = http.page();
    let mut socket = Socket::introduced(&page).await;
    socket.send(json!({ "n": 1, "call": "act", "id": id, "command": answer("pg") })).await;
    assert_eq!(socket.next().await.unwrap()["ok"]["status"], "submitted");
    for stream in waiting {
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        assert_eq!(answered(stream).unwrap().status, 200);
    }
    eventually("their places are free", || places(&http, "waiting").0 == 0);
    hub.kill();
}

/// Each has everything that waits, and waits for more.
/// REQ: SA-5
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_thousand_pages_cost_little_and_leave_nothing_behind() {
    let world = World::new();
    let hub = world.hub();
    let http = Http::of(&world);
    (0..500).for_each(|_| drop(http.post("/api/v1/interactions", &question())));
    let page = http.page();
    let open = async |count: u64| {
        let mut pages = Vec::new();
        for _ in 0..count {
            let mut socket = Socket::introduced(&page).await;
            socket.send(json!({ "n": 1, "call": "events" })).await;
            let all = socket.next().await.unwrap();
            assert_eq!(all["ok"]["reset"].as_array().unwrap().len(), 500, "{all}");
            let after = &all["ok"]["cursor"];
            socket.send(json!({ "n": 2, "call": "events", "after": after })).await;
            pages.push(socket);
        }
        pages
    };
    // What the first ones cost is the server's own.
    drop(open(10).await);
    let before = resident(hub.pid());
    let pages = open(1_000).await;
    let more = resident(hub.pid()).saturating_sub(before);
    assert!(more <= 64 * 1_024, "{more} kB for 1,000 pages");
    drop(pages);
    eventually("what they had is given back", || {
        resident(hub.pid()).saturating_sub(before) <= 16 * 1_024
    });
}

/// Bodies that never arrive, with and without a token.
/// REQ: SA-5
#[test]
fn slow_bodies_starve_nobody() {
    let world = World::new();
    let hub = small_hub(&world, 256);
    let http = Http::agent(&world);
    let slow = |path: &str, headers: &str| {
        format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: 900\r\nAccept: application/json, text/event-stream\r\n{headers}\r\n{{",
            http.host()
        )
    };
    let bearer = format!("Authorization: {}\r\n", http.bearer());
    // Authenticated clients have ten seconds, and then get an error.
    let patient = ["/api/v1/interactions", "/mcp"].map(|path| begun(&http, &slow(path, &bearer)));
    // Without a token it is refused before the body arrives.
    let refused = answered(begun(&http, &slow("/api/v1/interactions", ""))).unwrap();
    refused.refused(401, "token");
    // The one route that reads a body without a token: slow clients make way for others.
    let strangers: Vec<_> = (0..500).map(|_| begun(&http, &slow("/api/v1/tokens", ""))).collect();
    let (taken, most) = places(&http, "strangers");
    assert!(taken <= most, "{taken} of {most}");
    assert_eq!(http.send("GET", "/", &[("Authorization", "")], b"").status, 200, "the portal");
    let page = http.page();
    assert_eq!(page.get("/api/v1/interactions").status, 200);
    drop(strangers);
    let [call, message] = patient.map(|stream| {
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        answered(stream).unwrap()
    });
    call.refused(408, "within 10 seconds");
    assert_eq!(message.status, 408, "{message:?}");
    assert!(message.body.contains("within 10 seconds"), "{message:?}");
    hub.kill();
}
