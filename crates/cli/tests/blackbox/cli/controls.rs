//! Rankings and numbers on the command line.

use serde_json::json;

use crate::harness::World;

/// REQ: AD-8
#[test]
fn a_ranking_and_a_number_by_flags() {
    let world = World::new();
    let ask = |more: &[&str]| world.run(&[&["ask", "--no-wait", "What first?"], more].concat());
    let ran = ask(&["-o", "Auth", "-o", "Cache", "-o", "Search", "--rank"]);
    assert_eq!(ran.code, 75, "{ran:?}");
    let id = ran.stdout.trim().to_owned();
    let refused = world.run(&["answer", &id, "Cache"]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.stderr.contains("3 options must be ranked, 1 are"), "{refused:?}");
    let ran = world.run(&["answer", &id, "3", "Auth", "2"]);
    assert!(ran.stdout.contains("1. Search, 2. Auth, 3. Cache"), "{ran:?}");
    assert_eq!(world.run(&["wait", &id]).stdout, "Search\nAuth\nCache\n");
    let reply = world.run(&["wait", &id, "--json"]).json();
    assert_eq!(reply["selection"]["ranking"], json!(["Search", "Auth", "Cache"]));
    assert_eq!(reply["selection"]["selected_ids"], json!(["Auth", "Cache", "Search"]));
    let shown = world.run(&["show", &id]).stdout;
    let (search, cache) = (shown.find("1  Search"), shown.find("3  Cache"));
    assert!(search.is_some() && search < cache, "{shown}");

    let ran = ask(&["--number", "--min", "-5", "--max", "5", "--step", "0.5", "--unit", "°C"]);
    let id = ran.stdout.trim().to_owned();
    assert!(world.run(&["show", &id]).stdout.contains("From -5 to 5 °C · in steps of 0.5"));
    let refused = world.run(&["answer", &id, "0.3"]);
    assert!(refused.stderr.contains("the nearest is 0.5"), "{refused:?}");
    let ran = world.run(&["answer", &id, "-2.5"]);
    assert!(ran.stdout.contains("-2.5 °C"), "{ran:?}");
    assert_eq!(world.run(&["wait", &id]).stdout, "-2.5\n");
    assert_eq!(world.run(&["wait", &id, "--json"]).json()["selection"]["number"], json!(-2.5));

    for wrong in [
        &["--number", "-o", "A"][..],
        &["--rank"],
        &["-o", "A", "-o", "B", "--step", "2"],
        &["--number", "--min", "2", "--max", "1"],
        &["--number", "--default", "five"],
    ] {
        assert_eq!(ask(wrong).code, 2, "{wrong:?}");
    }
}
