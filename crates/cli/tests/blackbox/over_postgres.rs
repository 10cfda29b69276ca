//! A hub over PostgreSQL: what only that has. `SAYSO_TEST_STORE=postgres` runs the other tests over it.

use std::io;
use std::net::Shutdown;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use sayso_store::cluster::Schema;

use crate::harness::{World, eventually};

/// REQ: TM-1
#[test]
fn the_store_is_named_and_its_password_is_not() {
    let Some(schema) = Schema::new() else { return };
    let url = schema.url().replace("sayso@", "sayso:s3cret@");
    let world = World::new().with("SAYSO_DATABASE", &url);
    let id = world.ask(&["Which?", "-o", "A", "-o", "B"]);
    assert!(!world.path("data/sayso.db").exists(), "everything is there");
    for (args, named) in [
        (vec!["hub", "status"], true),
        (vec!["hub", "status", "--json"], true),
        (vec!["doctor"], true),
        (vec!["config", "get", "hub.database"], true),
        (vec!["config", "show", "--json"], true),
        (vec!["config", "set", "hub.database", &url], true),
        (vec!["config", "set", "hub.database", "postgres://a:s3cret@h/x?sslmode=maybe"], false),
    ] {
        let ran = world.run(&args);
        let said = format!("{}{}", ran.stdout, ran.stderr);
        assert_eq!(
            said.contains("postgres://sayso@/tmp/sayso-postgres"),
            named,
            "{args:?}: {said}"
        );
        assert!(!said.contains("s3cret"), "{args:?}: {said}");
    }
    world.run(&["answer", &id, "B"]).ok();
    world.run(&["hub", "stop"]).ok();
    // By the file alone, as readable as it should not be.
    let mode = |path: PathBuf| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(world.path("config.toml")), 0o600);
    let loose = std::fs::Permissions::from_mode(0o644);
    std::fs::set_permissions(world.path("config.toml"), loose).unwrap();
    let world = world.with("SAYSO_DATABASE", "");
    assert_eq!(world.show(&id)["status"], "submitted");
    assert_eq!(mode(world.path("config.toml")), 0o600);
    let log = std::fs::read_to_string(world.path("data/hub.log")).unwrap();
    assert!(log.contains("now only you can read it"), "{log}");
    assert!(!log.contains("s3cret"), "{log}");
}

/// REQ: TM-1
#[test]
fn a_server_that_cannot_be_used_is_said_with_what_to_do() {
    let Some(schema) = Schema::new() else { return };
    let url = schema.url().replace("/postgres?", "/nowhere?");
    let world = World::new().with("SAYSO_DATABASE", &url);
    let ran = world.run(&["list"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stderr.contains("database \"nowhere\" does not exist"), "{ran:?}");
}

/// REQ: TM-3
#[test]
fn while_it_is_away_waits_stay_open_and_asks_are_told() {
    let Some(schema) = Schema::new() else { return };
    let world = World::new();
    let between = Between::new(world.path("run"), schema.socket());
    let url = schema.url_by(&world.path("run"));
    let world = world.with("SAYSO_DATABASE", &url);
    let id = world.ask(&["Which?", "-o", "A", "-o", "B"]);
    let agent = world.spawn(&["wait", &id]);
    world.until("it listens", || world.show(&id)["listening"] == true);
    between.cut();
    let ran = world.run(&["ask", "And this?", "-o", "A", "-o", "B", "--no-wait"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stderr.contains("does not answer"), "{ran:?}");
    assert!(ran.stderr.contains("check that PostgreSQL runs there"), "{ran:?}");
    // One that begins to wait meanwhile waits, too.
    let late = world.spawn(&["wait", &id]);
    between.restore();
    eventually("it is back", || world.run(&["answer", &id, "B"]).code == 0);
    assert_eq!(agent.finish().ok().stdout, "B\n");
    assert_eq!(late.finish().ok().stdout, "B\n");
}

/// Between a hub and the server: its socket, until it is cut.
struct Between {
    socket: PathBuf,
    server: PathBuf,
    open: Arc<Mutex<Open>>,
}

#[derive(Default)]
struct Open {
    is_cut: bool,
    streams: Vec<UnixStream>,
}

impl Between {
    fn new(directory: PathBuf, server: PathBuf) -> Between {
        let socket = directory.join(server.file_name().unwrap());
        let between = Between { socket, server, open: Arc::default() };
        between.restore();
        between
    }

    /// Ends all connections, and lets nobody in.
    fn cut(&self) {
        std::fs::remove_file(&self.socket).unwrap();
        let mut open = self.open.lock().unwrap();
        open.is_cut = true;
        for stream in open.streams.drain(..) {
            // It may be over already.
            drop(stream.shutdown(Shutdown::Both));
        }
    }

    fn restore(&self) {
        self.open.lock().unwrap().is_cut = false;
        let listener = UnixListener::bind(&self.socket).unwrap();
        let (server, open) = (self.server.clone(), Arc::clone(&self.open));
        std::thread::spawn(move || {
            while let Ok((client, _)) = listener.accept() {
                let mut open = open.lock().unwrap();
                if open.is_cut {
                    break;
                }
                let server = UnixStream::connect(&server).unwrap();
                for (mut from, mut to) in [
                    (client.try_clone().unwrap(), server.try_clone().unwrap()),
                    (server.try_clone().unwrap(), client.try_clone().unwrap()),
                ] {
                    std::thread::spawn(move || {
                        drop(io::copy(&mut from, &mut to));
                        drop(to.shutdown(Shutdown::Both));
                    });
                }
                open.streams.extend([client, server]);
            }
        });
    }
}
