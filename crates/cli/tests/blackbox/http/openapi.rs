//! The OpenAPI document matches the API.

use serde_json::Value;

use super::{Http, question};
use crate::harness::World;

fn each_reference<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::Object(map) => {
            found.extend(map.get("$ref").and_then(Value::as_str));
            map.values().for_each(|value| each_reference(value, found));
        }
        Value::Array(items) => items.iter().for_each(|item| each_reference(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn every_path_is_served_and_every_reference_leads_somewhere() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::of(&world);
    let document = http.get("/api/v1/openapi.json").json();
    assert_eq!(document["openapi"], "3.1.0");

    let mut references = Vec::new();
    each_reference(&document, &mut references);
    assert!(references.len() > 20, "{references:?}");
    for reference in references {
        let pointer = reference.strip_prefix('#').expect("inside the document");
        assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
    }

    let mut operations = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, described) in methods.as_object().unwrap() {
            let asked = http.post("/api/v1/interactions", &question()).json();
            let path =
                path.replace("{id}", asked["id"].as_str().unwrap()).replace("{key}", "theme");
            // A hub that isn't newer is refused, so this one keeps running.
            let body = if path.ends_with("/stop") { r#"{"replaced_by":"0.0.0"}"# } else { "{}" };
            let waits = path.ends_with("/wait") || path.ends_with("/events");
            let path = if waits { format!("{path}?seconds=0") } else { path };
            let served = http.send_json(&method.to_uppercase(), &path, body.as_bytes());
            assert!(![404, 405, 500].contains(&served.status), "{method} {path}: {served:?}");
            let promised = described["responses"].as_object().unwrap();
            let told = promised.contains_key(&served.status.to_string());
            let problem = served.header("content-type") == Some("application/problem+json");
            assert!(told || problem, "{method} {path}: {served:?}");
            operations += 1;
        }
    }
    assert!(operations >= 17, "{operations}");
}
