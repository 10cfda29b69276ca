//! The cost of the tools for a model, in tokens, counted by somebody else's table.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::lines::Agent;
use super::sdk::installed;
use crate::harness::World;

/// What a model reads before it has asked anything. Schemas count as compact JSON, which is how
/// clients hand them on.
fn texts(world: &World) -> (Vec<String>, Vec<String>) {
    let mut agent = Agent::start(world, "mcp");
    let listed = agent.request("tools/list", json!({}));
    let mut input = vec![agent.greeting["instructions"].as_str().unwrap().to_owned()];
    let mut output = Vec::new();
    for tool in listed["tools"].as_array().unwrap() {
        let text = |name: &str| tool[name].as_str().unwrap().to_owned();
        input.extend([text("name"), text("description"), tool["inputSchema"].to_string()]);
        output.push(tool["outputSchema"].to_string());
    }
    agent.close_input();
    assert!(agent.ends().success());
    (input, output)
}

fn tokens(texts: &[String]) -> u64 {
    let clients = installed();
    let script = include_str!("../../clients/tokens.mjs");
    let mut counter = Command::new(clients.join("node"))
        .args(["--input-type=module", "--eval", script])
        .current_dir(&clients)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let input = serde_json::to_vec(texts).unwrap();
    counter.stdin.take().unwrap().write_all(&input).unwrap();
    let counted = counter.wait_with_output().unwrap();
    assert!(counted.status.success());
    let counts: Vec<u64> = serde_json::from_slice(&counted.stdout).unwrap();
    assert!(counts.len() == texts.len() && counts.iter().all(|count| *count > 0), "{counts:?}");
    counts.iter().sum()
}

/// `docs/benchmarks.md` has the figures.
/// REQ: RA-11
#[test]
fn the_tools_cost_a_model_little() {
    let (input, output) = texts(&World::new());
    let (input, output) = (tokens(&input), tokens(&output));
    assert!(input <= 1_400, "instructions, names, descriptions and input schemas: {input} tokens");
    assert!(output <= 1_400, "output schemas: {output} tokens");
    let figures = include_str!("../../../../../docs/benchmarks.md");
    let row = format!("| sayso, all three tools | {} | {} |", thousands(input), thousands(output));
    assert!(figures.contains(&row), "docs/benchmarks.md says something else than: {row}");
    let readme = include_str!("../../../../../README.md");
    assert!(readme.contains(&format!("{} tokens", thousands(input))), "the README says so too");
    assert!(figures.ends_with(include_str!("../../../benches/figures/tokens.md")));
}

fn thousands(number: u64) -> String {
    format!("{},{:03}", number / 1_000, number % 1_000)
}

/// With `mcp.tools`, what is left out costs nothing.
/// REQ: RA-11
#[test]
fn one_tool_costs_less() {
    let world = World::new();
    let (all, _) = texts(&world);
    world.run(&["config", "set", "mcp.tools", "provide_choice"]).ok();
    let (one, output) = texts(&world);
    assert_eq!((one.len(), output.len()), (4, 1), "{one:?}");
    assert!(tokens(&one) < tokens(&all));
    let refused = world.run(&["config", "set", "mcp.tools", "choose"]);
    assert!(refused.stderr.contains("provide_choice, ask_user_questions"), "{}", refused.stderr);
    let unchanged: Value = world.run(&["config", "show", "--json"]).ok().json();
    assert!(unchanged.to_string().contains("provide_choice"), "{unchanged}");
}
