//! The metrics of the hub.

use serde_json::json;

use super::{Http, answer, question};
use crate::harness::World;

#[test]
fn the_figures_tell_what_happened() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::of(&world);
    let ids: Vec<String> = (0..3)
        .map(|_| {
            let asked = http.post("/api/v1/interactions", &question()).json();
            asked["id"].as_str().unwrap().to_owned()
        })
        .collect();
    let act = |id: &str, command| http.post(&format!("/api/v1/interactions/{id}/act"), &command);
    assert_eq!(act(&ids[0], answer("pg")).status, 200);
    assert_eq!(act(&ids[1], json!({"command": "cancel"})).status, 200);
    let delivered = format!("/api/v1/interactions/{}/delivered", ids[1]);
    assert_eq!(http.post(&delivered, &json!(null)).status, 204);

    let served = http.get("/metrics");
    assert!(served.header("content-type").unwrap().starts_with("application/openmetrics-text"));
    for line in [
        r#"sayso_asked_total{dialect="shell"} 3"#,
        r#"sayso_settled_total{outcome="submitted",surface="web"} 1"#,
        r#"sayso_settled_total{outcome="cancelled",surface="web"} 1"#,
        "sayso_waiting 1",
        "sayso_undelivered 1",
        "sayso_listening 0",
        "sayso_time_to_answer_seconds_count 1",
        r#"sayso_time_to_answer_seconds_bucket{le="+Inf"} 1"#,
    ] {
        assert!(served.body.lines().any(|given| given == line), "no {line} in\n{}", served.body);
    }
    assert!(served.body.contains("sayso_commit_batch_size_count"), "{}", served.body);
    assert!(served.body.ends_with("# EOF\n"));
}
