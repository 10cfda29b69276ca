//! `sayso hook` before the agent's own shell, set up as in the guide, with no other guard.

use crate::guide::{Snippet, snippets};
use crate::scene::Scene;

/// A rule whose question a program may answer, because the test plays the person.
pub const SETTINGS: &str =
    "[[policy.rules]]\nname = \"touch\"\nkind = \"ask\"\ncommand = \"touch *\"\n";

/// The person denies one command, and the agent gets the reason; they allow another, and it runs.
/// REQ: PO-3, RA-5
pub fn play(scene: &Scene) {
    let agent = scene.cell.agent;
    let work = scene.world.work();
    std::fs::create_dir(work.join("keep")).unwrap();
    for snippet in snippets(agent, "The hook") {
        let Snippet::File { path, text } = snippet else { panic!("a file is named: {snippet:?}") };
        let path = path.strip_prefix("~/").expect("below the home directory");
        scene.world.put(path, &serde_json::from_str(&text).unwrap());
    }
    let mut launch = agent.launch(&scene.model.url(), "Tidy the project up.");
    agent.unleash(&mut launch);
    scene.world.start(&launch);

    let no = scene.world.question();
    let shown = scene.world.person(&["show", &no]);
    assert!(shown.contains("rm -rf keep"), "{shown}");
    assert!(shown.contains(agent.title().trim_end_matches(" CLI")), "{shown}");
    scene.world.person(&["cancel", &no, "--note", "it holds the photos"]);
    let told = scene.told(1);
    assert!(told.says("it holds the photos"), "{}", told.text());
    assert!(work.join("keep").exists(), "the person said no, and it was run");

    let yes = scene.world.question();
    scene.world.person(&["answer", &yes, "allow"]);
    let told = scene.told(2);
    assert!(work.join("made").exists(), "the person said yes: {}", told.text());
    assert!(!told.says("hook failed"), "{}", told.text());
    scene.world.finish();
    assert_eq!(scene.world.asked(), 2);
}
