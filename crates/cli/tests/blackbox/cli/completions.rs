//! Completions know commands, ids, options, settings and their values. The shell asks at every Tab.

use std::process::Command;

use crate::harness::{Ran, World};

/// What is offered for the last word of a line, as fish asks: value and meaning. Without flags, which
/// are always offered.
fn offered(world: &World, line: &[&str]) -> Vec<(String, String)> {
    let words: Vec<&str> = ["--", "sayso"].iter().chain(line).copied().collect();
    let ran = world.run_as(&[("SAYSO_COMPLETE", "fish")], &words).ok();
    let pairs = ran.stdout.lines().map(|line| line.split_once('\t').unwrap_or((line, "")));
    let pairs = pairs.filter(|(value, _)| !value.starts_with("--"));
    pairs.map(|(value, about)| (value.to_owned(), about.to_owned())).collect()
}

fn values(world: &World, line: &[&str]) -> Vec<String> {
    offered(world, line).into_iter().map(|(value, _)| value).collect()
}

/// REQ: IN-5
#[test]
fn completions_know_ids_and_options() {
    let world = World::new();
    assert!(values(&world, &["answer", ""]).is_empty());
    assert!(world.hubs().is_empty(), "a Tab starts no hub");
    let evil = "$(touch evil)";
    let id = world.ask(&["Which database?", "-o", "PostgreSQL", "-o", evil, "-o", "one file"]);
    let short = &id[..8];
    for command in
        ["answer", "attach", "cancel", "extend", "forget", "open", "reject", "show", "wait"]
    {
        let offer = offered(&world, &[command, &short[..2]]);
        assert_eq!(offer, [(short.to_owned(), "Which database?".to_owned())], "{command}");
    }
    // What isn't a plain word goes by its number: a shell would read more into it.
    let options = offered(&world, &["answer", short, ""]);
    let wanted = [("PostgreSQL", ""), ("2", evil), ("3", "one file")];
    let wanted = wanted.map(|(value, about)| (value.to_owned(), about.to_owned()));
    assert_eq!(options[..3], wanted, "{options:?}");

    world.run(&["answer", &id, "1"]).ok();
    assert!(values(&world, &["answer", ""]).is_empty());
    assert_eq!(values(&world, &["show", ""]), [short]);
    // Another data directory is another hub.
    let other = world.path("home");
    let line = ["--data-dir", other.to_str().unwrap(), "show", ""];
    assert!(values(&world, &line).is_empty());
}

/// REQ: IN-5
#[test]
fn completions_know_settings_and_their_values() {
    let world = World::new();
    let keys = values(&world, &["config", "set", ""]);
    let shown = world.run(&["config", "show", "--json"]).ok().json();
    for setting in shown.as_array().unwrap() {
        assert!(keys.iter().any(|key| key == setting["key"].as_str().unwrap()), "{setting}");
    }
    assert_eq!(values(&world, &["config", "set", "language", ""]), ["en", "zh", "ko"]);
    assert_eq!(values(&world, &["config", "set", "policy.enabled", "o"]), ["on", "off"]);
    assert_eq!(
        offered(&world, &["config", "set", "hub.linger", "6"]),
        [("60".to_owned(), "default".to_owned())]
    );
    assert!(values(&world, &["ask", "--interface", ""]).contains(&"terminal".to_owned()));
}

/// REQ: IN-5
#[test]
fn completions_know_agents_tokens_browsers_and_topics() {
    let world = World::new();
    assert!(values(&world, &["setup", "cod"]) == ["codex"]);
    assert!(values(&world, &["doctor", "goo"]) == ["goose"]);
    let token = world.run(&["token", "create", "--name", "ann's", "--json"]).ok().json();
    let wanted = (token["id"].as_str().unwrap().to_owned(), "ann's".to_owned());
    assert_eq!(offered(&world, &["token", "revoke", ""])[..1], [wanted]);
    for (words, word) in [(["help", "env"], "environment"), (["man", "exit"], "exit-codes")] {
        assert_eq!(values(&world, &words), [word]);
    }
    assert_eq!(values(&world, &["hub", "st"]), ["status", "stop"]);
    let actions = ["submit", "cancel", "reinvoke"];
    assert_eq!(values(&world, &["ask", "x", "--on-timeout", ""]), actions);
    assert_eq!(values(&world, &["relay", "--protocol", ""]), ["claude", "acp", "codex", "plain"]);
    std::fs::write(world.path("store-of-may"), "").unwrap();
    let begun = world.path("store-of");
    for line in [&["store", "copy", "--from"][..], &["store", "copy", "--to"], &["store", "check"]]
    {
        let line: Vec<&str> = line.iter().copied().chain(begun.to_str()).collect();
        let paths = values(&world, &line);
        assert!(paths.iter().any(|path| path.ends_with("store-of-may")), "{line:?}: {paths:?}");
    }
}

/// The scripts that packages install, used by a real shell.
/// REQ: IN-5
#[test]
fn bash_completes_by_the_script() {
    let world = World::new();
    let id = world.ask(&["Which?", "-o", "a", "-o", "b"]);
    let script = world.path("sayso.bash");
    std::fs::write(&script, world.run(&["completions", "bash"]).ok().stdout).unwrap();
    let bin = world.path("bin");
    std::fs::create_dir(&bin).unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_sayso"), bin.join("sayso")).unwrap();
    let tab = r#"source "$1"; COMP_WORDS=(sayso answer "$2") COMP_CWORD=2 COMP_TYPE=9
        _clap_complete_sayso sayso "$2" answer; printf '%s\n' "${COMPREPLY[@]}""#;
    let mut bash: Command = world.program("bash");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    bash.args(["-c", tab, "bash"]).arg(script).arg(&id[..3]).env("PATH", path);
    assert_eq!(Ran::of(bash.output().unwrap()).ok().stdout.trim_end(), &id[..8]);
    for (shell, sign) in [("zsh", "#compdef sayso"), ("fish", "complete "), ("elvish", "set ")] {
        let text = world.run(&["completions", shell]).ok().stdout;
        assert!(text.contains(sign) && text.contains("SAYSO_COMPLETE"), "{shell}: {text}");
    }
}
