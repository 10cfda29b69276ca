//! `sayso stats`: figures over what was asked.

use serde_json::json;

use crate::harness::World;

#[test]
fn figures_say_who_asked_what_and_what_became_of_it() {
    let world = World::new();
    let ran = world.run(&["stats"]).ok();
    assert!(ran.stdout.is_empty() && ran.stderr.contains("Nothing was asked since"), "{ran:?}");
    let ask = |agent, title| world.ask(&[title, "-o", "yes", "-o", "no", "--agent", agent]);
    for (agent, title) in [("codex", "Deploy?"), ("codex", "Deploy?"), ("gemini", "Which?")] {
        let id = ask(agent, title);
        world.run(&["answer", &id, "yes"]).ok();
    }
    world.run(&["cancel", &ask("codex", "Delete?")]).ok();
    ask("codex", "Deploy?");

    let stats = world.run(&["stats", "--json"]).ok().json();
    let total = &stats["total"];
    let counts = ["asked", "pending", "by_program", "declined", "timed_out"];
    let counts = counts.map(|name| total[name].as_u64().unwrap());
    // A test has no terminal, so its answers are a program's.
    assert_eq!(counts, [5, 1, 3, 1, 0], "{stats}");
    let agents = stats["agents"].as_array().unwrap().iter();
    let agents: Vec<_> = agents.map(|share| (&share["name"], &share["figures"]["asked"])).collect();
    assert_eq!(agents, [(&json!("codex"), &json!(4)), (&json!("gemini"), &json!(1))]);
    assert_eq!(stats["most_asked"], json!([{ "title": "Deploy?", "times": 3 }]));
    assert_eq!(stats["asked_again"], 2);
    assert_eq!(stats["slices"].as_array().unwrap().len(), 30);

    let shown = world.run(&["stats", "--since", "all"]).ok().stdout;
    for said in ["codex", "gemini", "3×  Deploy?", "asked again", "█", "timed out"] {
        assert!(shown.contains(said), "{said}: {shown}");
    }
    world.run(&["stats", "--since", "soon"]).fails(2, "not a duration");
}
