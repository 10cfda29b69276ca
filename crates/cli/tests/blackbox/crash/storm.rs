//! Hubs that are killed, frozen or lose their files, each at a random moment, while agents ask and
//! people answer.
//!
//! One case can't be survived and isn't tested: a hub that is killed after its database or its log
//! was removed and before it has saved what is still open.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use sayso_desk::Desk;
use tokio::runtime::Runtime;

use super::askers::{self, send};
use super::ledger::Ledger;
use super::load::{FEW, Load};
use super::random::look_up;
use super::seed::Chance;
use super::{finish, in_time, kept_world};
use crate::harness::{Running, World};
use crate::until;

/// Without `SAYSO_STORM_SECONDS`, which `scripts/storm` sets. More until every weapon has been used
/// and enough has been going on, however the dice fall.
const ROUNDS: usize = 40;
/// In each round, on average.
const ASKED: usize = 10;
const ACKNOWLEDGEMENTS: u64 = 100;
/// Clients that meet a frozen hub. The one that gives up after this determines when the hub
/// continues.
const CLIENTS: u64 = 3;
const PATIENCE_MS: u64 = 200;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weapon {
    Kill,
    /// It continues afterwards.
    Freeze,
    /// Until a command has given up.
    FreezeLong,
    /// -
    KillFrozen,
    Remove(Victim),
    /// It notices when it continues.
    RemoveFrozen(Victim),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Victim {
    Socket,
    Lock,
    Start,
    Token,
    Database,
    Log,
    Index,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Length {
    Short,
    Long,
}

impl Weapon {
    fn choose(chance: &mut Chance, length: Length) -> Weapon {
        if length == Length::Long && chance.percent(1) {
            return Weapon::FreezeLong;
        }
        match chance.below(10) {
            0 | 1 => Weapon::Kill,
            2 | 3 => Weapon::Freeze,
            4 => Weapon::KillFrozen,
            5..=7 => Weapon::Remove(Victim::choose(chance)),
            _ => Weapon::RemoveFrozen(Victim::choose(chance)),
        }
    }
}

impl Victim {
    const ALL: [Victim; 7] = [
        Victim::Socket,
        Victim::Lock,
        Victim::Start,
        Victim::Token,
        Victim::Database,
        Victim::Log,
        Victim::Index,
    ];

    fn choose(chance: &mut Chance) -> Victim {
        Victim::ALL[usize::try_from(chance.below(Victim::ALL.len() as u64)).unwrap()]
    }

    fn path(self, world: &World) -> PathBuf {
        world.path("data").join(match self {
            Victim::Socket => "hub.sock",
            Victim::Lock => "hub.lock",
            Victim::Start => "hub.start",
            Victim::Token => "token",
            Victim::Database => "sayso.db",
            Victim::Log => "sayso.db-wal",
            Victim::Index => "sayso.db-shm",
        })
    }

    /// Whether losing this file ends the hub.
    fn ends_the_hub(self) -> bool {
        match self {
            Victim::Socket | Victim::Lock | Victim::Start | Victim::Token => false,
            Victim::Database | Victim::Log | Victim::Index => true,
        }
    }
}

#[derive(Debug, Default)]
struct Counts {
    kills: usize,
    freezes: usize,
    removals: usize,
    rescues: usize,
}

struct Storm<'a> {
    world: &'a World,
    runtime: &'a Runtime,
    ledger: &'a Ledger,
    counts: Counts,
}

impl Storm<'_> {
    /// One hub, to its end.
    fn strike(&mut self, weapon: Weapon, auditor: &dyn Desk, chance: &mut Chance) {
        let hub = self.world.hub();
        self.runtime.block_on(look_up(3, auditor, self.ledger, chance));
        self.goes_on(chance.below(ACKNOWLEDGEMENTS));
        match weapon {
            Weapon::Kill => self.kill(hub),
            Weapon::Freeze => {
                self.freeze(&hub, auditor, chance);
                let clients: Vec<_> = (0..chance.below(CLIENTS))
                    .map(|_| self.world.spawn(&["hub", "status"]))
                    .collect();
                send(hub.pid(), Signal::CONT);
                for client in clients {
                    askers::finish(client).ok();
                }
                self.goes_on(chance.below(ACKNOWLEDGEMENTS));
                self.kill(hub);
            }
            Weapon::FreezeLong => {
                self.freeze(&hub, auditor, chance);
                let told = askers::finish(self.world.spawn(&["list"])).fails(1, "gave up after");
                assert!(told.stderr.contains(&hub.pid().to_string()), "{told:?}");
                send(hub.pid(), Signal::CONT);
                self.goes_on(1 + chance.below(ACKNOWLEDGEMENTS));
                self.kill(hub);
            }
            Weapon::KillFrozen => {
                self.freeze(&hub, auditor, chance);
                self.kill(hub);
            }
            Weapon::Remove(victim) => {
                self.remove(victim);
                self.after_removal(hub, victim, chance);
            }
            Weapon::RemoveFrozen(victim) => {
                self.freeze(&hub, auditor, chance);
                self.remove(victim);
                send(hub.pid(), Signal::CONT);
                self.after_removal(hub, victim, chance);
            }
        }
    }

    fn kill(&mut self, hub: Running) {
        self.counts.kills += 1;
        hub.kill();
    }

    /// Returns when a client has given up, with the hub still frozen.
    fn freeze(&mut self, hub: &Running, auditor: &dyn Desk, chance: &mut Chance) {
        self.counts.freezes += 1;
        send(hub.pid(), Signal::STOP);
        let patience = Duration::from_millis(chance.below(PATIENCE_MS));
        let looks = look_up(u64::MAX, auditor, self.ledger, chance);
        let _ = self.runtime.block_on(async { tokio::time::timeout(patience, looks).await });
    }

    fn remove(&mut self, victim: Victim) {
        self.counts.removals += 1;
        match fs::remove_file(victim.path(self.world)) {
            // The file has not been created yet.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            removed => removed.unwrap(),
        }
    }

    fn after_removal(&mut self, hub: Running, victim: Victim, chance: &mut Chance) {
        if victim.ends_the_hub() {
            let told = askers::finish(hub);
            assert_eq!(told.code, 1, "{victim:?}: {told:?}");
            self.counts.rescues += 1;
            return;
        }
        let pid = hub.pid();
        until::files("what others find it by is back", &[&self.world.paths().data_dir], || {
            let info = sayso_hub::HubInfo::read(&self.world.paths().lock());
            info.is_some_and(|info| info.pid == pid) && self.world.socket().exists()
        });
        self.goes_on(1 + chance.below(ACKNOWLEDGEMENTS));
        self.kill(hub);
    }

    /// Returns when this much more was acknowledged.
    fn is_enough(&self, rounds: usize) -> bool {
        let Counts { kills, freezes, removals, rescues } = self.counts;
        let (asked, _, _) = self.ledger.counts();
        let used = kills.min(freezes).min(removals).min(rescues) > 0;
        rounds >= ROUNDS && used && asked >= ASKED * ROUNDS
    }

    fn goes_on(&self, more: u64) {
        let mut acknowledged = self.ledger.acknowledged();
        let wanted = *acknowledged.borrow() + more;
        let reached = acknowledged.wait_for(|count| *count >= wanted);
        self.runtime.block_on(in_time("the load goes on", reached)).unwrap();
    }
}

/// REQ: SA-4, HI-1, HI-2, TO-7
#[test]
fn a_storm_of_kills_freezes_and_removals_loses_nothing() {
    let seconds = std::env::var("SAYSO_STORM_SECONDS").ok();
    let limit = seconds.map(|seconds| Duration::from_secs(seconds.parse().unwrap()));
    let mut chance = Chance::of_test("a_storm_of_kills");
    let world = kept_world();
    let runtime = Runtime::new().unwrap();
    let _inside = runtime.enter();
    let ledger = Arc::new(Ledger::default());
    let load = Load::start(std::slice::from_ref(&world), FEW, &ledger, &mut chance);
    let auditor = world.desk();

    let start = Instant::now();
    let counts = Counts::default();
    let mut storm = Storm { world: &world, runtime: &runtime, ledger: &ledger, counts };
    let mut rounds = 0;
    let length = if limit.is_some() { Length::Long } else { Length::Short };
    while limit.map_or_else(|| !storm.is_enough(rounds), |limit| start.elapsed() < limit) {
        storm.strike(Weapon::choose(&mut chance, length), &auditor, &mut chance.split());
        rounds += 1;
    }
    let Counts { kills, freezes, removals, rescues } = storm.counts;

    let _hub = world.hub();
    runtime.block_on(async {
        finish(load, &auditor, &ledger).await;
        ledger.audit(&auditor).await;
    });
    let (asked, ended, refused) = ledger.counts();
    eprintln!(
        "{rounds} rounds in {} s: {kills} kills, {freezes} freezes, {removals} removals ({rescues} ended the hub); \
         {asked} asks acknowledged, {ended} ended, {refused} refused, 0 lost, 0 doubled",
        start.elapsed().as_secs()
    );
    assert_eq!(asked, ended);
}
