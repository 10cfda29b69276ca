//! Agents with a hub that doesn't respond: their hooks deny, their tool calls end in time.

use std::fs::File;
use std::io::Write;
use std::process::Stdio;

use serde_json::{Value, json};

use super::{Dummy, freeze, is_alone, quick, thaw};
use crate::harness::{Ran, World};
use crate::mcp::lines::Agent;
use crate::mcp::{choice, questions, waited_for};

fn tool_use(command: &str) -> Vec<u8> {
    let event = json!({ "session_id": "5c1f", "cwd": "/srv", "hook_event_name": "PreToolUse",
        "tool_name": "Bash", "tool_input": { "command": command } });
    event.to_string().into_bytes()
}

#[track_caller]
fn denied(ran: &Ran, says: &str) {
    assert_eq!(ran.code, 0, "{ran:?}");
    let output = &ran.json()["hookSpecificOutput"];
    assert_eq!(output["permissionDecision"], "deny", "{output}");
    let reason = output["permissionDecisionReason"].as_str().unwrap();
    assert!(reason.contains(says), "`{says}` is not said: {reason}");
}

fn hook(world: &World) -> Ran {
    world.run_with(&["hook", "--limit", "330"], &tool_use("rm -rf ~"))
}

/// REQ: SA-3
#[test]
fn a_hook_denies_whatever_keeps_the_hub_silent() {
    let world = quick();
    let hub = world.hub();
    freeze(hub.pid());
    denied(&hook(&world), &format!("no answer from the hub (pid {})", hub.pid()));
    thaw(hub.pid());
    is_alone(&world);
    assert_eq!(world.run(&["list", "--json"]).ok().json()["rows"], json!([]), "nobody is asked");
    hub.kill();

    std::fs::remove_file(world.socket()).unwrap();
    let dummy = Dummy::new(&world);
    let here = format!("no answer from the hub (pid {})", std::process::id());
    denied(&hook(&world), &here);
    dummy.saying(b"HTTP/1.1 101 Switching Protocols\r\nconnection: upg");
    denied(&hook(&world), &here);
    drop(dummy);

    let starting = quick();
    let mut file = File::create(starting.path("data").join("hub.start")).unwrap();
    file.lock().unwrap();
    file.write_all(br#"{"starting":{"pid":4711}}"#).unwrap();
    denied(&hook(&starting), "the hub (pid 4711) is starting");
}

/// REQ: SA-3
#[test]
fn a_hook_that_waits_denies_when_the_hub_falls_silent() {
    let world = quick();
    let hub = world.hub();
    std::thread::scope(|scope| {
        let hook =
            scope.spawn(|| world.run_with(&["hook", "--limit", "330"], &tool_use("rm -rf ~")));
        waited_for(&world);
        freeze(hub.pid());
        denied(&hook.join().unwrap(), &format!("no answer from the hub (pid {})", hub.pid()));
    });
}

/// REQ: SA-3
#[test]
fn an_agent_that_never_ends_its_words_is_denied() {
    let world = quick();
    for (words, agent_knows) in [(tool_use("rm -rf ~"), true), (b"{\"hook_ev".to_vec(), false)] {
        let mut child = world.command(["hook"]).stdin(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(&words).unwrap();
        let ran = super::finish(child);
        drop(stdin);
        if agent_knows {
            denied(&ran, "stdin was not closed within 5 s");
        } else {
            ran.fails(2, "stdin was not closed within 5 s");
        }
    }
    assert!(world.hubs().is_empty(), "nobody had to be asked");
}

/// As structure and as text: clients show one or the other.
#[track_caller]
fn says(reply: &Value, words: &str) {
    let text = reply["content"][0]["text"].as_str().unwrap();
    assert!(text.contains(words), "{text}");
    let structure = reply["structuredContent"].to_string();
    assert!(structure.contains(words), "{structure}");
}

/// REQ: SA-3
#[test]
fn a_tool_call_to_a_silent_hub_is_an_error_in_time() {
    let world = quick();
    let hub = world.hub();
    let mut agent = Agent::start(&world, "mcp");
    freeze(hub.pid());
    for (tool, arguments) in [("provide_choice", choice()), ("ask_user_questions", questions())] {
        let reply = agent.call(tool, &arguments);
        assert_eq!(reply["isError"], true, "{reply}");
        says(&reply, &format!("no answer from the hub (pid {})", hub.pid()));
        says(&reply, "call again");
    }
    thaw(hub.pid());
    // The same process, after all the calls it gave up.
    let call = agent.send_call("provide_choice", &choice());
    let id = waited_for(&world);
    world.run(&["answer", &id, "SQLite"]).ok();
    assert_eq!(agent.reply(call)["structuredContent"]["action_status"], "selected");
    let rows = world.run(&["list", "--all", "--json"]).ok().json();
    assert_eq!(rows["rows"].as_array().unwrap().len(), 1, "as it was told: {rows}");
}

/// REQ: SA-3
#[test]
fn a_tool_call_ends_with_the_id_when_the_hub_falls_silent_while_it_waits() {
    let world = quick();
    std::fs::write(world.path("config.toml"), "[mcp]\npatience = \"claude-code=3\"\n").unwrap();
    let hub = world.hub();
    let mut agent = Agent::start(&world, "mcp");
    let call = agent.send_call("provide_choice", &choice());
    let id = waited_for(&world);
    freeze(hub.pid());
    let reply = agent.reply(call);
    assert_eq!(reply["structuredContent"]["session_id"], json!(id), "{reply}");
    says(&reply, &id);
    thaw(hub.pid());
    world.run(&["answer", &id, "SQLite"]).ok();
    let call = agent.send_call("provide_choice", &json!({ "session_id": id }));
    assert_eq!(agent.reply(call)["structuredContent"]["action_status"], "selected");
}
