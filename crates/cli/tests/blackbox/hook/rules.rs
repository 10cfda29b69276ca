//! The list of rules, and their decisions.

use super::*;

/// REQ: PO-3
#[test]
fn the_rules_can_be_seen_and_tried() {
    let world = World::new();
    let check = |args: &[&str]| {
        let all: Vec<&str> = ["policy", "check"].iter().chain(args).copied().collect();
        world.run(&all).ok()
    };
    let said = check(&["cd x && rm -rf y"]).stdout;
    for part in ["rm  destructive", "matched: rm -rf y", "denied if you do not answer within 300 s"]
    {
        assert!(said.contains(part), "{said}");
    }
    assert!(check(&["ls"]).stdout.starts_with("no rule applies"));
    let reply = check(&["--json", "--tool", "q", r#"{"sql": "delete from users"}"#]).json();
    assert_eq!(reply["decision"], "ask");
    assert_eq!(reply["matches"][0]["rule"], "sql-all-rows");
    assert_eq!(reply["matches"][0]["matched"], "delete from users");
    assert_eq!(check(&["--json", "ls"]).json(), json!({ "decision": "pass", "matches": [] }));
    let said = check(&["--explain", "x=rm; sudo $x -rf y; $z"]).stdout;
    for part in ["runs: sudo rm -rf y\n", "runs: rm -rf y\n", "runs: $z  (which program"] {
        assert!(said.contains(part), "{said}");
    }

    let config = "[policy]\ndisable = [\"rm\"]\n[[policy.rules]]\nname = \"mine\"\nkind = \"ask\"\n\
        about = \"costs money\"\ncommand = \"rent *\"\n[[policy.rules]]\nname = \"scratch\"\n\
        kind = \"allow\"\ncommand = \"git clean -f -d scratch\"\n";
    std::fs::write(world.path("config.toml"), config).unwrap();
    assert!(check(&["rm -rf x"]).stdout.starts_with("no rule applies"));
    assert!(check(&["rent car"]).stdout.starts_with("mine  ask  costs money"));
    assert!(check(&["git clean -fd scratch"]).stdout.starts_with("no rule applies"));
    assert!(check(&["git clean -fdx scratch"]).stdout.starts_with("git-clean"));
    assert!(check(&["git clean -fd scratch src"]).stdout.starts_with("git-clean"));
    let list = world.run(&["policy", "list", "--json"]).ok().json();
    let of =
        |name: &str| list.as_array().unwrap().iter().find(|rule| rule["rule"] == name).unwrap();
    assert_eq!(of("rm")["enabled"], false);
    assert_eq!(of("git-clean")["enabled"], true);
    assert_eq!(
        (&of("mine")["source"], &of("mine")["kind"]),
        (&json!("config.toml"), &json!("ask"))
    );
    for args in [&["policy", "list"][..], &["policy", "check", "rent car"]] {
        let ran = world.run(args).ok();
        assert!(ran.stdout.contains("costs money"), "{ran:?}");
        assert_eq!(ran.stderr, "", "a pipe gets the result only");
    }
    world.run(&["config", "show"]).ok();

    let world = world.with("SAYSO_POLICY", "off");
    silent(&world.run_with(&["hook"], &bash("git push -f")));
    assert!(world.run(&["policy", "check", "rent x"]).ok().stdout.contains("switched off"));
}

/// REQ: PO-3
#[test]
fn faults_of_the_configuration_are_told_and_let_nothing_through() {
    let world = World::new();
    let config = "[policy]\ntimeout = 1\nenabled = \"perhaps\"\ndisable = [\"nothing\"]\nlevel = 3\n\
        [[policy.rules]]\nkind = \"odd\"\nwhat = 1\ntool = 7\n\
        [[policy.rules]]\nname = \"rm\"\nkind = \"missing\"\ncommand = []\n\
        [[policy.rules]]\nname = \"a b\"\nkind = \"ask\"\nfiles = [\"x\"]\n";
    std::fs::write(world.path("config.toml"), config).unwrap();
    for args in [vec!["policy", "list"], vec!["policy", "check", "ls"]] {
        let ran = world.run(&args).fails(2, "the configuration has errors");
        for fault in [
            "policy.timeout: `1`",
            "policy.enabled: `perhaps`",
            "policy.disable: there is no rule `nothing`",
            "there is no setting `policy.level`",
            "policy.rules[0].name: is missing",
            "policy.rules[0].kind: `odd`",
            "policy.rules[0].what: there is no such field",
            "policy.rules[0].tool: must be a text",
            "policy.rules[1].command: must be a text",
            "policy.rules[1].files: name the `files` or `variables`",
            "policy.rules[2].name: must be one word",
            "policy.rules[2].command: give a `command`",
            "policy.rules[2].kind: `files` and `variables` belong to",
        ] {
            assert!(ran.stderr.contains(fault), "{fault} is not named: {}", ran.stderr);
        }
    }
    denied(&world.run_with(&["hook"], &bash("rm -rf x")), "the configuration has errors");
    silent(&world.run_with(&["hook"], &bash("ls")));

    std::fs::write(world.path("config.toml"), "[policy").unwrap();
    denied(&world.run_with(&["hook"], &bash("rm -rf x")), "is not valid TOML");
    std::fs::write(world.path("config.toml"), "[hub]\nhots = 1\n").unwrap();
    denied(&world.run_with(&["hook"], &bash("rm -rf x")), "hub.hots");
    let world = World::new().with("SAYSO_HUB", "http://127.0.0.1:1");
    denied(&world.run_with(&["hook"], &bash("rm -rf x")), "SAYSO_TOKEN");
    silent(&world.run_with(&["hook"], &bash("ls")));
    let world = World::new().with("SAYSO_LOG_FILE", "/proc/none/x");
    let ran = world.run_with(&["hook"], b"nonsense");
    assert!(ran.stderr.contains("sayso cannot read it"), "{ran:?}");
    ran.fails(2, "cannot write the log file");
}

/// REQ: PO-3
#[test]
fn a_rule_that_does_not_exist_cannot_be_switched_off() {
    let world = World::new();
    let own = "[[policy.rules]]\nname = \"mine\"\nkind = \"ask\"\ntool = \"send_*\"\n";
    std::fs::write(world.path("config.toml"), own).unwrap();
    let set = |names: &str| world.run(&["config", "set", "policy.disable", names]);
    set("rm, nope").fails(2, "policy.disable: there is no rule `nope`; `sayso policy list`");
    assert_eq!(std::fs::read_to_string(world.path("config.toml")).unwrap(), own);
    set("mine, many-options").ok();
    set("").ok();
}
