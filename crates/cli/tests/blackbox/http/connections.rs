//! Connections without a token can't keep others out.

use std::io::Read;

use super::Http;
use crate::harness::World;

#[test]
fn idle_connections_are_closed_while_others_are_served() {
    let world = World::new();
    let hub = world.hub();
    let http = Http::of(&world);
    let idle: Vec<_> = (0..300).map(|_| http.connect()).collect();
    assert_eq!(http.get("/api/v1/status").status, 200);
    for mut stream in idle {
        let read = stream.read(&mut [0; 512]);
        assert!(
            matches!(read, Ok(0) | Err(_)),
            "nothing is sent to a client that sends nothing: {read:?}"
        );
    }
    assert_eq!(http.get("/api/v1/status").status, 200);
    drop(hub);
}
