//! The content of `plugins/`, checked and installed by the agent itself, with nothing else
//! configured.

use std::path::{Path, PathBuf};

use crate::agent::Agent;
use crate::guide::{Snippet, snippets};
use crate::scene::Scene;
use crate::world::World;

/// So that only the hook guards the shell.
const UNLEASHED: &str = "\
[[rule]]
toolName = \"run_shell_command\"
decision = \"allow\"
priority = 100
";

/// As a person would, from a clone.
pub fn install(world: &World, agent: Agent) {
    let tree = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let ours = |name: &str| -> PathBuf { tree.join("plugins").join(name) };
    match agent {
        Agent::ClaudeCode => {
            let (tree, plugin) = (tree.display(), ours("claude-code"));
            let plugin = plugin.display();
            world.shell(&format!(
                "claude plugin validate --strict '{tree}'\n\
                 claude plugin validate --strict '{plugin}'\n\
                 claude plugin marketplace add '{tree}'\n\
                 claude plugin install sayso@sayso"
            ));
        }
        Agent::Gemini => {
            let extension = ours("gemini-cli");
            let extension = extension.display();
            world.shell(&format!(
                "gemini extensions validate '{extension}'\n\
                 echo y | gemini extensions install --consent '{extension}'"
            ));
            // What a person has to allow, as the guide says: an extension can't.
            for snippet in snippets(agent, "As an extension") {
                if let Snippet::File { path, text } = snippet {
                    let path = path.strip_prefix("~/").expect("below the home directory");
                    world.write(path, &format!("{text}{UNLEASHED}"));
                }
            }
        }
        Agent::Codex | Agent::OpenCode | Agent::Qwen | Agent::Cline => {
            panic!("there is no plugin for {agent:?}")
        }
    }
}

/// The person's command reaches the model with the rules for asking. The model asks through the
/// plugin's server, without a permission prompt; the plugin's hook stops what the person denies.
/// REQ: IN-4, RA-5, PO-3
pub fn play(scene: &Scene) {
    let agent = scene.cell.agent;
    let work = scene.world.work();
    std::fs::create_dir(work.join("keep")).unwrap();
    let mut launch = agent.launch(&scene.model.url(), "/sayso:ask where sessions are kept");
    if agent == Agent::ClaudeCode {
        agent.unleash(&mut launch);
    }
    scene.world.start(&launch);

    let id = scene.world.question();
    scene.answer(&id, 1);
    scene.was_answered(&scene.told(1), 1);

    let no = scene.world.question();
    let shown = scene.world.person(&["show", &no]);
    assert!(shown.contains("rm -rf keep"), "{shown}");
    scene.world.person(&["cancel", &no, "--note", "it holds the photos"]);
    let told = scene.told(2);
    assert!(told.says("it holds the photos"), "{}", told.text());
    scene.world.finish();
    assert!(work.join("keep").exists(), "the person said no, and it was run");
    assert_eq!(scene.world.asked(), 2);

    let sent = scene.model.recording();
    assert!(sent.contains("What to ask about: where sessions are kept"), "the command: {sent}");
    let rules = match agent {
        Agent::ClaudeCode => "sayso:ask-the-user",
        Agent::Gemini | Agent::Codex | Agent::OpenCode | Agent::Qwen | Agent::Cline => {
            "# When to ask the user"
        }
    };
    assert!(sent.contains(rules), "{rules}: {sent}");
}
