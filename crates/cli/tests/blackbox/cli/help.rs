//! `sayso help` and the manual: every command with examples, and the topics.

use std::collections::BTreeMap;
use std::path::Path;

use crate::harness::World;

/// Every page that `sayso man --out` writes, by its file name.
fn pages(world: &World) -> BTreeMap<String, String> {
    let out = world.path("man");
    world.run(&["man", "--out", out.to_str().unwrap()]).ok();
    let mut pages = BTreeMap::new();
    for section in ["man1", "man7"] {
        for file in std::fs::read_dir(out.join(section)).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            pages.insert(name, std::fs::read_to_string(path).unwrap());
        }
    }
    pages
}

/// REQ: IN-5
#[test]
fn every_command_has_a_manual_page_with_examples() {
    // Whatever is configured: it only prints.
    let world = World::new().with("SAYSO_CONFIG", "/dev/null/none");
    let pages = pages(&world);
    let commands: Vec<_> = pages.iter().filter(|(name, _)| name.ends_with(".1")).collect();
    assert!(commands.len() > 40, "{}", commands.len());
    for (name, text) in commands {
        for section in ["NAME", "SYNOPSIS", "EXAMPLES", "SEE ALSO"] {
            assert!(
                text.contains(&format!(".SH {section}"))
                    || text.contains(&format!(".SH \"{section}\"")),
                "{name}: {section}"
            );
        }
        let words = name.trim_end_matches(".1").replace('-', " ");
        let words: Vec<&str> = words.split(' ').skip(1).collect();
        let line: Vec<&str> = ["help"].iter().chain(&words).copied().collect();
        let help = world.run(&line).ok().stdout;
        let examples = help.find("\nExample").unwrap_or_else(|| panic!("{name}: {help}"));
        let usage = help.find("\nUsage: ").unwrap_or_else(|| panic!("{name}: {help}"));
        assert!(examples < usage || words.is_empty(), "{name}: {help}");
        let asked: Vec<&str> = words.iter().copied().chain(["--help"]).collect();
        assert_eq!(world.run(&asked).ok().stdout, help, "{name}");
    }
    // One page alone is the same.
    assert_eq!(world.run(&["man"]).ok().stdout, pages["sayso.1"]);
    assert_eq!(world.run(&["man", "hub", "run"]).ok().stdout, pages["sayso-hub-run.1"]);
}

/// REQ: IN-5
#[test]
fn topics_are_texts_and_pages() {
    let world = World::new().with("SAYSO_CONFIG", "/dev/null/none");
    let pages = pages(&world);
    let overview = world.run(&["help"]).ok().stdout;
    let mut seen = 0;
    for name in pages.keys().filter_map(|name| name.strip_suffix(".7")) {
        let topic = name.strip_prefix("sayso-").unwrap();
        assert!(overview.contains(topic), "{topic}: {overview}");
        let text = world.run(&["help", topic]).ok().stdout;
        assert!(text.lines().count() > 5 && !text.contains("SETTINGS\n"), "{topic}: {text}");
        let long = text.lines().find(|line| line.chars().count() > 80);
        assert_eq!(long, None, "{topic}");
        assert_eq!(world.run(&["man", topic]).ok().stdout, pages[&format!("{name}.7")]);
        seen += 1;
    }
    assert_eq!(seen, 5);
    world.run(&["help", "exitcodes"]).fails(2, "did you mean `exit-codes`?");
    world.run(&["help", "ask", "nobody"]).fails(2, "there is no command or topic `ask nobody`");
    world.run(&["man", "anser"]).fails(2, "did you mean `answer`?");
}

/// REQ: IN-5
#[test]
fn the_topics_name_every_variable_setting_and_agent() {
    let world = World::new();
    let topic = |name: &str| world.run(&["help", name]).ok().stdout;
    let environment = topic("environment");
    for name in variables() {
        assert!(environment.contains(&name), "{name}");
    }
    let settings = topic("settings");
    for setting in world.run(&["config", "show", "--json"]).ok().json().as_array().unwrap() {
        let name = setting["key"].as_str().unwrap();
        assert!(settings.contains(&format!("\n  {name}\n")), "{name}");
    }
    let agents = topic("agents");
    for agent in sayso_agents::AGENTS {
        assert!(agents.contains(agent.id) && agents.contains(agent.name), "{}", agent.id);
    }
    let codes = topic("exit-codes");
    for code in [0, 1, 2, 3, 4, 75] {
        assert!(codes.contains(&format!("\n  {code} ")), "{code}");
    }
}

/// Every variable that the sources name, except those of tests and builds.
fn variables() -> Vec<String> {
    let mut found = Vec::new();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut folders: Vec<_> =
        std::fs::read_dir(crates).unwrap().map(|one| one.unwrap().path().join("src")).collect();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|is| is == "rs") {
                let text = std::fs::read_to_string(path).unwrap();
                let quoted = text.split('"').filter(|word| {
                    let rest = word.strip_prefix("SAYSO_").or_else(|| word.strip_prefix("CHOICE_"));
                    rest.is_some_and(|rest| {
                        rest.chars().all(|c| c.is_ascii_uppercase() || c == '_')
                    })
                });
                found.extend(quoted.map(str::to_owned));
            }
        }
    }
    let inner =
        ["SAYSO_FAIL_AT", "SAYSO_PANIC_AT", "SAYSO_SEED", "SAYSO_BUILT_FROM", "SAYSO_COMPLETE"];
    found.retain(|name| !name.starts_with("SAYSO_TEST") && !inner.contains(&name.as_str()));
    assert!(found.len() > 20, "{found:?}");
    found
}
