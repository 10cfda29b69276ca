//! Claude Code's questions where it has no terminal: with `-p`, by JSON lines, and led by our relay.

use std::io::Write;

use serde_json::json;

use crate::bridge::becomes;
use crate::dialogs::answer_several;
use crate::scene::Scene;
use crate::world::eventually;

/// REQ: AD-1, AD-2
pub fn play_headless(scene: &Scene) {
    let (agent, world) = (scene.cell.agent, &scene.world);
    world.start(&agent.launch(&scene.model.url(), "Make it."));
    let asked = allow_and_deny(scene);
    world.finish();
    for id in asked {
        becomes(world, &id, "submitted");
    }
}

/// REQ: AD-2
pub fn play_relay(scene: &Scene) {
    let (agent, world) = (scene.cell.agent, &scene.world);
    let mut launch = agent.launch(&scene.model.url(), "");
    launch.arguments = ["relay", "--", agent.program()].map(str::to_owned).into();
    let mut person = world.start_program("sayso", &launch);
    writeln!(person, "Make it.").unwrap();
    let asked = allow_and_deny(scene);
    drop(person);
    world.finish();
    for id in asked {
        becomes(world, &id, "submitted");
    }
}

/// Codex, by its app server: the same, and one of its questions.
/// REQ: AD-1, AD-2
pub fn play_codex_relay(scene: &Scene) {
    let (agent, world) = (scene.cell.agent, &scene.world);
    let mut launch = agent.launch_on_terminal(&scene.model.url(), "", &world.work());
    let words = ["relay", "--protocol", "codex", "--", agent.program()];
    launch.arguments = words.map(str::to_owned).into();
    let mut person = world.start_program("sayso", &launch);
    writeln!(person, "Make it.").unwrap();
    let mut asked = allow_and_ask(scene).to_vec();
    eventually("the model reads it", || scene.model.recording().contains("use make instead"));
    let third = world.question();
    world.person(&["answer", &third, "SQLite"]);
    let told = scene.told(3);
    assert!(told.says("SQLite") && !told.says("PostgreSQL"), "{}", told.text());
    asked.push(third);
    drop(person);
    world.finish();
    for id in asked {
        becomes(world, &id, "submitted");
    }
}

/// Its first command is allowed, its second one denied with words.
fn allow_and_deny(scene: &Scene) -> [String; 2] {
    let asked = allow_and_ask(scene);
    let told = scene.told(2);
    assert!(told.says("use make instead"), "{}", told.text());
    asked
}

/// Its first command is allowed, and run.
pub fn allow_first(scene: &Scene) -> String {
    let world = &scene.world;
    let first = world.question();
    let shown = world.person(&["show", &first]);
    assert!(shown.contains("touch one"), "{shown}");
    world.at_terminal(&["answer", &first, "allow"]);
    scene.told(1);
    assert!(world.work().join("one").exists());
    first
}

/// The same; the words may come to the model in another way than as the result.
fn allow_and_ask(scene: &Scene) -> [String; 2] {
    let (world, first) = (&scene.world, allow_first(scene));
    let second = world.question();
    world.person(&["answer", &second, "--text", "use make instead"]);
    scene.told(2);
    assert!(!world.work().join("two").exists());
    [first, second]
}

/// REQ: AD-1
pub fn play_stream(scene: &Scene) {
    let (agent, world) = (scene.cell.agent, &scene.world);
    let mut launch = agent.launch(&scene.model.url(), "");
    launch.arguments.pop();
    let more = "--input-format stream-json --output-format stream-json --verbose \
                --permission-prompt-tool stdio";
    launch.arguments.extend(more.split_whitespace().map(str::to_owned));
    let mut host = world.start_with_stdin(&launch);
    let message = json!({ "type": "user", "message": { "role": "user", "content": "Make it." } });
    writeln!(host, "{message}").unwrap();
    let first = world.question();
    world.at_terminal(&["answer", &first, "allow"]);
    scene.told(1);
    assert!(world.work().join("one").exists());
    becomes(world, &first, "submitted");
    let second = world.question();
    answer_several(scene, &second);
    let told = scene.told(2);
    assert!(told.says("SQLite") && told.says("Cache, Mail"), "{}", told.text());
    becomes(world, &second, "submitted");
    drop(host);
    world.finish();
}

/// Its check runs, and is the model's: with `stdio`, too, neither what it lets pass nor what it refuses is
/// brought before a person.
/// REQ: AD-1
pub fn play_auto(scene: &Scene) {
    let (agent, world) = (scene.cell.agent, &scene.world);
    let mut launch = agent.launch(&scene.model.url(), "");
    launch.arguments.pop();
    let more = "--permission-mode auto --input-format stream-json --output-format stream-json \
                --verbose --permission-prompt-tool stdio";
    launch.arguments.extend(more.split_whitespace().map(str::to_owned));
    // With these the check is left to a server that isn't there.
    let quiet = ["CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "DISABLE_TELEMETRY"];
    launch.variables.retain(|(name, _)| !quiet.contains(name));
    let mut host = world.start_with_stdin(&launch);
    let message = json!({ "type": "user", "message": { "role": "user", "content": "Make it." } });
    writeln!(host, "{message}").unwrap();
    scene.told(1);
    assert!(world.work().join("one").exists(), "its check let it pass");
    let told = scene.told(2);
    assert!(told.says("denied"), "{}", told.text());
    assert!(!world.work().join("refused").exists());
    drop(host);
    world.finish();
    assert!(!world.logs().contains("control_request"), "nobody is asked");
    assert_eq!(world.asked(), 0);
}
