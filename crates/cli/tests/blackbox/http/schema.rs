//! The API keeps to its document, and the document says all that the API checks: `schemathesis`
//! tries every operation with valid and invalid data.

use std::io;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use crate::harness::World;
use crate::mcp::sdk::installed;

/// A port on loopback that leads to the unix socket, where every operation is allowed: HTTP
/// libraries can't use it themselves.
fn forward(socket: PathBuf) -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for client in listener.incoming().map_while(Result::ok) {
            let Ok(hub) = UnixStream::connect(&socket) else { continue };
            let (from_client, to_hub) = (client.try_clone().unwrap(), hub.try_clone().unwrap());
            thread::spawn(move || copy(from_client, &to_hub, || to_hub.shutdown(Shutdown::Write)));
            thread::spawn(move || copy(hub, &client, || close(&client)));
        }
    });
    port
}

fn copy(mut from: impl io::Read, mut to: impl io::Write, end: impl FnOnce() -> io::Result<()>) {
    // Either side may hang up, which ends the connection as a whole.
    let _ = io::copy(&mut from, &mut to);
    let _ = end();
}

fn close(client: &TcpStream) -> io::Result<()> {
    client.shutdown(Shutdown::Both)
}

#[test]
fn every_operation_is_as_strict_as_its_schema() {
    let world = World::new();
    let _hub = world.hub();
    let port = forward(world.socket());
    let pins = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients");
    let ran = Command::new(installed().join("venv/bin/schemathesis"))
        .arg("--config-file")
        .arg(pins.join("schemathesis.toml"))
        .args(["run", "--no-color", &format!("http://localhost:{port}/api/v1/openapi.json")])
        .env("SCHEMATHESIS_HOOKS", "schemathesis_hooks")
        .env("PYTHONPATH", pins)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .current_dir(world.path("home"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&[ran.stdout, ran.stderr].concat()).into_owned();
    assert!(ran.status.success(), "{said}");
    // All of them were tried, also `stop`, and the hub is still there.
    let number = |before: &str| {
        let after = said.split(before).nth(1).unwrap_or_else(|| panic!("{said}"));
        after.split(|sign: char| !sign.is_ascii_digit()).next().unwrap().to_owned()
    };
    let tested = number("Tested: ");
    assert_eq!(tested, number("Selected: "), "{said}");
    assert!(tested.parse::<usize>().unwrap() >= 34, "{said}");
    world.run(&["hub", "status"]).ok();
}
