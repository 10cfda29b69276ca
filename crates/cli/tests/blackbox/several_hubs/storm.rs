//! Hubs over one PostgreSQL that are killed and frozen, cut off with and without a word, while the
//! server is restarted and one hub's clock is wrong. Agents ask at any hub, people answer at any.

mod servers;

use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::process::Signal;
use sayso_core::Status;
use sayso_store::test_postgres::{ServerStop, TestSchema};
use sayso_store::test_proxy::TestProxy;
use tokio::runtime::Runtime;

use crate::crash::askers::send;
use crate::crash::finish;
use crate::crash::ledger::{Ledger, everything};
use crate::crash::load::{Crowd, Load};
use crate::crash::seed::Chance;
use crate::harness::World;
use crate::watch;
use servers::{answer_servers, serve};

const HUBS: usize = 3;
/// Longer than any storm, and less than the wrong clock is ahead: at that hub's own time every question would
/// be too late.
const TIMEOUT_SECONDS: u32 = 3_600;
const AHEAD: &str = "+2h";
/// Between two strikes.
const ACKNOWLEDGEMENTS: u64 = 40;
/// Without any acknowledgement for this long, nothing goes on any more.
const AT_LAST: Duration = Duration::from_secs(120);
/// Three leases: the others have noticed.
const A_WHILE: Duration = Duration::from_secs(3);

struct Size {
    crowd: Crowd,
    /// Real `sayso mcp` among the agents.
    servers: usize,
    questions: usize,
}

/// In every run of the tests.
const SHORT: Size = Size {
    crowd: Crowd { agents: 12, people: 8, at_once: 2, timeout_seconds: TIMEOUT_SECONDS },
    servers: 3,
    questions: 300,
};

/// `SAYSO_STORM_HUBS=long`, or a number of seconds: what `scripts/storm hubs` runs.
const LONG: Size = Size {
    crowd: Crowd { agents: 190, people: 60, at_once: 1, timeout_seconds: TIMEOUT_SECONDS },
    servers: 10,
    questions: 2_000,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weapon {
    Kill,
    /// It goes on after others have worked for a while.
    Freeze,
    Cut,
    /// The connections stay, and carry nothing.
    Mute,
    Restart(ServerStop),
}

impl Weapon {
    const ALL: [Weapon; 6] = [
        Weapon::Kill,
        Weapon::Freeze,
        Weapon::Cut,
        Weapon::Mute,
        Weapon::Restart(ServerStop::Fast),
        Weapon::Restart(ServerStop::Immediate),
    ];
}

struct Storm<'a> {
    worlds: &'a [World],
    betweens: &'a [TestProxy],
    schema: &'a TestSchema,
    runtime: &'a Runtime,
    ledger: &'a Ledger,
}

impl Storm<'_> {
    fn strike(&self, weapon: Weapon, at: usize) {
        let (world, between) = (&self.worlds[at], &self.betweens[at]);
        match weapon {
            Weapon::Kill => {
                let pid = world.hub_info().pid;
                send(pid, Signal::KILL);
                watch::ends("the hub", pid);
                self.others_go_on();
                start(world);
            }
            Weapon::Freeze => {
                let frozen = Frozen::begin(world.hub_info().pid);
                self.others_go_on();
                drop(frozen);
            }
            Weapon::Cut => {
                between.cut();
                self.others_go_on();
                between.restore();
            }
            Weapon::Mute => between.mute(),
            Weapon::Restart(stop) => self.schema.restart(stop),
        }
    }

    /// Returns when this much more was acknowledged, at any hub.
    fn goes_on(&self, more: u64) {
        assert!(self.reaches(more, AT_LAST), "nothing goes on any more");
    }

    /// As far as they can: they may all wait for somebody who is at this hub.
    fn others_go_on(&self) {
        self.reaches(ACKNOWLEDGEMENTS, A_WHILE);
    }

    fn reaches(&self, more: u64, within: Duration) -> bool {
        let mut acknowledged = self.ledger.acknowledged();
        let wanted = *acknowledged.borrow() + more;
        let reached = acknowledged.wait_for(|count| *count >= wanted);
        self.runtime.block_on(async { tokio::time::timeout(within, reached).await.is_ok() })
    }
}

/// A process that is stopped, until this is dropped or this test ends, however it does: its helper then
/// reads the end of its input.
struct Frozen(Child);

impl Frozen {
    fn begin(pid: u32) -> Frozen {
        let script = "kill -STOP $1; echo; read -r _; kill -CONT $1";
        let helper = Command::new("sh")
            .args(["-c", script, "freeze", &pid.to_string()])
            // Ending the test's process group doesn't end this one.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut helper = helper.unwrap();
        helper.stdout.take().unwrap().read_exact(&mut [0]).unwrap();
        Frozen(helper)
    }
}

impl Drop for Frozen {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        self.0.wait().unwrap();
    }
}

/// Any command starts the hub, unless a program that waits there has done so.
fn start(world: &World) {
    world.run(&["list"]).ok();
}

/// Debian's `libfaketime`.
fn wrong_clock() -> PathBuf {
    let places = std::fs::read_dir("/usr/lib").unwrap().filter_map(Result::ok);
    places
        .map(|place| place.path().join("faketime/libfaketime.so.1"))
        .find(|library| library.exists())
        .expect("apt-get install libfaketime")
}

/// REQ: TM-2, TM-3
#[test]
fn a_storm_over_three_hubs_loses_nothing_and_asks_nobody_twice() {
    let asked_for = std::env::var("SAYSO_STORM_HUBS").ok();
    let limit = asked_for.as_deref().and_then(|seconds| seconds.parse().ok());
    let limit = limit.map(Duration::from_secs);
    let size = if asked_for.is_some() { LONG } else { SHORT };
    let Some(schema) = TestSchema::exclusive() else { return };
    let mut chance = Chance::of_test("a_storm_over_three_hubs");
    let library = wrong_clock().display().to_string();
    let (mut worlds, mut betweens) = (Vec::new(), Vec::new());
    for number in 0..HUBS {
        let world = World::new()
            .with("SAYSO_LOG_LEVEL", "error")
            .with("SAYSO_RETENTION_COUNT", "1000000")
            .with("SAYSO_TEST_LEASE_MS", "1000");
        betweens.push(TestProxy::new(&world.path("run"), schema.socket()));
        let url = schema.url_by(&world.path("run"));
        let world = world.with("SAYSO_DATABASE", &url);
        worlds.push(if number == 0 {
            world
                .with("LD_PRELOAD", &library)
                .with("FAKETIME", AHEAD)
                .with("FAKETIME_DONT_FAKE_MONOTONIC", "1")
        } else {
            world
        });
    }
    worlds.iter().for_each(start);
    let runtime = Runtime::new().unwrap();
    let _inside = runtime.enter();
    let ledger = Arc::new(Ledger::default());
    let load = Load::start(&worlds, size.crowd, &ledger, &mut chance);
    let storm = Storm {
        worlds: &worlds,
        betweens: &betweens,
        schema: &schema,
        runtime: &runtime,
        ledger: &ledger,
    };

    let begun = Instant::now();
    let stop = AtomicBool::new(false);
    let answering = runtime.spawn(answer_servers(worlds[1].desk(), Arc::clone(&ledger)));
    let mut used = Vec::new();
    let by_servers: usize = std::thread::scope(|scope| {
        let servers: Vec<_> =
            (0..size.servers).map(|n| serve(scope, &worlds[n % HUBS], n, &ledger, &stop)).collect();
        // Every weapon at least once, in any order.
        let is_enough = |used: &[Weapon]| match limit {
            Some(limit) => begun.elapsed() >= limit,
            None => ledger.counts().0 >= size.questions && used.len() >= 2 * Weapon::ALL.len(),
        };
        while !is_enough(&used) {
            storm.goes_on(1 + chance.below(ACKNOWLEDGEMENTS));
            let left: Vec<Weapon> =
                Weapon::ALL.into_iter().filter(|weapon| !used.contains(weapon)).collect();
            let among = if left.is_empty() { &Weapon::ALL[..] } else { &left[..] };
            let weapon = among[usize::try_from(chance.below(among.len() as u64)).unwrap()];
            let at = usize::try_from(chance.below(HUBS as u64)).unwrap();
            eprintln!("{:>4} s: {weapon:?} at hub {at}", begun.elapsed().as_secs());
            used.push(weapon);
            storm.strike(weapon, at);
        }
        load.stop();
        stop.store(true, Ordering::Relaxed);
        servers.into_iter().map(|server| server.join().unwrap()).sum()
    });
    answering.abort();

    runtime.block_on(async {
        let auditor = worlds[2].desk();
        finish(load, &auditor, &ledger).await;
        for world in &worlds {
            // While another one was looked through, it may have ended by itself: nothing is pending.
            start(world);
            let desk = world.desk();
            ledger.audit(&desk).await;
            let rows = everything(&desk).await;
            let late = rows.iter().filter(|row| row.status == Status::Timeout).count();
            assert_eq!(late, 0, "the wrong clock has decided");
            let foreign = rows.iter().filter(|row| row.title.starts_with(Ledger::FOREIGN)).count();
            assert_eq!(foreign, by_servers, "an agent's question was asked twice, or lost");
        }
    });
    let (asked, ended, refused) = ledger.counts();
    eprintln!(
        "{} strikes in {} s: {asked} asks acknowledged, {ended} ended, {refused} refused, {by_servers} by real \
         servers, 0 lost, 0 doubled, 0 errors",
        used.len(),
        begun.elapsed().as_secs()
    );
    assert_eq!(asked, ended);
}
