//! Files that are damaged, accessible to others or shared by several processes, and an invalid home
//! directory.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::process::Stdio;

use super::QUESTION;
use crate::harness::{Ran, Running, World};
use crate::http::Http;
use crate::watch;

fn stop(world: &World) {
    let pid = world.hub_info().pid;
    world.run(&["hub", "stop"]).ok();
    watch::ends("the hub", pid);
}

/// The hub has no token file that could be damaged. A file of that name grants no access and does
/// no harm.
/// REQ: SA-8, SA-2
#[test]
fn a_token_file_opens_nothing() {
    let world = World::new();
    let token = "0123456789abcdef".repeat(4);
    fs::write(world.path("data/token"), format!("\0\0{token}")).unwrap();
    world.run(&["list"]).ok();
    let bearer = format!("Bearer {token}");
    let http = Http::of(&world);
    http.send("GET", "/metrics", &[("Authorization", &bearer)], b"").refused(401, "token");
    assert_eq!(http.get("/api/v1/status").status, 200);
}

/// REQ: SA-8
#[test]
fn loose_modes_are_tightened_with_a_warning() {
    let world = World::new();
    let id = world.ask(&QUESTION);
    stop(&world);
    let names = ["sayso.db", "hub.lock", "hub.start", "hub.log"];
    for name in names {
        let path = world.path("data").join(name);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o664)).unwrap();
    }
    assert_eq!(world.show(&id)["status"], "pending");
    let log = fs::read_to_string(world.paths().log()).unwrap();
    for name in names.iter().chain(&["sayso.db-wal", "sayso.db-shm"]) {
        let mode = fs::metadata(world.path("data").join(name)).unwrap().mode() & 0o777;
        assert_eq!(mode, 0o600, "{name}");
    }
    for name in names {
        let said = format!("{name} was open to other users (mode 664); its mode is now 600");
        assert!(log.contains(&said), "{name}: {log}");
    }
}

/// REQ: SA-8
#[test]
fn hubs_that_start_at_once_lose_no_log() {
    let world = World::new();
    fs::write(world.path("config.toml"), "[log]\nrotate_mb = 1\n").unwrap();
    let (log, old) = (world.path("shared.log"), world.path("shared.log.old"));
    for round in 0..5 {
        let first = format!("the log of round {round}\n");
        fs::write(&log, first.clone() + &"x".repeat(1_100_000)).unwrap();
        let several: Vec<_> = (0..4)
            .map(|number| {
                let mut command = world.command(["hub", "run", "--linger", "0"]);
                command.env("SAYSO_DATA_DIR", world.path(&format!("data-{number}")));
                command.env("SAYSO_LOG_FILE", &log).env("SAYSO_LOG_LEVEL", "info");
                command.stderr(Stdio::null()).spawn().unwrap()
            })
            .collect();
        for mut hub in several {
            let mut line = String::new();
            BufReader::new(hub.stdout.take().unwrap()).read_line(&mut line).unwrap();
            assert!(line.starts_with("ready"), "{line}");
            Running::of(hub).kill();
        }
        assert!(fs::read_to_string(&old).unwrap().starts_with(&first), "round {round}");
    }
}

/// Otherwise there would be a hub for each directory an agent happens to be in.
/// REQ: SA-8
#[test]
fn a_relative_home_is_refused_and_relative_xdg_variables_are_ignored() {
    let world = World::new();
    let run = |variables: &[(&str, &str)]| {
        let mut command = world.command(["list"]);
        command.env_remove("SAYSO_DATA_DIR").env_remove("SAYSO_CONFIG");
        Ran::of(command.env("SAYSO_LINGER", "0").envs(variables.iter().copied()).output().unwrap())
    };
    run(&[("HOME", "home")]).fails(2, "HOME is `home`, which is not an absolute path; set HOME");
    run(&[("XDG_DATA_HOME", "home"), ("XDG_CONFIG_HOME", "home")]).ok();
    assert!(world.path("home/.local/share/sayso/sayso.db").exists(), "below the home itself");
    assert!(!world.path("home/sayso").exists());
}
