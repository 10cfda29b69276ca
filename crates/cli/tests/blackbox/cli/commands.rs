//! The smaller commands: hub, help.

use crate::harness::World;
use crate::watch;

#[test]
fn install_writes_a_unit_that_starts_this_binary() {
    let world = World::new().with("PATH", "/nonexistent");
    let config = world.path("config");
    let world = world.with("XDG_CONFIG_HOME", config.to_str().unwrap());
    let unit = config.join("systemd/user/sayso-hub.service");
    let planned = world.run(&["hub", "install", "--dry-run"]).ok().stdout;
    assert!(planned.contains("[Service]") && planned.contains("systemctl --user daemon-reload"));
    assert!(!unit.exists(), "a dry run writes nothing");
    let ran = world.run(&["hub", "install"]);
    assert_eq!(ran.code, 1, "there is no systemctl: {ran:?}");
    assert!(ran.stdout.contains("run it yourself: systemctl --user daemon-reload"), "{ran:?}");
    let text = std::fs::read_to_string(unit).unwrap();
    let start = format!("ExecStart=\"{}\" hub run --linger never\n", env!("CARGO_BIN_EXE_sayso"));
    assert!(text.contains(&start), "{text}");
    assert!(text.contains("WantedBy=default.target"), "{text}");
}

#[test]
fn help_says_what_it_is_and_goes_on_with_examples() {
    let world = World::new();
    for args in [
        vec!["ask", "--help"],
        vec!["answer", "--help"],
        vec!["list", "--help"],
        vec!["config", "--help"],
    ] {
        let help = world.run(&args).ok().stdout;
        assert!(help.contains("\n\nExamples:\n  sayso "), "{args:?}: {help}");
    }
    let help = world.run(&["--help"]).ok().stdout;
    assert!(help.starts_with("sayso lets AI agents and scripts ask you"), "{help}");
    let groups = ["\nAsk\n  ask ", "\nAnswer\n", "\nLook back\n", "\nConnect\n", "\nRun\n  hub "];
    let found = groups.map(|group| help.find(group).unwrap_or_else(|| panic!("{group}: {help}")));
    assert!(found.is_sorted(), "{help}");
    assert_eq!(help.lines().find(|line| line.chars().count() > 100), None);
    assert!(help.contains("Exit codes: 0 answered or done"), "{help}");
    assert!(world.run(&["--version"]).ok().stdout.starts_with("sayso "));
}

/// REQ: HI-1, HI-2
#[test]
fn stopping_or_killing_the_hub_loses_nothing() {
    let world = World::new();
    let status = world.run(&["hub", "status"]);
    assert!(status.code == 1 && status.stdout.contains("not running"), "{status:?}");
    let hub = world.hub();
    let answered = world.ask(&["First?", "-o", "a", "-o", "b"]);
    let pending = world.ask(&["Second?", "-o", "a", "-o", "b"]);
    world.run(&["answer", &answered, "a"]).ok();
    assert_eq!(world.run(&["hub", "status", "--json"]).ok().json()["pending"], 1);
    hub.kill();
    let history = world.run(&["history", "--json"]).ok().json();
    assert_eq!(history["rows"][0]["id"], answered.as_str());
    let waiting = world.run(&["list", "--json"]).ok().json();
    assert_eq!(waiting["rows"][0]["id"], pending.as_str());
    let pid = world.hub_info().pid;
    assert!(world.run(&["hub", "stop"]).ok().stdout.contains("has ended"));
    watch::ends("the hub", pid);
    assert!(world.run(&["hub", "stop"]).ok().stdout.contains("was not running"));
    world.run(&["answer", &pending, "b"]).ok();
    assert_eq!(world.run(&["wait", &pending]).ok().stdout, "b\n");
    let limited = world.run(&["history", "--json", "-l", "1"]).ok().json();
    assert_eq!(limited["rows"].as_array().unwrap().len(), 1);
    assert_eq!(world.run(&["history", "--json"]).ok().json()["rows"][1]["id"], answered.as_str());
}
