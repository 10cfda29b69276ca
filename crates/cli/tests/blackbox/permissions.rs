//! Permissions for which Claude Code asks by its own dialogs, one or several at the same time.

use serde_json::{Value, json};

use crate::harness::{Ran, World};

/// As setup writes it.
const HOOK: [&str; 4] = ["hook", "--questions", "--limit", "86400"];

fn event(tool: &str, input: &Value) -> Vec<u8> {
    let event = json!({
        "session_id": "5c1f-2", "transcript_path": "/tmp/t.jsonl", "cwd": "/srv/api-server",
        "prompt_id": "p", "permission_mode": "default", "hook_event_name": "PermissionRequest",
        "tool_name": tool, "tool_input": input,
    });
    event.to_string().into_bytes()
}

pub fn shell(command: &str) -> (&'static str, Value) {
    ("Bash", json!({ "command": command, "description": "Publish the fix" }))
}

pub fn waiting(world: &World) -> Vec<Value> {
    world.run(&["list", "--json"]).ok().json()["rows"].as_array().cloned().unwrap_or_default()
}

/// Claude Code asks for these at once, in one session; then this happens to their ids, in this order.
pub fn asked_together(
    world: &World,
    asked: &[(&str, Value)],
    happens: impl FnOnce(&[String]),
) -> Vec<Ran> {
    world.run(&["list"]).ok();
    std::thread::scope(|scope| {
        let mut ids: Vec<String> = Vec::new();
        let hooks: Vec<_> = asked
            .iter()
            .map(|(tool, input)| {
                let event = event(tool, input);
                let hook = scope.spawn(move || world.run_with(&HOOK, &event));
                world.until("it asks", || waiting(world).len() > ids.len());
                let rows = waiting(world);
                let id = |row: &Value| row["id"].as_str().unwrap().to_owned();
                ids.push(rows.iter().map(id).find(|id| !ids.contains(id)).unwrap());
                hook
            })
            .collect();
        happens(&ids);
        hooks.into_iter().map(|hook| hook.join().unwrap()).collect()
    })
}

/// What each of these hooks told its agent.
pub fn decided(ran: &[Ran]) -> Vec<Value> {
    let said = |ran: &Ran| ran.json()["hookSpecificOutput"]["decision"]["behavior"].clone();
    ran.iter().map(said).collect()
}
