//! Where settings come from, and which source wins.

use std::net::{TcpListener, TcpStream};

use serde_json::Value;

use crate::harness::{Ran, World};
use crate::mcp::lines::Agent;

/// Value and source of one key.
fn shown(world: &World, key: &str) -> (String, String) {
    of(&world.run(&["config", "show", "--json"]).ok().json(), key)
}

fn of(all: &Value, key: &str) -> (String, String) {
    let line = all.as_array().unwrap().iter().find(|line| line["key"] == key).unwrap();
    let text = |name: &str| line[name].as_str().unwrap().to_owned();
    (text("value"), text("source"))
}

fn pair(value: &str, source: &str) -> (String, String) {
    (value.to_owned(), source.to_owned())
}

/// Runs with these variables instead of the harness's own.
fn run_as(world: &World, args: &[&str], without: &[&str], with: &[(&str, &str)]) -> Ran {
    let mut command = world.command(args);
    for name in without {
        command.env_remove(name);
    }
    command.envs(with.iter().copied());
    Ran::of(command.output().unwrap())
}

/// REQ: SE-1
#[test]
fn a_personal_value_comes_from_the_strongest_place() {
    let world = World::new();
    assert_eq!(shown(&world, "theme"), pair("system", "built-in"));
    world.run(&["hub", "stop"]).ok();
    std::fs::write(world.path("config.toml"), "[personal]\ntheme = \"light\"\nhints = false\n")
        .unwrap();
    world.until("the file counts", || shown(&world, "theme").1 == "config.toml");
    assert_eq!(shown(&world, "theme"), pair("light", "config.toml"));
    assert_eq!(shown(&world, "hints"), pair("off", "config.toml"));
    let world = world.with("SAYSO_THEME", " DARK ");
    assert_eq!(shown(&world, "theme"), pair("dark", "environment"));
    world.run(&["config", "set", "theme", "system"]).ok();
    assert_eq!(shown(&world, "theme"), pair("system", "you"));
    world.run(&["hub", "stop"]).ok();
    assert_eq!(shown(&world, "theme"), pair("system", "you"), "kept over a restart");
    assert_eq!(world.run(&["config", "get", "theme"]).ok().stdout, "system\n");
    world.run(&["config", "unset", "theme"]).ok();
    assert_eq!(shown(&world, "theme"), pair("dark", "environment"));
}

/// REQ: SE-1
#[test]
fn saving_one_changes_that_one() {
    let world = World::new();
    let before = world.run(&["config", "show", "--json"]).ok().json();
    for (key, value, stored) in [
        ("interface", "web", "web"),
        ("timeout", "600 always", "600 always"),
        ("timeout-action", "Cancel", "cancel"),
        ("single_submit", "yes", "on"),
        ("annotations", "false", "off"),
        ("tab_order", "global", "global"),
        ("placeholder", "off", "off"),
        ("hints", "0", "off"),
        ("shortcuts", "no", "off"),
        ("personal.language", "ZH", "zh"),
        ("notifications", "off", "off"),
        ("theme", "dark", "dark"),
    ] {
        world.run(&["config", "set", key, value]).ok();
        let name = key.strip_prefix("personal.").unwrap_or(key).replace('-', "_");
        let after = world.run(&["config", "show", "--json"]).ok().json();
        let changed: Vec<&Value> = after
            .as_array()
            .unwrap()
            .iter()
            .zip(before.as_array().unwrap())
            .filter(|(after, before)| after != before)
            .map(|(after, _)| &after["key"])
            .collect();
        assert_eq!(changed, [name.as_str()]);
        assert_eq!(of(&after, &name), pair(stored, "you"));
        world.run(&["config", "unset", key]).ok();
    }
    for (key, value, says) in [
        ("theme", "pink", "`pink` is not a value of this setting"),
        ("nonsense", "1", "there is no setting `nonsense`"),
        ("langage", "ko", "there is no setting `langage`; did you mean `language`?"),
        ("hub.port", "many", "`many` is not a port"),
        ("retention.days", "0", "kept: 1 to 36500"),
    ] {
        world.run(&["config", "set", key, value]).fails(2, says);
    }
    assert_eq!(world.run(&["config", "show", "--json"]).ok().json(), before);
}

/// REQ: SE-1, HI-3, HI-4
#[test]
fn an_operational_value_goes_into_the_file_and_the_rest_of_it_stays() {
    let world = World::new();
    assert_eq!(shown(&world, "retention.days"), pair("365", "built-in"));
    assert_eq!(shown(&world, "retention.count"), pair("100000", "built-in"));
    let file = world.path("config.toml");
    std::fs::write(
        &file,
        "# mine\n[hub] # of the hub\nlinger = 90 # long\n\n[retention]\ndays = 3\n",
    )
    .unwrap();
    world.run(&["config", "set", "retention.count", "50"]).ok();
    world.run(&["config", "set", "log.level", "DEBUG"]).ok();
    world.run(&["config", "unset", "retention.days"]).ok();
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(
        text,
        "# mine\n[hub] # of the hub\nlinger = 90 # long\n\n[retention]\ncount = 50\n\n[log]\nlevel = \"debug\"\n"
    );
    assert_eq!(shown(&world, "retention.count"), pair("50", "config.toml"));
    assert_eq!(shown(&world, "retention.days"), pair("365", "built-in"));
    let world = world.with("SAYSO_RETENTION_COUNT", "7");
    assert_eq!(shown(&world, "retention.count"), pair("7", "environment"));
}

/// REQ: SE-1
#[test]
fn the_file_and_the_data_are_found() {
    let world = World::new();
    let path = |args: &[&str]| world.run(&[&["config", "path"], args].concat()).ok().stdout;
    let (file, data) = (world.path("config.toml"), world.paths().data_dir);
    let (file, data) = (file.display(), data.display());
    assert_eq!(path(&[]), format!("config file:    {file}\ndata directory: {data}\n"));
    assert_eq!(path(&["--file"]), format!("{file}\n"));
    assert_eq!(path(&["--data"]), format!("{data}\n"));
    let other = world.path("other").display().to_string();
    let flag = path(&["--data", "--data-dir", &other]);
    assert_eq!(flag, format!("{other}\n"), "a flag is stronger than SAYSO_DATA_DIR");
}

#[test]
fn an_empty_value_in_the_file_counts_as_none() {
    let world = World::new();
    let config = "[hub]\nhost = \"\"\nlinger = \" \"\n[retention]\ndays = \"\"\n";
    std::fs::write(world.path("config.toml"), config).unwrap();
    for (key, value) in [("hub.host", "127.0.0.1"), ("retention.days", "365")] {
        assert_eq!(shown(&world, key), pair(value, "built-in"));
    }
}

/// REQ: PO-2
#[test]
fn strict_prompts_are_a_setting() {
    let world = World::new();
    let mut brief = crate::mcp::choice();
    brief["prompt"] = "Which database?".into();
    let ask = |world: &World| Agent::start(world, "mcp").call("provide_choice", &brief);
    world.run(&["config", "set", "prompts.strict", "on"]).ok();
    let refused = ask(&world);
    assert_eq!(refused["isError"], true, "{refused}");
    assert!(refused.to_string().contains("under 40 columns"), "{refused}");
    let rows = world.run(&["list", "--all", "--json"]).ok().json()["rows"].clone();
    assert_eq!(rows, serde_json::json!([]), "nothing was asked");
}

/// What is too much goes after the next answer, and the log says how much went.
/// REQ: AU-10, HI-4
#[test]
fn how_many_were_removed_is_in_the_log() {
    let world = World::new().with("SAYSO_RETENTION_COUNT", "1");
    let [older, _] = ["Which?", "And then?"].map(|title| {
        let id = world.ask(&[title, "-o", "a", "-o", "b"]);
        world.run(&["answer", &id, "a"]).ok();
        world.run(&["wait", &id]).ok();
        id
    });
    world.until("it is removed", || world.run(&["show", &older]).code == 2);
    let log = std::fs::read_to_string(world.paths().log()).unwrap();
    assert!(log.contains("removed expired sessions") && log.contains("removed=1"), "{log}");
}

/// REQ: RA-6
#[test]
fn patience_is_set_for_families_of_clients_and_nothing_else() {
    let world = World::new();
    world.run(&["config", "set", "mcp.patience", "codex=900,unknown=20"]).ok();
    assert_eq!(shown(&world, "mcp.patience"), pair("codex=900,unknown=20", "config.toml"));
    let refused = world.run(&["config", "set", "mcp.patience", "codex-mcp-client=900"]);
    assert_eq!(refused.code, 2, "{}", refused.stderr);
    for said in ["`codex-mcp-client`", "claude-code", "codex", "unknown"] {
        assert!(refused.stderr.contains(said), "{said}: {}", refused.stderr);
    }
    assert_eq!(shown(&world, "mcp.patience"), pair("codex=900,unknown=20", "config.toml"));
}

/// The example file is valid, and contains the defaults.
#[test]
fn the_example_configuration_changes_nothing() {
    let world = World::new();
    let before = world.run(&["config", "show", "--json"]).ok().json();
    let example = world.run(&["config", "show", "--example"]).ok().stdout;
    let live: String = example
        .lines()
        .map(|line| match line.strip_prefix("# ") {
            Some(set) if set.split(" = ").next().is_some_and(|key| !key.contains(' ')) => set,
            _ => line,
        })
        .filter(|line| !line.ends_with("= \"\""))
        .map(|line| format!("{line}\n"))
        .collect();
    std::fs::write(world.path("config.toml"), live).unwrap();
    world.run(&["hub", "stop"]).ok();
    let after = world.run(&["config", "show", "--json"]).ok().json();
    for (before, after) in before.as_array().unwrap().iter().zip(after.as_array().unwrap()) {
        assert_eq!(before["value"], after["value"], "{after}");
    }
}

/// REQ: SE-4, CO-3
#[test]
fn the_older_names_of_variables_are_honoured() {
    let world = World::new();
    let taken = TcpListener::bind("127.0.0.2:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    drop(taken);
    let (data, log) = (world.path("data2"), world.path("old.log"));
    let old = [
        ("CHOICE_WEB_HOST", "127.0.0.2"),
        ("CHOICE_WEB_PORT", port.as_str()),
        ("CHOICE_LANG", " ZH "),
        ("CHOICE_LOG_LEVEL", "DEBUG"),
        ("CHOICE_LOG_FILE", log.to_str().unwrap()),
        ("CHOICE_TIMEOUT_SECONDS", "600"),
        ("CHOICE_MCP_DATA_DIR", data.to_str().unwrap()),
    ];
    let own = ["SAYSO_DATA_DIR", "SAYSO_PORT"];
    let all = run_as(&world, &["config", "show", "--json"], &own, &old).ok().json();
    let told = std::fs::read_to_string(&log).unwrap();
    for (older, now) in [
        ("CHOICE_WEB_HOST", "SAYSO_HOST"),
        ("CHOICE_WEB_PORT", "SAYSO_PORT"),
        ("CHOICE_LANG", "SAYSO_LANGUAGE"),
        ("CHOICE_LOG_LEVEL", "SAYSO_LOG_LEVEL"),
        ("CHOICE_LOG_FILE", "SAYSO_LOG_FILE"),
        ("CHOICE_TIMEOUT_SECONDS", "SAYSO_TIMEOUT"),
        ("CHOICE_MCP_DATA_DIR", "SAYSO_DATA_DIR"),
    ] {
        assert!(told.contains(&format!("{older}: deprecated; use {now}")), "{older}: {told}");
    }
    for (key, value) in [
        ("hub.host", "127.0.0.2"),
        ("hub.port", &port),
        ("language", "zh"),
        ("log.level", "debug"),
        ("log.file", log.to_str().unwrap()),
        ("timeout", "600"),
    ] {
        assert_eq!(of(&all, key), pair(value, "environment"), "{key}");
    }
    let ask = ["ask", "Which?", "-o", "a", "-o", "b", "--no-wait", "--json"];
    run_as(&world, &ask, &own, &old);
    let row = run_as(&world, &["list", "--json"], &own, &old).ok().json()["rows"][0].clone();
    assert!(row["remaining_ms"].as_u64().unwrap() > 590_000, "{row}");
    assert!(TcpStream::connect(("127.0.0.2", port.parse().unwrap())).is_ok());
    assert!(data.join("sayso.db").exists() && log.exists());
    assert!(!world.paths().database().exists());
    assert!(std::fs::read_to_string(&log).unwrap().contains("the hub is ready"));
    run_as(&world, &["hub", "stop"], &own, &old).ok();

    let both = World::new().with("CHOICE_LANG", "zh").with("SAYSO_LANG", "ko");
    assert_eq!(shown(&both, "language"), pair("ko", "environment"), "ours is stronger");
    let quiet = both.run(&["config", "get", "language"]).ok();
    assert!(!quiet.stderr.contains("deprecated"), "nothing older counts: {quiet:?}");
}

/// REQ: LA-3
#[test]
fn a_language_that_is_not_spoken_is_told_and_left() {
    let world = World::new().with("CHOICE_LANG", "klingon");
    let ran = world.run(&["config", "show", "--json"]).ok();
    assert!(ran.stderr.contains("CHOICE_LANG") && ran.stderr.contains("klingon"), "{ran:?}");
    assert_eq!(of(&ran.json(), "language"), pair("en", "built-in"));
    world.run(&["config", "set", "language", "zh"]).ok();
    assert_eq!(shown(&world, "language"), pair("zh", "you"));
}
