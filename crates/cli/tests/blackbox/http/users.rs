//! Another user of this machine at the hub's port: refused with any credential. Tests that need a
//! second user run only as root, and say so otherwise.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, TcpListener, TcpStream};
use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use super::{Http, Response, question};
use crate::harness::World;

/// Browsers resolve `localhost` to both loopback addresses: nobody else can bind the other one.
/// REQ: SA-2
#[test]
fn the_port_is_ours_on_both_addresses_of_this_machine() {
    let Ok(taken) = TcpListener::bind((Ipv6Addr::LOCALHOST, 0)) else { return };
    let port = taken.local_addr().unwrap().port();
    let world = World::new();
    let hub = world.hub_with(&[("SAYSO_PORT", &port.to_string())]);
    assert_ne!(world.hub_info().port, port, "somebody else is half of it");
    hub.kill();
    drop(taken);
    let _hub = world.hub_with(&[("SAYSO_PORT", &port.to_string())]);
    assert_eq!(world.hub_info().port, port);
    for address in [IpAddr::from(Ipv6Addr::LOCALHOST), Ipv4Addr::LOCALHOST.into()] {
        let error = TcpListener::bind((address, port)).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::AddrInUse);
        let mut stream = TcpStream::connect((address, port)).unwrap();
        let request =
            format!("GET / HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        assert!(reply.starts_with("HTTP/1.1 200 OK"), "{reply}");
    }
}

/// `nobody` on every Linux.
const OTHER: u32 = 65_534;

fn is_root() -> bool {
    let root = rustix::process::geteuid().is_root();
    if !root {
        skipped();
    }
    root
}

#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn skipped() {
    eprintln!("skipped: a second user can only be had by root");
}

/// Sends this over a connection of another user; returns the response until the hub hangs up, or
/// nothing if it isn't awaited.
fn as_other(http: &Http, request: &str, then: &str) -> Vec<u8> {
    let mut other = Command::new("setpriv");
    other.args([format!("--reuid={OTHER}"), format!("--regid={OTHER}")]).arg("--clear-groups");
    let script = format!("exec 3<>/dev/tcp/127.0.0.1/{} && cat >&3 && {then}", http.port());
    other.args(["--", "bash", "-c", &script]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = other.spawn().unwrap();
    child.stdin.take().unwrap().write_all(request.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    output.stdout
}

fn request(http: &Http, method: &str, path: &str, bearer: &str, body: &str) -> String {
    let (host, length) = (http.host(), body.len());
    // It doesn't announce that it will hang up: the hub does.
    format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {bearer}\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
}

/// With an agent's token, with a page's session, and with a code seen on a command line.
/// REQ: SA-2
#[test]
fn another_user_is_refused_whatever_they_know() {
    if !is_root() {
        return;
    }
    let world = World::new();
    let _hub = world.hub();
    let http = Http::of(&world);
    let page = http.page();
    let link = world.run(&["open", "--print"]).ok().stdout;
    let code = json!({ "code": link.trim().split_once("#code=").unwrap().1 }).to_string();
    let asked = question().to_string();
    let known = page.kept().split_once('.').unwrap().0;
    let named = json!({ "page": known, "nonce": super::NONCE }).to_string();
    for (method, path, bearer, body) in [
        ("GET", "/api/v1/interactions", http.token(), ""),
        ("GET", "/api/v1/interactions", page.token(), ""),
        ("POST", "/api/v1/interactions", http.token(), &asked),
        ("POST", "/api/v1/codes", http.token(), "null"),
        ("POST", "/api/v1/tokens", "", &code),
        ("POST", "/api/v1/sessions", "", &named),
        ("GET", "/", "", ""),
    ] {
        let reply = as_other(&http, &request(&http, method, path, bearer, body), "cat <&3");
        let reply = Response::parse(&reply).unwrap_or_else(|| panic!("{path}: no reply"));
        reply.refused(403, "belongs to another user (uid 0, you are 65534)");
        assert_eq!(reply.header("connection"), Some("close"), "{path}");
    }
    assert_eq!(http.count(), 0);
    // What they have seen is still valid for its owner.
    let headers = [("Authorization", ""), ("Content-Type", "application/json")];
    assert_eq!(http.send("POST", "/api/v1/tokens", &headers, code.as_bytes()).status, 201);
    assert_eq!(page.get("/api/v1/status").status, 200);
}

/// Their end is closed before the hub looks it up: the system then reports it as owned by user 0.
/// REQ: SA-2
#[test]
fn another_user_who_hangs_up_at_once_does_not_pass_for_the_superuser() {
    if !is_root() {
        return;
    }
    let world = World::new();
    let _hub = world.hub();
    let http = Http::of(&world);
    let pid = Pid::from_raw(i32::try_from(world.hub_info().pid).unwrap()).unwrap();
    let asked =
        request(&http, "POST", "/api/v1/interactions", http.token(), &question().to_string());
    kill_process(pid, Signal::STOP).unwrap();
    for _ in 0..8 {
        as_other(&http, &asked, "exec 3>&-");
    }
    kill_process(pid, Signal::CONT).unwrap();
    // Connections are accepted in the order in which they came.
    assert_eq!(http.count(), 0);
    assert_eq!(http.post("/api/v1/interactions", &question()).status, 201);
    assert_eq!(http.count(), 1);
}
