//! Sources beyond the person's own entry: files of the project, rules against the tools, and agents
//! that call over HTTP.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::json;

use super::{CODEX, GEMINI, change, faults, file, finds, fixed_by, unconnected, world};
use crate::harness::World;

/// Commands run in this directory.
fn project(world: &World, name: &str, text: &str) {
    let path = world.path(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// REQ: IN-2
#[test]
fn the_entry_of_a_project_is_judged() {
    let world = world();
    let entry = r#"{ "mcpServers": { "sayso": { "command": "/gone/sayso", "trust": true } } }"#;
    project(&world, GEMINI, entry);
    let fix = finds(&world, "gemini", "starts `/gone/sayso`, which is not what setup writes");
    let path = world.path(GEMINI);
    let by_hand = format!("remove `mcpServers.sayso` from {}, then run ", path.display());
    assert_eq!(fix, format!("{by_hand}`sayso setup gemini`"));
    let told = world.run(&["setup", "--yes"]).ok().stdout;
    assert!(told.contains("is used instead") && told.contains("still in the way"), "{told}");
    std::fs::write(&path, "{}").unwrap();
    fixed_by(&world, "sayso setup gemini");
}

/// REQ: IN-2
#[test]
fn an_agent_that_is_connected_in_this_project_only_works() {
    let world = unconnected();
    std::fs::create_dir_all(file(&world, ".claude")).unwrap();
    let words = json!(["--data-dir", world.path("data"), "mcp"]);
    let command = env!("CARGO_BIN_EXE_sayso");
    let entry = json!({ "mcpServers": { "sayso": { "command": command, "args": words } } });
    project(&world, ".mcp.json", &entry.to_string());
    finds(&world, "claude-code", "no permission");
    let allowed = r#"{ "permissions": { "allow": ["mcp__sayso"] } }"#;
    project(&world, ".claude/settings.json", allowed);
    let said = world.run(&["doctor", "--json"]).ok().json();
    let agents = said["agents"].as_array().unwrap();
    let claude = agents.iter().find(|one| one["id"] == "claude-code").unwrap();
    assert_eq!(claude["file"], world.path(".mcp.json").display().to_string());
    assert_eq!((&claude["answers"], &claude["permitted"]), (&json!(true), &json!(true)));
}

/// REQ: IN-2
#[test]
fn an_entry_that_is_switched_off() {
    let world = world();
    change(&world, CODEX, "[mcp_servers.sayso]\n", "[mcp_servers.sayso]\nenabled = false\n");
    let fix = finds(&world, "codex", "it is switched off in ~/.codex/config.toml");
    assert_eq!(fix, "sayso setup codex");
    fixed_by(&world, &fix);
}

/// Setup leaves the rule alone, and says so.
/// REQ: IN-1, IN-2
#[test]
fn a_rule_against_the_tools() {
    let world = world();
    change(&world, GEMINI, "{\n  \"", "{\n  \"mcp\": { \"excluded\": [\"sayso\"] },\n  \"");
    let what = "`mcp.excluded` in ~/.gemini/settings.json forbids them";
    let fix = finds(&world, "gemini", what);
    assert!(fix.starts_with("change `mcp.excluded` in ~/.gemini/settings.json"), "{fix}");
    let told = world.run(&["setup", "--yes"]).ok().stdout;
    assert!(told.contains(&format!("! Gemini CLI: the tools are not allowed: {what}")), "{told}");
    let said = world.run(&["setup", "--yes", "--json"]).ok().json();
    assert_eq!(said["agents"][1]["obstacles"][0]["fix"], fix.as_str());
    change(&world, GEMINI, "[\"sayso\"]", "[]");
    world.run(&["doctor", "--json"]).ok();
    project(&world, GEMINI, r#"{ "mcp": { "allowed": ["docs"] } }"#);
    finds(&world, "gemini", "`mcp.allowed` in ");
}

/// REQ: IN-2
#[test]
fn an_agent_over_http_is_called() {
    let world = unconnected();
    let _hub = world.hub();
    let said = world.run(&["hub", "status", "--json"]).ok().json();
    let portal = said["portal"].as_str().unwrap();
    let token = world.run(&["token", "create", "--name", "gemini"]).ok().stdout.trim().to_owned();
    let entry = |url: &str, token: &str| {
        let headers = json!({ "Authorization": format!("Bearer {token}") });
        let entry = json!({ "httpUrl": format!("{url}/mcp"), "headers": headers, "trust": true });
        let text = json!({ "mcpServers": { "sayso": entry } }).to_string();
        std::fs::write(file(&world, GEMINI), text).unwrap();
    };
    entry(portal, &token);
    let said = world.run(&["doctor", "gemini", "--json"]).ok().json();
    assert_eq!(said["agents"][0]["answers"], true, "{said}");
    assert_eq!(world.run(&["history", "--json"]).ok().json()["rows"], json!([]));
    entry("http://127.0.0.1:9", &token);
    finds(&world, "gemini", "http://127.0.0.1:9/mcp cannot be reached");
    entry(portal, "sayso_ask_wrong");
    let ran = world.run(&["doctor", "gemini", "--json"]);
    let (what, fix) = &faults(&ran, "gemini")[0];
    assert!(what.contains("refuses its token"), "{what}");
    let by_hand = "remove `mcpServers.sayso` from ~/.gemini/settings.json, then run ";
    assert_eq!(*fix, format!("{by_hand}`sayso setup gemini`"));
    std::fs::write(file(&world, GEMINI), "{}").unwrap();
    fixed_by(&world, "sayso setup gemini");
}

/// The hub is fine, and the token too, for what it is.
/// REQ: IN-2
#[test]
fn a_token_of_an_agent_is_called_that() {
    let hub = World::new();
    let _running = hub.hub();
    let token = hub.run(&["token", "create", "--name", "ci"]).ok().stdout.trim().to_owned();
    let url = format!("http://127.0.0.1:{}", hub.hub_info().port);
    let world = world().with("SAYSO_HUB", &url).with("SAYSO_TOKEN", &token);
    let ran = world.run(&["doctor", "--json"]).ok();
    let said = ran.json();
    let part = said["parts"].as_array().unwrap().iter().find(|part| part["name"] == "hub").unwrap();
    assert!(part["says"].as_str().unwrap().contains("an agent's token"), "{said}");
    assert_eq!((&part["fault"], &part["works"]), (&json!(null), &json!(null)), "{said}");
    assert!(faults(&ran, "hub").is_empty());
    let wrong = world.with("SAYSO_TOKEN", "wrong");
    let fix = finds(&wrong, "hub", "the token is wrong");
    assert!(fix.contains("SAYSO_TOKEN"), "{fix}");
}

/// Its launcher starts the installed program.
/// REQ: IN-2, IN-4
#[test]
fn an_agent_with_our_extension_is_connected() {
    let world = World::new();
    let bin = world.path("bin");
    std::fs::create_dir(&bin).unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_sayso"), bin.join("sayso")).unwrap();
    let world = world.with("PATH", &format!("{}:/usr/bin:/bin", bin.display()));
    let extension = file(&world, ".gemini/extensions/sayso");
    std::fs::create_dir_all(extension.join("scripts")).unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plugins/gemini-cli");
    for name in ["gemini-extension.json", "scripts/sayso"] {
        std::fs::copy(source.join(name), extension.join(name)).unwrap();
    }
    let said = world.run(&["doctor", "gemini", "--json"]).ok().json();
    let gemini = &said["agents"][0];
    assert_eq!(gemini["file"], "~/.gemini/extensions/sayso/gemini-extension.json");
    assert_eq!((&gemini["answers"], &gemini["waits"]), (&json!(true), &json!(3500)), "{said}");
    std::fs::remove_file(bin.join("sayso")).unwrap();
    std::fs::write(bin.join("sayso"), "#!/bin/sh\necho gone >&2; exit 1\n").unwrap();
    std::fs::set_permissions(bin.join("sayso"), std::fs::Permissions::from_mode(0o755)).unwrap();
    let fix = finds(&world, "gemini", "what it starts ends at once: gone");
    assert_eq!(fix, "sayso setup gemini");
    fixed_by(&world, &fix);
}
