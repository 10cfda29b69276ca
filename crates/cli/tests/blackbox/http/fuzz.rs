//! With any input the hub doesn't fail, and creates nothing unless it says so.

use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;

use proptest::collection::vec;
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop_oneof};
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use super::{Http, question};
use crate::harness::World;

/// A valid body with some of its bytes changed, removed or doubled.
fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let change = (any::<proptest::sample::Index>(), 0..3_u8, any::<u8>());
    (requests(), vec(change, 1..6)).prop_map(|(body, changes)| {
        let mut bytes = body.to_string().into_bytes();
        for (at, kind, byte) in changes {
            let at = at.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, bytes[at]),
            }
            if bytes.is_empty() {
                bytes.push(byte);
            }
        }
        bytes
    })
}

/// A valid body with some of its fields replaced by values of any kind.
fn twisted() -> impl Strategy<Value = Vec<u8>> {
    let value = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        vec(any::<u8>(), 0..4).prop_map(Value::from),
        Just(json!({"q1": {"": {}}})),
    ];
    let fields = ["title", "prompt", "selection_mode", "options", "timeout_seconds", "session_id"];
    let change = (proptest::sample::select(fields.to_vec()), value);
    (requests(), vec(change, 1..4)).prop_map(|(mut body, changes)| {
        for (field, value) in changes {
            body["arguments"][field] = value;
        }
        body.to_string().into_bytes()
    })
}

fn requests() -> impl Strategy<Value = Value> {
    let questions = json!({"dialect": "ask_user_questions", "arguments": {"questions": [
        {"prompt": "Which tone?", "title": "Tone", "options": [{"label": "a"}, {"label": "b"}]},
    ]}});
    prop_oneof![Just(question()), Just(questions)]
}

fn runner(cases: u32) -> TestRunner {
    TestRunner::new(ProptestConfig { cases, failure_persistence: None, ..Default::default() })
}

/// REQ: PC-2, AU-3
#[test]
fn no_input_makes_the_hub_fail_or_makes_a_question_by_accident() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::of(&world);
    let bodies = prop_oneof![vec(any::<u8>(), 0..200), mutated(), twisted()];
    let created = std::cell::Cell::new(0);
    runner(200)
        .run(&bodies, |body| {
            let response = http.send_json("POST", "/api/v1/interactions", &body);
            assert!([201, 400, 422].contains(&response.status), "{response:?}");
            created.set(created.get() + usize::from(response.status == 201));
            Ok(())
        })
        .unwrap();

    let socket = world.socket();
    let lines = ["GET /nothing HTTP/1.1\r\n", "POST /api/v1/interactions HTTP/1.1\r\nHost: x\r\n"];
    let beginning = proptest::sample::select(lines.to_vec());
    let raw = (beginning, any::<bool>(), vec(any::<u8>(), 0..300));
    runner(100)
        .run(&raw, |(beginning, begin, rest)| {
            let mut bytes = if begin { beginning.as_bytes().to_vec() } else { Vec::new() };
            bytes.extend(rest);
            let mut stream = UnixStream::connect(&socket).unwrap();
            // The hub may have hung up after the first bytes.
            let _ = stream.write_all(&bytes);
            let _ = stream.shutdown(Shutdown::Write);
            let mut answer = Vec::new();
            let _ = stream.read_to_end(&mut answer);
            let answer = String::from_utf8_lossy(&answer);
            assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
            Ok(())
        })
        .unwrap();

    assert_eq!(http.count(), created.get());
    assert_eq!(http.get("/api/v1/status").json()["pending"], created.get());
}
